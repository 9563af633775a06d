"""Works and their results survive the round trip through JSON; the game's questions go before them."""

import json
from collections.abc import Generator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.analysis.cube_findings import MOST_AWAY
from backgammon.analysis.rollout_state import RolloutSettings, Sums
from backgammon.core.errors import BackgammonError
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.protocol.client import (
    Client,
    PostAsk,
    PostCancel,
    PostWork,
    Progressed,
    Ready,
    Start,
    Timeouts,
    Worked,
    WorkRefused,
)
from backgammon.protocol.codec import (
    Reply,
    ReplyType,
    Request,
    RequestType,
    read_reply,
    read_request,
    reply_text,
    request_text,
)
from backgammon.protocol.messages import (
    AnalyseDecision,
    AnalyseScores,
    Answer,
    Chances,
    Choice,
    CubeAction,
    CubeCell,
    CubeFinding,
    CubeReply,
    CubeScores,
    Finding,
    Kind,
    Question,
    RankedPlay,
    Rollout,
    RolloutState,
    TakePoints,
    Work,
)
from backgammon.protocol.server import Server, Working
from backgammon.protocol.work_codec import finding_data, read_finding, read_state, state_data

PART = st.floats(-3, 3)
CHANCES = st.builds(Chances, PART, PART, PART, PART, PART, PART)
STEPS = st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24)), max_size=4).map(tuple)
PLAYS = st.builds(RankedPlay, STEPS, PART, PART, st.none() | PART, CHANCES, st.integers(0, 2))
CUBES = st.builds(
    CubeFinding,
    PART,
    st.none() | PART,
    st.none() | PART,
    st.sampled_from(CubeAction),
    st.none() | st.sampled_from(CubeReply),
    st.lists(PART, max_size=3).map(tuple),
    CHANCES,
    st.integers(0, 2),
)
FINDINGS = st.builds(
    Finding,
    st.lists(PLAYS, max_size=3).map(tuple),
    st.none() | CUBES,
    PART,
    PART,
    st.booleans(),
    st.none() | st.integers(0, 9),
    st.none() | PART,
    st.none() | PART,
)
CELLS = st.builds(CubeCell) | st.builds(CubeCell, st.sampled_from(CubeAction), st.sampled_from(CubeReply))
TAKES = st.builds(TakePoints, st.none() | PART, st.none() | PART, PART, PART)
SCORES = st.builds(
    CubeScores,
    CELLS.map(lambda cell: ((cell,) * MOST_AWAY,) * MOST_AWAY),
    CELLS,
    CELLS,
    st.tuples(TAKES, TAKES),
    st.sampled_from([(), tuple(range(21))]),
    st.integers(0, 2),
)
BIG = st.integers(-(2**80), 2**80)
STATES = st.builds(
    RolloutState,
    st.text(max_size=9),
    st.just(((0, 3), (7, 9))),
    st.lists(st.builds(Sums, BIG, BIG, st.tuples(BIG, BIG, BIG, BIG, BIG)), max_size=3).map(tuple),
)
QUESTION = Question(Kind.PLAY, "", STANDARD, Position.start().points, True, (3, 1))
RESIGNED = replace(QUESTION, kind=Kind.RESIGNATION, dice=None, offered=1)
STUDY = AnalyseDecision(QUESTION, 1, Answer(Choice.PLAY, ((8, 5), (6, 5))), luck=True)
CUBE = AnalyseScores(replace(QUESTION, kind=Kind.DOUBLE, dice=None))
ROLLOUT = Rollout(QUESTION, (((8, 5), (6, 5)),), RolloutSettings(trials=36))
STATE = RolloutState("key", ((0, 12),), (Sums(1, 2, (3, 4, 5, 6, 7)),))
FINDING = Finding((), None, 0.0, 0.5, counts=False)


@pytest.mark.parametrize("work", [STUDY, CUBE, ROLLOUT, replace(ROLLOUT, span=(3, 9), state=STATE)])
def test_works_come_back(work: Work) -> None:
    request = Request(-4, RequestType.WORK, work=work)
    assert read_request(request_text(request)) == request


@given(FINDINGS | SCORES | STATES)
def test_results_come_back(result: Finding | CubeScores | RolloutState) -> None:
    reply = Reply(-4, ReplyType.RESULT, result=result)
    assert read_reply(reply_text(reply)) == reply


@given(STATES)
def test_a_state_comes_back_with_progress_and_by_itself(state: RolloutState) -> None:
    reply = Reply(-4, ReplyType.PROGRESS, done=0.5, state=state)
    assert read_reply(reply_text(reply)) == reply
    assert read_state(json.loads(json.dumps(state_data(state)))) == state


@given(FINDINGS)
def test_findings_can_be_kept(finding: Finding) -> None:
    assert read_finding(json.loads(json.dumps(finding_data(finding)))) == finding


def _bad_request(work: Work, **fields: object) -> str:
    data = json.loads(request_text(Request(1, RequestType.WORK, work=work)))
    (inner,) = data["work"].values()
    inner.update(fields)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('{"v": 3, "id": 1, "type": "work"}', "None"),
        ('{"v": 3, "id": 1, "type": "work", "work": {"study": 5}}', "5"),
        ('{"v": 3, "id": 1, "type": "work", "work": {"study": {}, "rollout": {}}}', "study"),
        (_bad_request(STUDY, plies=9), "9"),
        (_bad_request(STUDY, luck=1), "1"),
        (_bad_request(STUDY, more=1), "an object of"),
        (_bad_request(STUDY, chosen={"choice": "swim", "steps": [], "offered": 0}), "swim"),
        (_bad_request(replace(STUDY, question=RESIGNED)), "before it"),
        (_bad_request(replace(CUBE, question=QUESTION)), "that of a double"),
        (_bad_request(ROLLOUT, plays=[]), "at least one"),
        (_bad_request(ROLLOUT, plays=[[[1]]]), "[1]"),
        (_bad_request(ROLLOUT, span=[1, 2, 3]), "[1, 2, 3]"),
        (
            _bad_request(
                ROLLOUT, settings={"trials": 0, "seed": 1, "truncate": 0, "plies": 0, "reduce": True}
            ),
            "0",
        ),
        (_bad_request(ROLLOUT, state={"key": "", "spans": [], "sums": [], "v": 99}), "99"),
    ],
)
def test_what_is_no_work_raises_one_error_that_quotes_it(text: str, quoted: str) -> None:
    with pytest.raises(BackgammonError) as caught:
        read_request(text)
    assert quoted in str(caught.value)


def test_scores_that_are_no_square_are_refused() -> None:
    found = CubeScores((), CubeCell(), CubeCell(), (TakePoints(None, None, 0, 0),) * 2, (), 2)
    with pytest.raises(BackgammonError, match="square"):
        read_reply(reply_text(Reply(-4, ReplyType.RESULT, result=found)))


def slow_work(work: Work) -> Working:
    if isinstance(work, Rollout):
        yield 0.5, STATE
        return STATE
    for done in range(4):
        yield done / 4
    return FINDING


def decide(question: Question) -> Generator[float, None, Answer]:
    yield 0.0
    return Answer(Choice.ROLL)


def test_questions_go_before_work_that_is_half_done() -> None:
    ticks = iter(range(1000))
    server = Server(decide, lambda: float(next(ticks)), slow_work)
    server.receive(request_text(Request(-1, RequestType.WORK, work=STUDY)))
    server.step()
    server.receive(request_text(Request(-2, RequestType.WORK, work=ROLLOUT)))
    server.receive(request_text(Request(1, RequestType.ASK, QUESTION)))
    said = []
    while server.busy:
        said += [read_reply(text) for text in server.step()]
    assert [(reply.id, reply.type) for reply in said if reply.type is not ReplyType.PROGRESS] == [
        (1, ReplyType.ANSWER),
        (-1, ReplyType.RESULT),
        (-2, ReplyType.RESULT),
    ]
    assert [reply.state for reply in said if reply.id == -2 and reply.type is ReplyType.PROGRESS] == [STATE]


def test_work_can_be_cancelled_at_any_time() -> None:
    ticks = iter(range(1000))
    server = Server(decide, lambda: float(next(ticks)), slow_work)
    for id in (-1, -2):
        server.receive(request_text(Request(id, RequestType.WORK, work=STUDY)))
    server.step()
    for id in (-1, -2):
        (text,) = server.receive(request_text(Request(id, RequestType.CANCEL)))
        assert read_reply(text) == Reply(id, ReplyType.ERROR, reason="cancelled")
    assert not server.busy


def start_client(starts: int = 3) -> Client:
    client = Client(Timeouts(start=90, reply=10, late=5), starts)
    client.start(0)
    assert client.on_ready(1) == [Ready()]
    return client


def test_work_runs_beside_a_question_and_reports() -> None:
    client = start_client()
    assert client.begin(-1, STUDY, 2) == [PostWork(-1, STUDY)]
    assert client.ask(1, QUESTION, 2) == [PostAsk(1, QUESTION)]
    assert client.on_progress(1, 0.5, None, 3) == []
    assert client.on_progress(-1, 0.5, None, 3) == [Progressed(-1, 0.5, None)]
    client.on_answer(1, Answer(Choice.ROLL), 4)
    assert client.due is not None
    assert client.on_result(-1, FINDING, 5) == [Worked(-1, FINDING)]
    assert client.due is None
    assert client.on_result(-1, FINDING, 6) == []


def test_work_begun_before_the_worker_is_up_is_posted_then() -> None:
    client = Client(Timeouts())
    assert client.begin(-1, STUDY, 0) == []
    client.start(1)
    assert client.on_ready(2) == [Ready(), PostWork(-1, STUDY)]


def test_a_silent_worker_is_replaced_and_a_rollout_goes_on_from_its_state() -> None:
    client = start_client()
    client.begin(-1, ROLLOUT, 2)
    client.on_progress(-1, 0.3, STATE, 2.5)
    client.on_progress(-1, 0.4, None, 3)
    assert client.tick(12) == []
    assert client.tick(13)[-1] == Start()
    assert client.on_ready(14) == [Ready(), PostWork(-1, replace(ROLLOUT, state=STATE))]


def test_work_that_is_let_go_is_heard_of_no_more() -> None:
    client = start_client()
    client.begin(-1, STUDY, 2)
    assert client.cancel_work(-1) == [PostCancel(-1)]
    assert client.due is None
    assert client.on_refused(-1, "cancelled", 4) == []
    assert client.on_progress(-1, 0.5, None, 4) == []
    assert client.cancel_work(-1) == []


def test_work_that_cannot_be_done_is_refused_and_the_worker_lives_on() -> None:
    client = start_client()
    client.begin(-1, STUDY, 2)
    assert client.on_refused(-1, "no such play", 3) == [WorkRefused(-1, "no such play")]
    assert client.ask(1, QUESTION, 4) == [PostAsk(1, QUESTION)]


def test_work_that_no_worker_survives_is_given_up() -> None:
    client = start_client(starts=2)
    client.begin(-1, STUDY, 2)
    client.on_died("gone", 3)
    client.on_ready(4)
    outputs = client.on_died("gone", 5)
    assert WorkRefused(-1, "gone") in outputs
    assert client.begin(-2, STUDY, 6) == [WorkRefused(-2, "the engine does not run")]
    client.start(7)
    assert client.on_ready(8) == [Ready()]
