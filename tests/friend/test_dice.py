"""Dice that neither side can choose: they follow from a link of each chain, and can be verified."""

import hashlib
import hmac
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from friend.pair import Pair, some_decision
from hypothesis import given
from hypothesis import strategies as st
from strategies import THREE

from backgammon.core.actions import Accepted, OpeningRoll, Resigned, Rolled
from backgammon.core.fairdice import link_before, shared_roll
from backgammon.core.match import Phase, new_match
from backgammon.features.game.dice_check import check_games
from backgammon.friend.chain import LAST_LINK, Chain, Proof
from backgammon.friend.entries import Entry, Sign
from backgammon.friend.errors import Breach
from backgammon.friend.stages import Violation
from backgammon.friend.standing import apply_entry, first_standing
from backgammon.friend.terms import Terms
from backgammon.storage.codec import dump
from backgammon.storage.types import DiceSource, GameDice
from tools import dice

ROOTS = b"a" * 32, b"b" * 32
links = st.binary(min_size=32, max_size=32)


def test_a_chain_is_hashes_of_its_secret() -> None:
    chain = Chain(b"s" * 32)
    link = chain.link(LAST_LINK)
    for index in range(LAST_LINK - 1, LAST_LINK - 200, -1):
        link = hashlib.sha256(link).digest()
        assert chain.link(index) == link
    assert link_before(chain.link(130), 130) == chain.commitment


def test_a_proof_knows_what_is_shown_and_nothing_after() -> None:
    chain, other = Chain(b"s" * 32), Chain(b"t" * 32)
    proof = Proof(chain.link(10), 10, chain.link(13), 5)
    assert proof.reach == 13
    assert [proof.link(index) for index in (9, 13, 14)] == [chain.link(9), chain.link(13), None]
    for latest in (other.link(13), chain.link(9), chain.link(16), b""):
        assert Proof(chain.link(10), 10, latest, 5).link(10) is None


def test_a_link_that_does_not_lead_to_the_one_before_is_refused() -> None:
    fresh = first_standing("id", new_match(), ROOTS, None)
    with pytest.raises(Breach) as caught:
        apply_entry(fresh, Entry(Sign.LINK), lambda side, index: b"x" * 32)
    assert caught.value.violation is Violation.WRONG_LINK


def by_hand(low: bytes, high: bytes, word: str, number: int) -> tuple[int, int]:
    """Return the roll; the key is the hash of the link of the lower commitment and then the other."""
    key = hashlib.sha256(low + high).digest()
    message = f"triktrakk-dice-1|{number}|0|{word}".encode()
    faces = [byte % 6 + 1 for byte in hmac.new(key, message, hashlib.sha256).digest() if byte < 252]
    return faces[0], faces[1]


@given(links, links, st.integers(1, 50))
def test_a_roll_by_hand_the_same_for_both_sides(first: bytes, second: bytes, number: int) -> None:
    roll = shared_roll(ROOTS, (first, second), "id", number)
    assert roll == by_hand(first, second, "id", number)
    assert shared_roll(ROOTS[::-1], (second, first), "id", number) == roll[::-1]


def test_no_face_is_favoured() -> None:
    chains = Chain(b"1" * 32), Chain(b"2" * 32)
    rolls = [shared_roll(ROOTS, (chains[0].link(n), chains[1].link(n)), "w", 1) for n in range(1, LAST_LINK)]
    for place in (0, 1):
        counts = Counter(roll[place] for roll in rolls)
        expected = len(rolls) / 6
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < 25.7


@pytest.mark.parametrize("side", [0, 1])
def test_the_command_checks_a_match_against_a_friend(
    side: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = Pair(Terms(THREE, 3)).connect()
    while pair.host.match.match.game < 3 or not isinstance(pair.host.log[-1], Rolled):
        pair.play()
    file, text = tmp_path / "match.json", dump(pair.devices[side].match.saved, public=True)
    file.write_text(text, "utf-8")
    assert dice.main([str(file)]) == 0
    assert capsys.readouterr().out.count("follow from both players' links") == 3
    data = json.loads(text)
    data["running"]["dice"] = data["running"]["dice"].replace('"', '"x', 1)
    file.write_text(json.dumps(data), "utf-8")
    assert dice.main([str(file)]) == 1


def test_changed_dice_are_found_out() -> None:
    pair = Pair(Terms(THREE, 3)).connect()
    while pair.host.match.match.phase is not Phase.GAME_OVER:
        pair.play()
    saved = pair.host.match.saved
    (game,) = saved.games
    log = list(saved.log)
    rolled, (a, b) = next(
        (index, action.dice) for index, action in enumerate(log) if isinstance(action, Rolled)
    )
    other = Rolled((a, b % 6 + 1))
    assert check_games(log, [game])[0].agrees
    assert not check_games([*log[:rolled], other, *log[rolled + 1 :]], [game])[0].agrees
    for changed in (
        GameDice(game.commitment, game.secret, "another", DiceSource.SHARED),
        GameDice(game.commitment[64:] + game.commitment[:64], game.secret, game.word, DiceSource.SHARED),
        GameDice(game.commitment, game.secret[:64] + "0" * 64, game.word, DiceSource.SHARED),
        GameDice("0" * 128, game.secret, game.word, DiceSource.SHARED),
    ):
        assert not check_games(log, [changed])[0].agrees


def test_a_game_begins_with_the_links_that_the_last_one_ended_with() -> None:
    pair = Pair(Terms(THREE, 9)).connect()
    while pair.host.match.match.game < 4:
        pair.play()
    games = pair.host.match.saved.games
    assert all(before.secret == after.commitment for before, after in pairwise(games))


def test_ties_of_an_opening_roll_take_no_link() -> None:
    for seed in range(60):
        pair = Pair(Terms(THREE, 3), seed)
        openings = [action for action in pair.host.log if isinstance(action, OpeningRoll)]
        if len(openings) > 1:
            assert pair.host.match._common.text == "LL"
            return
    raise AssertionError("no tie was rolled")


def test_a_link_that_was_out_makes_no_roll_of_the_next_game() -> None:
    """A player who resigns instead of rolling may know that roll; the next opening roll is another."""
    pair = Pair(Terms(THREE, 9)).connect()
    while not (word := [each for each in pair.devices if each.match.can_roll and not each.match.can_double]):
        pair.play(lambda match, rng, now: some_decision(match, rng, now, doubles=0.5))
    (device,) = word
    known = max(device.match._common.standing.shown)
    device.do(device.match.decide(Resigned(1), pair.now))
    pair.settle()
    pair.play(lambda match, rng, now: match.decide(Accepted(), now))
    assert device.match.match.phase is Phase.GAME_OVER
    pair.play()
    assert device.match._common.standing.index == known + 1
