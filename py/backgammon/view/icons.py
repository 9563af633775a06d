"""The few icons of the page, drawn as strokes on a grid of 24 by 24."""

from functools import lru_cache

from backgammon.view.node import Node, node

_CROSS = ("M6 6l12 12", "M18 6L6 18")
_LEFT = ("M15 5.5L8 12l7 6.5",)
_RIGHT = ("M9 5.5l7 6.5-7 6.5",)
_TICK = ("M5 12.5l4.5 4.5L19 7",)
_BIN = ("M5 7h14", "M9.5 7V4.5h5V7", "M7 7l1 13h8l1-13")
_UNDO = ("M9 7L4.5 11.5 9 16", "M5 11.5h9a5 5 0 0 1 0 10h-2")
_PATHS = {
    "new-game": ("M12 5v14", "M5 12h14"),
    "rules": (
        "M4 5.5c3-1.2 5.6-.8 8 .9 2.4-1.7 5-2.1 8-.9V18c-3-1.1-5.6-.7-8 1-2.4-1.7-5-2.1-8-1z",
        "M12 6.4V19",
    ),
    "settings": ("M4 7h9", "M17 7h3", "M4 17h3", "M11 17h9", "M15 4.6v4.8", "M9 14.6v4.8"),
    "help": ("M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1", "M12 17.5v.1"),
    "panel": ("M5 6h14", "M5 12h14", "M5 18h9"),
    "sheet": ("M6 15l6-6 6 6",),
    "close": _CROSS,
    "stop": ("M7.5 7.5h9v9h-9z",),
    "undo": _UNDO,
    "redo": ("M15 7l4.5 4.5L15 16", "M19 11.5h-9a5 5 0 0 0 0 10h2"),
    "swap": ("M7 5L4 8l3 3", "M4 8h15", "M17 13l3 3-3 3", "M20 16H5"),
    "resign": ("M6 20.5V4", "M6 5c4-2.5 7 2 12 0v8c-5 2-8-2.5-12 0"),
    "dice": (
        "M5.5 4h13q1.5 0 1.5 1.5v13q0 1.5-1.5 1.5h-13Q4 20 4 18.5v-13Q4 4 5.5 4z",
        "M8.6 8.6v.1",
        "M15.4 15.4v.1",
        "M12 12v.1",
    ),
    "study-first": ("M18 6l-7 6 7 6", "M7 6v12"),
    "study-previous": _LEFT,
    "study-next": _RIGHT,
    "study-last": ("M6 6l7 6-7 6", "M17 6v12"),
    "mistake-previous": ("M11 5.5L4.5 12l6.5 6.5", "M4.5 12h15"),
    "play-here": ("M8 5l11 7-11 7z",),
    "learn-previous": _LEFT,
    "learn-next": _RIGHT,
    "game-before": ("M13 6l-6 6 6 6", "M18 6l-6 6 6 6"),
    "game-after": ("M11 6l6 6-6 6", "M6 6l6 6-6 6"),
    "edit": ("M4 20l1-4L16 5l3 3L8 19z", "M13.5 7.5l3 3"),
    "edit-undo": _UNDO,
    "edit-clear": _BIN,
    "edit-start": ("M4 20V4", "M8 20V9", "M12 20V6", "M16 20v-9", "M20 20V4"),
    "edit-turn": ("M8 4v15", "M4.5 15.5L8 19l3.5-3.5", "M16 20V5", "M12.5 8.5L16 5l3.5 3.5"),
    "files": ("M6 3.5h8l4.5 4.5v12.5H6z", "M13.5 3.5V8.5h5", "M9 13h6", "M9 16.5h6"),
    "explore": ("M4 12a8 8 0 1 0 2.6-5.9", "M4 4.5v4.2h4.2", "M12 8v4.4l3 1.8"),
    "shelf-return": ("M10 6l-6 6 6 6", "M4 12h11a5 5 0 0 1 5 5v2"),
    "review": ("M4 19.5h16", "M4.5 15l4.5-5 4 3.5 6.5-8"),
    "figures": ("M5 19.5v-6h3.5v6z", "M10.2 19.5V5h3.6v14.5z", "M15.5 19.5v-9.5H19v9.5z", "M3 19.5h18"),
    "lessons": ("M3 9.5L12 5.5l9 4-9 4z", "M7 11.5v4.5c3 2.3 7 2.3 10 0v-4.5", "M21 9.5v5"),
    "solved": _TICK,
    "quiz": (
        "M5.5 4h13q1.5 0 1.5 1.5v13q0 1.5-1.5 1.5h-13Q4 20 4 18.5v-13Q4 4 5.5 4z",
        "M9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.8",
        "M12 16.6v.1",
    ),
    "quiz-close": _CROSS,
    "hint": (
        "M9.2 15.8c-1.9-1.2-3-2.9-3-5.1a5.8 5.8 0 0 1 11.6 0c0 2.2-1.1 3.9-3 5.1v2H9.2z",
        "M10 20.6h4",
    ),
    "friend": ("M5 5h14v10.5h-7.5L7 19.5v-4H5z", "M9 10.2v.1", "M12 10.2v.1", "M15 10.2v.1"),
    "line-open": ("M6 4v16", "M6 9h6a4 4 0 0 1 4 4v7", "M13 17l3 3 3-3"),
    "line-prune": _BIN,
    "line-close": _CROSS,
    "play-listed": _TICK,
}


def has_icon(name: str) -> bool:
    """Whether there is an icon of this name."""
    return name in _PATHS


@lru_cache(maxsize=32)
def icon(name: str) -> Node:
    """Draw an icon; the words beside it, or the button's label, name it."""
    if name not in _PATHS:
        raise LookupError(f"{name!r} has no icon: draw one in _PATHS in view/icons.py")
    return node(
        "svg",
        [node("path", d=path) for path in _PATHS[name]],
        class_="icon",
        viewBox="0 0 24 24",
        aria_hidden="true",
    )
