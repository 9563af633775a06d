"""The list of matches against friends: what each row says, and how rows that are alike are told apart."""

from dataclasses import replace

from app.friends import FORM, new_device
from view.models import FIRST, SAY, attribute, nodes, texts

from backgammon.friend.news import Kind, ListedMatch
from backgammon.friend.stages import Stage
from backgammon.friend.terms import Terms
from backgammon.i18n.catalogue import load
from backgammon.i18n.rule_names import rules_name
from backgammon.state.events import Command, Submitted, TextReceived
from backgammon.state.friend import FriendPage
from backgammon.state.model import DialogName
from backgammon.view.page import page
from backgammon.view.panels.friend_matches import match_rows
from backgammon.view.words import length_name, prevent_breaks


def test_the_cross_beside_a_match_first_brings_up_the_button_that_deletes_it() -> None:
    match = ListedMatch("x", "Ada", Stage.PLAYING, 5, (1, 0), mine=True)
    drawn = page(replace(FIRST, dialog=DialogName.FRIEND, friend=FriendPage(matches=(match,))), SAY)
    (folded,) = [each for each in nodes(drawn) if each.tag == "details"]
    (delete,) = [each for each in nodes(drawn) if attribute(each, "data-value") == "forget:x"]
    assert delete in nodes(folded)
    assert delete not in nodes(next(each for each in nodes(folded) if each.tag == "summary"))


def test_the_score_in_the_list_is_written_as_in_sentences() -> None:
    match = ListedMatch("x", "Ada", Stage.PLAYING, 5, (1, 0), mine=True)
    model = replace(FIRST, dialog=DialogName.FRIEND, friend=FriendPage(matches=(match,)))
    for tag, score in (("en", prevent_breaks("1–0")), ("de", "1:0")):
        assert f" · {score}" in texts(page(model, load(tag)))


def test_two_invitations_to_the_same_match_are_told_apart_by_their_times() -> None:
    ann = new_device("Ann", 1)
    for minute in (29_746_980, 29_747_070):
        ann.now = minute * 60_000
        ann.send(Submitted("new-game", FORM))
        ann.send(Command("close"))
    ann.send(Command("new-game"))
    ann.send(Command("friend-act", "list"))
    for tag, times in (
        ("en", (prevent_breaks("2026-07-23 16:30"), prevent_breaks("2026-07-23 15:00"))),
        ("de", ("23.07.2026 16:30", "23.07.2026 15:00")),
    ):
        said = texts(page(ann.model, load(tag)))
        assert [said.count(time) for time in times] == [1, 1]
        assert said.index(times[0]) < said.index(times[1])


def test_the_list_says_that_an_invitation_was_declined_not_only_that_it_has_ended() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", FORM))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Command("friend-act", "decline"))
    ann.send(TextReceived(bob.written[Kind.DECLINE]))
    ann.send(Command("dismiss-notice"))
    ann.send(Command("friend-act", "list"))
    (line,) = [
        each for each in nodes(page(replace(ann.model, notice=None), SAY)) if each.tag == "li" and each.key
    ]
    about = f"{length_name(1, SAY)} · {rules_name(Terms().rules, SAY)} · {SAY('friend.text.declined')}"
    assert about in texts(line), "it has no name by which to know it"
    assert prevent_breaks("0–0") not in texts(line)


def test_invitations_of_one_minute_are_numbered_and_nothing_else_is() -> None:
    early, late = (ListedMatch(id, "", Stage.INVITING, 1, (0, 0), mine=False, made=29_746_980) for id in "el")
    longer = replace(early, id="x", length=3)
    moment = prevent_breaks("2026-07-23 15:00")
    for matches, ends in (
        ((late, longer, early), ("2/2", moment, "1/2")),
        ((longer, early), (moment, moment)),
    ):
        notes = [
            texts(each)
            for row in match_rows(matches, SAY)
            for each in nodes(row)
            if attribute(each, "class") == "note"
        ]
        assert tuple(note.rsplit(" · ", 1)[1] for note in notes) == ends
