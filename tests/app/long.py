"""Sessions of many games that need not be played: the first two games are repeated."""

from dataclasses import replace
from functools import cache

from app.fake import Page, new_page

from backgammon.core.match import Phase
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.events import Restored
from backgammon.storage.log import Log
from backgammon.storage.seal import add_seal
from backgammon.storage.types import Games, Saved


@cache
def _first_games() -> Saved:
    """Return a money session in its third game, in which a person has a play to choose."""
    page = new_page((("opponent", "computer"), ("length", "0"), ("level", "club")), 6)
    while (
        page.model.game.match.game < 3
        or page.model.game.match.phase is not Phase.TO_PLAY
        or page.model.is_busy
    ):
        page.play_on(1)
    return snapshot(page.model)


@cache
def session(games: int) -> Saved:
    """Return a session with ``games`` (at least 1) finished games, each a copy of one of the first two."""
    saved = _first_games()
    finished: list[str] = []
    score, end = (0, 0), 0
    begins = ((0, 0, 0), _tail(saved.log.finished[0]), _tail(saved.log.finished[1]))
    for number in range(games):
        text = saved.log.finished[number % 2]
        before, after = begins[number % 2], begins[number % 2 + 1]
        won = after[1] - before[1], after[2] - before[2]
        end, score = end + after[0] - before[0], (score[0] + won[0], score[1] + won[1])
        actions, _, _, _, *rest = text.split()
        text = " ".join((actions, str(end), str(score[0]), str(score[1]), *rest[:-1]))
        finished.append(add_seal(tuple(finished[-1:]), text))
    return replace(
        saved,
        match=replace(saved.match, game=games + 1, score=score),
        log=Log(tuple(finished), saved.log.running),
        games=Games.of([*(saved.games[number % 2] for number in range(games)), saved.games[-1]]),
    )


def _tail(finished: str) -> tuple[int, int, int]:
    _, end, first, second, *_ = finished.split()
    return int(end), int(first), int(second)


def session_page(games: int) -> Page:
    """Return a page that continues a session of ``games`` finished games."""
    page = new_page()
    page.send(Restored(session(games)))
    return page
