"""The first words of the page: the English texts of its HTML, in another language.

``py/web/words.js`` inserts them before the program has loaded. A view drawn in English and in the other
language has its texts at the same places, so each English text is found and replaced as a whole.
"""

from collections.abc import Iterable, Iterator

from backgammon.features.game.start import first_visit
from backgammon.i18n.catalogue import Catalogue, english
from backgammon.view.frame import content
from backgammon.view.node import Node, node
from backgammon.view.page import page

BESIDE = ("app.title", "embed.loading", "loading.failed", "loading.silent", "action.retry-engine")
"""The texts of the template and of boot.js, which no view draws."""


def first_words(say: Catalogue) -> dict[str, str]:
    """Return the translation of each English text that the page or the frame shows at first."""
    source = english()
    pairs = [(source(key), say(key)) for key in BESIDE]
    pairs += _pairs(page(first_visit(), source), page(first_visit(), say))
    pairs += _pairs(content(source), content(say))
    return {text: other for text, other in pairs if text != other}


def no_script_lines(languages: Iterable[Catalogue]) -> list[Node]:
    """Draw the message for browsers without scripts, in each language, as the reader's is not known."""
    key = "loading.no-script"
    return [node("li", say(key), lang=say.tag) for say in languages if key in say.texts]


def _pairs(one: Node, other: Node) -> Iterator[tuple[str, str]]:
    translated = dict(other.attributes)  # it also has the lang of a text that the other language lacks
    yield from ((mine, translated[name]) for name, mine in one.attributes if mine != translated[name])
    for mine, theirs in zip(one.children, other.children, strict=True):
        if isinstance(mine, Node) and isinstance(theirs, Node):
            yield from _pairs(mine, theirs)
        elif isinstance(mine, str) and isinstance(theirs, str):
            yield mine, theirs
