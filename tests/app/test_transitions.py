"""The state of the page's link to its engine changes only as the table ``TRANSITIONS`` says."""

from dataclasses import replace
from itertools import product

from app.positions import page_at

from backgammon.app.update import update
from backgammon.protocol.messages import Answer, Choice
from backgammon.state.events import Command, EngineAnswered, EngineFailed, EngineReady, Event
from backgammon.state.link import TRANSITIONS, Failed, Link, Loading, Ready, Restarting, Thinking
from backgammon.state.model import Human

LINKS = (Loading(), Ready(), Ready(3), Thinking(1), Thinking(1, 3), Restarting(1), Restarting(3), Failed(4))
NEWS = (
    EngineReady(),
    EngineAnswered(1, Answer(Choice.PLAY, ((8, 5), (6, 5)))),
    EngineFailed("gone"),
    EngineFailed("gone", final=True),
    Command("retry-engine"),
)


def next_link(link: Link, event: Event, opponent: Human | None) -> Link:
    """Return the link after an event while ``opponent`` (the computer if None) is to play 3-1."""
    page = page_at(dice=(3, 1), **({"opponent": opponent} if opponent else {}))
    game = replace(page.model.game, match=replace(page.model.game.match, on_roll=1))
    return update(replace(page.model, game=game, asked=1, link=link), event)[0].link


def test_the_link_follows_its_table() -> None:
    told = {
        (type(link), type(next_link(link, event, opponent)))
        for link, event, opponent in product(LINKS, NEWS, (None, Human()))
    }
    direct = {(link, then) for link, following in TRANSITIONS.items() for then in following}
    asked_again = {(first, Thinking) for first, then in direct if then is Ready}
    assert told <= direct | asked_again | {(type(link), type(link)) for link in LINKS}
    assert direct <= told | {(Ready, Thinking)}
