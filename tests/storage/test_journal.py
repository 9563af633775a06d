"""The journal with a database of the test's own: what it writes is read back, whoever else writes.

A page's transactions may come late, fail, or be cut off by a kill; another page may write in between.
"""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.storage import findings
from backgammon.storage.journal import (
    MARK,
    Changes,
    Journal,
    Transaction,
    changes_between,
    is_of_match,
    match_in,
)
from backgammon.storage.merging import merge
from backgammon.storage.parts import Parts
from backgammon.storage.quiz import Card, Deck, dump_deck, load_deck

EMPTY = Parts("setup", (), (), "")


def carry_out(changes: Changes, texts: dict[str, str]) -> None:
    for first, last in changes.deleted:
        for name in [name for name in texts if first <= name <= last]:
            del texts[name]
    texts.update(changes.put)


@dataclass
class Page:
    """A page with its journal, on a database that all pages share."""

    texts: dict[str, str]
    name: str
    parts: Parts = EMPTY
    asked: int = 0
    under_way: Transaction | None = None
    journal: Journal = field(init=False)

    def __post_init__(self) -> None:
        self.journal = Journal(self.name, merge)
        found = match_in(self.texts)
        self.journal.on_opened(self.texts, found)
        self.parts = found or self.parts

    def act(self) -> None:
        """Make an action, and give it to the journal to be written."""
        self.parts = replace(self.parts, running=f"{self.parts.running}{self.name[0]}")
        self.journal.save(self.parts)

    def end_game(self) -> None:
        parts = self.parts
        finished, dice = (*parts.finished, parts.running or "-"), (*parts.dice, f"dice of {self.name}")
        self.parts = replace(parts, finished=finished, dice=dice, running="")
        self.journal.save(self.parts)

    def new_match(self) -> None:
        self.parts = replace(EMPTY, head=f"another by {self.name}", shelf=self.parts.running)
        self.journal.save(self.parts)

    def write(self, *, fails: bool = False) -> None:
        """Carry out the transactions that are due; with ``fails`` the first is lost after it has decided."""
        while transaction := self.journal.next_transaction():
            found = {name: self.texts[name] for name in transaction.names if name in self.texts}
            changes = transaction.decide(found)
            if fails:
                return
            carry_out(changes, self.texts)
            self.asked += self.journal.on_committed(transaction).contested


ACTS = ("act", "act", "act", "end_game", "new_match")


@given(st.lists(st.sampled_from((*ACTS, "write", "fail", "reload")), max_size=30))
def test_what_is_written_is_what_is_read_at_the_next_start(steps: list[str]) -> None:
    texts: dict[str, str] = {}
    page = Page(texts, "a-0")
    on_disk = None
    for number, step in enumerate(steps):
        if step == "write":
            page.write()
            on_disk = page.parts if page.parts is not EMPTY else on_disk
        elif step == "fail":
            page.write(fails=True)
        elif step == "reload":
            page = Page(texts, f"a-{number}", on_disk or EMPTY)
        else:
            getattr(page, step)()
        assert match_in(texts) == on_disk
    page.write()
    assert not page.asked


@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from((*ACTS, "write", "fail", "clear"))), max_size=40
    )
)
def test_a_match_of_another_page_is_never_overwritten_unasked(steps: list[tuple[str, str]]) -> None:
    texts: dict[str, str] = {}
    first = Page(texts, "x-0")
    first.act()
    first.write()
    pages = {name: Page(texts, f"{name}-1") for name in "ab"}
    for name, step in steps:
        page, before = pages[name], dict(texts)
        seen = page.journal.contested
        if step == "clear":
            texts.clear()
        elif step in ("write", "fail"):
            page.write(fails=step == "fail")
            changed = match_in(texts) != match_in(before)
            theirs = before.get(MARK, "").startswith(f"{'ba'['ab'.index(name)]}-")
            if changed:
                assert match_in(texts) == page.parts
            if changed and theirs:
                assert page.asked, "written over the other page's match without a word"
        elif not seen:
            getattr(page, step)()
        else:
            page.act()  # the person has chosen this page's match
    for page in pages.values():
        assert page.journal.contested <= bool(page.asked)


def test_an_action_writes_two_short_texts_whatever_the_number_of_games() -> None:
    games = tuple(f"game {number}" for number in range(2000))
    before = Parts("setup", games, games, "running", "shelf")
    assert changes_between(before, replace(before, running="on")).put == {"running": "on"}
    after = replace(before, finished=(*games, "last"), dice=(*games, "dice"), running="")
    assert changes_between(before, after) == Changes({"running": "", "game.002000": after.game(2000)})
    assert len(changes_between(None, before).put) == 2003


def test_a_shorter_match_leaves_nothing_of_a_longer_one() -> None:
    texts: dict[str, str] = {}
    longer = Parts("setup", ("a", "b", "c"), ("1", "2", "3"), "d")
    carry_out(changes_between(None, longer), texts)
    shorter = Parts("setup", ("a", "x"), ("1", "2"), "d")
    carry_out(changes_between(longer, shorter), texts)
    assert match_in(texts) == shorter


def test_both_pages_answers_are_kept() -> None:
    texts: dict[str, str] = {"quiz": dump_deck(Deck((Card("old", asked=1),)))}
    first, second = Page(texts, "a-1"), Page(texts, "b-1")
    for page in (first, second):
        page.journal.keep("quiz", dump_deck(Deck((Card("old", asked=1), Card(page.name, asked=1)))))
    first.write()
    transaction = second.journal.next_transaction()
    assert transaction
    carry_out(transaction.decide(texts), texts)
    ((name, text),) = second.journal.on_committed(transaction).merged
    assert name == "quiz"
    assert texts["quiz"] == text
    assert {card.id for card in load_deck(text).cards} == {"old", "a-1", "b-1"}
    second.journal.keep("quiz", dump_deck(Deck((Card("b-1", asked=2),))))  # before it has read the others
    second.write()
    assert {card.id for card in load_deck(texts["quiz"]).cards} == {"old", "a-1", "b-1"}


def test_what_cannot_be_read_of_theirs_is_set_aside() -> None:
    assert merge("quiz", dump_deck(Deck()), "{") == {"quiz": dump_deck(Deck()), "quiz.set-aside": "{"}
    assert merge("marks", "mine", "theirs") == {"marks": "mine"}


def test_a_text_that_is_let_go_of_is_deleted() -> None:
    texts = {"rollout": "half"}
    page = Page(texts, "a-1")
    page.journal.keep("rollout", "")
    page.write()
    assert texts == {}


def test_a_failed_transaction_that_was_on_disk_after_all_is_no_other_pages() -> None:
    page = Page({}, "a-1")
    page.act()
    transaction = page.journal.next_transaction()
    assert transaction
    carry_out(transaction.decide(page.texts), page.texts)  # but its commit is never reported
    page.act()
    page.write()
    assert not page.asked
    assert match_in(page.texts) == page.parts


def test_forgetting_deletes_the_match_and_nothing_else() -> None:
    texts: dict[str, str] = {"settings": "mine"}
    page = Page(texts, "a-1")
    page.end_game()
    page.write()
    page.journal.forget()
    page.write()
    assert texts == {"settings": "mine"}
    assert not any(map(is_of_match, texts))
    assert not page.journal.waits


def test_what_is_to_be_forgotten_while_something_is_written_is_forgotten_after_it() -> None:
    page = Page({}, "a-1")
    page.act()
    transaction = page.journal.next_transaction()
    assert transaction
    changes = transaction.decide(page.texts)
    page.journal.forget()
    carry_out(changes, page.texts)
    page.journal.on_committed(transaction)
    page.write()
    assert page.texts == {}


def test_all_of_a_kind_is_forgotten_whoever_wrote_it_and_nothing_else() -> None:
    page = Page({}, "a-1")
    page.texts |= {"set-aside.1": "theirs", "set": "", "set-aside": "", "settings": "mine"}
    page.journal.keep("set-aside.2", "mine")
    page.journal.forget_all("set-aside.")
    page.write()
    assert page.texts == {"set": "", "set-aside": "", "settings": "mine"}
    assert not page.journal.waits


def test_what_is_kept_after_all_of_its_kind_was_forgotten_is_kept() -> None:
    page = Page({"friend.old": "theirs"}, "a-1")
    page.journal.keep("friend.early", "mine")
    transaction = page.journal.next_transaction()
    assert transaction
    changes = transaction.decide(page.texts)
    page.journal.forget_all("friend.")
    page.journal.keep("friend.new", "mine")
    carry_out(changes, page.texts)
    page.journal.on_committed(transaction)
    page.write()
    assert page.texts == {"friend.new": "mine"}


@pytest.mark.parametrize("name", ["look", "save"])
def test_news_of_another_page_are_asked_about_once(name: str) -> None:
    texts: dict[str, str] = {}
    first, second = Page(texts, "a-1"), Page(texts, "b-1")
    first.act()
    first.write()
    if name == "look":
        second.journal.check()
    else:
        second.act()
    second.write()
    second.journal.check()
    second.write()
    assert second.asked == 1
    assert match_in(texts) == first.parts
    second.act()
    second.write()
    assert match_in(texts) == second.parts
    first.journal.check()
    first.write()
    assert first.asked == 1


def test_what_another_page_rolled_out_outlives_ones_own_findings() -> None:
    graded = findings.dump_findings((f"choice {at}", '{"error":0.1}') for at in range(findings.MOST))
    rolled = findings.dump_findings((f"position {at}", '{"error":null}') for at in range(3))
    for both in (merge("findings", graded, rolled), merge("findings", rolled, graded)):
        names = [*findings.load_findings(both["findings"])]
        assert names == [*(f"choice {at}" for at in range(3, findings.MOST)), *findings.load_findings(rolled)]
