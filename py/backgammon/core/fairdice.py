"""Dice that both players can check: each roll follows from a secret and a word fixed before the game.

The secret's SHA-256 is shown before the first roll, the secret itself after the game. Roll ``n`` (from 1,
opening rolls included) of a game reads the bytes of HMAC-SHA256(key=secret,
message="triktrakk-dice-1|n|block|word") for block 0, 1 …; bytes of 252 and above are skipped, so that no face
is favoured, and each other byte gives byte mod 6 + 1. The first two are the roll. In an opening roll they
are the dice of player 0 and player 1.

Between two devices nobody knows such a secret. Each side has a chain of links, each the SHA-256 of the next;
the first is its commitment, and a roll follows from the next link of both (``shared_roll``). A link that is
shown can be checked, as can all links before it. In a game the first link after the commitment is skipped,
the second gives the opening rolls, ties included, and each later one gives one roll.
"""

import hashlib
import hmac

from backgammon.core.dice import Roll
from backgammon.core.errors import BackgammonError

SECRET_BYTES = 32
_FAIR_BYTES = 252


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret as 64 hexadecimal digits, to be shown before the first roll."""
    return hashlib.sha256(_check_secret(secret)).hexdigest()


def fair_roll(secret: bytes, word: str, number: int) -> Roll:
    """Return roll ``number`` (from 1) of the game with this secret and word."""
    if number < 1:
        raise BackgammonError(f"rolls are counted from 1, not {number!r}")
    faces: list[int] = []
    block = 0
    while len(faces) < 2:
        message = f"triktrakk-dice-1|{number}|{block}|{word}".encode()
        digest = hmac.new(_check_secret(secret), message, hashlib.sha256).digest()
        faces.extend(byte % 6 + 1 for byte in digest if byte < _FAIR_BYTES)
        block += 1
    return faces[0], faces[1]


def link_before(link: bytes, count: int = 1) -> bytes:
    """Return the link ``count`` places before this one in its chain."""
    for _ in range(count):
        link = hashlib.sha256(link).digest()
    return link


def shared_roll(
    commitments: tuple[bytes, bytes], links: tuple[bytes, bytes], word: str, number: int
) -> tuple[int, int]:
    """Return roll ``number`` (from 1) of a game, from the next link of each player's chain.

    The secret of the roll is the SHA-256 of both links, the link of the lower commitment first; in an opening
    roll the first die belongs to that player. So the roll does not depend on which of them is called player
    0.
    """
    (low, first), (_, second) = sorted(zip(commitments, links, strict=True))
    roll = fair_roll(hashlib.sha256(_check_secret(first) + _check_secret(second)).digest(), word, number)
    return roll if low == commitments[0] else (roll[1], roll[0])


def _check_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise BackgammonError(f"a secret is {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
