"""Valid texts of the parts that load late: lines tried out, lessons, what friends send and store."""

from functools import cache
from random import Random

from backgammon.core.dice import ROLLS
from backgammon.core.match import Doubled, Played, Rolled, Took
from backgammon.core.plays import legal_plays
from backgammon.core.variations import Variations
from backgammon.features.lessons.progress import TASKS
from backgammon.friend.agreement import decline
from backgammon.friend.match import FriendMatch
from backgammon.friend.outputs import Save
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Answer, Invitation, parse
from backgammon.notation.setup import Setup
from backgammon.storage.lessons import dump_solved
from backgammon.storage.lines import dump_lines_link
from backgammon.storage.types import Lines


@cache
def solved_lessons() -> tuple[str, ...]:
    names = list(TASKS)
    return dump_solved(()), dump_solved(names[:3]), dump_solved(names)


@cache
def lines() -> tuple[str, ...]:
    return tuple(dump_lines_link(Lines(_random_variations(seed), ("Ann", "Bob"))) for seed in range(6))


def _random_variations(seed: int) -> Variations:
    """Return a tree with some plays of some rolls, after a taken double if the seed is odd."""
    random = Random(seed)
    tree = Variations.of(Setup(length=2 * seed).to_match())
    if seed % 2:
        tree = tree.add(Doubled()).add(Took())
    for _ in range(seed + 1):
        tree = tree.add(Rolled(random.choice(ROLLS)))
        match, rolled = tree.match, tree.at
        assert match.dice is not None
        plays = legal_plays(match.position, match.dice, match.rules)
        for play in random.sample(plays, min(2, len(plays))):
            tree = tree.go(rolled).add(Played(play.steps))
    return tree


@cache
def _friends() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the texts that two friends send each other until their match begins, and those they store."""
    random = Random(1)
    host, kept = FriendMatch.host(Terms(length=3), "Ann", random.randbytes(32))
    invitation = parse(host.invitation())
    assert isinstance(invitation, Invitation)
    guest, joined = FriendMatch.join(invitation, "Bob", random.randbytes(32))
    answer = parse(guest.answer())
    assert isinstance(answer, Answer)
    begun = host.take_answer(answer, 0)
    texts = (host.invitation(), guest.answer(), decline(invitation, "Bob"))
    letters = tuple(side.letter() for side in (host, guest) if side.letter_due)
    saves = [output.text for output in (*kept, *joined, *begun) if isinstance(output, Save)]
    return (*texts, *letters), tuple(saves)


def friend_texts() -> tuple[str, ...]:
    return _friends()[0]


def friend_matches() -> tuple[str, ...]:
    return _friends()[1]
