"""Two open pages go on with the same queue: both come to an end, and each match counts once."""

import random

import pytest
from app.fake import Page
from app.test_queue import FILES, SHORT, choose, new_visit, with_files

from backgammon.features.saving import side_store
from backgammon.state.effects import StoreText
from backgammon.state.events import StoreLoaded
from backgammon.storage.figures import load_figures
from backgammon.storage.journal import Journal
from backgammon.storage.merging import merge


class Tab:
    """A page and what it knows about the texts stored on this device."""

    def __init__(self, name: str, page: Page, stored: dict[str, str]) -> None:
        self.name, self.page, self.stored = name, page, stored
        self.journal = Journal(name, merge)
        self.write()

    @property
    def is_at_work(self) -> bool:
        return bool(self.page.steps or self.page.works)

    def go_on(self) -> None:
        """Send the next event, and bring what follows from it to the store."""
        self.page.send_next()
        self.write()

    def write(self) -> None:
        """Write what the page wants to keep; tell it what was merged."""
        for effect in self.page.effects:
            if isinstance(effect, StoreText):
                self.journal.keep(effect.name, effect.text)
        self.page.effects.clear()
        transaction = self.journal.next_transaction()
        if transaction is None:
            return
        changes = transaction.decide({name: self.stored.get(name, "") for name in transaction.names})
        for name, _ in changes.deleted:
            self.stored.pop(name, None)
        self.stored |= changes.put
        if merged := self.journal.on_committed(transaction).merged:
            self.page.send(StoreLoaded(merged, today=20_000, page=self.name))


@pytest.mark.parametrize("seed", range(10))
def test_each_match_counts_once(seed: int) -> None:
    rng, stored = random.Random(seed), dict[str, str]()
    first = Tab("first", with_files(), stored)
    for _ in range(rng.randint(0, 8)):
        first.go_on()
    second = Tab("second", new_visit(tuple(stored.items())), stored)
    choose(
        second.page,
        [("c.mat", FILES["c.mat"]), ("d.mat", SHORT.format(name="Dan", roll="21", play="13/11 6/5"))],
    )
    second.write()
    events = 0
    while at_work := [tab for tab in (first, second) if tab.is_at_work]:
        rng.choice(at_work).go_on()
        events += 1
        assert events < 1000
    figures = load_figures(stored[side_store.FIGURES])
    assert sorted(match.sides[0].name for match in figures) == ["Ann", "Bea", "Cid", "Dan"]
    assert side_store.QUEUE not in stored
