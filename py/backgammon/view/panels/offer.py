"""The quiet line that offers something once: a question with its answers, which can be ignored."""

from functools import lru_cache

from backgammon.state.model import Model, Offer
from backgammon.state.offers import answers, offer_on_show
from backgammon.view.forms import button, icon_button
from backgammon.view.node import Node, node
from backgammon.view.words import Say


def offer(model: Model, say: Say) -> Node | None:
    """Draw the current offer; None if there is none, or something else is being looked at."""
    question = offer_on_show(model)
    if question is None:
        return None
    named = tuple((*each, _answer(*each, say)) for each in answers(model))
    return _offer(question, say(f"offer.{question}"), named)


def _answer(command: str, value: str, say: Say) -> str:
    return say(f"level.{value}" if value else command.replace("-", "."))


@lru_cache(maxsize=8)
def _offer(offer: Offer, question: str, named: tuple[tuple[str, str, str], ...]) -> Node:
    """Draw an offer; where there are several choices, the button that declines it is an icon."""
    return node(
        "aside",
        node("p", question),
        node(
            "span",
            [_button(*each, is_choice=offer is Offer.LEVEL) for each in named],
            class_="answers",
        ),
        class_=f"newer offer {offer}",
        aria_label=question,
        key=f"offer-{offer}",
    )


def _button(command: str, value: str, words: str, *, is_choice: bool) -> Node:
    if value or not is_choice:
        return button(command, words, value or None, "link")
    return icon_button(command, words, "close")
