"""The file of each language: a valid head, valid texts, and none missing or left in English unawares."""

import json
import re
import string
from pathlib import Path

import pytest

from backgammon.i18n.catalogue import LOCALES, load
from backgammon.i18n.languages import LANGUAGES
from backgammon.i18n.plurals import PluralRules
from tools.glossary import glossary, read
from tools.handover import all_problems
from tools.languages import pseudo
from tools.notes import finished_languages, notes
from tools.translation import copy_problems, lone_forms, placeholders, text_problems

ENGLISH = load()
FILES = sorted(LOCALES.glob("*.json"))
FINISHED = finished_languages()
ONE_THING = (
    ("action.delete-everything", "everything.delete"),
    ("action.dice", "ui.dice.check"),
    ("action.download", "dialog.files.save"),
    ("action.figures", "figures.title"),
    ("action.files", "ui.files"),
    ("action.help", "ui.help"),
    ("action.new-game", "ui.new-game", "dialog.new-game.title"),
    ("action.roll-out", "advice.depth.rollout", "rollout.title"),
    ("action.rules", "ui.rules", "dialog.rules.title"),
    ("action.settings", "ui.settings"),
    ("ui.moves", "ui.panel"),
)
"""Keys that name one thing: a button, its shortcut, and the title of what it opens."""
QUOTED = {"dialog.help.moving.dice": "action.undo", "figures.empty": "action.review"}
"""Texts that name a button, with the key of that button."""


def test_every_language_has_its_file() -> None:
    assert {file.stem for file in FILES} == set(LANGUAGES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_has_its_head_and_sorted_texts(file: Path) -> None:
    data, language = json.loads(file.read_text("utf-8")), load(file.stem)
    assert list(data) == ["name", "direction", "plural", "number", "date", "texts"]
    assert language.name == LANGUAGES[file.stem]
    assert language.direction in ("ltr", "rtl")
    assert list(data["texts"]) == sorted(data["texts"]), "texts are in alphabetical order"
    signs = language.numbers
    assert language.number(-12345.6, 1) == f"{signs.minus}12{signs.group}345{signs.decimal}6"
    assert "50" in language.percent(0.5)
    assert sorted(map(int, re.findall(r"\d+", language.date(2026, 3, 5)))) == [3, 5, 2026]
    assert re.findall(r"\d+", language.time(23, 7)) == ["23", "07"]


@pytest.mark.parametrize("tag", [file.stem for file in FILES])
def test_nothing_is_wrong_with_the_texts_there_are(tag: str) -> None:
    found = all_problems(load(tag), ENGLISH)
    assert [problem for problem in found if not problem.endswith(": missing")] == []


def test_new_texts_are_those_that_a_language_lacks() -> None:
    lacked = {key for tag in FINISHED for key in ENGLISH.texts.keys() - load(tag).texts.keys()}
    new = set(notes().untranslated)
    assert sorted(lacked - new) == [], "translate these, or list them in `untranslated` of i18n/notes.json"
    assert sorted(new - lacked) == [], "translated: take these out of `untranslated` of i18n/notes.json"


def test_unfinished_languages_are_those_that_lack_more_than_new_texts() -> None:
    new = set(notes().untranslated)
    lacking = {tag for tag in LANGUAGES if ENGLISH.texts.keys() - load(tag).texts.keys() - new}
    done = sorted(set(notes().unfinished) - lacking)
    assert done == [], "these lack nothing: take them out of `unfinished` of i18n/notes.json"


@pytest.mark.parametrize("tag", FINISHED)
def test_no_sentence_ends_with_two_full_stops(tag: str) -> None:
    """In some languages a date ends with a full stop."""
    language = load(tag)
    assert ".." not in language("quiz.next-day", date=language.date(2026, 3, 5))


@pytest.mark.parametrize("tag", FINISHED)
def test_the_same_choice_has_the_same_word(tag: str) -> None:
    """The choice is a button on the board, and an entry in a quiz's list."""
    texts = load(tag).texts
    for choice in ("beaver", "double", "drop", "raccoon", "take"):
        assert texts[f"action.{choice}"] == texts[f"problem.{choice}"]


@pytest.mark.parametrize("tag", FINISHED)
def test_the_marks_beside_a_ranked_choice_begin_alike(tag: str) -> None:
    """They follow the choice in its line; Polish writes "your" with a capital letter."""
    texts = load(tag).texts
    marks = [str(texts[key]) for key in ("advice.played", "lines.tried", "problem.yours")]
    assert [mark for mark in marks if not mark[0].islower() and not mark.startswith("Twój")] == []


@pytest.mark.parametrize("tag", FINISHED)
def test_a_computer_player_that_fails_is_not_called_the_computer(tag: str) -> None:
    """A reader's computer responds, and is not about to restart."""
    texts = load(tag).texts
    alone = re.compile(rf"{texts['say.computer']}\b(?! player| oyuncu)")
    failing = [key for key in texts if key.startswith(("notice.engine-", "status.engine-"))]
    assert failing
    assert [key for key in failing if alone.match(str(texts[key]))] == []


@pytest.mark.parametrize("tag", FINISHED)
def test_one_thing_has_one_name(tag: str) -> None:
    texts = load(tag).texts
    named = [{texts[key] for key in keys} for keys in ONE_THING]
    assert [names for names in named if len(names) > 1] == []


@pytest.mark.parametrize("tag", FINISHED)
def test_a_text_names_a_button_as_the_button_is_named(tag: str) -> None:
    texts = load(tag).texts
    assert [key for key, button in QUOTED.items() if str(texts[button]) not in str(texts[key])] == []


@pytest.mark.parametrize("tag", FINISHED)
def test_whatever_is_resigned_is_offered_in_the_same_words(tag: str) -> None:
    """The verb is the second word: German offers to resign, Hungarian surrenders."""
    texts = load(tag).texts
    for who in ("they", "you"):
        lines = [str(texts[key]) for key in texts if re.fullmatch(rf"status\.resigned-.+\.{who}", key)]
        assert len(lines) == 5
        assert len({line.split()[1] for line in lines}) == 1, lines
        assert len({line.partition("{name}")[2] for line in lines}) == 1, lines


@pytest.mark.parametrize("tag", FINISHED)
def test_the_tutors_best_play_is_not_called_a_better_one(tag: str) -> None:
    """Its button has the words, whatever their endings, that a solved problem has."""
    texts = load(tag).texts
    button, solved = (
        {word[:4] for word in re.findall(r"\w+", str(texts[key]).casefold())}
        for key in ("action.show-better", "problem.best-play")
    )
    assert button <= solved, (button, solved)


@pytest.mark.parametrize("tag", FINISHED)
def test_a_score_is_written_in_one_way(tag: str) -> None:
    say = load(tag)
    score = say("ui.score.both", first=3, second=3)
    assert score in say("say.score", first=3, second=3)
    assert score in say("remark.score", where="", first=3, second=3)
    assert score in say("lesson.match-drop.ask")


@pytest.mark.parametrize("tag", FINISHED)
def test_only_the_place_of_a_remark_names_a_line(tag: str) -> None:
    """A file of eXtreme Gammon has games and moves instead."""
    texts = load(tag).texts
    line = re.sub(r"\W|line", "", str(texts["remark.at.line"]))[:3]
    remarks = {key: str(text) for key, text in texts.items() if "{where}" in str(text)}
    assert [key for key, text in remarks.items() if re.search(rf"\b{line}", text, re.IGNORECASE)] == []


def test_what_does_not_fit_is_named() -> None:
    rules = load("pl").plural
    forms = dict.fromkeys(rules.categories, "{count} punktów")
    points = {"one": "{count} point", "other": "{count} points"}
    assert text_problems("k", forms, points, rules) == []
    assert text_problems("k", {**forms, "one": "jeden punkt"}, points, rules) == []
    assert text_problems("k", {**forms, "few": "punkty"}, points, rules) == ["k/few: {count} is missing"]
    for text in ("{count} punktów", {"one": "{count}", "other": "{count}"}):
        assert text_problems("k", text, points, rules) == [
            "k: an object with the forms one, few, many, other is needed"
        ]
    assert text_problems("k", "{x}", "{name}", rules) == ["k: {name} is missing", "k: nothing fills {x}"]
    for text in ("{", "{0}", "{name!r}", "{name:>9}", "", " Tak", {"one": "x"}):
        assert text_problems("k", text, "Yes", rules)


def test_only_a_form_for_a_single_number_may_omit_it() -> None:
    assert lone_forms(PluralRules({"one": "n = 1", "two": "n = 2,102", "other": ""})) == {"one"}


def test_a_copy_of_english_is_no_translation() -> None:
    line = "Press {name} to see what is there."
    assert copy_problems("k", line, line) == ["k: still English"]
    assert copy_problems("k", {"one": "ein", "other": line}, {"one": "one", "other": line}) == [
        "k: still English"
    ]
    assert (
        copy_problems("k", "{first} to {name}: Jacoby, Crawford", "{first} to {name}: Jacoby, Crawford") == []
    )
    assert copy_problems("k", "Play on from here", "Play on from here") == ["k: still English"]
    assert copy_problems("k", "Was da ist", line) == []


def test_the_glossary_has_every_word_in_every_language() -> None:
    data = read()
    assert set(data["languages"]) == set(LANGUAGES), "the words are in i18n/glossary.json"
    for entry in data["languages"].values():
        assert list(entry["words"]) == list(data["terms"])
        assert all(word.strip() for word in [*entry["words"].values(), entry["why"]])
    assert glossary().count("\n## ") == len(LANGUAGES)


def test_the_pseudo_language_is_english_three_fifths_longer() -> None:
    data = pseudo(json.loads((LOCALES / "en.json").read_text("utf-8")))
    for key, text in data["texts"].items():
        english = ENGLISH.texts[key]
        for form, line in text.items() if isinstance(text, dict) else [("", text)]:
            source = english if isinstance(english, str) else english[form]
            assert placeholders(line) == placeholders(source)
            assert len(line) >= 1.6 * len(source) - 1 or key == "app.name"
    assert not set(data["texts"]["ui.help"]) <= set(string.printable)


def test_hungarian_names_the_chance_of_a_win_in_one_way() -> None:
    """As the columns for wins and the chart of the review do."""
    assert [key for key, text in load("hu").texts.items() if "nyerési" in str(text)] == []
