"""Messages survive the round trip through JSON; anything else raises one error that quotes it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.core.errors import BackgammonError
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, Backgammon, BearOff, Opening, Rules, custom
from backgammon.protocol.codec import (
    ProtocolError,
    Reply,
    ReplyType,
    Request,
    RequestType,
    read_reply,
    read_request,
    reply_text,
    request_text,
)
from backgammon.protocol.messages import Answer, Choice, Kind, Question
from backgammon.protocol.question_codec import CODEC

RULES = st.one_of(
    st.sampled_from(list(PRESETS.values())),
    st.builds(
        custom,
        opening=st.sampled_from(Opening),
        bear_off=st.sampled_from(BearOff),
        backgammon=st.sampled_from(Backgammon),
        lapse=st.booleans(),
        jacoby=st.booleans(),
        beavers=st.just(True),
        raccoons=st.booleans(),
        cube_limit=st.sampled_from([0, 2, 64]),
        automatic_doubles=st.integers(0, 6),
    ),
)
DIE = st.integers(1, 6)
QUESTIONS = st.builds(
    Question,
    kind=st.sampled_from(Kind),
    level=st.text(max_size=9),
    rules=RULES,
    points=st.just(Position.start().points),
    on_roll=st.booleans(),
    dice=st.tuples(DIE, DIE),
    cube=st.sampled_from([1, 2, 64]),
    cube_owner=st.sampled_from([-1, 0, 1]),
    away=st.tuples(st.integers(0, 25), st.integers(0, 25)),
    crawford_game=st.booleans(),
    crawford_done=st.booleans(),
    offered=st.integers(1, 3),
)
ANSWERS = st.builds(
    Answer,
    choice=st.sampled_from(Choice),
    steps=st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24)), max_size=4).map(tuple),
    offered=st.integers(0, 3),
)
QUESTION = Question(Kind.PLAY, "novice", PRESETS["ga207"], Position.start().points, True, (3, 1))


@given(RULES)
def test_rules_come_back(rules: Rules) -> None:
    assert CODEC.value(Rules, json.loads(json.dumps(CODEC.data(rules)))) == rules


@given(st.integers(0, 9999), QUESTIONS)
def test_an_ask_comes_back(id: int, question: Question) -> None:
    request = Request(id, RequestType.ASK, question)
    assert read_request(request_text(request)) == request


@given(st.integers(0, 9999), ANSWERS)
def test_an_answer_comes_back(id: int, answer: Answer) -> None:
    reply = Reply(id, ReplyType.ANSWER, answer=answer)
    assert read_reply(reply_text(reply)) == reply


@pytest.mark.parametrize(
    "reply",
    [
        Reply(0, ReplyType.READY),
        Reply(4, ReplyType.PROGRESS, done=0.25),
        Reply(4, ReplyType.ERROR, reason="no"),
    ],
)
def test_other_replies_come_back(reply: Reply) -> None:
    assert read_reply(reply_text(reply)) == reply


def test_other_requests_come_back() -> None:
    request = Request(7, RequestType.CANCEL)
    assert read_request(request_text(request)) == request


def _bad_request(**fields: object) -> str:
    data = json.loads(request_text(Request(1, RequestType.ASK, QUESTION)))
    data["question"].update(fields)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "''"),
        ("[1]", "[1]"),
        ('{"v": 1, "id": 1, "type": "cancel"}', "1"),
        ('{"v": 3, "id": "1", "type": "cancel"}', "'1'"),
        ('{"v": 3, "id": true, "type": "cancel"}', "True"),
        ('{"v": 3, "id": 1, "type": "dance"}', "'dance'"),
        ('{"v": 3, "id": 1, "type": "ask"}', "None"),
        ('{"v": 3, "id": 1, "type": "ask", "question": {"kind": "play"}}', "play"),
        (_bad_request(kind="swim"), "'swim'"),
        (_bad_request(rules="chess"), "'chess'"),
        (_bad_request(rules={"bear_off": "never"}), "'never'"),
        (_bad_request(points=[0] * 25), "(0, 0"),
        (_bad_request(points=[16] * 26), "16"),
        (_bad_request(dice=[0, 7]), "(0, 7)"),
        (_bad_request(dice=None), "dice"),
        (_bad_request(cube=0), "0"),
        (_bad_request(cube_owner=3), "3"),
        (_bad_request(kind="resignation", offered=4), "4"),
        (_bad_request(away=[1]), "[1]"),
        (_bad_request(on_roll=1), "1"),
    ],
)
def test_what_is_no_request_raises_one_error_that_quotes_it(text: str, quoted: str) -> None:
    with pytest.raises(BackgammonError) as caught:
        read_request(text)
    assert quoted in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"v": 3, "id": 1, "type": "progress"}',
        '{"v": 3, "id": 1, "type": "answer", "answer": 5}',
        '{"v": 3, "id": 1, "type": "answer", "answer": {"choice": "play", "steps": [[1]], "offered": 0}}',
        '{"v": 3, "id": 1, "type": "ask"}',
    ],
)
def test_what_is_no_reply_raises_an_error(text: str) -> None:
    with pytest.raises(ProtocolError):
        read_reply(text)
