"""How the page stands with its engine worker; TRANSITIONS says what follows what, by features.game.opponent.

``failures`` counts how often the engine failed since it last gave a good answer; ``key`` is the word for the
link in keys of the catalogue.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Loading:
    """The worker has not reported itself yet."""

    key: ClassVar[str] = "loading"
    failures: ClassVar[int] = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker waits for a question."""

    failures: int = 0
    key: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Thinking:
    """The worker was asked the question of this number."""

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
    """The worker was given up, until a person asks for another try."""

    failures: int
    key: ClassVar[str] = "failed"


Link = Loading | Ready | Thinking | Restarting | Failed
WORKS = Ready | Thinking
"""The worker is there, and takes questions and work."""

_LOST = (
    Restarting,  # the worker died, hangs or answered nonsense, and is started again
    Failed,  # the same once too often, or for good
)
TRANSITIONS: dict[type[Link], tuple[type[Link], ...]] = {
    Loading: (Ready, *_LOST),  # the worker has reported itself
    Ready: (Thinking, Ready, *_LOST),  # it is asked; or another has taken its place
    Thinking: (Ready, *_LOST),  # it has answered, or the answer is no longer wanted
    Restarting: (Ready, *_LOST),
    Failed: (Restarting, Ready, Failed),  # a person asks for another try; or it reports itself after all
}
