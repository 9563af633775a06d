"""Spoilt texts: valid texts with a few random changes to their structure or their characters.

All chance comes from the given Random, so that a text can be made again from its number.
"""

import json
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

Mutate = Callable[[Random, str, Sequence[str]], str]
"""Spoils a text; the last argument holds other valid texts, to take pieces from."""

_TOKEN = re.compile(r"\d+|[^\W\d]+|\s+|[^\w\s]")
_NUMBERS = (
    "0",
    "-1",
    "1",
    "7",
    "25",
    "26",
    "27",
    "99",
    "1024",
    "-0",
    "007",
    "1e5",
    "0.5",
    str(10**9),
    "9" * 40,
)
_SPICE = "0123456789:;/*()[]{}<>=-_\\\"' \n\t\r\x00\x1c\x7f\xa0é٣²xXoObBrRdDWz,.|+?%#\u2028\ufeff\ud800😀"
_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 3, 7, 25, 26, 27, 100, 1000, 10**6, 2**31, 2**53, 10**18, 10**29),
    *(10**400, -(10**40), 0.5, -0.0, 1e-320, 1e20, -1e29, 1e300, float("inf"), float("nan")),
    *(
        "",
        "a",
        "7",
        "\x00",
        "\ud800",
        "\u202e",
        "٣",
        "all",
        "custom",
        "x" * 3000,
        "-b----E-C---eE---c-e----B-",
    ),
    *([], {}, [[]], {"a": {}}, [None], [0, 0], [1, 2, 3], [[25, 0]]),
)


def by_letters(random: Random, text: str, others: Sequence[str]) -> str:
    """Change, drop or repeat stretches of a text, or insert pieces of others, one to four times."""
    for _ in range(random.randint(1, 4)):
        begin = random.randrange(len(text) + 1)
        end = min(len(text), begin + random.choice((1, 1, 2, 5, 30)))
        match random.randrange(7):
            case 0:
                text = text[:begin] + text[end:]
            case 1:
                text = text[:begin] + text[begin:end] * random.choice((2, 3, 40)) + text[end:]
            case 2:
                other = random.choice(others)
                cut = random.randrange(len(other) + 1)
                text = text[:begin] + other[cut : cut + 40] + text[end:]
            case 3:
                text = text[:begin] + random.choice(_NUMBERS) + text[end:]
            case 4:
                text = text[:begin] + text[begin:end].swapcase() + text[end:]
            case _:
                text = text[:begin] + random.choice(_SPICE) + text[end:]
    return text


def by_tokens(random: Random, text: str, others: Sequence[str]) -> str:
    """Change numbers and words, repeat sections, or splice the text with another, one to four times."""
    tokens = _TOKEN.findall(text)
    for _ in range(random.randint(1, 4)):
        if not tokens:
            break
        at = random.randrange(len(tokens))
        end = at + random.choice((1, 1, 2, 4, 12))
        match random.randrange(9):
            case 0:
                del tokens[at:end]
            case 1:
                tokens[at:end] = tokens[at:end] * random.choice((2, 3, 30))
            case 2:
                numbers = [place for place in range(at, min(end + 8, len(tokens))) if tokens[place].isdigit()]
                for place in numbers[:1]:
                    tokens[place] = random.choice((*_NUMBERS, *"0123456"))
            case 3:
                tokens.insert(at, random.choice(_SPICE))
            case 4:
                place = random.randrange(len(tokens))
                tokens[at], tokens[place] = tokens[place], tokens[at]
            case 5:
                other = _TOKEN.findall(random.choice(others))
                tokens[at:] = other[random.randrange(len(other) + 1) :]
            case 6:
                other = _TOKEN.findall(random.choice(others)) or [""]
                tokens[at] = random.choice(other)
            case 7:
                tokens[at] = tokens[at].swapcase()
            case _:
                del tokens[at:]
    return "".join(tokens)


def of_text(random: Random, text: str, others: Sequence[str]) -> str:
    """Spoil a human-readable text, mostly by its tokens."""
    return (by_tokens if random.random() < 0.7 else by_letters)(random, text, others)


def of_json(random: Random, text: str, others: Sequence[str]) -> str:
    """Spoil JSON: swap values and types; drop, repeat and rename keys; nest deeply; or change characters."""
    data = json.loads(text)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = _spoil(random, data, others)
    text = json.dumps(data, ensure_ascii=random.random() < 0.5, separators=(",", ":"))
    chance = random.random()
    if chance < 0.06:
        at = text.find("{", random.randrange(len(text) + 1)) + 1
        names = re.findall(r'"(\w+)":', text)
        text = f'{text[:at]}"{random.choice(names or ["a"])}":{random.choice(_NUMBERS)},{text[at:]}'
    elif chance < 0.12:
        text = by_letters(random, text, others)
    return text


def _spoil(random: Random, data: Any, others: Sequence[str]) -> Any:
    """Return data with one place changed."""
    holder, key = _place(random, data)
    if holder is None:
        return _other_value(random, data, others)
    value = holder[key]
    match random.randrange(13):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder[key:key] = [value] * random.choice((1, 2, 50))
        case 1:
            holder[random.choice((key.upper(), f"{key} ", "", "name", "format", "\ud800"))] = holder.pop(key)
        case 2 | 8 | 9 if isinstance(value, int | float) and abs(value) < 10**50:
            holder[key] = random.choice(
                (value + 1, value - 1, -value, value * 10**6, value + 0.5, str(value))
            )
        case 2 | 8 if isinstance(value, str):
            holder[key] = by_letters(random, value, others)
        case 3:
            other = json.loads(random.choice(others))
            there, name = _place(random, other)
            holder[key] = there[name] if there is not None else other
        case 4:
            there, name = _place(random, data)
            if there is not None and name in (there if isinstance(there, dict) else range(len(there))):
                holder[key] = json.loads(json.dumps(there[name]))
        case 5 if random.random() < 0.2:
            deep: Any = value
            for _ in range(random.choice((5, 60, 400))):
                deep = [deep] if random.random() < 0.5 else {"a": deep}
            holder[key] = deep
        case 6 if isinstance(value, list):
            random.shuffle(value)
        case 7 if isinstance(value, list):
            del value[random.randrange(len(value) + 1) :]
        case _:
            holder[key] = _other_value(random, value, others)
    return data


def _other_value(random: Random, value: Any, others: Sequence[str]) -> Any:
    if isinstance(value, str) and random.random() < 0.3:
        return by_letters(random, value, others)
    return deepcopy(random.choice(_ODD))


def grow(random: Random, text: str, size: int) -> str:
    """Return a text of about ``size`` characters: a valid one with a section or a JSON value enlarged."""
    if text.startswith("{") and random.random() < 0.8:
        return _grow_json(random, json.loads(text), size)
    begin = random.randrange(len(text))
    section = text[begin : begin + random.choice((1, 2, 5, 20, 100, 400))]
    repeated = section * (size // len(section) + 1)
    return (text[:begin] + repeated)[: max(begin, size - len(text))] + text[begin:]


def _grow_json(random: Random, data: Any, size: int) -> str:
    """Return the JSON of the data with one list, text or object made large."""
    for _ in range(100):
        holder, key = _place(random, data)
        if holder is None:
            break
        value = holder[key]
        if isinstance(value, list) and value:
            entry = json.dumps(value[0])
            holder[key] = value[:1] * (size // (len(entry) + 1))
        elif isinstance(value, str):
            holder[key] = random.choice(("x", value or "y", "é", "\x00")) * (size // max(1, len(value)))
            holder[key] = holder[key][:size]
        elif isinstance(value, dict) and value and isinstance(holder, dict):
            entry = next(iter(value.values()))
            count = size // (len(json.dumps(entry)) + 10)
            holder[key] = {**value, **{f"k{number}": entry for number in range(count)}}
        else:
            continue
        break
    return json.dumps(data, separators=(",", ":"))


def _place(random: Random, data: Any) -> tuple[Any, Any]:
    """Return a list or object somewhere in the data and one of its keys, both None if there is none."""
    found: tuple[Any, Any] = None, None
    while isinstance(data, dict | list) and data:
        key = random.choice(list(data)) if isinstance(data, dict) else random.randrange(len(data))
        found = data, key
        data = data[key]
        if random.random() < 0.2:
            break
    return found
