"""The check of the dice: each game's commitment and word, and its secret once the game is over."""

from backgammon.app.commands import available
from backgammon.features.game.dice_check import is_under_way
from backgammon.features.game.permissions import finished_games, may_change_word
from backgammon.state.model import MAX_DICE_WORD, DiceSource, Model
from backgammon.view.forms import button, progress, scrollable_body, submit, text
from backgammon.view.node import Child, Node, node
from backgammon.view.words import Say

LISTED = 20
"""The number of latest games whose dice are shown; the file to download has those of all games."""


def content(model: Model, say: Say) -> Child:
    """Draw the dice of the latest games, and of those whose check failed."""
    wrong = [number for number, right in model.dice_checked if not right]
    latest = range(max(1, len(model.game.games) - LISTED + 1), len(model.game.games) + 1)
    games = [_game_dice(model, number, say) for number in sorted({*latest, *wrong[:LISTED]}, reverse=True)]
    checkable = "check-dice" in available(model)
    return (
        scrollable_body(node("p", say("dialog.dice.about")), _progress(model, say), games),
        node(
            "footer",
            button("download", say("action.download")),
            button("check-dice", say("action.check-dice"), class_="primary") if checkable else None,
            class_="dialog-foot",
        ),
    )


def _progress(model: Model, say: Say) -> Node | None:
    if not is_under_way(model):
        return None
    done = model.dice_checked[-1][0]
    return progress(say("ui.game", number=done), done, finished_games(model))


def _game_dice(model: Model, number: int, say: Say) -> Node:
    """Draw what can be shown of one game's dice: never the secret of a game that is still running."""
    dice, running = model.game.games[number - 1], number > finished_games(model)
    facts: list[Node | None] = []
    if dice.source is DiceSource.TYPED:
        facts = [node("p", say("dialog.dice.typed"))]
    else:
        facts = [
            _fact(say("dialog.dice.commitment"), dice.commitment),
            _fact(say("dialog.dice.word"), dice.word) if dice.word else None,
            node("p", say("dialog.dice.later"), class_="note") if running else None,
            _word_form(dice.word, say) if running and may_change_word(model) else None,
            _fact(say("dialog.dice.secret"), dice.secret) if dice.secret and not running else None,
        ]
    checked = dict(model.dice_checked)
    if number in checked:
        verdict = "right" if checked[number] else "wrong"
        facts.append(node("p", say(f"dialog.dice.{verdict}"), class_=f"verdict {verdict}"))
    return node("section", node("h3", say("ui.game", number=number)), facts, class_="group", key=str(number))


def _word_form(word: str, say: Say) -> Node:
    return node(
        "form",
        text("word", say("dialog.new-game.word"), word, MAX_DICE_WORD, say("dialog.new-game.word.note")),
        submit(say("dialog.dice.set-word"), "secondary"),
        class_="stack",
        data_form="word",
        key="word",
    )


def _fact(label: str, value: str) -> Node:
    return node("p", node("span", label, class_="field-label"), node("code", value), class_="fact")
