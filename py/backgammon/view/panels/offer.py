"""The quiet line that offers something once: a question with two answers, which need not be given."""

from functools import lru_cache

from backgammon.state.model import Model, Offer
from backgammon.state.offered import offered
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_ANSWERS = ("offer-yes", "offer-no")


def offer(model: Model, say: Say) -> Node | None:
    """Draw what is being offered; nothing where that is nothing, or something else is looked at."""
    question = offered(model)
    if question is None:
        return None
    answers = tuple(say(name.replace("-", ".")) for name in _ANSWERS)
    return _offer(question, say(f"offer.{question}"), answers)


@lru_cache(maxsize=8)
def _offer(offer: Offer, question: str, answers: tuple[str, ...]) -> Node:
    return node(
        "aside",
        node("p", question, role="status"),
        node(
            "span",
            [
                node("button", words, type="button", class_="link", data_command=name)
                for name, words in zip(_ANSWERS, answers, strict=True)
            ],
            class_="answers",
        ),
        class_="newer offer",
        aria_label=question,
        key=f"offer-{offer}",
    )
