"""What is shown and how the page stands with its engine change as the tables say, and in no other way."""

from dataclasses import replace
from itertools import product

import pytest
from app.fuzz import Visit
from app.positions import page_at
from effort import tries

from backgammon.app.update import update
from backgammon.features.game import flow
from backgammon.protocol.messages import Answer, Choice
from backgammon.state.events import Command, EngineAnswered, EngineFailed, EngineReady, Event
from backgammon.state.link import TRANSITIONS, Failed, Link, Loading, Ready, Restarting, Thinking
from backgammon.state.model import Human, Model
from backgammon.state.stage import TRANSITIONS as STAGES
from backgammon.state.stage import Stage

VISITS, EVENTS = 8, 400
LINKS = (Loading(), Ready(), Ready(3), Thinking(1), Thinking(1, 3), Restarting(1), Restarting(3), Failed(4))
NEWS = (
    EngineReady(),
    EngineAnswered(1, Answer(Choice.PLAY, ((8, 5), (6, 5)))),
    EngineFailed("gone"),
    EngineFailed("gone", final=True),
    Command("retry-engine"),
)


def test_the_stages_of_many_visits_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """And quickly of so many visits as it takes to see them all."""
    table = {(stage, after) for stage, following in STAGES.items() for after in following}
    seen = set[tuple[type[Stage], type[Stage]]]()
    move_to = flow._at

    def watched(model: Model, following: Stage) -> Model:
        seen.add((type(model.game.stage), type(following)))
        return move_to(model, following)

    monkeypatch.setattr(flow, "_at", watched)
    for number in range(VISITS):
        if number >= tries(VISITS) and seen == table:
            break
        visit = Visit(number)
        for _ in range(EVENTS):
            visit.step()
    assert seen == table


def after(link: Link, event: Event, opponent: Human | None) -> Link:
    """Return the link after an event while the opponent, the computer if None, is to play 3-1."""
    page = page_at(dice=(3, 1), **({"opponent": opponent} if opponent else {}))
    game = replace(page.model.game, match=replace(page.model.game.match, on_roll=1))
    return update(replace(page.model, game=game, asked=1, link=link), event)[0].link


def test_the_link_follows_its_table() -> None:
    told = {
        (type(link), type(after(link, event, opponent)))
        for link, event, opponent in product(LINKS, NEWS, (None, Human()))
    }
    direct = {(link, then) for link, following in TRANSITIONS.items() for then in following}
    asked_again = {(first, Thinking) for first, then in direct if then is Ready}
    assert told <= direct | asked_again | {(type(link), type(link)) for link in LINKS}
    assert direct <= told | {(Ready, Thinking)}
