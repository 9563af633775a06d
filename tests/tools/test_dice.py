"""``python3 py dice FILE``: honest dice pass, a changed roll or secret does not."""

import json
from pathlib import Path

import pytest

from backgammon import Match, legal_plays, new_match
from backgammon.cli.errors import CommandError
from backgammon.core.fairdice import commitment, fair_roll
from backgammon.core.match import (
    Accepted,
    Action,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Resigned,
    Rolled,
    apply,
)
from backgammon.storage.codec import dump
from backgammon.storage.log import Log
from backgammon.storage.types import DiceSource, GameDice, Games, Human, MatchOptions, Saved
from tools import dice
from tools.errors import ToolError

SECRETS = bytes(range(32)), bytes(range(1, 33))


def record(path: Path, games: tuple[GameDice, ...], turns: int = 12) -> dict[str, object]:
    """Write a match with one game resigned and one running, all rolls fair, and return the data written."""
    setup = MatchOptions(seats=(Human(), Human()), word="nøtt", dice=games[-1].source)
    state = new_match(setup.rules, setup.length)
    log: list[Action] = []

    def make(action: Action) -> Match:
        log.append(action)
        return apply(state, action)

    for game in range(2):
        for number in range(1, turns):
            roll = fair_roll(SECRETS[game], setup.word, number)
            state = make(OpeningRoll(*roll) if state.phase is Phase.OPENING else Rolled(roll))
            if state.phase is Phase.TO_PLAY:
                assert state.dice is not None
                state = make(Played(legal_plays(state.position, state.dice)[0].steps))
        if game == 0:
            state = make(Resigned(1))
            state = make(Accepted())
            state = make(NextGame())
    start = new_match(setup.rules, setup.length)
    saved = Saved(setup, state, Log.of(start, log), Games.of(games))
    path.write_text(dump(saved, public=True), "utf-8")
    written: dict[str, object] = json.loads(path.read_text("utf-8"))
    return written


def fair(*secrets: bytes) -> tuple[GameDice, ...]:
    return tuple(GameDice(commitment(secret), secret.hex(), "nøtt") for secret in secrets)


def test_fair_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record(tmp_path / "match.json", fair(*SECRETS))
    assert dice.main([str(tmp_path / "match.json")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "game 1: all 11 rolls follow from the secret and the word",
        "game 2: no secret yet; it is given away when the game is over",
    ]


def test_a_changed_roll(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    record(file, fair(SECRETS[1], SECRETS[1]))
    assert dice.main([str(file)]) == 1
    was, should_be = ("{}-{}".format(*fair_roll(secret, "nøtt", 1)) for secret in SECRETS)
    assert f"game 1: roll 1 was {was}, not {should_be}" in capsys.readouterr().out


def test_another_secret_than_was_announced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = commitment(SECRETS[1])
    games = (GameDice(shown, SECRETS[0].hex(), "nøtt"), *fair(SECRETS[1]))
    file = tmp_path / "match.json"
    record(file, games)
    assert dice.main([str(file)]) == 1
    assert shown in capsys.readouterr().out


def test_typed_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = GameDice("", "", "", DiceSource.TYPED)
    record(tmp_path / "match.json", (typed, typed))
    assert dice.main([str(tmp_path / "match.json")]) == 0
    assert capsys.readouterr().out.count("real dice") == 2


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"format": "triktrakk-match"}'])
def test_what_is_no_match(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(content)
    with pytest.raises(ToolError, match=r"cannot be checked: .*\.json"):
        dice.main([str(tmp_path / "match.json")])


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"match\.json cannot be read: No such file or directory$"):
        dice.main([str(tmp_path / "match.json")])
