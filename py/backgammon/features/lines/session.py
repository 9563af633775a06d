"""The analysis board: lines are tried out from a position, for both sides; meanwhile the match is paused.

The board shows a game of two people with typed dice, which is played like any other. Every action in it
becomes a node of the tree (``follow``); a play counts as soon as it is complete, and nothing happens
automatically. Lines that are deleted, left or replaced can be brought back from a notice.
"""

from dataclasses import replace

from backgammon.core.dice import roll_of
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Action, Match, Phase, Played, Rolled
from backgammon.core.variations import START, TooManyVariations, Variations
from backgammon.features.analysis import hint
from backgammon.features.game import flow
from backgammon.features.game.opponent import wait
from backgammon.features.lines.permissions import decision_node, start_of
from backgammon.features.speech.status_text import action_name, play_word
from backgammon.state.analysis_state import Purpose
from backgammon.state.change import Change, chain, show_notice
from backgammon.state.effects import Save
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import (
    Analysing,
    DialogName,
    Editing,
    Exercise,
    Lines,
    MessageKey,
    Model,
    Notice,
    Replaying,
)
from backgammon.state.viewer import setup_of, show
from backgammon.storage.log_codec import unpack


def open_lines(model: Model, value: str = "") -> Change:
    """Try out lines from the position that is shown; the action that followed in a match is the first."""
    start = start_of(model)
    if start is None:
        return model, ()
    replay = model.replay
    seats = (setup_of(model.game_in_play, replay) if replay else model.game.setup).seats
    return open_tree(model, Lines(_tree_from(model, start), (seats[0].name, seats[1].name)))


def _tree_from(model: Model, start: Match) -> Variations:
    """Return the lines that are shown first if they are opened from ``start``, the decision on the board."""
    tree, replay = Variations.of(start), model.replay
    if replay and not model.draft and replay.cursor < len(replay.log):
        return _with_action(tree, replay.log[replay.cursor])
    return tree


def _with_action(tree: Variations, action: Action) -> Variations:
    """Return a tree with an action of a match added, and the position before it still on the board."""
    try:
        return tree.add(action).go(tree.at)
    except BackgammonError:
        return tree


def open_tree(model: Model, lines: Lines) -> Change:
    """Show lines; the automatic steps of the match stop until the lines are closed."""

    def begin(ready: Model) -> Change:
        known = ready.analysis_board
        before = known.before if known else ready.looking
        held = ready.game if isinstance(ready.looking, Exercise) else known.held if known else None
        assert not isinstance(before, Analysing)
        looking = Analysing(ready.game_in_play, lines, before=before, held=held)
        free = replace(ready, dialog=None, notice=None, refused=None, panel_open=False)
        return show(free, looking), (Save(),)

    return offer_return(model, chain(wait(model), hint.hide_hint, begin))


def follow(model: Model) -> Change:
    """After every event: add to the tree the actions made on the board."""
    looking = model.analysis_board
    if looking is None or len(model.game.log) == len(looking.tree.line):
        return model, ()
    tree = looking.tree
    try:
        for action in tuple(model.game.log)[len(tree.line) :]:
            tree = tree.add(action)
    except TooManyVariations:
        return show_notice(show(model, looking), Notice("notice.lines-full", tone="warning"))
    lines = replace(looking.lines, tree=tree)
    return replace(model, looking=replace(looking, lines=lines)), (Save(),)


def _at(model: Model, tree: Variations) -> Change:
    looking = model.analysis_board
    assert looking is not None
    return _show_lines(model, looking, replace(looking.lines, tree=tree))


def _show_lines(model: Model, looking: Analysing, lines: Lines) -> Change:
    return show(replace(model, notice=None, dialog=None), replace(looking, lines=lines)), (Save(),)


def _tree(model: Model) -> Variations:
    assert model.analysis_board is not None
    return model.analysis_board.tree


def open_dice(model: Model, value: str = "") -> Change:
    """Open the dialog for choosing a roll."""
    return replace(model, dialog=DialogName.ROLL_TYPED), ()


def set_dice(model: Model, value: str) -> Change:
    """Set the dice, replacing dice not yet played; a roll without a legal move is passed at once."""
    tree, dice = _tree(model), roll_of(value)
    if tree.match.phase is Phase.TO_PLAY:
        tree = tree.go(tree.parent)
    if dice is None or tree.match.phase is not Phase.TO_ROLL:
        return model, ()
    action = Rolled(dice)

    def roll(ready: Model) -> Change:
        rolled = flow.commit(ready, action)
        turn = turn_of(rolled[0].game.match)
        return chain(rolled, flow.play) if turn and not any(turn.results.values()) else rolled

    return chain(_at(model, tree), roll)


def try_play(model: Model, value: str) -> Change:
    """Try a play, in the notation of the log, of the roll on the board or of the one that was just played."""
    tree = _tree(model)
    decided = decision_node(tree)
    try:
        action = unpack(value)[0] if 0 < len(value) < 10 else None
        if decided is None or not isinstance(action, Played):
            return model, ()
        return _at(model, tree.go(decided).add(action))
    except TooManyVariations:
        return show_notice(model, Notice("notice.lines-full", tone="warning"))
    except BackgammonError:
        return model, ()


def go_back(model: Model, value: str = "") -> Change:
    """Take back the moves of an unfinished play, or go to the position before."""
    tree = _tree(model)
    return _at(model, tree if model.game.moves else tree.go(tree.parent))


def go_on(model: Model, value: str = "") -> Change:
    """Go to the next node, along the line that was tried first."""
    tree = _tree(model)
    children = tree.children(tree.at)
    return _at(model, tree.go(children[0])) if children else (model, ())


def go_to(model: Model, value: str) -> Change:
    """Go to a node by its index."""
    tree = _tree(model)
    known = value == str(START) or (value.isascii() and value.isdigit() and len(value) < 6)
    return _at(model, tree.go(int(value))) if known and int(value) < len(tree.nodes) else (model, ())


def go_to_start(model: Model, value: str = "") -> Change:
    """Go to the position where all lines begin."""
    return _at(model, _tree(model).go(START))


def go_to_end(model: Model, value: str = "") -> Change:
    """Go to the end of the line."""
    tree = _tree(model)
    while children := tree.children(tree.at):
        tree = tree.go(children[0])
    return _at(model, tree)


def prune(model: Model, value: str = "") -> Change:
    """Remove the current node, with all that follows it; a notice offers to bring it back."""
    looking = model.analysis_board
    assert looking is not None
    tree = looking.tree
    before, action = tree.match_at(tree.parent), tree.nodes[tree.at].action
    match action:
        case Rolled((first, second)):
            what: str = f"{max(first, second)}{min(first, second)}"
        case Played(steps):
            what = play_word(before.position.points, steps)
        case _:
            what = MessageKey(f"action.{action_name(action)}")
    gone = _removal(what, looking.lines)
    return chain(_at(model, tree.prune(tree.at)), lambda after: show_notice(after, gone))


def _removal(what: str, lines: Lines) -> Notice:
    return Notice("notice.removed", (("what", what),), removed=lines)


def restore(model: Model, value: str = "") -> Change:
    """Bring back the lines as they were before they were deleted, left or replaced."""
    assert model.notice is not None
    lines, looking = model.notice.removed, model.analysis_board
    assert isinstance(lines, Lines)
    return _show_lines(model, looking, lines) if looking else open_tree(model, lines)


def close(model: Model, value: str = "") -> Change:
    """Leave the lines: return to what was shown before, or resume the match.

    A notice offers to bring back what opening them again would not show.
    """
    looking = model.analysis_board
    assert looking is not None
    closed = chain(_leave(model, looking), hint.hide_hint, lambda left: hint.cancel_jobs(left, Purpose.LINES))
    offered = offer_return(model, closed)
    return chain(offered, flow.resume) if looking.before is None else offered


def _leave(model: Model, looking: Analysing) -> Change:
    free = replace(model, notice=None, ticks=model.ticks + 1)
    match looking.before:
        case None:
            return replace(free, game=looking.waiting, looking=None), (Save(),)
        case Replaying() | Editing() as before:
            return show(free, before), (Save(),)
        case before:
            assert looking.held is not None
            return replace(free, game=looking.held, looking=before), (Save(),)


def offer_return(model: Model, change: Change) -> Change:
    """Offer, in a notice, to bring back the lines of ``model`` that ``change`` has taken from the board.

    Lines that opening them again would show are not lost.
    """
    looking, shown = model.analysis_board, change[0].analysis_board
    if looking is None or not looking.tree.nodes:
        return change
    left = _leave(model, looking)[0]
    start = start_of(left)
    others = (_tree_from(left, start) if start else None, shown.tree if shown else None)
    if any(other and _has_same_lines(other, looking.tree) for other in others):
        return change
    gone = _removal(MessageKey("lines.lines"), looking.lines)
    return chain(change, lambda after: show_notice(after, gone))


def _has_same_lines(one: Variations, other: Variations) -> bool:
    return (one.start, one.nodes) == (other.start, other.nodes)
