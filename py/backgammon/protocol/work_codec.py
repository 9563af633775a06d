"""Works and their results as JSON data, by the type hints of their own dataclasses.

A value that does not fit its hint raises a ProtocolError that quotes it. A rollout's state has a version of
its own, because it is stored and outlives its message.
"""

from typing import Any

from backgammon.analysis.cube_findings import is_possible
from backgammon.analysis.rollout_state import STATE_VERSION
from backgammon.data.json_text import quote
from backgammon.protocol.messages import (
    MAX_PLIES,
    AnalyseDecision,
    AnalyseScores,
    CubeScores,
    Finding,
    Kind,
    Rollout,
    RolloutState,
    Work,
    WorkResult,
)
from backgammon.protocol.question_codec import CODEC, ProtocolError

_NAMES: dict[type, str] = {AnalyseDecision: "study", AnalyseScores: "scores", Rollout: "rollout"}


def work_data(work: Work) -> dict[str, Any]:
    """Return a work as JSON data."""
    return {_NAMES[type(work)]: CODEC.data(work)}


def read_work(data: Any) -> Work:
    """Read what work_data wrote; raise a BackgammonError that quotes what is wrong."""
    match data:
        case {"study": inner, **rest} if not rest:
            study = CODEC.value(AnalyseDecision, inner, "study")
            if not 0 <= study.plies <= MAX_PLIES:
                raise ProtocolError(f"a study looks 0 to {MAX_PLIES} plies ahead, not {study.plies!r}")
            if study.question.kind is Kind.RESIGNATION:
                raise ProtocolError("a resignation is not studied: look at the position before it")
            return study
        case {"scores": inner, **rest} if not rest:
            scores = CODEC.value(AnalyseScores, inner, "scores")
            if scores.question.kind not in (Kind.DOUBLE, Kind.ANSWER):
                raise ProtocolError("the cube at every score is that of a double, or of the answer to one")
            return scores
        case {"rollout": inner, **rest} if not rest:
            rollout = CODEC.value(Rollout, inner, "rollout")
            if rollout.question.kind is Kind.PLAY and not rollout.plays:
                raise ProtocolError("a rollout of plays names at least one")
            return rollout
    raise ProtocolError(f"a work is a study, scores or a rollout, not {quote(data)}")


def result_data(result: WorkResult) -> dict[str, Any]:
    """Return a result as JSON data."""
    if isinstance(result, RolloutState):
        return {"state": state_data(result)}
    return {"finding" if isinstance(result, Finding) else "scores": CODEC.data(result)}


def read_result(data: Any) -> WorkResult:
    """Read what result_data wrote; raise a ProtocolError that quotes what is wrong."""
    match data:
        case {"finding": inner, **rest} if not rest:
            return CODEC.value(Finding, inner, "finding")
        case {"scores": inner, **rest} if not rest:
            scores = CODEC.value(CubeScores, inner, "scores")
            if not is_possible(scores):
                raise ProtocolError(f"the cube at every score is a square of cells, not {quote(inner)}")
            return scores
        case {"state": inner, **rest} if not rest:
            return read_state(inner)
    raise ProtocolError(f"a result is a finding, scores or a state, not {quote(data)}")


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON data, for storage."""
    data = CODEC.data(finding)
    assert isinstance(data, dict)
    return data


def read_finding(data: Any) -> Finding:
    """Read what finding_data wrote; raise a ProtocolError that quotes what is wrong."""
    if isinstance(data, dict):
        data = {"rank": None, **data}  # findings stored by older builds have none
    return CODEC.value(Finding, data, "finding")


def state_data(state: RolloutState) -> dict[str, Any]:
    """Return a rollout's state as JSON data, to store it and to continue from it."""
    return {"v": STATE_VERSION, **CODEC.data(state)}


def read_state(data: Any) -> RolloutState:
    """Read what state_data wrote; raise a ProtocolError that quotes what is wrong."""
    if not isinstance(data, dict) or data.get("v") != STATE_VERSION:
        raise ProtocolError(f"a rollout's state is an object of version {STATE_VERSION}, not {quote(data)}")
    return CODEC.value(RolloutState, {name: value for name, value in data.items() if name != "v"}, "state")
