"""Playing a friend: the list of matches, an invitation, a text to be sent, and the match on the board."""

from collections.abc import Callable

from backgammon.core.time_control import MINUTE, SECOND
from backgammon.friend.news import Invited, Kind, MatchState
from backgammon.friend.outputs import RemarkMade
from backgammon.friend.remarks import LONGEST_REMARK, REMARKS, remark_key
from backgammon.friend.stages import Link, Stage
from backgammon.friend.terms import Terms
from backgammon.i18n.rule_names import rules_name
from backgammon.state.friend import FriendPage, Sheet
from backgammon.state.friend_match import has_play
from backgammon.state.model import MAX_NAME, Model
from backgammon.view.forms import (
    address_servers,
    button,
    group,
    note_attributes,
    same_network,
    submit,
    switch,
    text,
)
from backgammon.view.node import Child, Node, node
from backgammon.view.panels.friend_line import answer_text
from backgammon.view.panels.friend_matches import match_facts, match_rows
from backgammon.view.panels.status_line import dialog_notice
from backgammon.view.qr import qr_code
from backgammon.view.words import Say, length_name

_ANSWERED = (Kind.INVITATION, Kind.CALL)
"""Texts that the friend answers with another text."""
_BY_MESSAGE = (Kind.INVITATION, Kind.ANSWER)
"""Texts that can begin a match by message as well as live."""


def content(model: Model, say: Say) -> Child:
    """Draw the current sheet of the friend dialog."""
    friend = model.friend or FriendPage()
    return (
        node("div", *_SHEETS[friend.sheet](model, friend, say), class_="body friend", key=friend.sheet),
        node("footer", said, class_="dialog-foot") if (said := dialog_notice(model, say)) else None,
    )


def _act(name: str, words: str, class_: str = "secondary") -> Node:
    return button("friend-act", words, name, class_)


# The list of matches.


def _list(model: Model, friend: FriendPage, say: Say) -> tuple[Child, ...]:
    rows = match_rows(friend.matches, say)
    about = node("p", say("dialog.friend.about"), class_="lead")
    return (
        node("ul", rows, class_="matches", key="matches") if rows else about,
        button("new-game", say("action.new-game"), class_="secondary" if rows else "primary"),
        _paste(say("dialog.friend.open"), "", say("dialog.friend.reply.submit.message")),
    )


def _paste(label: str, note: str, words: str) -> Node:
    """Draw a field for a text from the friend; css/friend.css mutes its button while the field is empty."""
    return node(
        "form",
        node(
            "label",
            node("span", label, class_="field-label", id="text-name" if note else None),
            node(
                "textarea",
                name="text",
                rows=2,
                spellcheck="false",
                autocapitalize="off",
                required=True,
                **note_attributes("text", note),
            ),
            node("span", note, class_="note", id="text-note") if note else None,
            class_="form-field",
        ),
        submit(words),
        data_form="friend",
        class_="paste",
        key="paste",
    )


# A friend's invitation.


def _invitation(model: Model, friend: FriendPage, say: Say) -> tuple[Child, ...]:
    invited = friend.invited
    if invited is None:
        return ()
    declined = say("dialog.friend.invited.declined"), " ", say("dialog.friend.invited.open")
    return (
        node("p", _who(invited, say), class_="lead"),
        node("p", *declined) if invited.declined else None,
        node("ul", [node("li", fact) for fact in _facts(invited, say)], class_="terms"),
        same_network(model.settings.address_server, say) if invited.live else None,
        node("p", say("dialog.play-here.about"), class_="note") if model.game_in_play.is_under_way else None,
        node(
            "form",
            text("name", say("dialog.new-game.name0"), model.game_in_play.setup.seats[0].name, MAX_NAME),
            node("input", type="hidden", name="accept", value="yes"),
            address_servers(model.settings.address_server, say) if invited.live else None,
            node(
                "div",
                submit(say("dialog.friend.accept")),
                _act("decline", say("dialog.friend.decline")),
                class_="row",
            ),
            data_form="friend",
        ),
    )


def _who(invited: Invited, say: Say) -> str:
    named = say("dialog.friend.invited.named", name=invited.name)
    return named if invited.name else say("dialog.friend.invited")


def _facts(invited: Invited, say: Say) -> tuple[str, ...]:
    """Describe the proposed match; the guest gets the colour that the host does not have."""
    terms = invited.terms
    colour = "white" if terms.white == 1 else "black"
    return (
        length_name(terms.length, say),
        rules_name(terms.rules, say),
        say(f"dialog.friend.colour.{colour}"),
        _clock(terms, say),
        say("dialog.friend.hints" if terms.hints else "dialog.friend.hints.none"),
        say(f"dialog.friend.way.{'live' if invited.live else 'message'}"),
    )


def _clock(terms: Terms, say: Say) -> str:
    control = terms.clock
    if control is None:
        return say("dialog.friend.clock.none")
    key = "dialog.friend.clock" if control.loses else "dialog.friend.clock.shown"
    minutes = say.number(control.bank / MINUTE, 0 if control.bank % MINUTE == 0 else 1)
    return say(key, delay=control.delay // SECOND, minutes=minutes)


# A copy of one's own match from another device.


def _copy(model: Model, friend: FriendPage, say: Say) -> tuple[Child, ...]:
    match = friend.copy
    if match is None:
        return ()
    return (
        node("p", say("dialog.friend.copy.about"), class_="lead"),
        node(
            "ul",
            node("li", node("bdi", match.name or say("dialog.friend.unnamed"))),
            node("li", match_facts(match, say)),
            class_="terms",
        ),
        node("p", say("dialog.play-here.about"), class_="note") if model.game_in_play.is_under_way else None,
        node(
            "div",
            _act("take-copy", say("dialog.friend.reply.submit.message"), "primary"),
            _act("decline", say("offer.no")),
            class_="row",
        ),
    )


# A text to be sent.


def _text(model: Model, friend: FriendPage, say: Say) -> tuple[Child, ...]:
    kind = friend.kind
    if kind is None or not friend.text:
        return (node("p", say("dialog.friend.preparing"), role="status"),)
    by_message = not friend.live and kind in _BY_MESSAGE
    without_play = kind is Kind.LETTER and friend.state is not None and not has_play(friend.state)
    about = f"dialog.friend.text.{kind}{'.message' if by_message else '.roll' if without_play else ''}"
    opened = "dialog.friend.reply.submit"
    return (
        node("p", say(about), class_="lead"),
        same_network(model.settings.address_server, say) if friend.live else None,
        _send_options(friend, say),
        _paste(
            say("dialog.friend.reply"),
            say("dialog.friend.reply.note"),
            say(opened if friend.live else f"{opened}.message"),
        )
        if kind in _ANSWERED
        else None,
        _act("list", say("dialog.friend.list"), "link"),
    )


def _send_options(friend: FriendPage, say: Say) -> Node:
    return node(
        "div",
        node(
            "div",
            _act("share", say("dialog.friend.share"), "primary share"),
            _act("copy", say("dialog.friend.copy"), "primary copy"),
            button(
                "friend-act",
                say("dialog.friend.code"),
                "code",
                aria_expanded="true" if friend.coded else "false",
            ),
            class_="row",
        ),
        qr_code(friend.text, say("dialog.friend.code.label")) if friend.coded else None,
        node(
            "input",
            type="text",
            value=friend.text,
            readonly=True,
            class_="link-text",
            aria_label=say("dialog.friend.link"),
        ),
        class_="sending",
        key="sending",
    )


# The match on the board.


def _match(model: Model, friend: FriendPage, say: Say) -> tuple[Child, ...]:
    state = friend.state
    if state is None:
        return (node("p", say("dialog.friend.preparing"), role="status"),)
    live = state.link is Link.LIVE
    return (
        _state(model, state, say),
        _end_offered(say) if state.end_offered else None,
        _talk(friend, live, say),
        switch(
            "show_steps",
            say("setting.show_steps"),
            model.settings.show_steps,
            say("setting.show_steps.note"),
            setting=True,
        ),
        _cube(state, say) if not live and _runs(state) and _may_double(state.terms) else None,
        node(
            "div",
            _act("end", say("dialog.friend.end")) if state.is_our_turn and _runs(state) else None,
            _act("own-copy", say("dialog.friend.own-copy")) if not live and _runs(state) else None,
            class_="row",
        ),
        _act("list", say("dialog.friend.list"), "link"),
    )


def _cube(state: MatchState, say: Say) -> Node:
    """Draw the button to rule out one's doubles, which saves a message a turn, or to allow them again."""
    on = "off" if state.keeps_cube else "on"
    return node(
        "div",
        _act(f"keep-cube:{on}", say(f"dialog.friend.keep-cube.{on}")),
        node("p", say("dialog.friend.keep-cube.note"), class_="note"),
        class_="state",
        key="keep-cube",
    )


def _may_double(terms: Terms) -> bool:
    """Whether the match has doubles; one to a single point has none, whatever its rules."""
    return terms.rules.cube and terms.length != 1


def _runs(state: MatchState) -> bool:
    return state.stage in (Stage.PLAYING, Stage.OFFERING)


def _state(model: Model, state: MatchState, say: Say) -> Node:
    live, joining = state.link is Link.LIVE, state.stage is Stage.JOINING
    # While joining, the friend may still lack our answer, and could not read a call to play live.
    may_call = not live and not joining
    send = say("dialog.friend.write" if has_play(state) else "dialog.friend.say.send")
    return node(
        "div",
        node("p", say(f"ui.friend.{state.link}"), class_=f"connection {state.link}", role="status"),
        node("p", say(answer_text(model))) if joining and not live else None,
        node(
            "div",
            _act("answer", say("dialog.friend.say.send"), "primary") if joining else None,
            _act("write", send, "primary") if state.letter_due else None,
            _act("call", say("dialog.friend.call")) if may_call else None,
            class_="row",
        )
        if not live
        else None,
        address_servers(model.settings.address_server, say) if may_call else None,
        _paste(say("dialog.friend.open"), "", say("dialog.friend.reply.submit.message"))
        if not live and not state.letter_due
        else None,
        class_="state",
        key="state",
    )


def _end_offered(say: Say) -> Node:
    return node(
        "div",
        node("p", say("dialog.friend.end.offered"), role="alert"),
        node(
            "div",
            _act("end-yes", say("dialog.friend.end.yes")),
            _act("end-no", say("dialog.friend.end.no")),
            class_="row",
        ),
        class_="asks",
        key="end",
    )


def _talk(friend: FriendPage, live: bool, say: Say) -> Node:
    remarks = [_remark(remark, index, say) for index, remark in enumerate(friend.remarks)]
    return group(
        say("dialog.friend.said"),
        node("ol", remarks, class_="remarks-said", key="said") if remarks else None,
        node(
            "div",
            [_act(f"say:{remark}", say(remark_key(remark)), "chip") for remark in REMARKS],
            class_="chips",
            key="fixed",
        )
        if live
        else None,
        node(
            "form",
            text("remark", say("dialog.friend.say"), "", LONGEST_REMARK),
            submit(say("dialog.friend.say.send")),
            data_form="friend",
            class_="saying",
            key="free",
        )
        if live
        else None,
        _act("mute", say("dialog.friend.unmute" if friend.muted else "dialog.friend.mute"), "link"),
    )


def _remark(remark: RemarkMade, index: int, say: Say) -> Node:
    said = say(remark_key(remark.remark)) if remark.remark else remark.text
    return node("li", node("bdi", said), class_="mine" if remark.mine else "theirs", key=str(index))


_SHEETS: dict[Sheet, Callable[[Model, FriendPage, Say], tuple[Child, ...]]] = {
    Sheet.LIST: _list,
    Sheet.INVITED: _invitation,
    Sheet.COPY: _copy,
    Sheet.TEXT: _text,
    Sheet.MATCH: _match,
}
