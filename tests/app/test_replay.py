"""Looking back changes and loses nothing; after playing on from there one can return to the match."""

import random
from dataclasses import replace

import pytest
from app.fake import Page, new_page
from effort import tries
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st
from notation.games import random_match

from backgammon.app.commands import actions, available
from backgammon.core.match import Phase, Played, Rolled, replay
from backgammon.features.saving.saved_match import snapshot
from backgammon.notation.sgf import format_sgf
from backgammon.state.events import Command, Restored, Submitted, Tapped, TextReceived
from backgammon.state.model import Computer, DialogName, Model
from backgammon.state.viewer import match_at_cursor, start_from, stops_until
from backgammon.storage.codec import dump, load
from backgammon.storage.types import Saved

FORMS = ((("opponent", "computer"), ("length", "3")), (("opponent", "human"), ("length", "0")))

STEPS = ("study-next", "study-previous", "study-first", "study-last")


def page_in_play(seed: int = 1, inputs: int = 25, form: tuple[tuple[str, str], ...] = FORMS[1]) -> Page:
    page = new_page(form, seed)
    page.play_on(inputs)
    return page


def without_study(saved: Saved) -> dict[str, object]:
    passing = ("study", "showing", "moves")
    return {name: getattr(saved, name) for name in Saved.__slots__ if name not in passing}


@given(st.sampled_from(FORMS), st.integers(0, 99), st.integers(1, 150))
@profile(max_examples=tries(25))
def test_looking_back_at_any_moment_leaves_the_match_as_it_was(
    form: tuple[tuple[str, str], ...], seed: int, events: int
) -> None:
    page = new_page(form, seed)
    for _ in range(events):
        page.send(page.next_event() or page.player_event() or Tapped(6))
    if "explore" not in available(page.model):
        return
    before = page.model
    page.send(Command("explore"))
    rng = random.Random(seed)
    for _ in range(12):
        page.send(Command(rng.choice(STEPS)))
        page.send(rng.choice((Tapped(6), Command("roll"), Command("study-at", str(rng.randint(0, 90))))))
        page.settle()
        if rng.random() < 0.2:
            assert load(dump(snapshot(page.model))) == snapshot(page.model)
            page = Page(rng=page.rng)
            page.send(Restored(load(dump(snapshot(before)))))
            page.send(Command("explore"))
    assert page.model.replay is not None
    assert page.model.game_in_play.log == before.game_in_play.log
    page.send(Command("study-close"))
    after = page.model
    assert after.replay is None
    assert after.game.log.begins_with(before.game.log)
    if len(after.game.log) == len(before.game.log):
        made = before.game.moves
        assert (after.game.moves + after.game.moves_to_show)[: len(made)] == made
    page.settle()
    assert page.player_event() or page.model.game.match.phase is Phase.MATCH_OVER


def test_each_state_is_the_fold_of_the_log_and_each_stop_a_decision() -> None:
    page = page_in_play(3, 400)
    page.send(Command("explore"))
    study = page.model.replay
    assert study is not None
    last = len(study.log)
    found = [replay(study.start, study.log[:cursor]) for cursor in range(last + 1)]
    assert [match_at_cursor(replace(study, cursor=cursor)) for cursor in range(last + 1)] == found
    waiting = (Phase.OPENING, Phase.TO_ROLL)
    stops = [
        at
        for at, match in enumerate(found)
        if at in (0, last)
        or match.phase not in waiting
        or (match.phase is Phase.TO_ROLL and not isinstance(study.log[at], Rolled))
    ]
    for cursor in range(last + 1):
        assert stops_until(study, cursor) == sum(at <= cursor for at in stops)
    seen = []
    for _ in stops[1:]:
        page.send(Command("study-previous"))
        seen.append(page.model.replay.cursor if page.model.replay else None)
    assert seen[::-1] == stops[:-1]
    page.send(Command("study-last"))
    assert page.model.game_in_play.moves or page.model.game.layout == page.model.game_in_play.layout


def test_a_tapped_line_opens_the_decision_before_it() -> None:
    page = page_in_play()
    log = page.model.game.log
    index = max(at for at, action in enumerate(log[:-3]) if isinstance(action, Played))
    page.send(Command("study-at", str(index)))
    assert page.model.replay is not None
    assert match_at_cursor(page.model.replay).phase is Phase.TO_PLAY
    assert page.model.game.log == log.until(index)
    for nonsense in ("x", "-1", "", "9" * 30, "²"):
        page.send(Command("study-at", nonsense))
        assert page.model.replay.cursor == index


def from_here(page: Page, **values: str) -> Model:
    page.send(Command("play-here"))
    assert page.model.dialog is DialogName.PLAY_HERE
    page.send(Submitted("play-here", tuple(values.items())))
    assert page.model.replay is None
    assert page.model.dialog is None
    return page.model


@pytest.mark.parametrize("opponent", ["computer", "human"])
@pytest.mark.parametrize("side", ["0", "1"])
def test_a_branch_is_played_on_and_the_match_is_returned_to(opponent: str, side: str) -> None:
    page = page_in_play(5, 30)
    before = without_study(snapshot(page.model))
    page.send(Command("explore"))
    for _ in range(6):
        page.send(Command("study-previous"))
    assert page.model.replay is not None
    there = match_at_cursor(page.model.replay)
    model = from_here(page, opponent=opponent, side=side)
    assert (model.game.match.position, model.game.match.dice, model.game.match.cube) == (
        there.position,
        there.dice,
        there.cube,
    )
    assert model.game.match.score == (there.score if side == "0" else there.score[::-1])
    assert model.game.match.on_roll == (there.on_roll if side == "0" else 1 - there.on_roll)
    assert isinstance(model.game.setup.seats[1], Computer) == (opponent == "computer")
    page.play_on(40)
    assert len(page.model.game.log) > 5
    assert load(dump(snapshot(page.model))) == snapshot(page.model)
    again = Page(rng=page.rng)
    again.send(Restored(load(dump(snapshot(page.model)))))
    again.send(Command("shelf-return"))
    assert without_study(snapshot(again.model)) == before


def test_a_branch_of_a_branch_still_returns_to_the_match() -> None:
    page = page_in_play(7, 30)
    log = page.model.game.log
    for steps in (4, 1):
        page.send(Command("explore"))
        for _ in range(steps):
            page.send(Command("study-previous"))
        from_here(page, opponent="human")
        page.play_on(6)
    page.send(Command("shelf-return"))
    assert page.model.game.log == log
    assert "shelf-return" not in available(page.model)


def test_nothing_can_be_played_on_from_a_game_that_is_over() -> None:
    page = new_page((("opponent", "human"), ("length", "1")), 2)
    page.play_on(3000)
    page.send(Command("explore"))
    assert "play-here" not in actions(page.model)
    page.send(Submitted("play-here", ()))
    assert page.model.replay is not None
    assert start_from(page.model.game.match) is None


def test_a_branch_keeps_what_its_dice_follow_from() -> None:
    page = page_in_play(9, 20)
    page.send(Command("explore"))
    page.send(Command("study-previous"))
    model = from_here(page, opponent="human")
    page.settle()
    assert len(page.model.game.games) == 1
    assert page.model.game.games != model.shelf.games if model.shelf else False
    assert page.model.game.games[0].secret not in dump(snapshot(page.model), public=True)


@pytest.mark.parametrize("length", [0, 5])
def test_the_analysis_is_the_next_step_of_an_imported_match_and_then_to_play_on(length: int) -> None:
    page = new_page()
    page.send(TextReceived(format_sgf(random_match(8, length=length))))
    shown = page.model.replay
    assert shown
    assert shown.log.finished, "it has several games"
    ends = {len(shown.log), shown.log.first(1) - 1}
    for place in (1, len(shown.log) - 1, *ends):
        page.send(Command("study-at", str(place)))
        found = [name for name in actions(page.model) if not name.startswith("study-")]
        assert found == (["review"] if place in ends else ["review", "play-here"]), place
        assert page.model.game.match.phase.is_over == (place in ends)


def test_who_looks_back_at_the_running_match_may_first_of_all_play_on() -> None:
    page = new_page()
    page.play_on(30)
    page.send(Command("explore"))
    page.send(Command("study-previous"))
    assert "review" in available(page.model)
    assert "review" not in actions(page.model)
    assert "play-here" in actions(page.model)
