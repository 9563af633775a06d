"""Friends' devices may have builds of different age: each text and message keeps its very bytes.

``frozen/sent-1.txt`` has one of each, a name and the text in each line. It is never rewritten: whatever makes
another text of the same match is a new version of the protocol, as friend/texts.py and friend/wire.py say.
Letters and copies are compressed, which two versions of zlib may do differently: ``test_kept`` reads them.
"""

from pathlib import Path

from friend.pair import ANSWER, OFFER, Device, answer, invitation

from backgammon.core.actions import Played
from backgammon.core.plays import Move
from backgammon.core.time_control import TimeControl
from backgammon.friend.agreement import decline
from backgammon.friend.match import FriendMatch
from backgammon.friend.stages import Violation
from backgammon.friend.terms import Terms
from backgammon.friend.wire import Deleted, Message, Remark, Rematch, Steps, Stop, Time, format_message

SENT = Path(__file__).parent / "frozen" / "sent-1.txt"
TERMS = Terms(length=10, white=1, clock=TimeControl(12_000, 300_000, loses=True))
MESSAGES: tuple[Message, ...] = (
    Steps(2, (Move(8, 4, 4), Move(6, 4, 2))),
    Remark("hello", ""),
    Remark("", "Žluťoučký 🎲"),
    Rematch("#friend=1i"),
    *map(Stop, Violation),
    Time(2, 57),
    Deleted(),
)


def all_that_is_sent() -> dict[str, str]:
    """Return each kind of text and message of one match, by names."""
    host = Device(*FriendMatch.host(TERMS, "Anna", b"anna" * 8))
    read = invitation(host.match)
    guest = Device(*FriendMatch.join(read, "Bo", b"bobo" * 8))
    found = {
        "invitation": host.match.invitation(),
        "live invitation": host.match.invitation(OFFER),
        "answer": guest.match.answer(),
        "live answer": guest.match.answer(ANSWER),
        "decline": decline(read, "Bo"),
    }
    host.do(host.match.take_answer(answer(guest.match), 0))
    found |= {"call": guest.match.call(OFFER), "call answered": host.match.call(ANSWER, is_answer=True)}
    for device in (host, guest):
        device.do(device.match.on_opened(0))
    (found["host's status"],), (found["guest's status"],) = host.take_sent(), guest.take_sent()
    host.do(host.match.on_message(found["guest's status"], 0))
    (found["host's entries"],) = host.take_sent()
    guest.do(guest.match.on_message(found["host's entries"], 0))
    play = Played(((8, 4), (6, 4)))
    guest.do(guest.match.decide(play, 1300, rule_out=True))
    (found["guest's entries"],) = guest.take_sent()
    key = guest.match._common.key
    return found | {f"message {number}": format_message(each, key, 1) for number, each in enumerate(MESSAGES)}


def test_what_friends_send_is_the_same_in_every_build() -> None:
    written = dict(line.split("  ", 1) for line in SENT.read_text("utf-8").splitlines())
    assert all_that_is_sent() == written
