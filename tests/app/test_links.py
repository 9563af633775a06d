"""A link in a text is what is opened; in a match file it is only a part of a comment."""

import pytest

from backgammon.features.viewer.open_file import read_lines, read_text
from backgammon.state.model import Origin
from backgammon.storage.lines import dump_lines_link

LINK = "#xgid=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
GAME = " Game 1\n Ann : 0           Bob : 0\n  1) 31: 8/5 6/5    62: 24/18 13/11\n"
LINES = (
    "(;GM[6]MI[length:3]C[Look]AE[a:y]AW[f][f]AB[s][s]"
    ";PL[W](;W[31fefc];B[11ststtutu])(;W[31feeb](;B[99])(;B[64szsw];W[31fcba])))"
)


@pytest.mark.parametrize(
    "text",
    [
        f"; https://example.org/{LINK}\n 3 point match\n\n{GAME}",
        f"; https://example.org/#match=1.abc\n 3 point match\n\n{GAME}",
        f"(;GM[6]MI[length:3]PW[Ann]PB[Bob]C[see https://example.org/{LINK} for more];W[31hefe])",
    ],
)
def test_a_match_file_is_opened_whatever_link_stands_in_a_comment(text: str) -> None:
    study = read_text(text)
    assert (study.origin, study.names) == (Origin.FILE, ("Ann", "Bob"))
    assert study.log
    assert read_lines(text) is None


@pytest.mark.parametrize(
    "text",
    [f"Look: https://example.org/{LINK}", f"Our 5 point match\n\nGame 3 was odd: https://example.org/{LINK}"],
)
def test_a_link_in_a_message_is_opened(text: str) -> None:
    assert read_text(text).origin is Origin.POSITION


def test_lines_are_opened_whatever_link_stands_in_a_comment() -> None:
    lines = read_lines(LINES)
    assert lines is not None
    assert read_lines(LINES.replace("Look", LINK)) == lines
    assert read_lines(f"Look: #lines={dump_lines_link(lines)}") == lines
