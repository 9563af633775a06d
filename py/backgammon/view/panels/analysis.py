"""The analysis of one decision: ranked plays or the cube table, rollouts, and the tutor's comment."""

from collections.abc import Sequence

from backgammon.analysis.findings import ROLLED_OUT
from backgammon.analysis.rollout_state import (
    CONFIDENCE_95,
    ROUND,
    RolloutResult,
    answer_certainty,
    certainty,
    cube_decision,
)
from backgammon.app.commands import available
from backgammon.core.cube_decision import CubeDecision
from backgammon.core.match import Match, Phase, beaver_error, is_cube_dead
from backgammon.features.analysis import hint, rollouts
from backgammon.features.coach.comments import comment, remark_on_show
from backgammon.features.coach.review import done_review
from backgammon.features.speech.status_text import text
from backgammon.protocol.messages import Finding, LuckGrade, grade, luck_grade
from backgammon.state.analysis_state import RolloutRun
from backgammon.state.model import Model
from backgammon.view.chart import table
from backgammon.view.forms import button, icon_button, sheet_button, submit
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.chances import chances, own_depth, plays_head
from backgammon.view.panels.clues import clue_lines
from backgammon.view.panels.cube_table import cube_table
from backgammon.view.panels.in_quiz import in_quiz
from backgammon.view.panels.mistakes import mistake_text
from backgammon.view.panels.reason import reason_line
from backgammon.view.panels.resignation import resignation_table
from backgammon.view.panels.rollout_progress import progress_text, rollout_progress
from backgammon.view.words import Say, play_name, prevent_breaks

_SUREST = 0.99
"""The highest certainty stated: a rollout is only as good as the engine that plays it."""

_HEADS = ("choice", "equity", "spread")


def advice_panel(model: Model, say: Say) -> Node | None:
    """Draw the analysis of the decision on the board, if it is open."""
    if not model.analysis.open:
        return None
    known = hint.finding_of(model) if hint.is_available(model) else None
    hinted = model.analysis.clues is not None
    ranked = None if hinted else known
    title = say("advice.title" if model.looking else "action.hint")
    return node(
        "section",
        node(
            "header",
            node("h2", mistake_text(model, say) or title, class_="panel-title"),
            node("span", say(f"advice.depth.{_depth(ranked)}") if ranked else "", class_="note"),
            sheet_button(model.tall, say),
            icon_button("hint", say("action.close"), "close"),
            class_="advice-head",
            data_grip=True,
            key="head",
        ),
        node(
            "div",
            clue_lines(model, say) if known and not ranked else _content(model, known, say),
            _rollout(model, known, say),
            _roll_out_form(model, say) if rollouts.can_start(model) else None,
            _uses(model, say),
            class_="advice-body",
            tabindex="0",
            role="group",
            aria_label=title,
            key="body",
        ),
        _foot(model, say),
        class_="advice",
        aria_label=title,
        aria_busy="true" if hint.progress(model) == "thinking" else None,
        key="advice",
    )


def _depth(known: Finding) -> str:
    """Return the depth of the analysis that is shown, as the end of a text key."""
    if hint.depth(known) == ROLLED_OUT:
        return "rollout"
    return "thorough" if hint.depth(known) >= hint.DEEPER else "quick"


def _content(model: Model, known: Finding | None, say: Say) -> Child:
    if known:
        return finding(model, known, say)
    state = hint.progress(model)
    return node(
        "p",
        say(f"advice.{state}"),
        class_="empty thinking" if state == "thinking" else "empty",
        key="empty",
    )


def finding(model: Model, known: Finding, say: Say) -> Node:
    """Draw the finding about the decision on the board."""
    decision = hint.current_decision(model)
    if decision and decision.is_resignation:
        return node("div", resignation_table(known, decision, say), _luck(known, say), key="finding")
    why = reason_line(model.game.match, known, say, model.analysis.shown)
    if known.cube:
        return node(
            "div",
            cube_table(known.cube, model.game.match, say),
            why,
            _links(model, ("cube-scores",), say),
            key="finding",
        )
    return node(
        "div",
        plays_head(known.plays[0].plies, say),
        _plays(model, known, say),
        why,
        _luck(known, say),
        key="finding",
    )


def _luck(known: Finding, say: Say) -> Node | None:
    if known.luck is None:
        return None
    named = luck_grade(known.luck)
    words = "" if named is LuckGrade.NORMAL else f" · {say(f'luck.{named}')}"
    luck = say.number(known.luck, 3, signed=True)
    return node("p", say("advice.luck", luck=luck) + words, class_="note roll-luck", key="luck")


def _plays(model: Model, known: Finding, say: Say) -> Node:
    return node(
        "ol",
        [_play(model, known, index, say) for index in hint.listed_indices(known)],
        class_="plays",
        key="plays",
    )


def _play(model: Model, known: Finding, index: int, say: Say) -> Node:
    play = known.plays[index]
    written = play_name(model.game.match.position.points, play.steps, say)
    figures = node("span", say.number(play.equity, 3, signed=True), class_="equity")
    lost = say.number(-play.behind, 3) if index else ""
    return node(
        "li",
        button(
            "show-play",
            (
                node("span", say.number(known.place(index)), class_="rank"),
                node(
                    "span",
                    written,
                    node("span", say("advice.played"), class_="played") if index == known.chosen else None,
                    own_depth(play.plies, known.plays[0].plies, say),
                    class_="play",
                ),
                figures,
                node("span", lost, class_=f"behind {grade(play.behind)}"),
                chances(play.chances, say),
            ),
            str(index),
            class_="listed",
            aria_pressed="true" if model.analysis.shown == index else "false",
        ),
        icon_button("play-listed", say("advice.play-this", play=written), "play-listed", data_value=index)
        if "play-listed" in available(model) and play.steps
        else None,
        class_="chosen" if index == known.chosen else None,
        key=f"p{index}",
    )


def _rollout(model: Model, known: Finding | None, say: Say) -> Node | None:
    """Draw the rollout of this decision: its results so far, and how certain they are."""
    run = rollouts.shown_run(model)
    if run is None or known is None:
        return None
    results = run.state.results if run.state else ()
    match = model.game.match
    names = [play_name(match.position.points, steps, say) for steps in run.plays]
    answers = not names and match.phase is Phase.DOUBLED
    turns = not names and len(results) > 1 and _weigh(results, match).beavered
    rows = []
    for name, result in zip(names or _cube_names(answers, turns, say), results, strict=False):
        equity, wide = result.equity, CONFIDENCE_95
        if turns and result is results[-1]:
            equity, wide = _weigh(results, match).doubled, 2 * wide
        spread = "" if result.error is None else f"±{say.number(wide * result.error, 3)}"
        rows.append((name, say.number(-equity if answers else equity, 3, signed=True), spread))
    return node(
        "section",
        node("h3", say("rollout.title")),
        table(
            say("rollout.title"),
            [say(f"rollout.head.{head}") for head in _HEADS],
            rows[::-1] if answers else rows,  # in the order of the table above it
        ),
        _certainty(run, names, match, say),
        None if run.running else node("p", progress_text(run, say), class_="note"),
        _links(model, ("go-on-rollout",), say),
        class_="rollout",
        key="rollout",
    )


def _weigh(results: Sequence[RolloutResult], match: Match) -> CubeDecision:
    """Return the decision on a double that has been rolled out, as in the table above."""
    return cube_decision(results, beaver_error(match) is None)


def _cube_names(answers: bool, turns: bool, say: Say) -> list[str]:
    """Name the two rows of a rolled-out cube: no double, and the double with its best acceptance."""
    if answers:
        taken = f"problem.{'beaver' if turns else 'take'}"
    else:
        taken = "cube.verdict.double-beaver" if turns else "cube.row.double-take"
    return [say("cube.row.no-double"), say(taken)]


def _certainty(run: RolloutRun, names: list[str], match: Match, say: Say) -> Node | None:
    """Say which choice the rollout finds best, and how certain that is."""
    if run.state is None or run.state.trials < ROUND:
        return None
    may_beaver = beaver_error(match) is None
    sure = certainty(run.state, not names, may_beaver)
    if names:
        worths = [result.equity for result in run.state.results]
        choice = names[worths.index(max(worths))]
    elif match.phase is Phase.DOUBLED:
        decision = _weigh(run.state.results, match)
        answer = "beaver" if decision.beavered else "take" if decision.takes else "drop"
        choice, sure = say(f"problem.{answer}"), answer_certainty(run.state, may_beaver)
    elif is_cube_dead(match):
        choice, sure = say("cube.row.no-double"), 1.0  # a double can only help the opponent
    else:
        decision = _weigh(run.state.results, match)
        answer = f"row.double-{'take' if decision.takes else 'drop'}"
        answer = "verdict.double-beaver" if decision.beavered else answer
        choice = say(f"cube.{answer if decision.doubles else 'row.no-double'}")
    sure = min(sure, _SUREST)
    return node("p", say("rollout.certainty", choice=choice, percent=say.percent(sure)))


def _roll_out_form(model: Model, say: Say) -> Node:
    def select(name: str, offered: tuple[int, ...], chosen: int) -> Node:
        options = [
            node(
                "option",
                say(f"rollout.{name}", count=value) if value else say(f"rollout.{name}.none"),
                value=value,
                selected=value == chosen,
            )
            for value in offered
        ]
        return node("select", options, name=name, aria_label=say(f"rollout.{name}.label"), key=name)

    known = hint.finding_of(model)
    return node(
        "details",
        node("summary", say("action.roll-out")),
        node(
            "form",
            _rolled_plays(model, known, say) if known and known.plays else None,
            [select(*each) for each in rollouts.FIELDS],
            submit(say("action.roll-out"), "secondary"),
            data_form="roll-out",
            class_="roll-out",
        ),
        class_="roll-out-form",
        key="roll-out",
    )


def _rolled_plays(model: Model, known: Finding, say: Say) -> Node:
    """Draw a checkbox for each listed play."""
    ticked, points = rollouts.default_plays(known), model.game.match.position.points
    return node(
        "fieldset",
        node("legend", say("rollout.choose")),
        [
            node(
                "label",
                node("input", type="checkbox", name=f"play{index}", checked=index in ticked),
                node("span", play_name(points, known.plays[index].steps, say)),
                class_="tick",
                key=str(index),
            )
            for index in hint.listed_indices(known)
        ],
        class_="choice",
        key="plays",
    )


def _foot(model: Model, say: Say) -> Node | None:
    """Draw the foot, which is always visible: a rollout's progress, and the further ways to analyse."""
    running = rollout_progress(model, say)
    hinted = model.analysis.clues is not None
    ways = ("look-deeper", "line-open") if done_review(model) else ("look-deeper", "line-open", "review")
    links = [] if hinted else _links(model, ways, say)
    if not (running or links):
        return None
    return node("footer", running, links, class_="advice-foot", key="foot")


def _uses(model: Model, say: Say) -> Node | None:
    """Draw what can be done with an analysis: copy it, or put its position into the quiz."""
    uses = [*_links(model, ("copy-analysis",), say), in_quiz(model, say)]
    return node("div", uses, class_="uses", key="uses") if any(uses) else None


def _links(model: Model, names: tuple[str, ...], say: Say) -> list[Node]:
    """Draw links for those of the commands that are available now."""
    there = [name for name in names if name in available(model)]
    return [button(name, say(f"action.{name}"), class_="link") for name in there]


def tutor_line(model: Model, say: Say) -> Node | None:
    """Draw the tutor's comment on the choice that is held back, or else on the latest one."""
    lines, remark = comment(model), remark_on_show(model)
    if not lines:
        return None
    line = prevent_breaks(" ".join(text(say, each) for each in lines))
    if remark is None:
        return node("p", line, class_="tutor thinking", key="tutor")
    return node(
        "p",
        node("span", class_="grade-mark", aria_hidden="true"),
        line,
        class_=f"tutor {grade(remark.error)}",
        key="tutor",
    )
