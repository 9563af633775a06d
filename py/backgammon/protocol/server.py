"""The worker's end of the link, without I/O: texts go in, texts come out, and thinking is cut into slices.

Every ask and every work gets exactly one reply that ends it (answer, result or error), even if reading it,
thinking about it or writing its answer fails in an unforeseen way; a cancelled one gets the error
"cancelled". Questions of the game take precedence over all work, even over work that is half done.
"""

import time
from collections.abc import Callable, Generator

from backgammon.core.errors import BackgammonError
from backgammon.data.json_text import DataError, decode_object
from backgammon.protocol.codec import LONGEST, Reply, ReplyType, RequestType, read_request, reply_text
from backgammon.protocol.messages import Answer, Question, RolloutState, Work, WorkResult

SLICE_SECONDS = 0.05
"""How long a step may think before messages are let in."""

Thinking = Generator[float, None, Answer]
"""Yields how much is done, from 0 to 1, and returns the answer."""

Working = Generator[float | tuple[float, RolloutState], None, WorkResult]
"""Yields how much is done, from 0 to 1, together with a rollout's state so far; returns the result."""


def no_work(work: Work) -> Working:
    """Refuse every work."""
    raise BackgammonError(f"no work is done here: {work!r:.100}")


class Server:
    """Answers questions one after another, then does work; call ``step`` while it is ``busy``."""

    def __init__(
        self,
        decide: Callable[[Question], Thinking],
        clock: Callable[[], float] = time.monotonic,
        work: Callable[[Work], Working] = no_work,
    ) -> None:
        self._decide, self._work, self._clock = decide, work, clock
        self._questions: dict[int, Thinking] = {}
        self._works: dict[int, Working] = {}

    @property
    def busy(self) -> bool:
        """Whether any question is unanswered or any work unfinished."""
        return bool(self._questions or self._works)

    def receive(self, text: str) -> list[str]:
        """Take a message from the page; return the messages to send at once."""
        try:
            request = read_request(text)
            if request.question:
                self._questions[request.id] = self._decide(request.question)
            if request.work:
                self._works[request.id] = self._work(request.work)
        except Exception as error:
            return [_error_text(_claimed_id(text), error)]
        if request.type is RequestType.CANCEL and self._cancel(request.id):
            return [reply_text(Reply(request.id, ReplyType.ERROR, reason="cancelled"))]
        return []

    def step(self) -> list[str]:
        """Think for one slice about the oldest question, or else the oldest work; return messages to send."""
        jobs: dict[int, Thinking] | dict[int, Working] = self._questions or self._works
        if not jobs:
            return []
        id, thinking = next(iter(jobs.items()))
        end = self._clock() + SLICE_SECONDS
        try:
            done = next(thinking)
            state = done[1] if isinstance(done, tuple) else None
            while self._clock() < end:
                done = next(thinking)
                state = done[1] if isinstance(done, tuple) else state
            part = done[0] if isinstance(done, tuple) else done
            return [reply_text(Reply(id, ReplyType.PROGRESS, done=part, state=state))]
        except StopIteration as stop:
            text = _ending_text(id, stop.value)
        except Exception as error:
            text = _error_text(id, error)
        del jobs[id]
        return [text]

    def _cancel(self, id: int) -> bool:
        return bool(self._questions.pop(id, None) or self._works.pop(id, None))


def _ending_text(id: int, value: Answer | WorkResult) -> str:
    try:
        if isinstance(value, Answer):
            return reply_text(Reply(id, ReplyType.ANSWER, answer=value))
        return reply_text(Reply(id, ReplyType.RESULT, result=value))
    except Exception as error:
        return _error_text(id, error)


def _error_text(id: int, error: Exception) -> str:
    reason = str(error) if isinstance(error, BackgammonError) else repr(error)
    return reply_text(Reply(id, ReplyType.ERROR, reason=reason))


def _claimed_id(text: str) -> int:
    """Return the id of a message that cannot be read otherwise, 0 if it has none."""
    try:
        id = decode_object(text, LONGEST).get("id")
    except DataError:
        return 0
    return id if type(id) is int else 0
