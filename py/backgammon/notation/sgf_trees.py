"""The grammar of SGF: game trees of nodes of properties, each value with its place in the file.

Source: the SGF FF[4] specification.
"""

import re
from collections.abc import Iterator

from backgammon.notation.errors import NotationError
from backgammon.notation.lines import Line

Node = dict[str, list[Line]]
Tree = list[Node]

COLOURS = "WB"
"""White is player 0, Black player 1."""

EVENT = {"EV": "Event", "RO": "Round", "PC": "Site", "DT": "EventDate", "AN": "Annotator"}
"""Properties of the root that become event pairs of a record, with the names of these pairs."""

SET_UP = ("AW", "AB", "AE", "CV", "CP")
"""Properties that set up a position: White's and Black's checkers, empty points, cube value and place."""

_ROOT = ("GM", "MI", "RU", "RE", "PW", "PB", "GC", *EVENT)
_READ = frozenset((*COLOURS, "PL", "DI", "C", *_ROOT, *SET_UP))
"""The properties that are read; analysis, which makes up most of a file, is not."""

_TOKEN = re.compile(r"\s*+(?:([A-Za-z]{1,30}+)(?=\s*\[)|([();])|\[((?:[^\]\\]++|\\.)*+)\])", re.DOTALL)
_NEXT = re.compile(r"\b[A-Za-z]{1,30}+(?=\s*\[)|[();]")
"""Where reading resumes after text that is not SGF."""

_ESCAPE = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,9}")
_MOST_GAMES = 5_000
_MOST_VALUES = 20_000
"""The most values read in one game; a game of five hundred plays has about a thousand."""
_MOST_FAULTS = 20


def trees(text: str, faults: list[NotationError]) -> Iterator[Tree]:
    """Yield the main line of each game tree, at least one; nodes without any property to read are left out.

    Text that is not SGF is skipped, with an error added to ``faults``; the error about a file that breaks
    off has an empty ``found``. Raises NotationError if no tree begins, or a limit is exceeded.
    """
    at = Places(text)
    depth = games = values = 0
    tree: Tree = []
    main, key = False, ""
    for token in tokens(text, at, faults):
        name, sign, value = token.groups()
        if not games and not depth and (faults or sign != "("):
            raise faults[0] if faults else at(token.start(), token.end() + 60).error("game")
        if value is not None:
            if main and tree and key in _READ:
                values += 1
                if values > _MOST_VALUES:
                    raise at(token.start(3), token.end()).error("shorter.values", most=_MOST_VALUES)
                tree[-1].setdefault(key, []).append(at(*token.span(3)))
            continue
        key = _identifier(name) if name else ""
        if sign == "(":
            depth += 1
            if depth == 1:
                tree, main, values = [], True, 0
        elif sign == ";":
            if main and (not tree or tree[-1]):
                tree.append({})
        elif sign == ")" and depth:
            depth, main = depth - 1, False
            if depth == 0 and tree:
                games += 1
                if games > _MOST_GAMES:
                    raise at(token.start(), token.end()).error("shorter.games", most=_MOST_GAMES)
                yield tree
    end = at(len(text), len(text)).error("game")
    if depth and tree and tree[0]:
        yield tree
    elif not games:
        raise faults[0] if faults else end
    if depth:
        faults.append(end)


def _identifier(name: str) -> str:
    """Return the capitals of a property's name: up to FF[3] its small letters were ignored.

    Some programs write small letters only. (Source: the SGF FF[3] specification.)

    >>> _identifier("PlayerWhite"), _identifier("pw")
    ('PW', 'PW')
    """
    return "".join(filter(str.isupper, name)) or name.upper()


def tokens(text: str, at: "Places", faults: list[NotationError]) -> Iterator[re.Match[str]]:
    """Yield names, signs and values; skip any other text, with an error added to ``faults``."""
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token:
            yield token
            position = token.end()
            continue
        rest = len(text) - len(text[position:].lstrip())
        following = _NEXT.search(text, rest + 1)
        end = following.start() if following else len(text)
        if rest < len(text):
            faults.append(at(rest, min(rest + 60, end)).error("game"))
        if following is None or len(faults) == _MOST_FAULTS:
            return
        position = end


class Places:
    """Cuts lines out of a text, from front to back, and counts the rows on the way."""

    def __init__(self, text: str) -> None:
        self._text, self._row, self._start, self._counted = text, 1, 0, 0

    def __call__(self, begin: int, end: int) -> Line:
        passed = self._text.count("\n", self._counted, begin)
        if passed:
            self._row += passed
            self._start = self._text.rindex("\n", self._counted, begin) + 1
        self._counted = begin
        return Line(self._text[begin:end], self._row, begin - self._start + 1)


def first(root: Node) -> Line:
    """Return the first value of a root, as the place where its tree begins."""
    return next((values[0] for values in root.values()), Line("", 1))


def text_of(node: Node, key: str) -> str:
    """Return the text of a node's property, "" if the node does not have it."""
    return unescape(node[key][0].text) if key in node else ""


def info_value(root: Node, key: str) -> Line | None:
    """Return the value of a root's MI that begins with a key, such as ``length:5``, or None."""
    return next((value for value in root.get("MI", ()) if value.text.partition(":")[0].strip() == key), None)


def match_info(root: Node, key: str, default: int = 0) -> int:
    """Return a number from a root's MI, such as the length; raise NotationError if it is not a number."""
    value = info_value(root, key)
    if value is None:
        return default
    number = value.text.partition(":")[2].strip()
    if not _NUMBER.fullmatch(number):
        raise value.error("number", name=key)
    return int(number)


def unescape(text: str) -> str:
    """Return a value without its escapes."""
    return _ESCAPE.sub(lambda match: "" if match[1][-1] == "\n" else match[1], text)


def escape(text: str) -> str:
    """Return a text with the escapes that a value needs; the inverse of unescape."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
