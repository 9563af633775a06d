"""The result of a game: who won what and why, the score, and what the analysis has found so far.

Its height stays the same while it fills, so that nothing below it moves.
"""

import re
from functools import lru_cache

from backgammon.analysis.report import PlayerReport, Tally
from backgammon.app.commands import available
from backgammon.core.match import Match, Player
from backgammon.features.coach.review import done_review, review_of
from backgammon.features.speech.result_line import result_line
from backgammon.features.speech.status_text import status, text
from backgammon.protocol.messages import Grade
from backgammon.state.friend_match import rematch_key
from backgammon.state.match_review import Review
from backgammon.state.model import Model
from backgammon.view.forms import icon_button, mark
from backgammon.view.grades import is_rated, level, pr_text, sign
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.player_line import score_words, seat_name
from backgammon.view.words import Say, prevent_breaks

LONGEST = 25
"""The longest match whose score is shown as a row of dots; in longer ones it is shown only in figures."""


def result_card(model: Model, say: Say) -> Node:
    """Draw the card of a finished game; in a replay only its result."""
    reason, asked = result_line(model.game), "" if model.replay else rematch_key(model)
    words = [
        node("p", prevent_breaks(text(say, status(model))), class_="said", key="said"),
        node("p", say(asked), class_="sum rematch", key="sum")
        if asked
        else node("p", _keep_terms_whole(text(say, reason)), class_="sum", key="sum")
        if reason
        else None,
    ]
    if model.replay:
        return node("div", words, class_="result", key="result")
    shown, done = review_of(model), done_review(model)
    running = shown if shown and shown.running else None
    return node(
        "div",
        words,
        node("div", [_side(model, side, done, say) for side in (0, 1)], class_="sides", key="sides"),
        _progress(running, say) if running else None,
        icon_button("stop-analysis", say("action.stop"), "stop", "tool stop")
        if running and "stop-analysis" in available(model)
        else None,
        class_="result",
        key="result",
    )


def _keep_terms_whole(line: str) -> str:
    """Let the reckoning of the points break only before a sign: not before its last word."""
    first, *terms = re.split(" (?=[×=])", line)
    return " ".join([first, *(term.replace(" ", "\N{NO-BREAK SPACE}") for term in terms)])


def _side(model: Model, side: Player, done: Review | None, say: Say) -> Node:
    """Draw a side's score and, once known, how well it has played."""
    match = model.game.match
    found = done.report.players[side] if done else None
    return node(
        "div",
        mark(side == match.white),
        node("bdi", seat_name(model, side, say), class_="whose", key="whose"),
        _points(match, side, score_words(match, side, say)),
        node("span", _figures(found, say) if found else "", class_="figures-of", key="figures"),
        node("span", _level(found.all, say) if found else None, class_="level-of", key="level"),
        class_="side",
        key=f"side{side}",
    )


def _figures(found: PlayerReport, say: Say) -> str:
    """Write the PR and the luck of a side; only its luck if there were too few decisions for a PR."""
    luck = say.number(found.luck, 2, signed=True)
    if not is_rated(found.all):
        return f"{say('review.luck')} {luck}"
    return say("result.figures", pr=pr_text(found.all, say), luck=luck)


def _level(found: Tally, say: Say) -> Child:
    """Draw the level that a PR means, in words, and the numbers of blunders and errors."""
    named = level(found, say)
    return (
        node(
            "span",
            node("span", named, class_="named") if named else None,
            _count(Grade.BLUNDER, say("review.blunders"), say.number(found.blunders)),
            key="blunders",
        ),
        _count(Grade.ERROR, say("review.errors"), say.number(found.errors)),
    )


def _count(named: Grade, label: str, count: str) -> Node:
    return node("span", sign(named, label), node("strong", count), key=named)


@lru_cache(maxsize=8)
def _points(match: Match, side: Player, words: tuple[str, str, str]) -> Node:
    """Draw the score out of the match length: points from before, points just won, points still to go."""
    spoken, points, goal = words
    result, length = match.result, match.length
    won = result.points if result and result.winner == side else 0
    had = match.score[side] - won
    dots = [
        node("span", class_="dot had" if at < had else "dot won" if at < had + won else "dot", key=f"p{at}")
        for at in range(length if length <= LONGEST else 0)
    ]
    return node(
        "span",
        node("span", dots, class_="track") if dots else None,
        node("span", points, class_="points"),
        node("span", goal, class_="goal"),
        class_="tally",
        role="img",
        aria_label=spoken,
        title=spoken,
        key="tally",
    )


def _progress(shown: Review, say: Say) -> Node:
    """Draw how far the analysis is, without words while a long match is still taken apart into decisions."""
    total = shown.count if shown.is_whole else 0
    done = shown.count - shown.count_left if total else 0
    words = say("review.progress", done=done, count=total)
    return node(
        "div",
        node("progress", max=max(1, total), value=done, aria_label=words),
        node("span", words if total else "", class_="note", aria_hidden="true"),
        class_="under-way",
        key="under-way",
    )
