"""Learning from one's errors: the one asked, hints at it, the result of the answer, and whose errors."""

from dataclasses import replace

from backgammon.analysis.report import Judged
from backgammon.app.commands import available
from backgammon.core.match import Played
from backgammon.features.coach.ideas import idea_after
from backgammon.features.speech.status_text import action_name, status, text
from backgammon.state.model import Learning, Model, Problem
from backgammon.view.forms import button, sheet_panel, tool
from backgammon.view.node import Node, node
from backgammon.view.panels.player_line import seat_name
from backgammon.view.panels.quiz import lines_button, verdict
from backgammon.view.panels.ranking import best_line, choice_name, ranking
from backgammon.view.panels.status_line import notice_line, title_line
from backgammon.view.words import Say, fraction, play_name, prevent_breaks, roll_name


def learning_status(model: Model, learning: Learning, say: Say) -> Node:
    """Draw the decision to be made with the hints given, or how good the answer was."""
    asked = model.game.problem
    decided = asked is not None and asked.chosen is not None
    hints = [node("p", prevent_breaks(text(say, each))) for each in learning.hints]
    return node(
        "div",
        _heading(model, learning, say, decided),
        notice_line(model.notice, say),
        None if decided else _task(model, learning, say),
        node("div", None if decided else hints, class_="hints", role="status", key="hints"),
        _result(asked, learning, say),
        class_="status",
        key="status",
    )


def _task(model: Model, learning: Learning, say: Say) -> list[Node]:
    """Draw the mistake made in the match, and the decision to be made."""
    task = say("learn.task") if learning.current.decision.is_play else text(say, status(model))
    return [
        node("p", _mistake_text(learning, say), class_="note", key="had"),
        node("p", task, class_="said", key="said"),
    ]


def _heading(model: Model, learning: Learning, say: Say, decided: bool) -> Node:
    """Draw which error is asked, the buttons for the ones before and after it, and the one for its answer."""
    last = len(learning.queue) - 1
    place, brief = say("learn.at", at=learning.at + 1, all=last + 1), fraction(learning.at + 1, last + 1, say)
    return title_line(
        model,
        say,
        tool("quiz-close", say, say("action.close")),
        tool("learn-previous", say) if last else None,
        node("p", node("span", place), node("span", brief, aria_hidden="true"), class_="looking", key="at"),
        tool("learn-next", say) if last else None,
        None if decided else button("learn-answer", say("action.learn-answer"), class_="link"),
    )


def _result(asked: Problem | None, learning: Learning, say: Say) -> Node:
    """Draw the rank of the answer, or the best choice; then its idea, and the mistake in the match."""
    found = asked.found if asked else None
    idea = idea_after(asked, learning.current) if asked else None
    told = node("p", prevent_breaks(text(say, idea)), class_="idea", key="idea") if idea else None
    played = node("p", _mistake_text(learning, say), class_="note", key="played") if found else None
    noted = (
        node("p", say("learn.in-quiz"), class_="note in-quiz", key="in-quiz") if learning.in_quiz else None
    )
    if asked is None or found is None or not learning.shown:
        return verdict(asked, say, told, played, noted)
    best = node("p", best_line(asked, found, say), class_="said")
    return node("div", best, told, played, noted, class_="outcome", role="status", key="verdict")


def _mistake_text(learning: Learning, say: Say) -> str:
    error = say.number(-learning.current.error, 3)
    return say("learn.played", choice=_choice(learning.current, say), error=error)


def _choice(judged: Judged, say: Say) -> str:
    """Describe the choice made in the match."""
    decision = judged.decision
    if not isinstance(decision.action, Played):
        return choice_name(action_name(decision.action), decision.match, say)
    return play_name(decision.match.position.points, decision.steps, say)


def _queue(learning: Learning, say: Say) -> Node | None:
    """Draw the list of all errors asked, each a button that shows it; None if there is only one."""
    if len(learning.queue) < 2:
        return None
    rows = [
        _row(at, each, each.decision.index in learning.found, at == learning.at, say)
        for at, each in enumerate(learning.queue)
    ]
    return node("ol", rows, class_="mistakes", key="queue")


def _row(at: int, judged: Judged, found: bool, current: bool, say: Say) -> Node:
    dice = judged.decision.match.dice
    rolled = f"{roll_name(dice)}: " if dice else ""
    return node(
        "li",
        button(
            "learn-at",
            (
                node("span", say.number(at + 1), class_="rank"),
                node(
                    "span",
                    f"{rolled}{_choice(judged, say)}",
                    _tick(say) if found else None,
                    class_="play",
                ),
                node("span", say.number(-judged.error, 3), class_=f"behind {judged.grade}"),
            ),
            str(at),
            class_="choice-row",
            aria_current="step" if current else None,
        ),
        key=str(at),
    )


def _tick(say: Say) -> Node:
    """Draw the sign of a mistake that was answered correctly."""
    right = say("quiz.head.right")
    return node("span", "✓", class_="sign", role="img", aria_label=right, title=right)


def learning_panel(model: Model, learning: Learning, say: Say) -> Node:
    """Draw whose errors are asked, and the list of them; once one is answered, the ranked choices."""
    asked = model.game.problem
    decided = asked is not None and asked.chosen is not None
    mine = "advice.played" if learning.shown else "problem.yours"
    found = len({each.decision.index for each in learning.queue} & learning.found)
    title = say("action.learn")
    head = node("h2", title, class_="panel-title"), _found_count(found, len(learning.queue), say)
    return sheet_panel(
        title,
        node("div", head, class_="quiz-head", key="head"),
        _sides(model, learning, say),
        ranking(asked, asked.found, say, mine) if asked and asked.found else None,
        lines_button(model, say),
        None if decided else _queue(learning, say),
        None if decided else node("p", say("learn.about"), class_="note", key="about"),
    )


def _found_count(right: int, whole: int, say: Say) -> Node:
    """Draw how many of the errors were answered correctly."""
    words = say("learn.found", right=right, all=whole)
    return node("span", fraction(right, whole, say), class_="note", role="img", aria_label=words, title=words)


def _sides(model: Model, learning: Learning, say: Say) -> Node | None:
    """Draw the choice of whose errors are asked, as long as there is one."""
    if "learn-side" not in available(model):
        return None
    match = learning.errors[0].decision.match
    played = replace(model, looking=None, game=replace(model.game, setup=learning.setup, match=match))
    names = (("", say("learn.both")), *((str(side), seat_name(played, side, say)) for side in (0, 1)))
    chosen = "" if learning.side is None else str(learning.side)
    return node(
        "div",
        [
            button(
                "learn-side",
                node("bdi", name),
                value,
                class_="topic",
                aria_pressed="true" if value == chosen else "false",
            )
            for value, name in names
        ],
        class_="topics",
        role="group",
        aria_label=say("learn.sides"),
        key="sides",
    )
