"""The quiz on the page: the question, the result of the answer, and the results so far."""

from backgammon.app.commands import available
from backgammon.core.match import Match, Phase
from backgammon.features.coach.history import day_of
from backgammon.features.quiz import cards
from backgammon.features.speech.status_text import status, text
from backgammon.i18n.rule_names import rules_name
from backgammon.protocol.messages import grade
from backgammon.state.model import Model, Problem, Quizzing
from backgammon.storage.quiz import OWN, SAVED
from backgammon.view.chart import table
from backgammon.view.forms import button, sheet_panel, tool
from backgammon.view.grades import grade_signs
from backgammon.view.icons import icon
from backgammon.view.node import Node, node
from backgammon.view.panels.in_quiz import in_quiz
from backgammon.view.panels.player_line import seat_name
from backgammon.view.panels.ranking import best_line, ranking, verdict_text
from backgammon.view.panels.result_card import LONGEST
from backgammon.view.panels.status_line import notice_line, title_line
from backgammon.view.words import Say, fraction, length_name, prevent_breaks, score_name


def quiz_status(model: Model, quiz: Quizzing, say: Say) -> Node:
    """Draw the question, or how good the answer was: that line is read out when it appears."""
    asked = model.game.problem
    decided = asked is not None and asked.chosen is not None
    return node(
        "div",
        title_line(
            model, say, tool("quiz-close", say), node("p", _heading(model, quiz, say), class_="looking")
        ),
        notice_line(model.notice, say),
        node("p", _task(model, quiz, asked, say), class_="said", key="said") if not decided else None,
        _before(model, say) if not (asked or quiz.begun) else None,
        verdict(asked, say),
        class_="status",
        key="status",
    )


def _heading(model: Model, quiz: Quizzing, say: Say) -> str:
    if not quiz.card:
        return say("action.quiz")
    kind = say(_KINDS[cards.kind_of(cards.card_of(model, quiz.card))])
    return f"{kind} · {fraction(quiz.asked, quiz.asked + len(quiz.cards), say)}"


_KINDS = {
    OWN: "quiz.kind.own",
    SAVED: "quiz.kind.saved",
    "opening": "quiz.kind.opening",
    "reply": "quiz.kind.reply",
    "contact": "figures.part.contact",
    "cube": "figures.part.cube",
    "bear-off": "figures.part.bear-off",
}


def _task(model: Model, quiz: Quizzing, asked: Problem | None, say: Say) -> str:
    if asked:
        return prevent_breaks(_question(model, say))
    return say("quiz.due", number=len(quiz.cards)) if quiz.cards else say("quiz.done")


def _question(model: Model, say: Say) -> str:
    """Ask for a play, or for a cube action at the score."""
    match = model.game.match
    if match.phase is Phase.TO_PLAY:
        return text(say, status(model))
    mine, theirs = (match.length - points for points in match.score)
    score = say("quiz.ask.away", first=mine, second=theirs) if match.length else say("ui.money")
    if match.phase is not Phase.TO_ROLL:
        return f"{score}. {text(say, status(model))}"
    owned = match.cube_owner is not None
    return f"{score}. {say('quiz.ask.redouble' if owned else 'quiz.ask.double')}"


def _before(model: Model, say: Say) -> Node:
    """Draw the result of the last day, and on how many days in a row there were answers."""
    last, days = cards.last_result(model), cards.streak(model)
    lines = [say("quiz.last", right=last[0], all=last[1])] if last else []
    lines += [say("quiz.streak", count=days)] if days > 1 else []
    return node("p", " · ".join(lines), class_="note", key="before")


_THEMES = {
    OWN: "quiz.theme.own",
    SAVED: "quiz.theme.saved",
    "opening": "figures.part.opening",
    "contact": "figures.part.contact",
    "cube": "figures.part.cube",
    "bear-off": "figures.part.bear-off",
    "race": "figures.part.race",
    "prime": "quiz.theme.prime",
    "back-game": "quiz.theme.back-game",
    "score": "quiz.theme.score",
}


def _themes(model: Model, say: Say) -> Node:
    """Draw the themes that can be asked as well, each with its number of positions."""
    return node(
        "section",
        node("h3", say("quiz.themes")),
        node(
            "div",
            [
                button(
                    "quiz-theme",
                    (say(_THEMES[theme]), node("span", say.number(count), class_="note"), icon("study-next")),
                    theme,
                    class_="topic",
                )
                for theme, count in cards.themes(model)
            ],
            class_="topics",
        ),
        class_="group",
        key="themes",
    )


def verdict(asked: Problem | None, say: Say, *more: Node | None) -> Node:
    """Draw how good the answer was, the best choice, and ``more``; all is read out when it appears."""
    return node(
        "div",
        [*_verdict_lines(asked, say), *more] if asked and asked.chosen is not None else None,
        class_="outcome",
        role="status",
        key="verdict",
    )


def _verdict_lines(asked: Problem, say: Say) -> list[Node]:
    waits = asked.found is None and not asked.failed
    line = node("span", verdict_text(asked, say), class_="thinking" if waits else None)
    if asked.found is None:
        return [node("p", line, class_="said")]
    best = best_line(asked, asked.found, say)
    graded = node("p", *grade_signs(grade(asked.found.error or 0.0), say), line, class_="said")
    return [graded, node("p", best, class_="best")] if best else [graded]


def quiz_panel(model: Model, quiz: Quizzing, say: Say) -> Node:
    """Draw an introduction and the themes, or facts of the question, or the ranked choices; and results."""
    asked = model.game.problem
    found = asked.found if asked else None
    begun = any(card.asked for card in model.analysis.deck.cards)
    title = say("action.quiz")
    head = node("h2", title, class_="panel-title"), _round(model, quiz, say)
    return sheet_panel(
        title,
        node("div", head, class_="quiz-head", key="head"),
        ranking(asked, found, say) if asked and found else None,
        lines_button(model, say),
        _cube_button(model, say),
        in_quiz(model, say),
        None if asked else node("p", say("quiz.about"), class_="note", key="about"),
        None if asked else _themes(model, say),
        _question_facts(model, quiz, asked, say) if asked and not (found or asked.failed) else None,
        _next_day(model, quiz, say),
        _results(model, say) if (asked or begun) and not found else None,
    )


def _question_facts(model: Model, quiz: Quizzing, asked: Problem, say: Say) -> Node:
    """Draw the progress of this round, and facts of the question that the board does not show."""
    match, card = asked.match, cards.card_of(model, quiz.card)
    days = cards.streak(model)
    themes = [say(_THEMES[theme]) for theme in cards.themes_of(card)]
    facts = {
        length_name(match.length, say): _score(match, say),
        say("figures.part.cube"): _cube(model, match, say),
        say("quiz.themes"): ", ".join(themes),
    }
    return node(
        "section",
        node(
            "div",
            _track(quiz, say),
            node("span", say("quiz.streak", count=days), class_="note") if days > 1 else None,
            class_="so-far",
        ),
        node("dl", [node("div", node("dt", name), node("dd", fact)) for name, fact in facts.items() if fact]),
        class_="asked",
        key="asked",
    )


def _score(match: Match, say: Say) -> str:
    """Describe the score of a match, or the rules of a money game."""
    if not match.length:
        return rules_name(match.rules, say)
    score = score_name(match.score, say)
    return f"{score} · {say('ui.crawford')}" if match.crawford_game else score


def _cube(model: Model, match: Match, say: Say) -> str:
    """Describe the value of the cube and its owner."""
    shown = say.number(match.cube)
    return shown if match.cube_owner is None else f"{shown} · {seat_name(model, match.cube_owner, say)}"


def _track(quiz: Quizzing, say: Say) -> Node | None:
    """Draw a round as dots: right answers, wrong ones, the current question, and the rest."""
    count, past = quiz.asked + len(quiz.cards), quiz.asked - (not quiz.again)
    if not 1 < count <= LONGEST:
        return None
    kinds = ["won"] * quiz.right + ["had"] * (past - quiz.right) + ["now"] * (not quiz.again)
    words = say("quiz.at", at=quiz.asked, all=count)
    dots = [
        node("span", class_=f"dot {kinds[at]}" if at < len(kinds) else "dot", key=f"p{at}")
        for at in range(count)
    ]
    return node("span", dots, class_="track", role="img", aria_label=words, title=words)


def lines_button(model: Model, say: Say) -> Node | None:
    """Draw the button to try out lines from the position, once it has been answered."""
    if "line-open" not in available(model):
        return None
    return button("line-open", say("action.line-open"))


def _cube_button(model: Model, say: Say) -> Node | None:
    """Draw the button for the cube at every score, once a cube decision has been answered."""
    if "cube-scores" not in available(model):
        return None
    return button("cube-scores", say("action.cube-scores"))


def _round(model: Model, quiz: Quizzing, say: Say) -> Node | None:
    """Draw the result of this round so far."""
    asked = model.game.problem
    count = quiz.asked - (asked is not None and asked.found is None)
    if not count:
        return None
    return node("span", say("quiz.round", right=quiz.right, all=count), class_="note", key="round")


def _next_day(model: Model, quiz: Quizzing, say: Say) -> Node | None:
    """Draw the date when the next positions are due, if nothing is left to ask."""
    coming = None if model.game.problem or quiz.cards else cards.next_day(model)
    if coming is None:
        return None
    day = day_of(coming)
    return node("p", say("quiz.next-day", date=say.date(day.year, day.month, day.day)), key="next-day")


def _share(part: int, whole: int, say: Say) -> str:
    return fraction(part, whole, say) if whole else say("review.none")


def _results(model: Model, say: Say) -> Node:
    """Draw, for each kind, how many answers were right and how many of the positions are learned."""
    found = [each for each in cards.results(model) if each.positions]
    names = [*(say(_KINDS[each.kind]) for each in found), say("quiz.all")]
    sums = [*(each[1:] for each in found), tuple(map(sum, zip(*(each[1:] for each in found), strict=True)))]
    rows = [
        (name, _share(right, asked, say), _share(known, count, say))
        for name, (count, asked, right, known) in zip(names, sums, strict=True)
    ]
    return node(
        "section",
        node("h3", say("quiz.results")),
        table(say("quiz.results"), ["", say("quiz.head.right"), say("quiz.head.known")], rows),
        class_="group",
        key="results",
    )
