"""A word that must agree with the sound of a filled-in value is reported; a text that avoids it passes."""

import pytest

from tools.agreement import agreement

RIGHT = {
    "bg": ("С {dice} няма ход.", "Удари: {few} от 36."),
    "cs": ("Poučit se z chyb ({count})", "Chyba {at}/{all}"),
    "de": ("Mit {few} Würfen",),
    "fr": ("l’un de {choices}",),
    "hr": ("Bacanja (od 36): {few}.",),
    "hu": ("{rank}. hely ({count} lépésből)", "a mai {count} állás"),
    "sk": ("Poučiť sa z chýb ({count})", "PR za {count} zápasy"),
    "sl": ("{count}-krat, od {all}",),
    "tr": ("{count} puanlık maç", "“{name}” şu olmalı"),
    "uk": ("Помилка {at} із {all}",),
}
WRONG = {
    "bg": ("Удря с {few} от 36.", "със {count} точки"),
    "cs": ("Poučit se z {count} chyb", "Vrátit se ke „{name}“"),
    "fr": ("la chance d’{name}",),
    "hr": ("Izbacuje s {few} od 36.",),
    "hu": ("{rank}. a {count} közül", "Az {first}–{second} állás"),
    "it": ("la fortuna dell’{name}",),
    "sk": ("{done} z {count} hier", "S {count} bodmi"),
    "sl": ("z {count} točkami",),
    "tr": ("{name}’ın şansı", "{count}-de"),
    "uk": ("{done} з {count} партій",),
}


@pytest.mark.parametrize("tag", RIGHT)
def test_what_any_value_may_fill_passes(tag: str) -> None:
    assert [wrong for text in RIGHT[tag] for wrong in agreement(tag, "k", text)] == []


@pytest.mark.parametrize(("tag", "text"), [(tag, text) for tag, texts in WRONG.items() for text in texts])
def test_what_only_some_values_may_fill_is_named(tag: str, text: str) -> None:
    found = [*agreement(tag, "k", text)]
    assert len(found) == 1
    assert found[0].startswith("k: ")
    assert [*agreement(tag, "k", {"one": "x", "other": text})] == found
