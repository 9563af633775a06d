"""The store of an embedded board: nothing is kept, and nothing that is stored is read."""

from collections.abc import Callable

from backgammon.browser.database import Texts
from backgammon.browser.store import Store
from backgammon.state.events import Event, Restored
from backgammon.state.model import Model


class NoStore:
    """Has what the page uses of a Store."""

    text = ""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self.friends: Texts = {}
        self.on_friends: Callable[[Texts], None] = lambda texts: None

    def restore(self, begin: Callable[..., None]) -> None:
        """Begin with nothing restored."""
        begin(Restored(None))

    def when_kept(self, call: Callable[[], None]) -> None:
        """Call at once: there is nothing to wait for."""
        call()

    def save(self, model: Model) -> None:
        """Keep nothing."""

    def take_other(self) -> None:
        """Do nothing: there is no other match."""

    def keep(self, name: str, text: str) -> None:
        """Keep nothing."""

    def keep_friend(self, id: str, text: str) -> None:
        """Keep nothing: a match against a friend lasts as long as the page."""

    def forget_all(self) -> None:
        """Forget every match against a friend."""
        self.on_friends({})

    def set_aside(self, then: Callable[[], None]) -> None:
        """Call at once: there is nothing to set aside."""
        then()


AnyStore = Store | NoStore
