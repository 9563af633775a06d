"""The notes for translators: each names an existing place, and the most specific one is chosen."""

from tools.notes import Notes, notes

PLACES: dict[str, dict[str, str | int]] = {
    "button": {"letters": 5, "note": "On a button."},
    "title": {"letters": 9, "note": "Of a dialog."},
}
TEXTS = {"a.*": "button: One.", "a.b.*": "title: Two.", "a.b.c": "button: Three."}
SOME = Notes(PLACES, {"name": "A player.", "count": "A number."}, TEXTS)


def test_a_note_names_its_place_and_ends_with_a_full_stop() -> None:
    found = notes()
    assert {text.partition(": ")[0] for text in found.texts.values()} == set(found.places)
    ends = (
        *found.texts.values(),
        *found.fills.values(),
        *(str(kind["note"]) for kind in found.places.values()),
    )
    assert [text for text in ends if not text.endswith((".", ".”", "…"))] == []


def test_the_key_goes_before_patterns_and_the_longer_pattern_before_the_shorter() -> None:
    assert [SOME.of(key).text for key in ("a.x", "a.b.x", "a.b.c")] == ["One.", "Two.", "Three."]
    assert SOME.pattern("b.a") is None
    assert SOME.unused_patterns(["a.x", "a.y", "a.b.c"]) == {"a.b.*"}


def test_what_has_no_room_is_named() -> None:
    assert [*SOME.too_long("a.x", "Doubl")] == []
    assert [*SOME.too_long("a.x", {"one": "Double", "other": "Doubl"})] == [
        "a.x: 6 letters, and at most 5 have room"
    ]


def test_a_note_says_what_fills_its_text() -> None:
    assert SOME.fills_of({"one": "{name}", "other": "{name} {count}"}) == {
        "count": "A number.",
        "name": "A player.",
    }
    assert str(SOME.of("a.b.c")) == "On a button. Three. At most 5 letters."
