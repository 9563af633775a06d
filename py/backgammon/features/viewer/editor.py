"""The position editor: each command changes the draft and, if the draft is valid, the replay behind it.

So everything that can be done with a position (playing on, copying, saving) uses the last valid one, and a
reload restores that one.
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.core.match import MAX_LENGTH, Match
from backgammon.core.position import BAR, Points, flip_points
from backgammon.features.analysis import hint
from backgammon.features.viewer.replay import open_replay
from backgammon.notation.setup import MAX_CUBE
from backgammon.state.change import Change, chain, show_notice
from backgammon.state.checkers import BAR_1
from backgammon.state.draft import CUBES, DOUBLED, REMOVE, ROLLED, Draft, add_checker, remove_checker
from backgammon.state.effects import Announce, Save
from backgammon.state.model import Editing, Model, Notice, Origin, Replay, Replaying
from backgammon.state.viewer import show, start_from

_EMPTY = (0,) * 26


def open_editor(model: Model, value: str = "") -> Change:
    """Open the editor on the position that is shown."""
    draft = Draft.of(model.game.match)
    replay = _replay(draft) or Replay(_usual(draft), origin=Origin.POSITION)
    return chain(
        open_replay(model, replay),
        hint.hide_hint,
        lambda there: (
            replace(show(there, Editing(there.game_in_play, replay, draft)), panel_open=False),
            (),
        ),
    )


def _usual(draft: Draft) -> Match:
    rules = draft.rules
    return Draft(points=rules.start, length=draft.length, rules=rules).setup.to_match(rules)


def _replay(draft: Draft) -> Replay | None:
    """Return the position as a replay, None if no game can have it."""
    if draft.reason:
        return None
    start = start_from(replace(draft.setup.to_match(draft.rules), white=draft.white))
    return Replay(start, origin=Origin.POSITION) if start else None


def close_editor(model: Model, value: str = "") -> Change:
    """Leave the editor; the last valid position stays open."""
    assert model.replay is not None
    return show(replace(model, notice=None), Replaying(model.game_in_play, model.replay)), (Save(),)


def on_tap(model: Model, place: int) -> Change:
    """Use the tool on a place of the board (places as in the layout)."""
    draft = model.draft
    assert draft is not None
    index = _index(place)
    if index is None:
        return model, ()
    if draft.tool == REMOVE:
        return _points(model, draft, remove_checker(draft.points, index))
    player = {BAR: 0, 0: 1}.get(index, draft.tool)
    points = add_checker(draft.points, index, player, draft.rules.checkers)
    if points is None:
        return show_notice(model, Notice("notice.no-more-checkers"))
    return _points(model, draft, points)


def _index(place: int) -> int | None:
    """Return the index of a place in player 0's points, None for the trays."""
    if 1 <= place <= BAR:
        return place
    return 0 if place == BAR_1 else None


def _points(model: Model, draft: Draft, points: Points) -> Change:
    if points == draft.points:
        return model, ()
    return _set_draft(model, draft.with_points(points))


def _set_draft(model: Model, draft: Draft) -> Change:
    before, replay = model.draft, _replay(draft) or model.replay
    assert before is not None
    assert replay is not None
    changed = [index for index in range(26) if draft.points[index] != before.points[index]]
    # A button that changes more says so by its own name.
    said = [_what_lies(draft.points, index) for index in changed if len(changed) == 1]
    shown = show(replace(model, notice=None), Editing(model.game_in_play, replay, draft))
    return shown, (Save(), *said)


def _what_lies(points: Points, index: int) -> Announce:
    """Announce what lies on a place, by the name that its area has on the board."""
    count = points[index]
    where = {BAR: "bar", 0: "bar"}.get(index, "point")
    whose = "yours" if count > 0 or (count == 0 and index == BAR) else "theirs"
    key = whose if count else "empty" if where == "point" else f"empty.{whose}"
    return Announce(f"aria.{where}.{key}", (("point", index), ("count", abs(count))))


def edit(model: Model, name: str, value: str) -> Change:
    """Carry out a command of the editor; a value that is invalid for its field changes nothing."""
    assert model.draft is not None
    if name == "remove":
        index = _index(int(value)) if value.isascii() and value.isdigit() and len(value) < 3 else None
        points = model.draft.points if index is None else remove_checker(model.draft.points, index)
        return _points(model, model.draft, points)
    try:
        draft = _FIELDS[name](model.draft, value)
    except ValueError:
        return model, ()
    return _set_draft(replace(model, dialog=None) if name == "rolled" else model, draft)


def _one_of(value: str, *allowed: str) -> str:
    if value not in allowed:
        raise ValueError(value)
    return value


def _number(value: str, most: int) -> int:
    number = int(value)
    if not 0 <= number <= most:
        raise ValueError(value)
    return number


def _flip(draft: Draft, value: str) -> Draft:
    """Exchange the sides: Black gets what White has, seen from the other end of the board."""
    owner = None if draft.owner is None else 1 - draft.owner
    turned = draft.with_points(flip_points(draft.points))
    return replace(turned, on_roll=1 - draft.on_roll, owner=owner, score=draft.score[::-1])


def _cube(draft: Draft, value: str) -> Draft:
    cube = _number(value, MAX_CUBE)
    if cube not in CUBES:
        raise ValueError(value)
    owner = None if cube == 1 else draft.owner
    if owner is None and cube > 1 and draft.length:
        owner = draft.on_roll
    return replace(draft, cube=cube, owner=owner)


def _owner(draft: Draft, value: str) -> Draft:
    owner = None if value == "" else _number(value, 1)
    cube = 1 if owner is None and draft.length else draft.cube
    return replace(draft, owner=owner, cube=max(2, cube) if owner is not None else cube)


def _length(draft: Draft, value: str) -> Draft:
    length = _number(value, MAX_LENGTH)
    first, second = (min(points, length - 1) if length else points for points in draft.score)
    return replace(draft, length=length, score=(first, second))


def _score(side: int) -> Callable[[Draft, str], Draft]:
    def set_score(draft: Draft, value: str) -> Draft:
        points = _number(value, draft.highest_score)
        return replace(draft, score=(points, draft.score[1]) if side == 0 else (draft.score[0], points))

    return set_score


_FIELDS: dict[str, Callable[[Draft, str], Draft]] = {
    "tool": lambda draft, value: replace(draft, tool=_number(value, REMOVE)),
    "undo": lambda draft, value: draft.undo(),
    "clear": lambda draft, value: draft.with_points(_EMPTY),
    "start": lambda draft, value: draft.with_points(draft.rules.start),
    "turn": _flip,
    "on-roll": lambda draft, value: replace(draft, on_roll=_number(value, 1)),
    "rolled": lambda draft, value: replace(draft, rolled=_one_of(value, "", DOUBLED, *ROLLED)),
    "cube": _cube,
    "owner": _owner,
    "length": _length,
    "score0": _score(0),
    "score1": _score(1),
    "crawford": lambda draft, value: replace(draft, crawford=bool(value)),
    "jacoby": lambda draft, value: replace(draft, jacoby=bool(value)),
    "beavers": lambda draft, value: replace(draft, beavers=bool(value)),
}

EDITS = (*_FIELDS, "remove")
"""The commands that change the position in the editor."""
