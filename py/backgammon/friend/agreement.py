"""How a match is agreed: the invitation, its answer, and what each side stores of them.

Only who has seen the invitation can answer it, or decline: both are sealed with a key made from it.
"""

from dataclasses import replace

from backgammon.friend.chain import Chain, derive_secret
from backgammon.friend.errors import Breach, FriendError, Known
from backgammon.friend.kept import Kept, Listing, Party
from backgammon.friend.stages import End, Stage, Violation
from backgammon.friend.standing import FIRST_SLOT
from backgammon.friend.terms import MAX_NAME, Terms, clean_text
from backgammon.friend.texts import (
    NONCE_BYTES,
    Answer,
    Invitation,
    add_seal,
    format_text,
    is_sealed,
    match_key,
)


def propose(terms: Terms, name: str, seed: bytes, friend: str, made: int) -> Kept:
    """Return the host's side of a new match, made now; ``friend``: their name, "" while it is unknown."""
    proposed = Invitation(terms, clean_text(name, MAX_NAME), Chain(seed).commitment, _nonce(seed))
    listed = Listing(Stage.INVITING, False, (proposed.name, friend), (0, 0), terms.length)
    return Kept(proposed.id, 0, terms, seed.hex(), _host(proposed), listed=listed, made=made)


def accept(invitation: Invitation, name: str, seed: bytes) -> Kept:
    """Return the guest's side of the match that is proposed."""
    guest = Party(clean_text(name, MAX_NAME), Chain(seed).commitment.hex(), _nonce(seed).hex())
    return Kept(invitation.id, 1, invitation.terms, seed.hex(), _host(invitation), guest)


def refuse(invitation: Invitation, seed: bytes) -> Kept:
    """Return what is kept of an invitation that we decline, so that it is known when it is opened again."""
    host = _host(invitation)
    return Kept(invitation.id, 1, invitation.terms, seed.hex(), host, end=End.DECLINED)


def decline(invitation: Invitation, name: str = "") -> str:
    """Return the fragment that declines an invitation."""
    declined = Answer(invitation.id, clean_text(name, MAX_NAME), accepted=False)
    return format_text(add_seal(declined, _key_to_decline(_host(invitation), invitation.id)))


def invitation_of(kept: Kept) -> Invitation:
    """Return the invitation to a match, without a connection."""
    commitment, nonce = _values(kept.host)
    return Invitation(kept.terms, kept.host.name, commitment, nonce)


def answer_text(kept: Kept, sdp: str) -> str:
    """Return the fragment that accepts the invitation; ``sdp``: the browser's answer."""
    guest = kept.guest
    assert guest is not None
    (commitment, nonce), link = _values(guest), Chain(bytes.fromhex(kept.seed)).link(FIRST_SLOT)
    return format_text(
        add_seal(Answer(kept.id, guest.name, True, commitment, nonce, link, sdp), key_of(kept))
    )


def with_answer(kept: Kept, answer: Answer) -> Kept:
    """Return the host's side once the guest has answered; raise FriendError where it is no answer to it."""
    if answer.id != kept.id:
        raise Breach(Violation.OTHER_MATCH, f"the answer belongs to {answer.id}, not to {kept.id}")
    if kept.side == 1 and kept.guest is None:
        raise Known(kept.id, "friend.text.own", "it was declined here")
    if kept.guest or kept.end:
        if kept.guest is None or answer.commitment.hex() != kept.guest.commitment:
            raise FriendError("friend.text.answered", "it has been answered")
        key = f"friend.text.{'own' if kept.side else 'nothing-new'}"
        raise Known(kept.id, key, "it is this answer")
    if not answer.accepted:
        if not is_sealed(answer, _key_to_decline(kept.host, kept.id)):
            raise Breach(Violation.FORGED, "whoever declines has not seen the invitation")
        return replace(kept, end=End.DECLINED)
    guest = Party(answer.name, answer.commitment.hex(), answer.nonce.hex())
    agreed = replace(kept, guest=guest, made=0)
    if not is_sealed(answer, key_of(agreed)) or guest.commitment == kept.host.commitment:
        raise Breach(Violation.FORGED, "whoever answers has not seen the invitation")
    return agreed


def key_of(kept: Kept) -> bytes:
    """Return the key of a match that is agreed; see texts.match_key."""
    assert kept.guest is not None
    (first, nonce), (second, other) = _values(kept.host), _values(kept.guest)
    return match_key(kept.id, (nonce, other), (first, second))


def _key_to_decline(host: Party, id: str) -> bytes:
    """Return the key for an answer that declines, known only to those who have seen the invitation."""
    commitment, nonce = _values(host)
    return match_key(id, (nonce, b""), (commitment, b""))


def _host(invitation: Invitation) -> Party:
    return Party(invitation.name, invitation.commitment.hex(), invitation.nonce.hex())


def _values(party: Party) -> tuple[bytes, bytes]:
    """Return a side's commitment and nonce."""
    return bytes.fromhex(party.commitment), bytes.fromhex(party.nonce)


def _nonce(seed: bytes) -> bytes:
    return derive_secret(seed, "nonce")[:NONCE_BYTES]
