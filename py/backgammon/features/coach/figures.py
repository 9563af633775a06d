"""The figures of an analysed match, as the statistics keep them."""

from collections.abc import Iterable
from hashlib import sha256

from backgammon.core.match import Player
from backgammon.state.match_review import Review
from backgammon.state.model import Computer, Human, Replay
from backgammon.state.viewer import last_match
from backgammon.storage.figures import Part, PlayedMatch, Side

FIRST = 6
"""The number of first decisions by which a match is recognised when more of it is analysed."""

ROUNDING = 1e-4
"""The most by which the error of a decision, read from the store, differs from what it was."""


def own_sides(review: Review) -> tuple[Player, ...]:
    """Return the players at this device: both in a match of two people, or from a file."""
    return tuple(side for side in (0, 1) if isinstance(review.setup.seats[side], Human))


def figures_of(review: Review, day: int) -> PlayedMatch | None:
    """Return the figures of a match that was played on ``day``, None if nothing was to be decided."""
    if not review.count:
        return None
    found, seats = review.report, review.setup.seats
    own = own_sides(review)
    sides = [
        Side(
            seats[side].name,
            player.luck,
            tuple(
                Part(name, tally.counted, tally.error, tally.luck)
                for name, tally in (
                    ("all", player.all),
                    ("plays", player.plays),
                    ("cube", player.cube),
                    *player.stages,
                )
            ),
            tuple([sum(counts) for counts in zip(*[game.dice[side] for game in review.games], strict=True)]),
        )
        for side, player in enumerate(found.players)
    ]
    first, last = review.keys[:FIRST], last_match(Replay(review.start, review.log))
    return PlayedMatch(
        id=_id_by(first),
        day=day,
        length=last.length,
        score=last.score,
        you=own[0] if len(own) == 1 else -1,
        sides=(sides[0], sides[1]),
        level=next((seat.level for seat in seats if isinstance(seat, Computer)), ""),
        earlier=tuple([_id_by(first[:count]) for count in range(1, len(first))]),
    )


def is_corrected(now: PlayedMatch, before: PlayedMatch) -> bool:
    """Whether the figures of the same actions differ by more than the rounding of stored findings."""
    sides = [*zip(now.sides, before.sides, strict=True)]
    same = now.score == before.score and all(one.dice == two.dice for one, two in sides)
    return same and any(
        abs(_error(one) - _error(two)) > ROUNDING * max(1, sum(one.dice)) for one, two in sides
    )


def _error(side: Side) -> float:
    """Return the equity that a side has lost in all."""
    return next((part.error for part in side.parts if part.name == "all"), 0.0)


def _id_by(keys: Iterable[str]) -> str:
    """Return an id of a match from the keys of its first decisions, FIRST or all if it has fewer."""
    return sha256("".join(keys).encode()).hexdigest()[:12]
