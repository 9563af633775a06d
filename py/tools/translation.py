"""The problems of a language's texts compared with English: keys, placeholders, plural forms, copies."""

import re
from collections.abc import Set
from functools import cache
from string import Formatter

from backgammon.core.errors import BackgammonError
from backgammon.i18n.catalogue import Catalogue, Text
from backgammon.i18n.plurals import PluralRules

SAMPLES = (*range(201), 1_000, 1_000_000, 1_000_001)
"""Whole numbers that use every plural form; a form for a single number occurs only once among them."""

BY_CHANCE = 3
"""The most words that a text may share with English without being a copy, such as the names of things."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_PLACEHOLDER = re.compile(r"\{.*?\}")


def forms(text: Text) -> tuple[str, ...]:
    """Return all forms of a text: the text alone, or one for each plural form."""
    return (text,) if isinstance(text, str) else tuple(text.values())


@cache
def placeholders(text: str) -> frozenset[str]:
    """Return the names in braces; raise BackgammonError for braces that hold anything but a name."""
    try:
        parts = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
    except ValueError as error:
        raise BackgammonError(f"{error} in {text!r}") from None
    if any(form or turn or not str(name).isidentifier() for name, form, turn in parts):
        raise BackgammonError(f"a placeholder is a name in braces and nothing more: {text!r}")
    return frozenset(str(name) for name, _, _ in parts)


def lone_forms(rules: PluralRules) -> frozenset[str]:
    """Return the forms for a single number each: their texts may omit the number."""
    return _lone_forms(tuple(rules.rules.items()))


@cache
def _lone_forms(rules: tuple[tuple[str, str], ...]) -> frozenset[str]:
    plural = PluralRules(dict(rules))
    used = [plural.category(number) for number in SAMPLES]
    return frozenset(name for name in plural.categories if used.count(name) == 1)


def problems(catalogue: Catalogue, english: Catalogue) -> list[str]:
    """Return the problems in keys and form of a language's texts, missing keys included."""
    texts = catalogue.texts
    found = [f"{key}: missing" for key in sorted(english.texts.keys() - texts.keys())]
    found += [f"{key}: English has no such key" for key in sorted(texts.keys() - english.texts.keys())]
    for key in sorted(texts.keys() & english.texts.keys()):
        found += text_problems(key, texts[key], english.texts[key], catalogue.plural)
    return found


def text_problems(key: str, text: Text, english: Text, rules: PluralRules) -> list[str]:
    """Return the problems in form of one text of a language."""
    if isinstance(english, str):
        return _wrong(key, text, placeholders(english), set())
    if isinstance(text, str) or set(text) != set(rules.categories):
        return [f"{key}: an object with the forms {', '.join(rules.categories)} is needed"]
    wanted = set[str]().union(*map(placeholders, english.values()))
    free = lone_forms(rules)
    found: list[str] = []
    for form, line in text.items():
        found += _wrong(f"{key}/{form}", line, wanted, {"count"} if form in free else set())
    return found


def _wrong(key: str, text: object, wanted: Set[str], may_lack: Set[str]) -> list[str]:
    if not isinstance(text, str):
        return [f"{key}: one text is needed, not {text!r}"]
    try:
        there = placeholders(text)
    except BackgammonError as error:
        return [f"{key}: {error}"]
    found = [f"{key}: {{{name}}} is missing" for name in sorted(wanted - there - may_lack)]
    found += [f"{key}: nothing fills {{{name}}}" for name in sorted(there - wanted)]
    if not text or text != text.strip():
        found.append(f"{key}: empty, or white space at an end")
    return found


def copy_problems(key: str, text: Text, english: Text) -> list[str]:
    """Return the problem that a text is still English: a form of more than BY_CHANCE words is the same."""
    kept = {*forms(text)} & {*forms(english)}
    words = [_WORD.findall(_PLACEHOLDER.sub("", line)) for line in kept]
    return [f"{key}: still English"] if max(map(len, words), default=0) > BY_CHANCE else []
