"""One side's hash chain: link i is the SHA-256 of link i + 1, and link 0 is the commitment."""

import hashlib
import hmac
from functools import lru_cache

from backgammon.core.fairdice import link_before

LAST_LINK = 4096
"""The number of the last link in a chain: more rolls than a match to 25 points takes."""
_STRIDE = 64


def derive_secret(seed: bytes, label: str) -> bytes:
    """Return one of a match's secrets, 32 bytes; none reveals anything about another."""
    return hmac.new(seed, f"triktrakk-friend-1|{label}".encode(), hashlib.sha256).digest()


class Chain:
    """The chain derived from a match's seed."""

    def __init__(self, seed: bytes) -> None:
        self._kept = _every(derive_secret(seed, "chain"))

    @property
    def commitment(self) -> bytes:
        """Link 0, to be shown before the first roll."""
        return self.link(0)

    def link(self, index: int) -> bytes:
        """Return link ``index``, from 0 to LAST_LINK."""
        above = -(-index // _STRIDE)
        return link_before(self._kept[above], above * _STRIDE - index)


@lru_cache(maxsize=8)
def _every(secret: bytes) -> tuple[bytes, ...]:
    """Return every ``_STRIDE``-th link from link 0 on; any other is fewer than ``_STRIDE`` hashes away."""
    found = [secret]
    for _ in range(LAST_LINK // _STRIDE):
        found.append(link_before(found[-1], _STRIDE))
    return tuple(reversed(found))


class Proof:
    """The links of the friend's chain that follow from the latest one they have shown."""

    def __init__(self, before: bytes, index: int, latest: bytes, most: int) -> None:
        """``before`` is the latest known link, number ``index``; ``latest`` is at most ``most`` links on."""
        self._latest, self.reach = latest, -1
        """The number of ``latest``, -1 where it does not belong to the chain."""
        link = latest
        for distance in range(most + 1):
            if link == before:
                self.reach = index + distance
                return
            link = link_before(link)

    def link(self, index: int) -> bytes | None:
        """Return link ``index``, None where it is not known yet."""
        return link_before(self._latest, self.reach - index) if 0 <= index <= self.reach else None
