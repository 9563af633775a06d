"""The buttons for what can be done on the board: words for steps of the game, icons for aids."""

from collections.abc import Iterable
from functools import lru_cache

from backgammon.app.commands import actions, available
from backgammon.features.coach import review
from backgammon.features.coach.own_errors import own_errors
from backgammon.features.speech.status_text import cube_action
from backgammon.state.friend_match import has_rematch_offer
from backgammon.state.model import Model
from backgammon.view.forms import button
from backgammon.view.icons import has_icon, icon
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_QUIET = (
    "mistake-previous",
    "study-first",
    "study-previous",
    "study-next",
    "study-last",
    "undo",
    "redo",
    "swap",
    "hint",
    "friend",
    "shelf-return",
    "resign",
)
"""Commands whose button is an icon with a name; they keep their place and order."""
_IN_TITLE = ("quiz-close", "line-close")
"""Commands whose button is in the title line."""
_WORDS = {
    "review": "action.analyse",
    "line-open": "action.analyse",
    "mistake-next": "action.learn-next",
    "mistake-previous": "action.learn-previous",
}
"""Short names of commands that have a longer name elsewhere."""
_ANALYSED = {**_WORDS, "review": "advice.title"}
"""Like _WORDS, once the analysis of the match has begun."""
_QUIZ_WORDS = {"roll": "problem.no-double", "quiz-again": "problem.again", "learn-again": "problem.again"}
"""Names of commands where questions are asked, and nothing is rolled."""
_ASKING_WORDS = {
    **_QUIZ_WORDS,
    "lesson-again": "problem.again",
    "lesson-answer": "action.learn-answer",
}
"""Like _QUIZ_WORDS, for questions outside the quiz."""
_EDIT_WORDS = {"line-open": "action.analyse", "study-close": "editor.discard"}
"""Names of commands while a position is set up."""
_EDITED = ("line-open", "play-here", "edit-done", "study-close")
"""The buttons while a position is set up: until it is legal, all except the last are disabled."""
_ANSWERS = frozenset({"take", "drop", "beaver", "raccoon"})
"""Answers to a double: no button is more prominent than the others."""
_CHOICES = _ANSWERS | {"roll", "double"}
"""Answers to a question about the cube: likewise of equal prominence."""


def action_bar(model: Model, say: Say) -> Node:
    """Draw the buttons for what can be done on the board now; the first is the primary one."""
    commands, cube = available(model), model.game.match.cube
    loud = _EDITED if model.draft else [name for name in actions(model) if name not in _QUIET + _IN_TITLE]
    quiet = [name for name in _QUIET if name in commands]
    double = cube_action("double", model.game.match.cube_owner)
    words = {"double": f"action.{double}", **_words(model)}
    stakes = {"take": f"±{say.number(2 * cube)}", "drop": say.number(-cube)}
    named = [
        tuple(
            (name, say(words.get(name, f"action.{name}")), stakes.get(name, ""), name in commands)
            for name in names
        )
        for names in (loud, quiet)
    ]
    alike = _CHOICES if model.exercise else _ANSWERS
    return _action_bar(*named, bool(loud) and alike.issuperset(loud), _learn(model, say))


def _learn(model: Model, say: Say) -> Node | None:
    """Draw the button to learn from one's mistakes in a finished match; disabled until some are found."""
    if "rematch-no" not in actions(model) and "new-game" not in actions(model):
        return None
    if not review.is_available(model):
        return None
    done = review.done_review(model)
    mistakes = len(own_errors(done)) if done else 0
    return button(
        "learn",
        node(
            "span", say("result.learn", count=mistakes) if mistakes else say("action.learn"), class_="label"
        ),
        disabled=not mistakes,
    )


def _words(model: Model) -> dict[str, str]:
    """Return the text keys of commands that have a different name here."""
    if model.lesson:
        words = {**_ASKING_WORDS, "roll": "action.roll"}
        begun = model.lesson.task or model.analysis.solved
        return words if begun else {**words, "lesson-next": "action.quiz-start"}
    if model.quiz:
        return _QUIZ_WORDS
    if model.exercise:
        return _ASKING_WORDS
    if model.draft:
        return _EDIT_WORDS
    if has_rematch_offer(model):
        return {**_ANALYSED, "rematch": "dialog.friend.accept"}
    return _ANALYSED if review.is_begun(model) else _WORDS


_Button = tuple[str, str, str, bool]
"""A command, its words, the points at stake or "" for none, and whether it is possible."""


@lru_cache(maxsize=64)
def _action_bar(
    loud: tuple[_Button, ...], quiet: tuple[_Button, ...], equal: bool, learn: Node | None
) -> Node:
    buttons = _buttons(loud, equal)
    # Accept and Decline are beside each other, and what to do with the old match is below them.
    place = 3 if any(name == "rematch-no" for name, *_ in loud) else 1
    return node(
        "div",
        node(
            "div",
            buttons[:place],
            learn,
            buttons[place:],
            class_="loud equal" if equal else "loud",
            key="loud",
        ),
        node("div", _buttons(quiet, equal), class_="quiet", key="quiet"),
        class_="actions",
        key="actions",
    )


def _buttons(buttons: Iterable[_Button], equal: bool) -> list[Node]:
    found = []
    for index, (name, words, stake, possible) in enumerate(buttons):
        quiet = name in _QUIET
        found.append(
            button(
                name,
                (
                    icon(name) if quiet and has_icon(name) else None,
                    node("span", words, class_="label"),
                    node("span", stake, class_="stake") if stake else None,
                ),
                class_="quiet-button" if quiet else "primary" if index == 0 and not equal else "secondary",
                data_primary=possible and not quiet and index == 0,
                title=words if quiet else None,
                disabled=not possible,
            )
        )
    return found
