"""A problem stops the match at its decision, has the answer evaluated once, and can be set again."""

import json
from dataclasses import replace

import pytest

from backgammon.app import embed_page
from backgammon.app.commands import available
from backgammon.app.embed_page import (
    Begin,
    begin,
    is_own_match,
    match_of,
    messages_between,
    own_problem,
    read_message,
    reply_to,
    update,
)
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Doubled, Dropped, Phase, Played, Rolled, Took
from backgammon.features.speech import status_text
from backgammon.features.viewer.open_file import error_notice
from backgammon.i18n.catalogue import load
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.ogid import format_ogid
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.protocol.messages import Chances, CubeAction, CubeFinding, CubeReply, Finding, RankedPlay
from backgammon.state.effects import Save, StartWork, StopWork
from backgammon.state.embed import CHOICES, Mode, Request, Side, read_address
from backgammon.state.events import (
    Command,
    EngineFailed,
    EngineReady,
    Event,
    SecretDrawn,
    Submitted,
    Tapped,
    TextReceived,
    WorkDone,
    WorkFailed,
)
from backgammon.state.legal_moves import current_turn
from backgammon.state.model import Model
from backgammon.view.node import to_html
from backgammon.view.problem_page import problem_page

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
PLAY_31 = START.replace(":00:", ":31:")
ANSWER = START.replace(":00:", ":D:")
CHANCES = Chances(0.55, 0.15, 0.01, 0.45, 0.12, 0.01)
MATCH = """ 3 point match

 Game 1
 Ann : 0                          Bob : 0
  1) 31: 8/5 6/5                  62: 24/18 13/11
  2) 64: 24/14
"""


def problem(position: str, **fields: object) -> Model:
    """Return the model of a problem whose dice are ready."""
    request = Request(mode=Mode.PROBLEM, position=position, **fields)  # type: ignore[arg-type]
    model, _ = update(begin(request), EngineReady())
    return update(model, SecretDrawn("00" * 32))[0]


def decide(position: str, *commands: Command | Tapped) -> tuple[Model, StartWork]:
    """Return the model of a problem after these inputs, and the work given to the engine."""
    model = problem(position)
    for command in commands:
        model, effects = update(model, command)
    (work,) = [effect for effect in effects if isinstance(effect, StartWork)]
    return model, work


def play_finding(*behind: float, chosen: int, steps: tuple[tuple[int, int], ...]) -> Finding:
    """Return a finding about plays with these losses; the one of index ``chosen`` has ``steps``."""
    others = ((24, 23), (13, 10))
    plays = tuple(
        RankedPlay(steps if index == chosen else others, 0.2 - lost, lost, None, CHANCES, 2)
        for index, lost in enumerate(behind)
    )
    return Finding(plays, None, 0.2, 0.55, True, chosen, behind[chosen])


CUBE = CubeFinding(0.4, 0.55, 1.0, CubeAction.DOUBLE, CubeReply.TAKE, (), CHANCES, 2)


def test_a_play_is_held_and_weighed() -> None:
    model, work = decide(PLAY_31, Tapped(8), Tapped(8), Tapped(6), Command("confirm"))
    assert model.game.problem is not None
    assert isinstance(model.game.problem.chosen, Played)
    assert model.game.match.phase is Phase.TO_PLAY
    assert len(model.game.layout.stacks[5]) == 2
    assert current_turn(model) is None
    assert work.work.chosen.steps == model.game.problem.chosen.steps  # type: ignore[union-attr]
    assert [update(model, event) for event in (Tapped(13), Command("confirm"))] == [(model, ())] * 2
    assert update(model, EngineFailed("gone"))[0].engine != model.engine
    assert "Grading" in to_html(problem_page(model, load()))


def test_the_outcome_is_shown_and_told() -> None:
    model, work = decide(PLAY_31, Tapped(8), Tapped(8), Tapped(6), Command("confirm"))
    found = play_finding(0.0, 0.0532, chosen=1, steps=((8, 5), (6, 5)))
    after, _ = update(model, WorkDone(work.id, found))
    (message,) = messages_between(model, after)
    assert message == {
        "type": "result",
        "chosen": "8/5 6/5",
        "best": "24/23 13/10",
        "loss": 0.0532,
        "rank": 2,
    }
    page = to_html(problem_page(after, load()))
    assert "Ranked 2 of 2" in page
    assert page.count("2 plies") == 1, "once above the list, which is of one depth"
    assert "8/5 6/5" in page
    assert update(model, WorkDone(work.id + 1, found))[0].game.problem == model.game.problem


def test_what_cannot_be_weighed_is_said_and_can_be_tried_again() -> None:
    model, work = decide(PLAY_31, Tapped(8), Tapped(8), Tapped(6), Command("confirm"))
    failed, _ = update(model, WorkFailed(work.id, "no"))
    assert "couldn’t be graded" in to_html(problem_page(failed, load()))
    again, effects = update(failed, Command("again"))
    assert again.game.problem is not None
    assert again.game.problem.chosen is None
    assert not [effect for effect in effects if isinstance(effect, StopWork)]
    again, _ = update(again, SecretDrawn("00" * 32))
    assert current_turn(again) is not None
    _, effects = update(model, Command("again"))
    assert StopWork(work.id) in effects


@pytest.mark.parametrize(
    ("position", "command", "action", "name", "text"),
    [
        (START, "double", Doubled(), "double", "Correct"),
        (START, "roll", None, "no-double", "loses 0.150"),
        (ANSWER, "take", Took(), "take", "Correct"),
        (ANSWER, "drop", Dropped(), "drop", "loses 0.150"),
    ],
)
def test_a_cube_action_is_weighed(position: str, command: str, action: object, name: str, text: str) -> None:
    model, work = decide(position, Command(command))
    assert model.game.problem is not None
    assert model.game.problem.chosen == action or isinstance(model.game.problem.chosen, Rolled)
    loss = 0.0 if text == "Correct" else 0.15
    after, _ = update(model, WorkDone(work.id, Finding((), CUBE, 0.55, 0.55, True, None, loss)))
    page = to_html(problem_page(after, load()))
    assert text in page
    assert page.count('class="chosen"') == 1
    (message,) = messages_between(model, after)
    assert (message["chosen"], message["loss"], message["rank"]) == (name, loss, None)
    assert message["best"] == ("double" if position == START else "take")


def test_a_problem_has_its_decision_and_no_match_to_leave() -> None:
    model = problem(START)
    assert [update(model, Command(name)) for name in ("resign", "new-game", "download")] == [(model, ())] * 3
    assert [type(effect) for effect in update(model, Command("double"))[1]] == [StartWork]


def test_a_problem_without_a_choice_is_refused() -> None:
    for position in ("", START.replace(":0:0:1:00:", ":1:-1:1:00:"), "XGID=x"):
        with pytest.raises(BackgammonError):
            begin(Request(mode=Mode.PROBLEM, position=position))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Request(mode=Mode.PROBLEM), "Es ist kein Text da. Erwartet: eine Zeile mit einer XGID."),
        (Request(mode=Mode.PROBLEM, position=START.replace(":0:0:1:", ":1:-1:1:")), "nichts zu entscheiden"),
        (Request(position=MATCH), "„3 point match"),
        (Request(position=START.replace(":0:0:0:0:10", ":7:0:0:5:10")), "Bei diesem Stand ist das Match"),
        (Request(position=START.replace(":00:", ":70:")), "Zeichen 39: „70“ gefunden"),
        (Request(mode=Mode.MATCH, match=START), "erwartet: der Anfang eines Matchs"),
        (Request(mode=Mode.MATCH, match=" 300 point match\n Game 1\n a : 0 b : 0"), "Zeile 1, Spalte 2"),
    ],
)
def test_what_cannot_be_shown_is_told_in_the_language_of_the_reader(asked: Request, words: str) -> None:
    with pytest.raises(BackgammonError) as caught:
        begin(asked)
    assert words in status_text.text(load("de"), error_notice(caught.value))


def test_a_game_is_told_as_it_goes_and_nothing_is_asked_of_storage_alone() -> None:
    model = begin(Request(mode=Mode.PLAY, position=PLAY_31))
    model, _ = update(model, SecretDrawn("00" * 32))
    for event in (Tapped(8), Tapped(8), Tapped(6)):
        model, _ = update(model, event)
    after, effects = update(model, Command("confirm"))
    assert Save() in effects
    (message,) = messages_between(model, after)
    assert (message["type"], message["side"], message["play"]) == ("play", "bottom", "8/5 6/5")
    assert message["position"].startswith("XGID=-b---BD-B---eE---c-e----B-")


def test_a_match_that_comes_back_from_the_shelf_is_not_told_anew() -> None:
    model = begin(Request(mode=Mode.PLAY, position=PLAY_31))
    played = (Tapped(8), Tapped(8), Tapped(6), Command("confirm"))
    for event in (SecretDrawn("00" * 32), *played, Command("explore"), Submitted("play-here", ())):
        model, _ = update(model, event)
    back, _ = update(model, Command("shelf-return"))
    assert [*map(type, back.game_in_play.log)] == [Played]
    assert messages_between(model, back) == []


def test_the_reader_can_sit_on_either_side() -> None:
    top = PLAY_31.replace(":0:0:1:31", ":0:0:-1:31")
    assert begin(Request(position=top)).game.match.on_roll == 1
    assert begin(Request(position=top, side=Side.MOVER)).game.match.on_roll == 0
    assert begin(Request(position=PLAY_31, side=Side.TOP)).game.match.on_roll == 1


def test_a_match_is_replayed_with_its_remarks() -> None:
    model = begin(Request(mode=Mode.MATCH, match=MATCH))
    assert model.replay is not None
    assert model.replay.names == ("Ann", "Bob")
    assert model.replay.cursor == 0
    model, _ = update(model, Command("study-next"))
    assert model.replay is not None
    assert model.replay.cursor > 0
    with pytest.raises(BackgammonError):
        begin(Request(mode=Mode.MATCH, match=START))


def test_a_problem_is_read_from_an_address() -> None:
    given = {"embed": "problem", "xgid": "XGID=abc", "side": "mover", "level": "club", "match": "one two"}
    request = read_address({**given, "theme": "felt", "appearance": "dark", "lang": "et"})
    assert request.mode is Mode.PROBLEM
    assert (request.position, request.match) == ("XGID=abc", "one two")
    assert (request.side, request.level, request.language) == (Side.MOVER, "club", "et")
    assert read_address({"lang": "pt_br"}).language == "pt-BR"
    assert read_address({"lang": "en-GB"}).language == "en"
    assert [read_address({"length": str(length)}).length for length in (0, 25)] == [0, 25]
    for name in CHOICES:
        with pytest.raises(BackgammonError, match=name):
            read_address({name: "nonsense"})
    for name, value in (("length", "26"), ("length", "x"), ("size", "1"), ("length", "\uff11")):
        with pytest.raises(BackgammonError, match=name):
            read_address({name: value})


def test_a_board_looks_as_its_address_asks() -> None:
    given = {"xgid": PLAY_31, "theme": "felt", "appearance": "dark", "lang": "et"}
    settings = begin(read_address(given)).settings
    assert (settings.theme, settings.appearance, settings.language) == ("felt", "dark", "et")


SAY = load()
GOOD = '{"triktrakk": 1, "id": 1, "type": "get"}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[1]",
        "{" * 1000,
        "[" * 1900,
        GOOD.replace('"id": 1', '"id": true'),
        GOOD.replace('"id": 1', '"id": 1.5'),
        GOOD.replace('"triktrakk": 1', '"triktrakk": 2'),
        GOOD.replace("get", "eval"),
        GOOD.replace("get", "set"),
        GOOD.replace("}", ', "x": "' + "x" * embed_page.LONGEST_MESSAGE + '"}'),
    ],
)
def test_what_is_no_message_is_passed_over(text: str) -> None:
    assert read_message(text) is None
    assert reply_to(problem(PLAY_31), Request(), text, SAY) == (None, None)


def test_messages_ask_set_and_reset() -> None:
    request = Request(mode=Mode.PROBLEM, position=PLAY_31)
    model = problem(PLAY_31)
    answer, event = reply_to(model, request, GOOD, SAY)
    assert (answer, event) == ({"type": "answer", "id": 1, "position": PLAY_31}, None)
    other = PLAY_31.replace(":31:", ":64:")
    text = GOOD.replace("get", "set").replace("}", f', "position": "{other}"}}')
    answer, event = reply_to(model, request, text, SAY)
    assert answer == {"type": "answer", "id": 1, "position": other}
    assert isinstance(event, Begin)
    after, _ = update(model, event)
    assert after.game.match.dice == (6, 4)
    assert after.game.problem is not None
    answer, event = reply_to(after, request, text.replace(other, "<script>"), SAY)
    assert answer == {"type": "answer", "id": 1, "error": SAY("embed.bad.position", value="<script>")}
    assert event is None
    answer, event = reply_to(after, request, GOOD.replace("get", "reset"), SAY)
    assert isinstance(event, Begin)
    assert update(after, event)[0].game.match.dice == (3, 1)
    match = replace(request, mode=Mode.MATCH)
    answer, event = reply_to(after, match, text, SAY)
    assert answer == {"type": "answer", "id": 1, "error": SAY("error.phase")}
    assert event is None


def test_of_a_position_only_an_xgid_or_a_gnu_id_is_taken_and_others_are_refused_in_words() -> None:
    """Just as the board does before the program has started; an OGID, for one, it never reads."""
    german, request = load("de"), Request(position=PLAY_31)
    setup = parse_xgid(PLAY_31)
    for good in (format_xgid(setup), format_gnu_id(setup), f"GNUID={format_gnu_id(setup)}"):
        assert match_of(replace(request, position=good)) == match_of(request)
    over = PLAY_31.replace(":31:0:0:0:0:", ":31:7:0:0:5:")
    for bad, words in (
        (format_ogid(setup), german("embed.bad.position", value=format_ogid(setup)[:80])),
        (f"Look: {PLAY_31}", german("embed.bad.position", value=f"Look: {PLAY_31}"[:80])),
        (over, german("embed.bad.reason", reason=german("error.setup.match-over"))),
    ):
        message = {"triktrakk": 1, "id": 1, "type": "set", "position": bad}
        answer, event = reply_to(begin(request), request, json.dumps(message), german)
        assert (answer, event) == ({"type": "answer", "id": 1, "error": words}, None)


PASTED = TextReceived(MATCH)


def test_a_file_that_is_opened_over_a_problem_is_no_decision() -> None:
    asked = problem(PLAY_31)
    opened, _ = update(asked, PASTED)
    assert opened.replay is not None
    assert opened.game_in_play.problem == asked.game.problem
    back, _ = update(opened, Command("study-close"))
    assert (back.looking, back.game.match) == (None, asked.game.match)
    assert back.game.problem == asked.game.problem


@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.POSITION])
def test_one_comes_back_to_the_board_from_what_is_looked_at(mode: Mode) -> None:
    playing, _ = update(begin(Request(mode=mode, position=PLAY_31)), SecretDrawn("00" * 32))
    opened, _ = update(playing, PASTED)
    assert opened.replay is not None
    back, _ = update(opened, Command("study-close"))
    assert (back.looking, back.game.match) == (None, playing.game.match)


def test_a_question_of_the_quiz_is_not_the_problem_of_the_frame() -> None:
    """It is answered and counted as on the game's own page, and the embedding page gets no message of it."""
    model, _ = update(begin(Request(position=PLAY_31)), SecretDrawn("00" * 32))
    for command in (Command("quiz"), Command("quiz-theme", "cube")):
        model, _ = update(model, command)
    assert own_problem(model) is None
    name = "roll" if "roll" in available(model) else "take"
    asked, effects = update(model, Command(name))
    (work,) = [effect for effect in effects if isinstance(effect, StartWork)]
    ranked_it, _ = update(asked, WorkDone(work.id, Finding((), CUBE, 0.55, 0.55, True, None, 0.0)))
    assert ranked_it.quiz is not None
    assert ranked_it.quiz.right == 1
    assert messages_between(asked, ranked_it) == []


def test_a_dialog_that_a_key_opens_over_a_problem_is_seen() -> None:
    opened, _ = update(problem(PLAY_31), Command("help"))
    assert opened.dialog
    assert 'data-dialog="help"' in to_html(problem_page(opened, load()))
    assert update(opened, Command("close"))[0].dialog is None


@pytest.mark.parametrize(
    "event", [Command("edit"), TextReceived(PLAY_31), TextReceived(MATCH.replace("3 point", "5 point"))]
)
def test_one_comes_back_to_the_match_of_a_frame_from_what_is_opened_over_it(event: Event) -> None:
    first = begin(Request(mode=Mode.MATCH, match=MATCH))
    assert is_own_match(first, first)
    assert update(first, Command("study-close"), first) == (first, ())
    opened, _ = update(first, event, first)
    assert not is_own_match(opened, first)
    for command in ("edit-done", "study-close"):
        opened, _ = update(opened, Command(command), first)
    assert is_own_match(opened, first)
    assert (opened.replay, opened.draft) == (first.replay, None)


def test_a_step_in_the_match_of_a_frame_does_not_leave_it() -> None:
    first = begin(Request(mode=Mode.MATCH, match=MATCH))
    stepped, _ = update(first, Command("study-next"), first)
    assert stepped.replay != first.replay
    assert is_own_match(stepped, first)
    assert update(stepped, Command("study-close"), first) == (stepped, ())


@pytest.mark.parametrize(
    "event",
    [Submitted("play-here", (("opponent", "human"),)), Submitted("new-game", (("opponent", "human"),))],
)
def test_one_comes_back_to_the_match_of_a_frame_from_one_that_is_played_instead(event: Event) -> None:
    first = begin(Request(mode=Mode.MATCH, match=MATCH))
    stepped, _ = update(first, Command("study-next"), first)
    begun, _ = update(stepped, event, first)
    playing, _ = update(begun, SecretDrawn("00" * 32), first)
    assert playing.replay is None
    back, _ = update(playing, Command("shelf-return"), first)
    assert is_own_match(back, first)
    assert (back.replay, back.shelf) == (stepped.replay, None)
