"""The text of an argument is searched for IDs word by word; what it costs grows only as the text does."""

import time

import pytest
from effort import LINEAR

from backgammon.cli.arguments import parse_argument
from backgammon.cli.errors import CommandError
from backgammon.notation.detect import parse_anything


def test_a_word_that_is_no_id_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    place = "backgammon.cli.arguments.parse_anything"
    monkeypatch.setattr(place, lambda text: parsed.append(text) or parse_anything(text))
    with pytest.raises(CommandError, match="notes: "):
        parse_argument("note: see https://example.org/a:b, 12:30\n" * 1000, "notes")
    assert len(parsed) == 2
    ids = "here: 4HPwATDgc/ABMA:cAilAAAAAAAE\nand: 4HPwATDgc/ABMA:cAgZAAAAAAAE"
    assert len(parse_argument(ids, "notes")) == 2


def test_a_huge_line_of_words_is_refused_in_little_time() -> None:
    begin = time.process_time()
    with pytest.raises(CommandError):
        parse_argument("ab " * 600_000, "notes")
    assert time.process_time() - begin < LINEAR
