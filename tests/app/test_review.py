"""The analysis of a whole match: split into pieces, stopped and resumed, saved, and added to the figures."""

import json
from dataclasses import replace
from functools import cache

import pytest
from app.fake import ENGLISH, Page, new_page
from view.models import attribute, nodes

from backgammon.analysis.findings import Chances, Finding, RankedPlay
from backgammon.app.commands import available
from backgammon.core.match import Phase, Rolled, apply
from backgammon.features.analysis import hint
from backgammon.features.coach import figures, review
from backgammon.features.saving import side_store
from backgammon.protocol.work_codec import finding_data
from backgammon.state.analysis_state import AnalysisState, Purpose
from backgammon.state.effects import Download, StartWork, StoreText
from backgammon.state.events import Command, EngineFailed, StoreLoaded, TextReceived, WorkFailed
from backgammon.state.model import DialogName
from backgammon.storage import findings
from backgammon.storage.figures import PlayedMatch, load_figures
from backgammon.storage.merging import merge
from backgammon.view.dialogs.registry import dialog

CHANCES = Chances(0.6, 0.1, 0.0, 0.4, 0.1, 0.0)


@cache
def _play_match() -> Page:
    page = new_page((("opponent", "computer"), ("level", "club"), ("length", "1"), ("name0", "=Ann")))
    page.play_on(3000)
    assert page.model.game.match.phase is Phase.MATCH_OVER
    return page


def finished_match() -> Page:
    """Return a page on which a match against the computer has ended."""
    page = replace(_play_match(), effects=[], works={}, steps=[])
    page.send(StoreLoaded((), today=20_000))
    return page


def analysed_match(page: Page | None = None) -> Page:
    """Return a page on which a match has been analysed, with the dialog of its review open."""
    page = page or finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    return page


def kept_texts(page: Page) -> dict[str, str]:
    """Return the texts that were saved last, by name."""
    return {effect.name: effect.text for effect in page.effects if isinstance(effect, StoreText)}


def test_every_decision_is_graded_once_and_the_figures_are_kept() -> None:
    page = finished_match()
    page.send(Command("review"))
    assert page.model.dialog is DialogName.REVIEW
    page.send(Command("analyse"))
    shown = page.model.analysis.review
    assert shown
    assert shown.running
    page.settle()
    shown = page.model.analysis.review
    assert shown
    assert not shown.running
    assert not shown.count_left
    started_works = [effect for effect in page.effects if isinstance(effect, StartWork)]
    assert len(started_works) == len(set(shown.keys))
    found = shown.report
    assert len(found.curve) == len(shown.keys)
    (entry,) = load_figures(kept_texts(page)[side_store.FIGURES])
    assert entry.you == 0
    assert entry.day == 20_000
    assert entry.sides[0].name == "=Ann"
    assert entry.sides[0].pr("all") == found.players[0].all.pr
    assert sum(part.luck or 0 for part in entry.sides[0].parts[3:]) == pytest.approx(entry.sides[0].luck)
    _check_dice(page, entry)


def _check_dice(page: Page, entry: PlayedMatch) -> None:
    """Check that the dice in the figures are those of the log, without the opening roll of each game."""
    game = page.model.game
    rolls: list[list[tuple[int, int]]] = [[], []]
    match = game.beginning
    for action in game.log:
        if isinstance(action, Rolled):
            rolls[match.on_roll].append(action.dice)
        match = apply(match, action)
    for side, thrown in zip(entry.sides, rolls, strict=True):
        numbers = [number for dice in thrown for number in dice]
        doubles = sum(one == other for one, other in thrown)
        assert side.dice == (*[numbers.count(number) for number in range(1, 7)], doubles)


def test_bad_choices_of_the_match_on_the_board_are_named_by_their_place_in_the_log() -> None:
    page = finished_match()
    assert review.grades(page.model) == {}
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    shown = page.model.analysis.review
    assert shown
    worst = shown.report.worst
    assert review.grades(page.model) == {each.decision.index: each.grade for each in worst}
    page.send(Command("close"))
    page.send(Command("explore"))
    assert review.grades(page.model)
    page.send(TextReceived("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"))
    assert review.grades(page.model) == {}


def test_the_engines_are_given_some_decisions_at_a_time() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    while page.works:
        current = page.model.analysis.review
        assert current
        jobs = hint.jobs_for(page.model, Purpose.REVIEW)
        assert len(jobs) == min(review.AHEAD, current.count_left)
        page.send_next()


def test_stopped_it_goes_on_where_it_was_also_after_a_reload() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    for _ in range(7):
        page.send_next()
    page.send(Command("stop-analysis"))
    assert not page.works
    assert not page.model.analysis.jobs
    shown = page.model.analysis.review
    assert shown
    done = len(shown.keys) - shown.count_left
    assert done >= 7
    again = finished_match()
    assert again.model.game.log == page.model.game.log
    again.send(StoreLoaded(tuple(kept_texts(page).items())))
    again.send(Command("review"))
    shown = again.model.analysis.review
    assert shown
    assert len(shown.keys) - shown.count_left == done


def test_a_decision_that_cannot_be_analysed_is_left_out() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    number = next(iter(page.works))
    del page.works[number]
    page.send(WorkFailed(number, "broken"))
    page.settle()
    shown = page.model.analysis.review
    assert shown
    assert not shown.running
    assert shown.count_left == 1
    assert {"learn", "analyse"} <= commands_in_dialog(page)
    page.send(Command("analyse"))
    page.settle()
    assert page.model.analysis.review
    assert not page.model.analysis.review.count_left


def test_a_roll_whose_luck_is_unknown_is_asked_for_again() -> None:
    """As a hint leaves it: the play is known, but the luck of a match is that of all its rolls."""
    page = analysed_match()
    review_before, known = page.model.analysis.review, page.model.analysis.findings
    assert review_before
    key = review_before.keys[3]
    page.model = replace(
        page.model,
        analysis=page.model.analysis.with_findings({key: replace(known[key], luck=None)}),
    )
    shown = page.model.analysis.review
    assert shown
    assert ([each for _, each in shown.todo], shown.is_done) == ([key], False)
    page.send(Command("analyse"))
    page.settle()
    assert page.model.analysis.findings == known


def test_an_analysis_that_has_failed_altogether_can_be_begun_again() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.send(EngineFailed("gone", final=True))
    while page.works:
        number = next(iter(page.works))
        page.works.pop(number)
        page.send(WorkFailed(number, "gone"))
    assert page.model.analysis.review
    assert not page.model.analysis.review.running
    assert "analyse" in commands_in_dialog(page)
    page.send(Command("analyse"))
    page.settle()
    assert page.model.analysis.review
    assert not page.model.analysis.review.count_left


def commands_in_dialog(page: Page) -> set[str | None]:
    """Return the commands of all buttons in the open dialog."""
    drawn = dialog(page.model, ENGLISH)
    assert drawn
    return {attribute(each, "data-command") for each in nodes(drawn)}


FILE = """ 3 point match

 Game 1
 Berta : 0                          Carl : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                 65: 24/13
  3)  Doubles => 2                Drops
      Wins 1 point
"""


def test_a_file_closed_while_it_is_analysed_keeps_its_players_in_the_figures() -> None:
    page = finished_match()
    page.send(TextReceived(FILE))
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.send(Command("close"))
    page.send(Command("study-close"))
    assert page.model.replay is None
    assert page.works
    page.settle()
    (entry,) = load_figures(kept_texts(page)[side_store.FIGURES])
    assert [side.name for side in entry.sides] == ["Berta", "Carl"]
    assert (entry.you, entry.length) == (-1, 3)


def test_the_own_match_keeps_its_players_in_the_figures_beside_an_open_file() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.send(Command("close"))
    page.send(TextReceived(FILE))
    assert page.model.replay
    assert page.works
    page.settle()
    (entry,) = load_figures(kept_texts(page)[side_store.FIGURES])
    assert entry.sides[0].name == "=Ann"
    assert (entry.you, entry.length) == (0, 1)


def test_a_match_analysed_when_it_had_just_begun_stands_once_in_the_figures() -> None:
    page = new_page((("opponent", "computer"), ("level", "club"), ("length", "3")))
    page.send(StoreLoaded((), today=20_000))
    found: list[tuple[int, str]] = []
    while len(found) < 2:
        page.play_on(5 if not found else 60)
        page.send(Command("review"))
        page.send(Command("analyse"))
        page.settle()
        page.send(Command("close"))
        shown = page.model.analysis.review
        assert shown
        if shown.keys:
            found.append((len(shown.keys), kept_texts(page)[side_store.FIGURES]))
    (few, first), (many, last) = found
    assert few < figures.FIRST <= many
    (older,), (entry,) = load_figures(first), load_figures(last)
    assert older.id in entry.earlier


def test_the_game_goes_on_meanwhile() -> None:
    page = new_page((("opponent", "computer"), ("level", "club"), ("length", "3")))
    page.play_on(40)
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.send(Command("close"))
    before = len(page.model.game.log)
    page.play_on(40)
    assert len(page.model.game.log) > before
    shown = page.model.analysis.review
    assert shown
    assert not shown.running


def test_a_blunder_is_one_tap_from_its_position() -> None:
    page = analysed_match()
    shown = page.model.analysis.review
    assert shown
    worst = shown.report.worst[0]
    page.send(Command("to-decision", str(worst.decision.index)))
    assert page.model.dialog is None
    assert page.model.replay
    assert page.model.replay.cursor == worst.decision.index
    known = hint.finding_of(page.model)
    assert page.model.analysis.open
    assert known
    assert known.error == worst.error


def test_two_people_are_told_everything_when_their_match_is_over() -> None:
    page = new_page((("opponent", "human"), ("length", "1")))
    page.play_on(20)
    assert "review" not in available(page.model)
    page.play_on(3000)
    assert "review" in available(page.model)
    page.send(Command("explore"))
    page.send(Command("study-first"))
    page.send(Command("study-next"))
    assert "hint" in available(page.model)


def test_kept_findings_hold_the_choice_and_the_best_plays() -> None:
    page = analysed_match()
    text = side_store.findings_text(page.model.analysis.findings)
    unread = ((side_store.FINDINGS, text),)
    fresh = replace(
        page.model, analysis=replace(page.model.analysis, findings={}, review=None, unread=unread)
    )
    read, effects = side_store.read_kept(fresh)
    assert not effects
    for name, known in page.model.analysis.findings.items():
        again = read.analysis.findings[name]
        assert again.error == pytest.approx(known.error, abs=1e-5)
        assert len(again.plays) <= side_store.MOST_PLAYS + 1
        if known.chosen is not None and again.chosen is not None:
            assert again.plays[again.chosen].steps == known.plays[known.chosen].steps
            assert again.place(again.chosen) == known.place(known.chosen)


def test_what_another_tab_has_found_is_kept_beside_ones_own() -> None:
    page = analysed_match()
    known = [*page.model.analysis.findings.items()]
    mine, theirs = dict(known[:9]), dict(known[9:])
    joined = merge("findings", side_store.findings_text(mine), side_store.findings_text(theirs))
    fresh = replace(AnalysisState(), unread=(("findings", joined["findings"]),))
    read, effects = side_store.read_kept(replace(page.model, analysis=fresh))
    assert not effects
    assert read.analysis.findings.keys() == mine.keys() | theirs.keys()
    again = side_store.findings_text(read.analysis.findings)
    assert merge("findings", again, joined["findings"]) == {"findings": again}, "it is joined once"


def test_kept_findings_of_older_builds_are_put_in_order() -> None:
    """They were sorted by depth, and had no rank."""
    shown = [(0.0, 2), (0.4, 2), (-0.01, 0), (0.2, 0)]
    plays = tuple(
        RankedPlay(((8, 5 - index), (6, 5)), 0.3 - behind, behind, None, CHANCES, plies)
        for index, (behind, plies) in enumerate(shown)
    )
    old = finding_data(Finding(plays, None, 0.3, 0.6, True, chosen=1, error=0.4))
    del old["rank"]
    text = json.dumps({"format": findings.FINDINGS, "version": findings.VERSION, "findings": {"key": old}})
    model = new_page().model
    read, effects = side_store.read_kept(
        replace(model, analysis=replace(model.analysis, unread=((side_store.FINDINGS, text),)))
    )
    assert not effects
    found = read.analysis.findings["key"]
    assert [each.behind for each in found.plays] == [0.0, 0.2, 0.4]
    assert found.chosen is not None
    assert (found.plays[found.chosen].behind, found.place(found.chosen)) == (0.4, 3)


def test_damaged_notes_are_set_aside() -> None:
    page = finished_match()
    page.send(StoreLoaded(((side_store.FINDINGS, "{"), (side_store.FIGURES, '{"format": "other"}'))))
    page.send(Command("review"))
    kept = kept_texts(page)
    assert kept[f"{side_store.FINDINGS}.set-aside"] == "{"
    assert f"{side_store.FIGURES}.set-aside" in kept


def test_the_figures_can_be_taken_away_as_a_table() -> None:
    page = analysed_match()
    page.send(Command("figures"))
    page.send(Command("figures-csv"))
    (offered,) = [effect for effect in page.effects if isinstance(effect, Download)]
    head, one, two = offered.text.split("\r\n")[:3]
    assert head.startswith("date,match,points,player,you")
    assert one.startswith("2024-10-04,")
    assert "'=Ann" in one
    assert head.count(",") == one.count(",") == two.count(",")
