"""The state of the page's engine worker; TRANSITIONS lists its changes, made by features.game.opponent.

``failures`` counts the failures of the engine since its last good answer; ``key`` is the word for the state
in keys of the catalogue.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Loading:
    """The worker has not reported that it is ready yet."""

    key: ClassVar[str] = "loading"
    failures: ClassVar[int] = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker is waiting for a question."""

    failures: int = 0
    key: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Thinking:
    """The worker has been asked the question with this number."""

    question: int
    failures: int = 0
    key: ClassVar[str] = "thinking"


@dataclass(frozen=True, slots=True)
class Restarting:
    """The worker is being started again."""

    failures: int = 0
    key: ClassVar[str] = "restarting"


@dataclass(frozen=True, slots=True)
class Failed:
    """The worker is not started again until a person asks for another try."""

    failures: int
    key: ClassVar[str] = "failed"


EngineState = Loading | Ready | Thinking | Restarting | Failed
WORKS = Ready | Thinking
"""The worker is running, and accepts questions and work."""

_LOST = (
    Restarting,  # the worker died, hangs or answered nonsense, and is being started again
    Failed,  # it failed once too often, or a restart was no use
)
TRANSITIONS: dict[type[EngineState], tuple[type[EngineState], ...]] = {
    Loading: (Ready, *_LOST),  # the worker has reported that it is ready
    Ready: (Thinking, Ready, *_LOST),  # it is asked a question; or another worker has taken its place
    Thinking: (Ready, *_LOST),  # it has answered, or the answer is no longer wanted
    Restarting: (Ready, *_LOST),
    Failed: (Restarting, Ready, Failed),  # a person asks for another try; or it becomes ready after all
}
