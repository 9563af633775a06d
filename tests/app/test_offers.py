"""One-time offers: sound after the first roll, then another level and fewer taps after matches."""

from dataclasses import replace

import pytest
from app.fake import Page, new_page
from app.positions import page_at, position

from backgammon.app.commands import available
from backgammon.app.offers import LASTING
from backgammon.core.match import Phase
from backgammon.state.effects import Save, Sound
from backgammon.state.events import Command, Restored, Submitted, Tapped
from backgammon.state.model import Computer, Human, Offer, Settings, Speed
from backgammon.state.offers import answers
from backgammon.storage.codec import dump_settings, load_settings

ONE_POINT = (("length", "1"),)


def win_match(settings: Settings | None = None) -> Page:
    """Return a page whose match has just been won by bearing off the last checker."""
    settings = replace(settings or Settings(), speed=Speed.OFF, auto_confirm=True)
    page = page_at(position({1: 1}, {1: 15}), (2, 1), length=1, settings=settings)
    page.send(Tapped(1))
    assert page.model.game.match.phase is Phase.MATCH_OVER
    return page


def next_match() -> Page:
    """Return a page on which the match after a won one waits for its first roll."""
    page = win_match(Settings(sound_offered=True, lessons_offered=True))
    page.send(Submitted("new-game", ONE_POINT))
    assert page.model.game.match.phase is Phase.OPENING
    return page


def test_sound_is_offered_once_the_first_roll_lies_there() -> None:
    page = new_page()
    assert page.model.offer is Offer.LESSONS
    page.send(Command("roll"))
    assert page.model.game.is_rolling
    assert not page.model.settings.sound_offered, "the dice come first"
    page.send(Command("skip"))
    assert page.model.offer is Offer.SOUND
    assert page.model.settings.sound_offered
    assert Save() in page.effects


def test_it_goes_away_by_itself_and_does_not_come_again() -> None:
    page = new_page()
    seen = []
    for _ in range(40):
        page.settle()
        event = page.player_event()
        assert event
        page.send(event)
        seen.append((len(page.model.game.log), page.model.offer))
    assert {offer for actions, offer in seen if actions > LASTING} == {None}
    assert {offer for actions, offer in seen if 1 < actions <= LASTING} == {Offer.SOUND}
    page.send(Submitted("new-game", ONE_POINT))
    page.settle()
    page.send(Command("roll"))
    page.send(Command("skip"))
    assert page.model.offer is None


def test_yes_switches_sound_on_and_lets_it_be_heard() -> None:
    page = new_page()
    page.send(Command("roll"))
    page.send(Command("skip"))
    page.effects.clear()
    page.send(Command("offer-yes"))
    assert (page.model.offer, page.model.settings.sound) == (None, True)
    assert page.effects[-2:] == [Sound("checker"), Save()]


def test_the_lessons_are_offered_on_the_first_visit_alone() -> None:
    page = new_page()
    assert page.model.offer is Offer.LESSONS
    assert page.model.settings.lessons_offered
    assert Save() in page.effects
    page.send(Command("offer-no"))
    page.send(Submitted("new-game", ONE_POINT))
    page.settle()
    assert page.model.offer is None
    again = Page()
    again.send(Restored(None, settings=load_settings(dump_settings(page.model.settings))))
    assert again.model.game.games
    assert again.model.offer is None


def test_who_has_played_here_before_is_not_offered_the_lessons() -> None:
    page = Page()
    page.send(Restored(None, settings=Settings(sound_offered=True)))
    assert page.model.game.games
    assert page.model.offer is None


@pytest.mark.parametrize("command", ["offer-yes", "lessons"])
def test_who_opens_the_lessons_is_not_offered_them_again_and_the_match_waits(command: str) -> None:
    page = new_page()
    page.send(Command(command))
    assert page.model.lesson
    assert page.model.offer is None
    page.send(Command("quiz-close"))
    assert page.model.lesson is None
    assert page.model.offer is None
    assert "roll" in available(page.model)


def rematch(settings: Settings | None = None) -> Page:
    """Return a page on which a rematch waits for its first roll."""
    page = win_match(settings or Settings(sound_offered=True, lessons_offered=True))
    assert "offer-yes" not in available(page.model), "the result has its room"
    page.send(Command("rematch"))
    assert page.model.game.match.phase is Phase.OPENING
    return page


@pytest.mark.parametrize(("level", "others"), [("novice", ("casual",)), ("club", ("advanced", "casual"))])
def test_another_level_is_offered_before_the_second_match(level: str, others: tuple[str, ...]) -> None:
    page = rematch()
    assert page.model.offer is Offer.LEVEL
    assert page.model.settings.level_offered
    seats = page.model.game.setup.seats[0], Computer(level)
    game = replace(page.model.game, setup=replace(page.model.game.setup, seats=seats))
    page.model = replace(page.model, game=game)
    assert answers(page.model) == (*(("offer-yes", other) for other in others), ("offer-no", ""))
    page.send(Command("offer-yes", "champion"))
    assert page.model.game.setup.seats == seats, "that one was not offered"
    page.send(Command("offer-yes", others[-1]))
    assert page.model.offer is None
    assert page.model.game.setup.seats[1] == Computer(others[-1])
    assert page.model.game.match.phase is Phase.OPENING
    page.play_on(3)
    assert page.model.game.log


@pytest.mark.parametrize(("winner", "fitting"), [(0, "advanced"), (1, "casual")])
def test_who_has_won_is_offered_the_stronger_level_first_and_who_has_lost_the_weaker(
    winner: int, fitting: str
) -> None:
    page = win_match(Settings(sound_offered=True, lessons_offered=True))
    match, setup = page.model.game.match, page.model.game.setup
    assert match.result
    lost = replace(match, result=replace(match.result, winner=winner))
    club = replace(setup, seats=(Human(), Computer("club")))
    page.model = replace(page.model, game=replace(page.model.game, match=lost, setup=club))
    page.send(Command("rematch"))
    assert answers(page.model)[0] == ("offer-yes", fitting)


def test_another_level_is_offered_once_and_then_fewer_taps() -> None:
    page = rematch()
    page.send(Command("offer-no"))
    assert page.model.offer is None
    again = rematch(page.model.settings)
    assert again.model.offer is Offer.TAPS


def test_two_people_are_offered_no_level() -> None:
    page = win_match(Settings(sound_offered=True))
    two = replace(page.model.game.setup, seats=(Human(), Human()))
    page.model = replace(page.model, offer=None, game=replace(page.model.game, setup=two))
    page.send(Command("rematch"))
    assert page.model.offer is not Offer.LEVEL


@pytest.mark.parametrize("answer", ["offer-yes", "offer-no"])
def test_fewer_taps_are_offered_after_the_first_match(answer: str) -> None:
    assert "offer-yes" not in available(win_match(Settings(sound_offered=True)).model), (
        "the result has its room"
    )
    page = next_match()
    assert page.model.offer is Offer.TAPS, "who has chosen an opponent needs no other"
    assert page.model.settings.level_offered
    assert page.model.settings.taps_offered
    assert Save() in page.effects
    page.send(Command(answer))
    chosen = page.model.settings
    assert page.model.offer is None
    assert (chosen.one_tap, chosen.auto_roll) == ((answer == "offer-yes"),) * 2
    page.send(Submitted("new-game", ONE_POINT))
    page.model = replace(page.model, game=win_match().model.game)
    page.send(Command("close"))
    assert page.model.offer is None, "it is remembered"


def test_the_first_roll_is_no_answer_but_ends_it_too() -> None:
    page = next_match()
    page.send(Command("roll"))
    page.send(Command("skip"))
    assert page.model.offer is not Offer.TAPS
    assert page.model.settings.taps_offered


def test_a_page_that_is_closed_after_the_match_offers_it_another_time() -> None:
    assert not win_match().model.settings.taps_offered


def test_nothing_is_offered_that_is_switched_on_already() -> None:
    everything = Settings(one_tap=True, auto_roll=True, auto_confirm=True, level_offered=True)
    assert win_match(replace(everything, sound_offered=True)).model.offer is None
    page = new_page()
    page.send(Restored(None, settings=Settings(sound=True)))
    page.send(Command("roll"))
    page.send(Command("skip"))
    assert page.model.offer is None


def test_what_is_looked_at_meanwhile_does_not_answer() -> None:
    page = next_match()
    page.send(Command("quiz"))
    assert page.model.looking
    page.send(Command("offer-yes"))
    assert not page.model.settings.one_tap
    page.send(Command("quiz-close"))
    assert page.model.offer is Offer.TAPS


def test_what_was_offered_is_kept_with_the_settings() -> None:
    settings = Settings(taps_offered=True, sound_offered=True)
    assert load_settings(dump_settings(settings)) == settings
