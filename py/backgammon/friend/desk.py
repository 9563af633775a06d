"""All matches against friends on this device, and its one connection: requests in, orders out, no I/O.

The page makes requests (``requests``), the connection reports events, time passes; each returns orders
(``orders``), of which ``Tell`` is for the page (``news``).
"""

from collections.abc import Callable, Mapping
from typing import Any

from backgammon.core.errors import BackgammonError
from backgammon.friend import requests
from backgammon.friend.active import UNKNOWN, ActiveMatches, Orders
from backgammon.friend.agreement import decline
from backgammon.friend.calls import call_text, copied_match, is_answer, is_decline, match_id
from backgammon.friend.errors import FriendError, Known
from backgammon.friend.match import FriendMatch
from backgammon.friend.matches import Matches
from backgammon.friend.news import (
    CopyOpened,
    Declined,
    Exported,
    Invited,
    Kind,
    Listed,
    ListedMatch,
    Note,
    Opened,
    Preparing,
    Problem,
    Unreached,
    Written,
)
from backgammon.friend.orders import Connect, Keep, PassOn, Tell
from backgammon.friend.outputs import RemarkMade, RematchText
from backgammon.friend.rematch_desk import RematchDesk
from backgammon.friend.rematches import Rematches
from backgammon.friend.stages import Link, Stage
from backgammon.friend.texts import Answer, Call, Invitation, Letter, OwnCopy, Text, parse


class Desk:
    """The matches against friends as one page knows them."""

    def __init__(
        self, texts: Mapping[str, str], draw: Callable[[], bytes], minute: Callable[[], int]
    ) -> None:
        """``texts``: the stored texts by match id; ``draw``: draws a fresh seed from the browser's crypto.

        ``minute``: returns the time in minutes since 1970 by the clock on the wall.
        """
        self._matches = Matches(texts, draw, minute)
        rematches = Rematches(self._matches)
        self._active = ActiveMatches(self._matches, rematches)
        self._rematch_desk = RematchDesk(self._matches, rematches, self._active)
        self._opened: Invitation | OwnCopy | None = None
        """What was opened last, and is neither accepted nor declined."""

    def refresh(self, texts: Mapping[str, str]) -> Orders:
        """Take over the texts that are stored now; outdated matches leave the board and the connection."""
        return self._active.refresh(texts)

    def take(self, request: requests.Request, now: int) -> Orders:
        """Carry out a request of the page, or tell it why not."""
        try:
            return _HANDLERS[type(request)](self, request, now)
        except FriendError as error:
            return [Tell(Problem(error.key))]
        except BackgammonError:
            return self._active.tell_state(refused=isinstance(request, requests.Decide))

    def waits_for(self, text: str) -> bool:
        """Whether the connection here belongs to the match of this text, which was opened in another page."""
        return self._active.talks_about(match_id(text))

    # The reports on the connection, and the time.

    def on_description(self, number: int, sdp: str, now: int) -> Orders:
        """Write the text for the description that connection ``number`` now has; if none fits, give it up."""
        connection = self._active.connection_of(number)
        if connection is None:
            return []
        try:
            connection.text = call_text(connection.match, connection.kind, sdp)
        except FriendError:
            return self.on_closed(number, now)
        return [Tell(Written(connection.kind, connection.text, live=True))]

    def on_opened(self, number: int, now: int) -> Orders:
        """Handle the opening of connection ``number``."""
        connection = self._active.connection_of(number)
        if connection is None:
            return []
        connection.opened = True
        match = connection.match
        return [*self._active.put(match, now), *self._active.carry_out(match, match.on_opened(now))]

    def on_message(self, number: int, data: bytes, now: int) -> Orders:
        """Handle a message over connection ``number``; one that is not UTF-8 is a violation."""
        connection, text = self._active.connection_of(number), data.decode("utf-8", "replace")
        if connection is None:
            return []
        if connection.before and connection.before.is_from_friend(text):
            return []
        connection.before, match = None, connection.match
        came = match.link is not Link.LIVE
        done = match.on_message(text, now)
        orders = self._active.carry_out(match, done)
        if came:
            orders += self._rematch_desk.on_live(match)
        for output in done:
            if isinstance(output, RematchText):
                orders += self._rematch_desk.on_asked(match, output.text, now)
        return orders

    def on_closed(self, number: int, now: int) -> Orders:
        """Handle the loss of connection ``number``, or that it could not be made."""
        connection = self._active.connection_of(number)
        if connection is None:
            return []
        orders = self._active.hang_up(now)
        return orders if connection.opened else [*orders, Tell(Unreached())]

    @property
    def due(self) -> int | None:
        """When ``tick`` must be called next, None for never."""
        return min((match.due for match in self._active if match.due is not None), default=None)

    def tick(self, now: int) -> Orders:
        """Let every active match whose time has come do what is due."""
        orders: Orders = []
        for match in self._active:
            if match.due is not None and match.due <= now:
                orders += self._active.carry_out(match, match.tick(now))
        return orders

    # The handlers of the page's requests.

    def list_matches(self, request: requests.ListMatches, now: int) -> Orders:
        return [Tell(Listed(tuple(map(ListedMatch.of, self._matches.latest_first()))))]

    def open_match(self, request: requests.OpenMatch, now: int) -> Orders:
        match = self._matches.find(request.id)
        if match is None:
            return [Tell(Problem(UNKNOWN))]
        if match.is_declined_here:
            self._opened = match.proposed
            return [Tell(Invited.of(match.proposed, declined=True))]
        if not match.has_begun and match.stage is Stage.OVER:
            return [Tell(Problem("friend.text.declined"))]
        if not match.has_begun:
            return [Tell(self._active.invitation(match))]
        return self._active.put(match, now)

    def leave(self, request: requests.LeaveMatch, now: int) -> Orders:
        return self._active.clear_board(now)

    def forget(self, request: requests.ForgetMatch, now: int) -> Orders:
        gone = [id for id in self._matches.texts if request.id in ("", id)]
        told = [*self._rematch_desk.take_back(gone), *self._active.tell_deleted(gone)]
        orders = [*told, *self._active.drop(gone)]
        for id in gone:
            self._matches.forget(id)
        orders += [*(Keep(id, "") for id in gone), *self._active.tell_state()]
        return [*orders, *self.list_matches(requests.ListMatches(), now)]

    def invite(self, request: requests.Invite, now: int) -> Orders:
        match, done = self._matches.host(request.terms, request.name)
        orders = [*self._active.hang_up(now), *self._active.carry_out(match, done)]
        if not request.live:
            return [*orders, Tell(self._active.invitation(match))]
        return [*orders, *self._active.dial(match, Kind.INVITATION, request.servers, now)]

    def take_text(self, request: requests.TakeText, now: int) -> Orders:
        try:
            return self._take_parsed(parse(request.text), request, now)
        except Known as known:
            if not request.alone and not self._active.talks_about(known.id):
                return [PassOn(request.text)]
            return [Tell(Opened(known.id, known.key))]

    def _take_parsed(self, text: Text, request: requests.TakeText, now: int) -> Orders:
        if isinstance(text, Invitation):
            return self._take_invitation(text, request, now)
        if isinstance(text, OwnCopy):
            return self._take_own_copy(text, now)
        match = self._matches.find(text.id)
        if match is None:
            return [Tell(Problem(UNKNOWN))]
        if isinstance(text, Letter):
            orders = self._active.carry_out(match, match.open_letter(text, now))
            return [*orders, *self._active.put(match, now), Tell(Opened(match.id))]
        if not is_answer(text):
            assert isinstance(text, Call)
            offer = match.call_sdp(text)
            orders = self._active.put(match, now)
            return [*orders, *self._active.dial(match, Kind.CALL_ANSWER, request.servers, now, offer)]
        if (text.sdp or is_decline(text)) and not self._active.dials(match.id) and not request.alone:
            return [PassOn(request.text)]
        return self._take_answer(match, text, now)

    def accept(self, request: requests.Accept, now: int) -> Orders:
        invitation, self._opened = self._opened, None
        if invitation is None:
            return []
        if isinstance(invitation, OwnCopy):
            return self._take_own_copy(invitation, now, agreed=True)
        match, done = self._matches.join(invitation, request.name)
        orders = self._active.carry_out(match, done)
        return [*orders, *self._answer(match, now, request.servers, invitation.sdp)]

    def decline(self, request: requests.Decline, now: int) -> Orders:
        opened, self._opened = self._opened, None
        if isinstance(opened, Invitation):
            match, done = self._matches.refuse(opened)
            answer = Written(Kind.DECLINE, decline(opened), live=False)
            return [*self._active.carry_out(match, done), Tell(answer)]
        connection = self._active.connection
        if opened or connection is None or connection.match.stage is not Stage.INVITING:
            return []
        match = connection.match
        orders = self._active.carry_out(match, match.give_up())
        return [*orders, *self.forget(requests.ForgetMatch(match.id), now)]

    def export(self, request: requests.Export, now: int) -> Orders:
        return [Tell(Exported(self._matches.texts))]

    def import_matches(self, request: requests.Import, now: int) -> Orders:
        """Import matches; one that is on the board is taken off it, for the page to reopen or to leave."""
        brought = self._matches.import_matches(request.texts)
        return [*self._active.drop(brought), *(Keep(id, text) for id, text in brought.items())]

    def write_call(self, request: requests.WriteCall, now: int) -> Orders:
        return self._active.dial(self._active.match, Kind.CALL, request.servers, now)

    def write_letter(self, request: requests.WriteLetter, now: int) -> Orders:
        """Write the letter that is due, or the answer that the host may never have got."""
        if self._active.match.stage is Stage.JOINING:
            return self._answer(self._active.match, now)
        return self._active.write_letter()

    def write_own_copy(self, request: requests.WriteOwnCopy, now: int) -> Orders:
        return [Tell(Written(Kind.OWN_COPY, self._active.match.copy_for_own_device(), live=False))]

    def roll(self, request: requests.Roll, now: int) -> Orders:
        match = self._active.match
        if request.number != len(match.saved.log):
            # The page is behind, and asks for a roll made before: whether to double now is not decided.
            return self._active.tell_state()
        return self._active.carry_out(match, match.roll(now))

    def decide(self, request: requests.Decide, now: int) -> Orders:
        match = self._active.match
        if request.number != len(match.saved.log):
            return self._active.tell_state(refused=True)
        return self._active.carry_out(match, match.decide(request.action, now, rule_out=request.rule_out))

    def show_steps(self, request: requests.ShowSteps, now: int) -> Orders:
        match = self._active.match
        return self._active.carry_out(match, match.show_steps(request.moves), told=False)

    def say(self, request: requests.Say, now: int) -> Orders:
        match = self._active.match
        orders = self._active.carry_out(match, match.say(request.remark, request.text), told=False)
        return [*orders, Tell(RemarkMade(request.remark, request.text, mine=True))]

    def offer_end(self, request: requests.OfferEnd, now: int) -> Orders:
        match = self._active.match
        return self._active.carry_out(match, match.offer_end(now))

    def answer_end(self, request: requests.AnswerEnd, now: int) -> Orders:
        match = self._active.match
        return self._active.carry_out(match, match.answer_end(request.accept, now))

    def keep_cube(self, request: requests.KeepCube, now: int) -> Orders:
        match = self._active.match
        return self._active.carry_out(match, match.keep_cube(request.on))

    def ask_for_rematch(self, request: requests.AskForRematch, now: int) -> Orders:
        return self._rematch_desk.ask(now)

    def decline_rematch(self, request: requests.DeclineRematch, now: int) -> Orders:
        return self._rematch_desk.decline()

    # Shared helpers.

    def _answer(self, match: FriendMatch, now: int, servers: bool = False, offer: str = "") -> Orders:
        """Put a match on the board that we join, and show the answer: live to ``offer``, else by message."""
        orders, connection = self._active.put(match, now), self._active.connection
        if connection and self._active.dials(match.id) and connection.kind is Kind.ANSWER:
            again = Written(Kind.ANSWER, connection.text, live=True) if connection.text else None
            return [*orders, Tell(again or Preparing(Kind.ANSWER))]
        if offer:
            return [*orders, *self._active.dial(match, Kind.ANSWER, servers, now, offer)]
        return [*orders, Tell(Written(Kind.ANSWER, match.answer(), live=False))]

    def _take_invitation(self, invitation: Invitation, request: requests.TakeText, now: int) -> Orders:
        """Ask about an invitation; one accepted before is answered again: the answer may be lost."""
        known = self._matches.find_agreed(invitation.id)
        if known and known.stage is Stage.JOINING and known.link is Link.CLOSED:
            if invitation.sdp and not self._active.dials(known.id) and not request.alone:
                return [PassOn(request.text)]
            return self._answer(known, now, request.servers, invitation.sdp)
        if known:
            raise Known(known.id, f"friend.text.{'own' if known.is_host else 'nothing-new'}", "known")
        self._opened = invitation
        return [Tell(Invited.of(invitation, declined=self._matches.find(invitation.id) is not None))]

    def _take_own_copy(self, copy: OwnCopy, now: int, agreed: bool = False) -> Orders:
        """Continue a match played on another device of ours; unless ``agreed``, first ask about a new one."""
        match = copied_match(copy, self._matches.find_agreed)
        if not agreed and not self._matches.find_agreed(match.id):
            self._opened = copy
            return [Tell(CopyOpened(ListedMatch.of(match)))]
        orders = self._active.drop([match.id])
        self._matches.add(match)
        self._matches.keep(match.id, copy.kept)
        copied = Keep(match.id, copy.kept), *self._active.put(match, now), Tell(Note("notice.friend-copied"))
        return [*orders, *copied]

    def _take_answer(self, match: FriendMatch, text: Answer | Call, now: int) -> Orders:
        """Handle the friend's answer to an invitation or a call."""
        orders: Orders = []
        if isinstance(text, Call):
            match.call_sdp(text)
        else:
            orders = self._active.carry_out(match, match.take_answer(text, now))
            if is_decline(text):
                hung_up = self._active.hang_up(now) if self._active.dials(match.id) else []
                listed = self.list_matches(requests.ListMatches(), now)
                return [*hung_up, *orders, *self._active.tell_state(), *listed, Tell(Declined())]
        orders += self._active.put(match, now)
        if text.sdp and self._active.connection and self._active.dials(match.id):
            orders.append(Connect(self._active.connection.number, text.sdp))
        return orders


_HANDLERS: dict[type, Callable[[Desk, Any, int], Orders]] = {
    requests.ListMatches: Desk.list_matches,
    requests.Export: Desk.export,
    requests.Import: Desk.import_matches,
    requests.OpenMatch: Desk.open_match,
    requests.LeaveMatch: Desk.leave,
    requests.ForgetMatch: Desk.forget,
    requests.Invite: Desk.invite,
    requests.TakeText: Desk.take_text,
    requests.Accept: Desk.accept,
    requests.Decline: Desk.decline,
    requests.WriteCall: Desk.write_call,
    requests.WriteLetter: Desk.write_letter,
    requests.WriteOwnCopy: Desk.write_own_copy,
    requests.Roll: Desk.roll,
    requests.Decide: Desk.decide,
    requests.ShowSteps: Desk.show_steps,
    requests.Say: Desk.say,
    requests.OfferEnd: Desk.offer_end,
    requests.AnswerEnd: Desk.answer_end,
    requests.KeepCube: Desk.keep_cube,
    requests.AskForRematch: Desk.ask_for_rematch,
    requests.DeclineRematch: Desk.decline_rematch,
}
