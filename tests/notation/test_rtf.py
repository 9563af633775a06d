r"""Comments in RTF give their text alone, in the code pages of their fonts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.notation.rtf import CODE_PAGES, rtf_text
from tools.inside import WANTED


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"don\rquote t \ldblquote pass\rdblquote\endash\emdash\bullet", "don\u2019t “pass”\u2013\u2014•"),
        (rb"8\~points, semi\-colon, two\_way \\ \{a\}", "8\xa0points, semicolon, two-way \\ {a}"),
        (rb"{\b bold {\i both}} {\*\unknown {\fs20 hidden} too}shown", "bold both shown"),
        (rb'{\field{\*\fldinst{HYPERLINK "http://a"}}{\fldrslt{a link}}}', "a link"),
        (rb"\uc0\u321 abc {\uc2\u8364 \'80\'80x}\u8364y", "Łabc €x€y"),
        (rb"\u8364?{\uc3\u8364 ???}\u8364\'80.", "€€€."),
        (b"one\\\ntwo\\par\nthree\\line\\tab four}}}five", "one\ntwo\nthree\n\tfourfive"),
    ],
)
def test_words_and_groups(body: bytes, text: str) -> None:
    assert rtf_text(rb"{\rtf1\ansi\ansicpg1252\deff0\pard " + body + b"}") == text


@pytest.mark.parametrize(("charset", "page"), CODE_PAGES.items())
def test_bytes_are_in_the_code_page_of_their_font_or_of_the_document(charset: int, page: str) -> None:
    signs = {"cp932": "表示。", "cp949": "주사위", "cp936": "骰子", "cp950": "骰子", "cp1251": "Кубик"}
    sign = signs.get(page) or bytes(range(0xE0, 0xEA)).decode(page)
    packed = sign.encode(page)
    told = "".join(f"\\'{byte:02x}" for byte in packed).encode()
    fonts = rb"{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset%d Arial;}}" % charset
    for bytes_of_it in (told, packed.replace(b"\\", rb"\'5c")):
        assert rtf_text(rb"{\rtf1\ansi" + fonts + rb"\'e9{\f1 " + bytes_of_it + rb"}\'e9\par}") == f"é{sign}é"
    number = int(page[2:])
    assert rtf_text(rb"{\rtf1\ansi\ansicpg%d\deff0 " % number + told + b"}") == sign


def test_the_page_has_all_code_pages() -> None:
    modules = {page.replace("cp936", "gbk") for page in CODE_PAGES.values()}
    assert {f"encodings.{module}" for module in modules} <= {*WANTED}


@given(st.binary(max_size=60), st.sampled_from([rb"{\rtf1 ", rb"{\rtf1\uc3\u-1", rb"{\rtf1{\fonttbl\f9"]))
def test_any_bytes_give_a_text(body: bytes, begin: bytes) -> None:
    rtf_text(begin + body).encode()
