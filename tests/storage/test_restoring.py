"""What a page takes over from stored texts when it begins: nothing is lost, and nothing is taken twice."""

from dataclasses import replace
from pathlib import Path

from backgammon.features.game.start import first_visit
from backgammon.features.saving.saved_match import snapshot
from backgammon.storage.codec import load
from backgammon.storage.earlier import MATCH, TAKEN, Earlier, earlier_match
from backgammon.storage.journal import HEAD, MARK, RUNNING, Journal, match_in
from backgammon.storage.lessons import dump_solved, load_solved
from backgammon.storage.merging import merge
from backgammon.storage.parts import join, split
from backgammon.storage.restoring import Found, find_match, friends_in, take_earlier, texts_beside
from backgammon.storage.types import Human, Remote, Saved

ASIDE = "set-aside.1"
LEFT = {MATCH: (Path(__file__).parent / "older" / "shelf-2.json").read_text("utf-8")}
DAMAGED = {MATCH: "{"}


class Page:
    """A page that opens the texts of a database."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.journal = Journal("a-0", merge)
        self.found = find_match(self.journal, texts, ASIDE)

    def take(self, left: dict[str, str]) -> Found:
        """Take over what was left in localStorage."""
        earlier = earlier_match(left, self.texts.get(TAKEN, ""))
        assert earlier
        return take_earlier(self.journal, self.found, earlier, f"{ASIDE}.earlier")

    def write(self) -> dict[str, str]:
        """Write what waits, and return the texts on disk."""
        if transaction := self.journal.next_transaction():
            self.texts |= transaction.decide(self.texts).put
            self.journal.on_committed(transaction)
        return self.texts


def texts_of(saved: Saved) -> dict[str, str]:
    page = Page({})
    page.journal.save(split(saved))
    return page.write()


def kept_match(texts: dict[str, str]) -> Saved:
    parts = match_in(texts)
    assert parts
    return join(parts)


MINE = snapshot(first_visit())


def test_a_match_is_found_and_nothing_is_written() -> None:
    assert Page({}).found == Found()
    page = Page(texts_of(MINE))
    assert page.found == Found(MINE)
    assert not page.journal.waits


def test_who_has_the_white_checkers_is_kept() -> None:
    saved = replace(MINE, setup=replace(MINE.setup, white=1))
    assert kept_match(texts_of(saved)).setup.white == 1


def test_a_friend_s_seat_is_kept() -> None:
    saved = replace(MINE, setup=replace(MINE.setup, seats=(Human("Ann"), Remote("ab", "Bo"))))
    texts = texts_of(saved)
    assert '{"kind":"remote","name":"Bo","level":"","peer":"ab"}' in texts["head"]
    assert kept_match(texts) == saved


def test_all_is_stored_under_the_names_of_earlier_builds() -> None:
    page = Page({})
    page.take({"match": LEFT[MATCH]})
    assert page.write().keys() == {"mark", "head", "running", "shelf", "taken"}
    money = load((Path(__file__).parent / "frozen" / "match-3.json").read_text("utf-8")).shelf
    assert money
    assert len(money.log.finished) == 1
    assert texts_of(money).keys() == {"mark", "head", "running", "shelf", "game.000000"}


def test_of_a_match_that_was_found_only_what_changes_is_written() -> None:
    page = Page(texts_of(MINE))
    page.journal.save(split(replace(MINE, setup=replace(MINE.setup, white=1))))
    transaction = page.journal.next_transaction()
    assert transaction
    assert {*transaction.decide(page.texts).put} == {MARK, HEAD}


def test_a_damaged_match_is_set_aside_and_the_next_one_written_over_it() -> None:
    page = Page({**texts_of(MINE), RUNNING: "{"})
    assert page.found.saved is None
    assert page.found.damage
    page.journal.save(split(MINE))
    texts = page.write()
    assert kept_match(texts) == MINE
    assert texts[ASIDE].startswith(texts[HEAD])


def test_an_earlier_match_is_taken_over_once() -> None:
    assert earlier_match({}) is None
    page = Page({})
    assert page.take(LEFT) == Found(load(LEFT[MATCH]))
    texts = page.write()
    assert kept_match(texts) == load(LEFT[MATCH])
    assert earlier_match(LEFT, texts[TAKEN]) is None


def test_where_there_are_two_matches_both_stay_until_a_person_has_chosen() -> None:
    page = Page(texts_of(MINE))
    found = page.take(LEFT)
    assert (found.saved, found.damage) == (MINE, "")
    assert isinstance(found.other, Earlier)
    assert found.other.saved == load(LEFT[MATCH])
    assert not page.journal.waits


def test_an_earlier_match_without_an_action_is_not_asked_about() -> None:
    page = Page(texts_of(MINE))
    left = texts_of(replace(MINE, swapped=True))
    assert page.take(left) == Found(MINE)
    texts = page.write()
    assert kept_match(texts) == MINE
    assert earlier_match(left, texts[TAKEN]) is None


def test_two_damaged_matches_are_both_set_aside() -> None:
    page = Page({**texts_of(MINE), HEAD: "{"})
    found = page.take(DAMAGED)
    assert found.saved is None
    assert found.damage
    texts = page.write()
    assert texts[ASIDE].startswith("{\n")
    assert texts[f"{ASIDE}.earlier"] == DAMAGED[MATCH]
    assert earlier_match(DAMAGED, texts[TAKEN]) is None


def test_a_damaged_earlier_match_takes_nothing_from_the_one_that_is_there() -> None:
    page = Page(texts_of(MINE))
    found = page.take(DAMAGED)
    assert (found.saved, found.other) == (MINE, None)
    assert found.damage


def test_texts_beside_the_match_are_merged_with_what_was_left_of_them() -> None:
    page = Page({"lessons": dump_solved({"one"}), "marks": "there"})
    left = {"lessons": dump_solved({"two"}), "figures": "left", "marks": "", "settings": "other"}
    beside = texts_beside(page.journal, ("lessons", "figures", "marks", "quiz"), page.texts, left)
    assert load_solved(beside.pop("lessons")) == {"one", "two"}
    assert beside == {"figures": "left", "marks": "there", "quiz": ""}
    texts = page.write()
    assert load_solved(texts["lessons"]) == {"one", "two"}
    assert (texts["figures"], texts["marks"]) == ("left", "there")


def test_matches_against_friends_are_found_by_their_ids() -> None:
    assert friends_in({"friend.ab": "text", "friends": "other", HEAD: ""}) == {"ab": "text"}
