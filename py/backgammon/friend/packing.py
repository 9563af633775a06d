"""Values packed into few bytes, and back; unreadable bytes are refused with a FriendError."""

from backgammon.friend.errors import unreadable

_MOST = 2**40


class Writer:
    """Packs values into bytes."""

    def __init__(self) -> None:
        self._found = bytearray()

    def raw(self, value: bytes) -> "Writer":
        """Add bytes whose count the reader knows."""
        self._found += value
        return self

    def number(self, value: int) -> "Writer":
        """Add a number of at least 0: seven bits per byte, lowest first."""
        while value > 127:
            self._found.append(value & 127 | 128)
            value >>= 7
        self._found.append(value)
        return self

    def blob(self, value: bytes) -> "Writer":
        """Add any number of bytes, their count first."""
        return self.number(len(value)).raw(value)

    def text(self, value: str) -> "Writer":
        """Add a text as UTF-8, its byte count first."""
        return self.blob(value.encode())

    @property
    def bytes(self) -> bytes:
        """Everything added so far."""
        return bytes(self._found)


class Reader:
    """Takes values from bytes, in the order in which they were written; its methods raise FriendError."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def raw(self, count: int) -> bytes:
        """Take ``count`` bytes."""
        found = self._data[self._at : self._at + count]
        if len(found) != count:
            raise unreadable(f"{count} bytes are expected, there are {len(found)}")
        self._at += count
        return found

    def number(self) -> int:
        """Take a number; only its shortest encoding is accepted."""
        value, shift = 0, 0
        while True:
            byte = self.raw(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if value > _MOST:
                raise unreadable("a number is too large")
        if shift and not byte:
            raise unreadable("a number is written with more bytes than it needs")
        return value

    def choice(self, count: int) -> int:
        """Take a number below ``count``."""
        found = self.number()
        if found >= count:
            raise unreadable(f"a number below {count} is expected, not {found}")
        return found

    def blob(self) -> bytes:
        """Take bytes whose count comes first."""
        return self.raw(self.number())

    def text(self, longest: int) -> str:
        """Take a text of at most ``longest`` characters."""
        try:
            found = self.blob().decode()
        except UnicodeDecodeError as error:
            raise unreadable(f"no text: {error}") from error
        if len(found) > longest:
            raise unreadable(f"a text has at most {longest} characters, not {len(found)}")
        return found

    def rest(self) -> bytes:
        """Take all that is left."""
        return self.raw(len(self._data) - self._at)

    def end(self) -> None:
        """Check that nothing is left."""
        if self._at != len(self._data):
            raise unreadable(f"{len(self._data) - self._at} bytes are left over")
