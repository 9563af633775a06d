"""The analysis board on the page: the rank of the play just made, the best plays, and the tree of lines."""

from backgammon.app.commands import available
from backgammon.core.match import Action, Match, Played, Rolled
from backgammon.core.variations import START, Variations, matches
from backgammon.features.analysis import hint
from backgammon.features.lines import judging
from backgammon.features.lines.judging import Candidate
from backgammon.features.lines.permissions import decision_node, is_choice
from backgammon.features.speech.status_text import action_name, status, text
from backgammon.protocol.messages import CubeFinding, Finding, grade
from backgammon.state.model import Analysing, Model, Problem
from backgammon.view.forms import button, mark, sheet_panel, tool
from backgammon.view.grades import grade_signs
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.chances import chances, own_depth, plays_head
from backgammon.view.panels.cube_table import cube_table, verdict
from backgammon.view.panels.ranking import best_line, loss_text, verdict_text
from backgammon.view.panels.reason import reason_line
from backgammon.view.panels.status_line import notice_line, title_line
from backgammon.view.words import Say, play_name, prevent_breaks, roll_name

_DEEPEST = 6
"""The deepest level of indentation of lines."""


def lines_status(model: Model, say: Say) -> Node:
    """Draw what is looked at, how good the choice was that led there, and what is to be done."""
    return node(
        "div",
        _title(model, judging.answer(model), say),
        notice_line(model.notice, say),
        node("p", prevent_breaks(text(say, status(model))), class_="said", key="said"),
        class_="status",
        key="status",
    )


def _title(model: Model, asked: Problem | None, say: Say) -> Node:
    """Draw the title of the board, or in its place how good the choice was."""
    title = None if asked else node("p", say("lines.title"), class_="looking", key="at")
    return title_line(model, say, tool("line-close", say), title, _outcome(asked, say))


def _outcome(asked: Problem | None, say: Say) -> Node:
    if asked is None:
        return node("div", class_="outcome", role="status", key="verdict")
    found, error = asked.found, asked.found.error if asked.found else None
    best = best_line(asked, found, say) if found else ""
    return node(
        "div",
        node(
            "p", verdict_text(asked, say), class_=f"judged {grade(error)}" if error is not None else "judged"
        ),
        node("p", best, class_="note") if best else None,
        class_="outcome",
        role="status",
        key="verdict",
    )


def lines_panel(model: Model, say: Say) -> Node:
    """Draw the engine's analysis of the decision, and below it everything that was tried."""
    looking = model.analysis_board
    assert looking is not None
    content = _decision(model, looking, say), _tree(model, looking.tree, say)
    return sheet_panel(say("lines.title"), None, *content, class_="panel quiz lines")


def _decision(model: Model, looking: Analysing, say: Say) -> Child:
    """Draw the plays of the roll, or the analysis of the cube."""
    here = judging.current_finding(model)
    if decision_node(looking.tree) is None:
        return _cube(model, here, say)
    asked, ranked = judging.answer(model), judging.candidates(model)
    return (
        _ranking(model, ranked, say) if ranked else _empty(is_choice(looking.tree), say),
        reason_line(asked.match, asked.found, say) if asked and asked.found else None,
        _cube_line(here.cube, say) if here and here.cube else None,
    )


def _ranking(model: Model, ranked: tuple[Candidate, ...], say: Say) -> Node:
    usual = ranked[0].play.plies
    rows = [_candidate(model, each, usual, say) for each in ranked]
    return node(
        "div",
        plays_head(usual, say),
        node("ol", rows, class_="plays", aria_label=say("problem.title")),
        class_="candidates",
        key="plays",
    )


def _empty(thinking: bool, say: Say) -> Node:
    """Draw a note that the plays are being ranked, or that there is nothing to rank."""
    words = say("advice.thinking" if thinking else "advice.none")
    return node("p", words, class_="empty thinking" if thinking else "empty", key="empty")


def _cube_line(found: CubeFinding, say: Say) -> Node | None:
    """Draw the proper cube action after a play; None if nobody may double."""
    if found.double_take is None:
        return None
    words = say("lines.cube", verdict=say(f"cube.verdict.{verdict(found)}"))
    return node("p", words, class_="note", key="cube")


def _cube(model: Model, here: Finding | None, say: Say) -> Child:
    if here and here.cube:
        return cube_table(here.cube, model.game.match, say)
    return _empty(thinking=True, say=say) if hint.has_choice(model.game.match) else None


def _candidate(model: Model, each: Candidate, usual: int, say: Say) -> Node:
    """Draw a play of the roll: a tap goes to its node or tries it. ``usual``: the plies given in the head."""
    assert model.analysis_board is not None
    tree, play = model.analysis_board.tree, each.play
    decided = decision_node(tree)
    match = tree.match_at(tree.at if decided is None else decided)
    written = play_name(match.position.points, play.steps, say)
    here = each.node == tree.at
    return node(
        "li",
        node(
            "button",
            node("span", say.number(each.place), class_="rank"),
            node(
                "span",
                written,
                node("span", say("lines.tried"), class_="played") if each.node is not None else None,
                own_depth(play.plies, usual, say),
                class_="play",
            ),
            node("span", say.number(play.equity, 3, signed=True), class_="equity"),
            node("span", loss_text(play.behind, say), class_=f"behind {grade(play.behind)}"),
            chances(play.chances, say),
            type="button",
            class_="listed",
            data_command="line-try" if each.node is None else "line-to",
            data_value=each.value if each.node is None else each.node,
            aria_current="step" if here else None,
        ),
        class_="chosen" if here else None,
        key=each.value,
    )


def _tree(model: Model, tree: Variations, say: Say) -> Node:
    """Draw the lines, each indented below the ply that it replaces, and the buttons to save or prune them."""
    before = [tree.start, *matches(tree.start, tree.nodes)]
    return node(
        "section",
        node(
            "header",
            node("h2", say("lines.lines"), class_="panel-title"),
            [tool(name, say) for name in ("files", "line-prune") if name in available(model)],
            class_="lines-head",
        ),
        node(
            "ol",
            node("li", _step(START, tree, say("lines.start")), key="start"),
            [_row(model, tree, depth, ply, before, say) for depth, ply in _rows(tree)],
            class_="lines-tree",
        )
        if tree.nodes
        else node("p", say("lines.about"), class_="note"),
        class_="group",
        key="tree",
    )


_Ply = tuple[int, ...]
"""Nodes shown in one row: a roll with a play of it, a roll alone, or a cube action."""


def _rows(tree: Variations) -> list[tuple[int, _Ply]]:
    """Return (indentation, ply) row by row: below a ply its alternatives, indented, then its continuation."""
    following: dict[int, list[int]] = {}
    for index, each in enumerate(tree.nodes):
        following.setdefault(each.after, []).append(index)

    def plies(after: int) -> list[_Ply]:
        found: list[_Ply] = []
        for index in following.get(after, []):
            plays = following.get(index, []) if isinstance(tree.nodes[index].action, Rolled) else []
            found += [(index, play) for play in plays] or [(index,)]
        return found

    rows: list[tuple[int, _Ply]] = []
    waiting = [(0, plies(START))]
    while waiting:
        depth, (first, *others) = waiting.pop()
        rows.append((depth, first))
        if next_ones := plies(first[-1]):
            waiting.append((depth, next_ones))
        waiting += [(depth + 1, [other]) for other in reversed(others)]
    return rows


def _row(model: Model, tree: Variations, depth: int, ply: _Ply, before: list[Match], say: Say) -> Node:
    """Draw a ply: its player, dice, play, and how good it was; a roll without a play yet ends in "…"."""
    roll, last = ply[0], ply[-1]
    match, action = before[tree.nodes[roll].after + 1], tree.nodes[roll].action
    rolled = node("span", _name(match, action, say), class_="rolled") if isinstance(action, Rolled) else None
    if rolled and roll == last:
        steps: Child = _step(roll, tree, (rolled, "…"))
    else:
        found = judging.finding_at(model, tree, last)
        played = _name(before[tree.nodes[last].after + 1], tree.nodes[last].action, say)
        marks = grade_signs(grade(found.error), say) if found and found.error is not None else []
        steps = (_roll(ply, tree, rolled) if rolled else None, _step(last, tree, (played, *marks)))
    return node(
        "li",
        mark(match.decider == match.white),
        steps,
        class_=f"ply depth-{min(depth, _DEEPEST)}",
        key=str(last),
    )


def _roll(ply: _Ply, tree: Variations, rolled: Node) -> Node:
    """Draw a roll: in the row of its first play as a button that goes to it, elsewhere as text."""
    roll, play = ply
    first = next(index for index, each in enumerate(tree.nodes) if each.after == roll)
    return _step(roll, tree, rolled) if play == first else rolled


def _name(match: Match, action: Action, say: Say) -> str:
    match action:
        case Rolled(dice):
            return roll_name(dice)
        case Played(steps):
            return play_name(match.position.points, steps, say)
        case _:
            return say(f"action.{action_name(action)}")


def _step(index: int, tree: Variations, words: Child) -> Node:
    return button(
        "line-to", words, str(index), class_="line-step", aria_current="step" if index == tree.at else None
    )
