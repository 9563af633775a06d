"""The dialogs: every name has one, every file in their folder draws one, and each has a title."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from app.positions import page_at, position
from view.models import FIRST, HISTORY, SAY, after, analyse_match, attribute, nodes, texts, two_people

from backgammon.app.commands import available
from backgammon.core.rules import HISTORICAL, PRESETS, STANDARD
from backgammon.features.coach.review import prepare
from backgammon.state.model import DialogName, Model
from backgammon.view.dialogs import new_game, registry
from backgammon.view.dialogs.registry import DIALOGS, dialog
from backgammon.view.forms import progress
from backgammon.view.grades import RATINGS
from backgammon.view.node import Node


def test_every_name_has_a_dialog_and_every_file_draws_one() -> None:
    assert [*DIALOGS] == [*DialogName], "DIALOGS and DialogName have the same order"
    room = Path(registry.__file__).parent
    files = {path.stem for path in room.glob("*.py")} - {"__init__", "registry"}
    modules = [getattr(each.content, "module", each.content.__module__) for each in DIALOGS.values()]
    drawn_by = [module.rpartition(".")[2] for module in modules]
    assert sorted(drawn_by) == sorted(files)


@pytest.mark.parametrize("name", DialogName)
def test_a_dialog_has_its_title_a_way_out_and_a_first_focus(name: DialogName) -> None:
    model = replace(after(4), dialog=name)
    drawn = dialog(model, SAY)
    assert drawn is not None
    parts = [*nodes(drawn)]
    (title,) = [part for part in parts if attribute(part, "id") == attribute(drawn, "aria-labelledby")]
    assert texts(title) == SAY(DIALOGS[name].title)
    ways_out = {"close"} if DIALOGS[name].closes else {*available(model)}
    assert ways_out <= {attribute(part, "data-command") for part in parts}
    assert ways_out <= {*available(model)}
    focused = [part.tag for part in parts if attribute(part, "autofocus") is not None]
    assert focused[:1] == (["h2"] if DIALOGS[name].focus else ["button"])


def test_a_dialog_has_the_log_that_is_read_out_while_it_is_open() -> None:
    """A browser hides all else from screen readers, and they read only what is new in a log they know."""
    (name, *_) = DialogName
    drawn = dialog(replace(after(4), dialog=name), SAY)
    assert drawn
    (log,) = [part for part in nodes(drawn) if attribute(part, "role") == "log"]
    assert log.children == ()
    assert log.key


def test_only_rules_of_an_old_sheet_are_under_that_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {*HISTORICAL} <= {*PRESETS} - {STANDARD.name}
    monkeypatch.setattr(new_game, "HISTORICAL", ("ga207", "leaflet"))
    drawn = [*nodes(new_game.content(FIRST, SAY))]
    (options,) = [part for part in drawn if attribute(part, "class") == "options"]
    keys = [part.key for part in options.children if isinstance(part, Node)]
    new = [name for name in PRESETS if name not in ("ga207", "leaflet")]
    assert keys == [*new, "old", "ga207", "leaflet", "custom"]


@pytest.mark.parametrize("name", DialogName)
def test_a_note_in_a_label_describes_its_field_and_is_no_part_of_its_name(name: DialogName) -> None:
    drawn = dialog(replace(after(4), dialog=name), SAY)
    assert drawn
    parts = [*nodes(drawn)]
    ids = Counter(found for part in parts if (found := attribute(part, "id")))
    assert set(ids.values()) <= {1}
    for label in (part for part in parts if part.tag == "label"):
        notes = [part for part in nodes(label) if attribute(part, "class") == "note"]
        (field,) = [part for part in nodes(label) if part.tag in ("input", "select", "textarea")]
        assert [attribute(part, "id") for part in notes] == [attribute(field, "aria-describedby")][
            : len(notes)
        ]
        if notes:
            (words,) = [
                part for part in parts if attribute(part, "id") == attribute(field, "aria-labelledby")
            ]
            assert words in nodes(label)
            assert words not in notes


@pytest.mark.parametrize("name", DialogName)
def test_what_can_be_filled_in_or_switched_looks_so(name: DialogName) -> None:
    """The style sheets need one class on it; without the class a switch is drawn below its label."""
    drawn = dialog(replace(after(4), dialog=name), SAY)
    assert drawn
    labels = [part for part in nodes(drawn) if part.tag == "label"]
    fields = [label for label in labels if any(map(is_filled_in, nodes(label)))]
    assert [label.key for label in fields if "form-field" not in class_names(label)] == []


def is_filled_in(part: Node) -> bool:
    """Return whether a node is a text field, a list to choose from, a slider or a switch."""
    kinds = attribute(part, "type"), attribute(part, "role")
    return part.tag == "select" or not {"text", "range", "switch"}.isdisjoint(kinds)


def class_names(part: Node) -> list[str]:
    return (attribute(part, "class") or "").split()


def test_a_pr_has_no_name_and_is_not_shown_before_there_were_enough_decisions() -> None:
    names = {SAY(f"rating.{name}") for name in [*(name for _, name in RATINGS), "distracted"]}
    for plays, enough in ((4, False), (70, True)):
        drawn = dialog(replace(analyse_match(after(plays)), dialog=DialogName.REVIEW), SAY)
        assert drawn
        levels = [texts(each) for each in nodes(drawn) if _is_level(each)]
        assert len(levels) == 2
        assert all((level in names) is enough for level in levels)
        assert all((level == SAY("review.few")) is not enough for level in levels)
        ratings = [texts(each) for each in nodes(drawn) if attribute(each, "class") == "pr"]
        assert [each.startswith("–") for each in ratings] == [not enough, not enough]


def _is_level(part: Node) -> bool:
    return (attribute(part, "class") or "").startswith("level")


def test_an_analysis_is_offered_only_where_the_match_now_played_may_have_one() -> None:
    """Under the open dialog a match of two people may have begun."""

    def has_button(model: Model) -> bool:
        drawn = dialog(replace(model, dialog=DialogName.REVIEW), SAY)
        assert drawn
        return any(attribute(part, "data-command") == "analyse" for part in nodes(drawn))

    model, _ = prepare(after(8))
    assert has_button(model)
    assert not has_button(replace(after(8, base=two_people("Ann", "Bob")), analysis=model.analysis))


def test_the_same_match_is_offered_again_only_where_starting_one_would_be_another() -> None:
    def has_rematch_button(model: Model) -> bool:
        drawn = dialog(replace(model, dialog=DialogName.NEW_GAME), SAY)
        assert drawn
        return any(attribute(part, "data-command") == "rematch" for part in nodes(drawn))

    begun = after(6)
    assert not has_rematch_button(begun)
    assert has_rematch_button(replace(begun, game=replace(begun.game, start=FIRST.game.match)))


@pytest.mark.parametrize("shortcuts", [True, False])
def test_the_help_lists_the_keys_that_work(shortcuts: bool) -> None:
    settings = replace(FIRST.settings, shortcuts=shortcuts)
    drawn = dialog(replace(FIRST, settings=settings, dialog=DialogName.HELP), SAY)
    assert drawn
    keys = [texts(each) for each in nodes(drawn) if each.tag == "kbd"]
    assert ("R" in keys) == shortcuts
    assert "Esc" in keys


@pytest.mark.parametrize(
    ("rules", "mine", "offers"),
    [
        ("standard", {6: 15}, ("Single game", "Gammon", "Backgammon")),
        ("standard", {9: 14}, ("Single game", "Gammon", "Backgammon")),
        ("ga207", {6: 15}, ("Single game", "Gammon", "Gammon + checker not home")),
        ("ga207", {9: 14}, ("Single game", "Single game + checker not home", "Gammon + checker not home")),
    ],
)
def test_a_resignation_is_named_as_its_result_is(
    rules: str, mine: dict[int, int], offers: tuple[str, ...]
) -> None:
    model = page_at(position(mine, {1: 2}), rules=PRESETS[rules]).model
    drawn = dialog(replace(model, dialog=DialogName.RESIGN), SAY)
    assert drawn
    names = [texts(part) for part in nodes(drawn) if attribute(part, "class") == "option-name"]
    assert tuple(names) == offers


def test_a_bar_of_progress_is_as_long_as_its_words_say() -> None:
    for done in (0, 36, 144):
        drawn = progress(f"{done} of 144", done, 144)
        (bar,) = [each for each in nodes(drawn) if each.tag == "progress"]
        figures = [attribute(bar, name) for name in ("value", "max", "aria-label")]
        assert figures == [str(done), "144", texts(drawn)]


def test_a_report_ends_with_the_button_that_saves_it_as_the_statistics_do() -> None:
    for shown, name in ((DialogName.REVIEW, "review-text"), (DialogName.FIGURES, "figures-csv")):
        model = replace(analyse_match(after(31)), dialog=shown)
        model = replace(model, analysis=replace(model.analysis, history=HISTORY))
        drawn = dialog(model, SAY)
        assert drawn
        (body,) = [each for each in nodes(drawn) if each.key == "body"]
        last = body.children[-1]
        assert isinstance(last, Node)
        assert attribute(last, "data-command") == name
