"""Every number and every claim in a reason is true: recounted with a second, slow generator of plays."""

from dataclasses import replace
from random import Random

import naive
import pytest
from analysis.test_facts import misses, numbers, on_board, row, shots
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from backgammon.analysis import reasons
from backgammon.analysis.findings import Chances, CubeAction, CubeFinding, CubeReply, Finding, RankedPlay
from backgammon.analysis.reasons import Reason, compare, count_wins, explain
from backgammon.core.dice import Roll
from backgammon.core.match import Match, OpeningRoll, Phase, new_match, replay
from backgammon.core.position import Points, Position
from backgammon.core.rules import STANDARD, Rules
from backgammon.i18n.catalogue import english, load
from backgammon.i18n.languages import LANGUAGES
from backgammon.notation.play import parse_play
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import parse_xgid

EVEN = Chances(0.5, 0.1, 0.0, 0.5, 0.1, 0.0)


def is_true(reason: Reason, before: Points, best: Points, other: Points, rules: Rules = STANDARD) -> bool:
    """Return whether the claim of a reason about two plays is literally true."""
    said = dict(reason.numbers)
    point = int(said.get("point", 0))
    match reason.name:
        case "hit":
            return before[0] > best[0] and before[0] == other[0]
        case "shots":
            return (
                said == {"few": shots(best, rules), "many": shots(other, rules)}
                and said["few"] < said["many"]
            )
        case "point":
            return before[point] < 2 <= best[point] and other[point] < 2
        case "point-kept":
            return before[point] >= 2 and best[point] >= 2 > other[point]
        case "prime":
            return said == {"more": row(best), "less": row(other)} and said["more"] > said["less"]
        case "back":
            return sum(max(0, here) for here in best[19:]) < sum(max(0, here) for here in other[19:])
        case "deep":
            deep = [max(points[1], 0) + max(points[2], 0) for points in (before, best, other)]
            return max(deep[:2]) < deep[2]
        case "off":
            return on_board(best) < on_board(other)
        case "misses":
            counted = {"few": misses(best, rules), "many": misses(other, rules)}
            return said == counted and said["few"] < said["many"] and min(map(on_board, (best, other))) >= 2
        case _:
            return False


def to_play(before: Points, dice: tuple[int, int]) -> Match:
    return Setup(before, phase=Phase.TO_PLAY, dice=dice).to_match()


@given(positions, numbers, st.randoms(use_true_random=False))
@settings(max_examples=tries(300), deadline=None)
def test_what_is_said_of_two_plays_is_so(position: Position, dice: Roll, chance: Random) -> None:
    before = position.points
    if not position.off < position.checkers > position.opponent_off:
        return
    found = sorted(naive.results(before, dice, STANDARD))
    best, other = chance.choice(found), chance.choice(found)
    reason = compare(to_play(before, dice), best, other, EVEN, EVEN)
    assert reason is None or is_true(reason, before, best, other)


SPOKEN = {
    "point": ("-EbCCBB----a-----a-ccabb--:1:-1:-1:26:0:0:0:0:10", "14/8 6/4", "14/8 4/2"),
    "shots": ("--A-BbC-B-B-cB-----dB-bacA:1:1:-1:33:0:0:0:7:10", "13/10(3) 6/3", "13/4 6/3"),
    "deep": ("---B--DbD---dC---b-d-cB---:1:1:-1:41:2:0:0:7:10", "13/8", "6/5 6/2"),
    "point-kept": ("-AAB--D-C---cB---dab-dBa--:1:1:1:61:2:0:0:7:10", "8/2 6/5", "8/2 3/2"),
    "off": ("-GCC--------A-A----a-abgc-:1:1:-1:26:2:0:0:7:10", "6/off 2/off", "6/off 4/2"),
    "misses": ("----A-A-----------------b-:0:0:1:21:0:0:0:0:10", "6/3", "4/1"),
    "prime": ("-b---BEBAa--eC---b-eB-----:1:-1:1:15:2:2:0:7:10", "13/8 6/5", "13/7"),
    "back": ("--BbBBB-----eC-A-aBbcb---A:0:0:1:61:6:2:1:7:10", "bar/18", "bar/24 13/7"),
    "hit": ("-aB-aCCAB---aA----bdbbb-BA:1:1:-1:35:0:0:0:0:10", "21/18* 13/8", "24/21 21/16"),
}
"""For each reason about plays: a position with the better and the worse play, from those the bench judged."""


@pytest.mark.parametrize("name", SPOKEN)
def test_each_reason_about_plays_is_met_and_true(name: str) -> None:
    xgid, *plays = SPOKEN[name]
    match = parse_xgid(f"XGID={xgid}").to_match()
    assert match.dice
    best, other = [parse_play(play, match.position, match.dice).after for play in plays]
    reason = compare(match, best, other, EVEN, EVEN)
    assert reason
    assert reason.name == name
    assert is_true(reason, match.position.points, best, other)
    turned = compare(match, other, best, EVEN, EVEN)
    assert turned is None or turned.name != name


@pytest.mark.parametrize(
    ("xgid", "plays"),
    [
        ("aEBBaBa----------b---bbbd-:0:0:1:21:0:0:0:0:10", ("2/1 2/off", "3/off")),
        ("-cECBCB-----a------abcbba-:0:0:1:21:0:0:0:0:10", ("5/4 2/off", "3/off")),
    ],
)
def test_a_play_that_puts_no_checker_deep_is_not_blamed_for_it(xgid: str, plays: tuple[str, str]) -> None:
    match = parse_xgid(f"XGID={xgid}").to_match()
    assert match.dice
    best, other = [parse_play(play, match.position, match.dice).after for play in plays]
    assert compare(match, best, other, EVEN, EVEN) is None


@pytest.mark.parametrize(
    ("xgid", "deeper", "other"),
    [
        ("-B-DCAa----aB------bcceC--:1:-1:1:25:1:6:0:7:10", "23/18 4/2", "23/18 5/3"),
        ("-B-CBCA-B-----b--c-cBcca--:1:-1:-1:34:2:6:0:7:10", "8/1", "8/4 6/3"),
    ],
)
def test_the_better_play_may_put_more_checkers_deep(xgid: str, deeper: str, other: str) -> None:
    match = parse_xgid(f"XGID={xgid}").to_match()
    assert match.dice
    best, worse = [parse_play(play, match.position, match.dice).after for play in (deeper, other)]
    assert compare(match, worse, best, EVEN, EVEN) is None


def test_a_play_that_ends_the_contact_is_not_better_for_its_points() -> None:
    match = parse_xgid("XGID=-GEA-dA----a-------cacb-a-:0:0:1:13:0:0:0:0:10").to_match()
    assert match.dice
    best, other = [
        parse_play(play, match.position, match.dice).after for play in ("6/3 1/off", "3/off 1/off")
    ]
    said = compare(match, best, other, EVEN, EVEN)
    assert said is None or said.name not in ("point", "point-kept")


@pytest.mark.parametrize(
    ("xgid", "better", "worse", "name"),
    [
        ("aBaa-aE-BA-adB-A-c-b-AaA--:0:0:1:41:0:0:0:0:10", "15/11* 9/8", "15/14 13/9", "hit"),
        ("-BBbbbD-C---aa---dab-BAA--:0:0:1:35:0:0:0:0:10", "23/18* 21/18", "23/20 21/16", None),
    ],
)
def test_of_a_hit_nothing_else_is_said(xgid: str, better: str, worse: str, name: str | None) -> None:
    match = parse_xgid(f"XGID={xgid}").to_match()
    best, other = [parse_play(play, match.position, match.dice or (0, 0)).after for play in (better, worse)]
    said = compare(match, best, other, EVEN, EVEN)
    assert (said and said.name) == name


def test_in_a_lost_game_nothing_but_gammons_is_spoken_of() -> None:
    xgid, *plays = SPOKEN["deep"]
    match = parse_xgid(f"XGID={xgid}").to_match()
    assert match.dice
    best, other = [parse_play(play, match.position, match.dice).after for play in plays]
    saved, lost = Chances(0.02, 0.0, 0.0, 0.98, 0.3, 0.0), Chances(0.01, 0.0, 0.0, 0.99, 0.4, 0.0)
    said = compare(match, best, other, saved, lost)
    assert said == Reason("gammons-lost", (("less", 0.3), ("more", 0.4)))
    assert compare(match, best, other, lost, lost) is None


@pytest.mark.parametrize(
    ("score", "cube", "won", "lost"),
    [
        ("0:0:0:0", "0:0", True, True),  # money
        ("0:0:1:0", "0:0", False, False),  # Jacoby
        ("0:0:1:0", "1:-1", True, True),  # Jacoby, the cube turned
        ("4:4:0:5", "0:0", False, False),
        ("4:2:0:5", "0:0", False, True),
        ("3:4:0:5", "0:0", True, False),
        ("3:2:0:5", "1:1", False, True),  # the cube at 2
    ],
)
def test_gammons_are_a_reason_only_for_whom_they_count(score: str, cube: str, won: bool, lost: bool) -> None:
    board = SPOKEN["hit"][0].partition(":")[0]
    match = parse_xgid(f"XGID={board}:{cube}:1:35:{score}:10").to_match()
    points = match.position.points
    for counts, hopes, fears, name in (
        (won, EVEN._replace(win_gammon=0.3), EVEN, "gammons"),
        (lost, EVEN, EVEN._replace(lose_gammon=0.3), "gammons-lost"),
    ):
        said = compare(match, points, points, hopes, fears)
        assert (said and said.name) == (name if counts else None)


def make_finding(behind: float, chosen: int | None = None) -> Finding:
    """Return an analysis of an opening 3-1: the best play, and one that loses ``behind``."""
    steps = ((8, 5), (6, 5)), ((24, 23), (13, 10))
    plays = [RankedPlay(each, -at * behind, at * behind, None, EVEN, 1) for at, each in enumerate(steps)]
    return Finding(tuple(plays), None, 0.0, 0.5, counts=True, chosen=chosen)


def test_small_differences_and_the_best_play_have_no_reason() -> None:
    match = replay(new_match(), [OpeningRoll(3, 1)])
    assert explain(match, make_finding(reasons.LEAST))
    assert explain(match, make_finding(reasons.LEAST), 1) == explain(
        match, make_finding(reasons.LEAST, chosen=1)
    )
    assert explain(match, make_finding(reasons.LEAST - 0.001)) is None
    assert explain(match, make_finding(0.2), 5) is None


def test_the_games_won_are_told_of_an_error_where_they_are_seen_apart() -> None:
    def with_wins(known: Finding, best: float) -> Finding:
        first, *others = known.plays
        hopes = Chances(best, 0.0, 0.0, 1 - best, 0.0, 0.0)
        return replace(known, plays=(replace(first, chances=hopes), *others))

    error = make_finding(reasons.LEAST, chosen=1)
    assert count_wins(with_wins(error, 0.54)) == Reason("wins", (("more", 0.54), ("less", EVEN.win)))
    assert count_wins(with_wins(error, 0.509)) is None
    assert count_wins(with_wins(error, 0.4)) is None
    assert count_wins(with_wins(make_finding(reasons.LEAST - 0.001, chosen=1), 0.54)) is None
    assert count_wins(with_wins(make_finding(reasons.LEAST, chosen=0), 0.54)) is None
    assert count_wins(with_wins(make_finding(reasons.LEAST), 0.54)) is None


shares = st.floats(0, 1)


def cube(
    chances: Chances,
    action: CubeAction,
    reply: CubeReply,
    take: float,
    match_chances: tuple[float, ...] = (),
) -> Finding:
    """Return an analysis of the cube in which the drop is worth 1."""
    table = CubeFinding(0.5, take, 1.0, action, reply, match_chances, chances, 2)
    return Finding((), table, 0.5, 0.5, counts=True)


@given(shares, shares, shares, st.sampled_from([0.5, 1.5]))
def test_a_take_is_weighed_by_what_a_dead_cube_needs(
    lost: float, gammons: float, lost_gammons: float, take: float
) -> None:
    chances = Chances(1 - lost, (1 - lost) * gammons, 0.0, lost, lost * lost_gammons, 0.0)
    reply = CubeReply.TAKE if take < 1 else CubeReply.DROP
    match = Setup(phase=Phase.DOUBLED).to_match()
    reason = explain(match, cube(chances, CubeAction.DOUBLE, reply, take))
    if reason is None:
        return
    said = dict(reason.numbers)
    assert reason.name == "take"
    assert said["wins"] == lost
    spare = said["wins"] - said["needed"]
    assert (spare >= 0) if take < 1 else (spare < 0)
    # With exactly the wins that are needed, taking a dead cube of 2 loses as much as dropping.
    won = 1 - said["needed"]
    equity = 2 * (said["needed"] - won - chances.win_gammon + chances.lose_gammon)
    assert equity == pytest.approx(-1)


def test_the_cube_speaks_of_what_was_found() -> None:
    to_roll, doubled = Setup().to_match(), Setup(phase=Phase.DOUBLED).to_match()
    early = Chances(0.55, 0.1, 0.0, 0.45, 0.1, 0.0)
    found = cube(early, CubeAction.NO_DOUBLE, CubeReply.TAKE, 0.3)
    assert found.cube
    assert explain(to_roll, found) == explain(to_roll, found.cube) == Reason("early", (("wins", 0.45),))
    near = cube(early, CubeAction.NO_DOUBLE, CubeReply.TAKE, 0.47)
    assert explain(to_roll, near) is None  # the double loses too little
    leads = Setup(score=(4, 3), length=5).to_match()
    assert explain(leads, found) is None  # a double is not too early, but never right
    assert explain(to_roll, cube(early, CubeAction.DOUBLE, CubeReply.TAKE, 0.6)) is None
    good = Chances(0.85, 0.5, 0.0, 0.15, 0.0, 0.0)
    too_good = explain(to_roll, cube(good, CubeAction.TOO_GOOD, CubeReply.DROP, 1.3))
    assert too_good == Reason("too-good", (("gammons", 0.5), ("losses", 0.15)))
    assert explain(to_roll, cube(good, CubeAction.DOUBLE, CubeReply.DROP, 1.3)) is None
    few = good._replace(win_gammon=0.1)
    assert explain(to_roll, cube(few, CubeAction.TOO_GOOD, CubeReply.DROP, 1.3)) is None
    in_match = cube(early, CubeAction.DOUBLE, CubeReply.TAKE, 0.6, (0.5, 0.6, 0.7))
    by_score = explain(doubled, in_match)
    assert by_score
    assert by_score.name == "take-match"
    assert dict(by_score.numbers) == pytest.approx({"take": 0.4, "drop": 0.3})
    same_as_shown = cube(early, CubeAction.DOUBLE, CubeReply.TAKE, 0.9, (0.5, 0.7001, 0.7004))
    assert explain(doubled, same_as_shown) is None
    near = cube(early, CubeAction.DOUBLE, CubeReply.TAKE, 0.98, (0.5, 0.6, 0.61))
    assert explain(doubled, near) is None


@pytest.mark.parametrize(
    ("shares", "shown"),
    [
        ((0.504, 0.494), {"50.4%", "49.4%"}),
        ((0.302, 0.298), {"30.2%", "29.8%"}),
        ((0.52, 0.5), {"52%", "50%"}),
        ((0.45,), {"45%"}),
    ],
)
def test_shares_are_told_so_that_they_are_seen_apart(shares: tuple[float, ...], shown: set[str]) -> None:
    reason = Reason("wins", tuple(zip(("more", "less"), shares, strict=False)))
    assert set(reason.params(english().percent).values()) == shown


def test_a_take_is_not_weighed_by_shares_that_look_alike_or_cannot_be() -> None:
    doubled = Setup(phase=Phase.DOUBLED).to_match()

    def reason_for(lost: float, lost_gammons: float = 0.0) -> Reason | None:
        chances = Chances(1 - lost, 0.0, 0.0, lost, lost_gammons, 0.0)
        return explain(doubled, cube(chances, CubeAction.DOUBLE, CubeReply.TAKE, 0.5))

    assert reason_for(0.2502) is None
    assert reason_for(0.7, lost_gammons=0.6) is None
    assert reason_for(0.26)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_each_reason_has_its_sentence(tag: str) -> None:
    say = load(tag)
    names = {key.partition(".")[2] for key in english().texts if key.startswith("reason.")}
    assert names == set(NUMBERS)
    for name, said in NUMBERS.items():
        line = say(f"reason.{name}", **Reason(name, tuple(said.items())).params(say.percent))
        assert all(f"{value}" in line for value in said.values() if isinstance(value, int))
        assert all(say.percent(value) in line for value in said.values() if isinstance(value, float))


NUMBERS: dict[str, dict[str, int | float]] = {
    "back": {},
    "deep": {},
    "early": {"wins": 0.41},
    "gammons": {"more": 0.31, "less": 0.22},
    "gammons-lost": {"less": 0.22, "more": 0.31},
    "hit": {},
    "misses": {"few": 11, "many": 17},
    "off": {},
    "point": {"point": 5},
    "point-kept": {"point": 20},
    "prime": {"more": 5, "less": 3},
    "shots": {"few": 0, "many": 34},
    "take": {"needed": 0.29, "wins": 0.33},
    "take-match": {"take": 0.41, "drop": 0.38},
    "too-good": {"gammons": 0.52, "losses": 0.13},
    "wins": {"more": 0.52, "less": 0.48},
}
