"""Parts of the page that a first visit does not load: the modules of each, and how other code calls them.

The page starts from a memory snapshot in which its Python is imported already, except the modules in PARTS:
each part has an archive of its own, which is fetched when something in it is needed. No other module imports
them (tests/test_imports.py); their functions are named, as in ``late("features.viewer.export:copy_id")``. An
event that needs a part not loaded yet waits for it (app.waiting). Outside the browser every part is loaded.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import Any, Protocol


class Part(StrEnum):
    DIALOGS = "dialogs"
    FILES = "files"
    """Opening and exporting positions, match files and backups."""
    EMBED = "embed"
    """Boards in other people's pages."""
    FRIEND = "friend"
    """A match with a person at another device."""
    CLOCK = "clock"
    """The clock of a match at this device, and what follows from it."""
    LESSONS = "lessons"
    LINES = "lines"
    """The analysis board."""


PARTS: dict[Part, tuple[str, ...]] = {
    Part.DIALOGS: (
        "view.board.excerpt",
        "view.panels.choices",
        "view.dialogs.cube",
        "view.dialogs.dice",
        "view.dialogs.figures",
        "view.dialogs.files",
        "view.dialogs.help",
        "view.dialogs.settings",
        "view.dialogs.new_game",
        "view.dialogs.play_here",
        "view.dialogs.resign",
        "view.dialogs.review",
        "view.dialogs.rules",
    ),
    Part.FILES: (
        "notation.lines",
        "notation.remarks",
        "notation.record",
        "notation.reading",
        "notation.play",
        "notation.match_builder",
        "notation.gnuid",
        "notation.diagram",
        "notation.ogid",
        "notation.snowie",
        "notation.tags",
        "notation.mat_reader",
        "notation.mat",
        "notation.sgf_trees",
        "notation.sgf_reader",
        "notation.sgf",
        "notation.sgf_variations",
        "notation.rtf",
        "notation.xg_archive",
        "notation.xg_records",
        "notation.xg",
        "notation.detect",
        "analysis.finding_text",
        "analysis.report_text",
        "features.saving.backup",
        "features.viewer.open_file",
        "features.coach.many_files",
        "features.viewer.export",
        "features.coach.review_text",
        "view.board.diagram",
        "view.board.picture",
        "browser.pictures",
    ),
    Part.EMBED: (
        "state.embed",
        "app.embed_page",
        "view.problem_page",
        "browser.embedded",
    ),
    Part.FRIEND: (
        "friend.stages",
        "friend.errors",
        "friend.packing",
        "friend.sdp",
        "friend.terms",
        "friend.texts",
        "friend.outputs",
        "friend.chain",
        "friend.entries",
        "friend.standing",
        "friend.kept",
        "friend.wire",
        "friend.mirror",
        "friend.agreement",
        "friend.transcript",
        "friend.pulse",
        "friend.timing",
        "friend.side",
        "friend.remarks",
        "friend.live",
        "friend.match",
        "friend.news",
        "friend.requests",
        "friend.calls",
        "friend.matches",
        "friend.rematches",
        "friend.orders",
        "friend.active",
        "friend.rematch_desk",
        "friend.desk",
        "state.friend",
        "features.friend.board",
        "features.saving.friends",
        "features.friend.handlers",
        "view.qr",
        "view.panels.friend_matches",
        "view.dialogs.friend",
        "browser.peer",
        "browser.friends",
    ),
    Part.CLOCK: ("features.clock",),
    Part.LINES: (
        "features.lines.judging",
        "features.lines.session",
        "view.panels.lines",
    ),
    Part.LESSONS: (
        "notation.play",
        "features.lessons.goals",
        "features.lessons.course",
        "features.lessons.chapters",
        "features.lessons.progress",
        "features.lessons.session",
        "view.panels.lesson",
    ),
}
"""The modules of each part, named below ``backgammon``, in the order of import, one per task: each module
comes after those it imports from its own part or from one the part needs. A small module that two parts
import is in both; loading it a second time changes nothing."""
NEEDS: dict[Part, Part] = {Part.EMBED: Part.FILES}
"""For each part that needs another: the part to load first."""


class PartMissing(Exception):
    """Something is needed from a part that is not loaded yet."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class HasParts(Protocol):
    """A model, as far as it says which parts are loaded."""

    @property
    def parts(self) -> frozenset[Part]: ...


@dataclass(frozen=True, slots=True)
class Late:
    """A function of a part, looked up when it is called; its first argument is the model."""

    part: Part
    module: str
    name: str

    def __call__(self, model: HasParts, *rest: object) -> Any:
        """Call the function; raise PartMissing if its part is not loaded yet."""
        if self.part not in model.parts:
            raise PartMissing(self.part)
        return getattr(import_module(self.module), self.name)(model, *rest)


def late(place: str) -> Callable[..., Any]:
    """Return a function of a part by its path, such as ``features.viewer.export:copy_id``."""
    module, name = place.split(":")
    part = part_of(module)
    if part is None:
        raise ValueError(f"{module} is in no part: list it in PARTS of state/parts.py, or import it as usual")
    return Late(part, f"backgammon.{module}", name)


def part_of(module: str) -> Part | None:
    """Return a part that contains a module below ``backgammon``, None if it is loaded from the start."""
    return next((part for part, modules in PARTS.items() if module in modules), None)
