"""Handlers of the friend dialog and of the desk's news: invitations, connections, remarks, ending a match.

Moves and rolls are made on the board as in any match; features.friend.board passes them on.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from backgammon.core.match import OpeningRoll
from backgammon.data.json_text import drop_surrogates, tidy_line
from backgammon.features.friend.board import (
    forget,
    has_room_for,
    page_of,
    peer_of,
    put_on_board,
    show_match,
)
from backgammon.features.speech.status_text import dice_text, line_about
from backgammon.friend import news
from backgammon.friend.outputs import RemarkMade, StepsShown
from backgammon.friend.remarks import LONGEST_REMARK, REMARKS, remark_key
from backgammon.friend.requests import (
    Accept,
    AnswerEnd,
    AskForRematch,
    Decline,
    DeclineRematch,
    ForgetMatch,
    Invite,
    KeepCube,
    ListMatches,
    OfferEnd,
    OpenMatch,
    Request,
    Say,
    Share,
    TakeText,
    WriteCall,
    WriteLetter,
    WriteOwnCopy,
)
from backgammon.friend.stages import Link
from backgammon.friend.terms import Terms
from backgammon.i18n.catalogue import Name
from backgammon.state.change import Change, chain, show_notice, with_dialog
from backgammon.state.effects import Announce, Copy, FriendRequest
from backgammon.state.friend import REMEMBERED, Sheet
from backgammon.state.friend_match import rematch_key
from backgammon.state.model import MAX_NAME, DialogName, MatchOptions, MessageKey, Model, Notice
from backgammon.state.parts import late

Values = Mapping[str, str]


def on_text(model: Model, text: str) -> Change:
    """Handle a text from a friend that was opened or pasted."""
    return model, (FriendRequest(TakeText(drop_surrogates(text), model.settings.address_server)),)


def invite(model: Model, setup: MatchOptions, values: Values) -> Change:
    """Propose a match with the choices of the new-game dialog."""
    try:
        terms = Terms(setup.rules, setup.length, setup.white, setup.clock, setup.advice)
    except ValueError:
        return show_notice(model, Notice("error.new-game", tone="error"))
    live = values.get("way", "live") == "live"
    asked = Invite(terms, setup.seats[0].name, live, model.settings.address_server)
    return _prepare(_with(model, invited=None), asked)


def open_dialog(model: Model, value: str = "") -> Change:
    """Open the dialog: for the friend's match if it is on the board, else with the list of matches."""
    friend = page_of(model)
    if friend.state and friend.state.id == _on_board(model):
        return _show(model, Sheet.MATCH)
    return _show(model, Sheet.LIST, ListMatches())


def on_form(model: Model, values: Values) -> Change:
    """Handle a submitted form of the dialog: the friend's reply text, the player's own name, or a remark."""
    if text := values.get("text", "").strip():
        return on_text(model, text)
    if "accept" in values:
        name = tidy_line(values.get("name", ""), MAX_NAME)
        return _ask(model, Accept(name, model.settings.address_server))
    remark = tidy_line(values.get("remark", ""), LONGEST_REMARK)
    return _ask(model, Say(text=remark)) if remark else (model, ())


def ask_for_rematch(model: Model) -> Change:
    """Ask the friend for a rematch, or accept theirs."""
    return _ask(model, AskForRematch())


def decline_rematch(model: Model, value: str = "") -> Change:
    """Decline the friend's rematch."""
    return _ask(model, DeclineRematch())


def act(model: Model, value: str) -> Change:
    """Carry out the command of a button of the dialog: ``NAME`` or ``NAME:VALUE``."""
    name, _, rest = value.partition(":")
    return _ACTS[name](model, rest) if name in _ACTS else (model, ())


def _ask(model: Model, *asked: Request | Share) -> Change:
    return model, tuple(map(FriendRequest, asked))


def _show(model: Model, sheet: Sheet, *asked: Request, **fields: Any) -> Change:
    friend = replace(page_of(model), sheet=sheet, **fields)
    shown = replace(with_dialog(model, DialogName.FRIEND), friend=friend, notice=None)
    return _ask(shown, *asked)


def _prepare(model: Model, asked: Request) -> Change:
    """Ask for a text to send; until it is there, the dialog says that it is being made."""
    return _show(model, Sheet.TEXT, asked, kind=None, text="", coded=False)


def _with(model: Model, **fields: Any) -> Model:
    return replace(model, friend=replace(page_of(model), **fields))


def _on_board(model: Model) -> str:
    return peer_of(model.game_in_play.setup)


# Commands of the buttons.


def _open(model: Model, id: str) -> Change:
    """Bring a match to the board, also from behind what is being viewed; or show its invitation."""
    closed = replace(model, dialog=None)
    if _on_board(model) != id:
        return _ask(closed, OpenMatch(id))
    return chain(show_match(closed), lambda there: _ask(there, OpenMatch(id)))


def _decline(model: Model, value: str) -> Change:
    """Decline an invitation, with a reply to the friend, or a private copy, which is then dropped."""
    closed = replace(_with(model, invited=None, copy=None, kind=None, text=""), dialog=None)
    return _ask(closed, Decline())


def _call(model: Model, value: str) -> Change:
    return _prepare(model, WriteCall(model.settings.address_server))


def _write(model: Model, value: str) -> Change:
    return _prepare(model, WriteLetter())


def _copy_own(model: Model, value: str) -> Change:
    return _prepare(model, WriteOwnCopy())


def _forget(model: Model, value: str) -> Change:
    if not value:
        return model, ()
    return chain(_ask(model, ForgetMatch(value)), lambda there: forget(there, value))


def _say(model: Model, value: str) -> Change:
    return _ask(model, Say(remark=value)) if value in REMARKS else (model, ())


_ACTS: dict[str, Callable[[Model, str], Change]] = {
    "list": lambda model, value: _show(model, Sheet.LIST, ListMatches()),
    "open": _open,
    "forget": _forget,
    "decline": _decline,
    "take-copy": lambda model, value: _ask(replace(model, dialog=None), Accept("")),
    "call": _call,
    "write": _write,
    "answer": _write,
    "own-copy": _copy_own,
    "copy": lambda model, value: (model, (Copy(page_of(model).text),)),
    "share": lambda model, value: (model, (FriendRequest(Share(page_of(model).text)),)),
    "code": lambda model, value: (_with(model, coded=not page_of(model).coded), ()),
    "say": _say,
    "mute": lambda model, value: (_with(model, muted=not page_of(model).muted), ()),
    "end": lambda model, value: _ask(replace(model, dialog=None), OfferEnd()),
    "keep-cube": lambda model, value: _ask(model, KeepCube(on=value == "on")),
    "end-yes": lambda model, value: _ask(model, AnswerEnd(accept=True)),
    "end-no": lambda model, value: _ask(model, AnswerEnd(accept=False)),
    "again": lambda model, value: ask_for_rematch(model),
    "again-no": decline_rematch,
}


# News from the desk.

_save_all = late("features.saving.backup:save_all")


def on_news(model: Model, told: news.News) -> Change:
    """Handle news from the desk."""
    return _TOLD[type(told)](model, told)


def _on_state_changed(model: Model, told: news.StateChanged) -> Change:
    before = page_of(model).state
    return chain(
        _take_state(model, told),
        lambda there: _make_room(there, before),
        lambda there: _see_rematch(there, before),
    )


def _take_state(model: Model, told: news.StateChanged) -> Change:
    before, state = page_of(model).state, told.state
    if before and before.rematch and before.link is Link.LIVE and before.id != state.id:
        model = _with(model, rematch=state.id)
    if told.refused or _on_board(model) != state.id:
        return put_on_board(model, state)
    known, mine = state.saved.log, model.game_in_play.log
    if not (known.begins_with(mine) or mine.begins_with(known)):
        return put_on_board(model, state)
    after = _with(model, state=state)
    if before is None or before.id != state.id:
        # The page was reopened: board and desk each kept their log, and both go on from the common part.
        after = _with(after, decided=min(len(known), len(mine)))
    was_live = before is not None and before.id == state.id and before.link is Link.LIVE
    if state.link is Link.LIVE and not was_live:
        return _on_connected(after)
    if was_live and state.link in (Link.CLOSED, Link.SILENT):
        return show_notice(after, Notice("notice.friend-lost", tone="warning"))
    return after, ()


def _asks(state: news.MatchState | None) -> bool:
    """Whether the friend asks to end the match, or for another one."""
    return state is not None and (state.end_offered or state.rematch is news.RematchState.OFFERED)


def _make_room(model: Model, before: news.MatchState | None) -> Change:
    """Drop the notice as soon as the friend asks something: a small phone has no room for both."""
    is_new = _asks(page_of(model).state) and not _asks(before)
    return (replace(model, notice=None) if is_new and not model.looking else model), ()


def _see_rematch(model: Model, before: news.MatchState | None) -> Change:
    """Say what is new about a rematch; a notice says it too where the match is not in sight."""
    state, key = page_of(model).state, rematch_key(model)
    if not key or (before and state and before.id == state.id and before.rematch is state.rematch):
        return model, ()
    ours = news.RematchState.PROPOSED, news.RematchState.INVITED
    hidden = (model.looking or model.dialog) and state and state.rematch not in ours
    shown = replace(model, notice=Notice(key)) if hidden else model
    return shown, (Announce(key),)


def _on_connected(model: Model) -> Change:
    """Say that the friend is connected, and close the dialog if it showed the text to be sent."""
    friend = page_of(model)
    is_open = model.dialog is DialogName.FRIEND and friend.sheet is Sheet.TEXT
    # The friend's page may have been loaded anew: the steps of an unfinished play are shown again.
    found = _with(model, kind=None, text="", unreached=False, rematch="", shown=())
    there = replace(found, dialog=None if is_open else model.dialog)
    is_known = friend.state is not None and friend.state.id == friend.rematch
    if is_known:
        return there, ()
    here = Notice("notice.friend-here")
    if _asks(friend.state):
        return replace(there, notice=None), (Announce(here.key),)
    return replace(there, notice=here), _opening_of(there)


def _opening_of(model: Model) -> tuple[Announce, ...]:
    """Announce that the friend begins, if that is all that has happened: the match came so to the board."""
    game = model.game_in_play
    begun = _on_board(model) and len(game.log) and isinstance(game.log[-1], OpeningRoll)
    if not begun or game.match.dice is None or game.match.on_roll == 0:
        return ()
    line = line_about(model, "notice.starts", game.match.on_roll, dice=dice_text(game.match.dice))
    return (Announce(line.key, line.params),)


def _on_opened(model: Model, told: news.Opened) -> Change:
    """Bring the match of a text that was opened to the board, unless a running one would be lost."""
    said = replace(model, notice=Notice(told.key, tone="error")) if told.key else model
    if _on_board(model) == told.id:
        return show_match(said)
    return _open(said, told.id) if has_room_for(model, told.id) else (said, ())


def _on_invited(model: Model, told: news.Invited) -> Change:
    return _show(model, Sheet.INVITED, invited=told)


def _on_copy_opened(model: Model, told: news.CopyOpened) -> Change:
    return _show(model, Sheet.COPY, copy=told.match)


def _on_declined(model: Model, told: news.Declined) -> Change:
    """Show the list of matches: the declined invitation no longer has to be sent."""
    listed = _with(model, sheet=Sheet.LIST, kind=None, text="")
    return show_notice(listed, Notice("friend.text.declined", tone="warning"))


def _on_preparing(model: Model, told: news.Preparing) -> Change:
    clear = _with(model, coded=False, unreached=False, invited=None, copy=None)
    return _show(clear, Sheet.TEXT, kind=told.kind, live=True, text="")


def _on_written(model: Model, told: news.Written) -> Change:
    clear = _with(model, coded=False, invited=None)
    return _show(clear, Sheet.TEXT, kind=told.kind, live=told.live, text=told.text)


def _on_unreached(model: Model, told: news.Unreached) -> Change:
    return show_notice(_with(model, unreached=True), Notice("dialog.friend.unreached", tone="error"))


def _on_remark_made(model: Model, told: RemarkMade) -> Change:
    friend = page_of(model)
    if friend.muted and not told.mine:
        return model, ()
    after = _with(model, remarks=(*friend.remarks, told)[-REMEMBERED:])
    if told.mine or model.dialog is DialogName.FRIEND or friend.state is None:
        return after, ()
    said = MessageKey(remark_key(told.remark)) if told.remark else told.text
    name = friend.state.names[1]
    if not name:
        return show_notice(after, Notice("notice.friend-says", (("said", said),)))
    return show_notice(after, Notice("notice.friend-says.named", (("name", Name(name)), ("said", said))))


_TOLD: dict[type, Callable[[Model, Any], Change]] = {
    news.Listed: lambda model, told: (_with(model, matches=told.matches), ()),
    news.StateChanged: _on_state_changed,
    news.Opened: _on_opened,
    news.Invited: _on_invited,
    news.CopyOpened: _on_copy_opened,
    news.Declined: _on_declined,
    news.Exported: lambda model, told: _save_all(model, told.texts),
    news.Preparing: _on_preparing,
    news.Written: _on_written,
    news.Passed: lambda model, told: show_notice(replace(model, dialog=None), Notice("notice.friend-passed")),
    news.Unreached: _on_unreached,
    StepsShown: lambda model, told: (_with(model, seen=told.moves), ()),
    RemarkMade: _on_remark_made,
    news.Problem: lambda model, told: show_notice(model, Notice(told.key, tone="error")),
    news.Note: lambda model, told: show_notice(model, Notice(told.key)),
}
