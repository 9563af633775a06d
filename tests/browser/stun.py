"""An address server for tests (STUN, RFC 5389): it answers binding requests over UDP on loopback.

It tells everyone the same address, one of those reserved for documentation, so that a test recognises it.
"""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address

REQUEST, RESPONSE = b"\x00\x01", b"\x01\x01"
COOKIE = bytes.fromhex("2112a442")
XOR_MAPPED_ADDRESS = b"\x00\x20"
IPV4 = b"\x00\x01"
TOLD, PORT = IPv4Address("203.0.113.7"), 40_000


class AddressServer(socketserver.ThreadingUDPServer):
    """Counts the binding requests that it has answered."""

    daemon_threads = True

    def __init__(self) -> None:
        self.asked = 0
        super().__init__(("127.0.0.1", 0), _Answering)

    @property
    def address(self) -> str:
        """The address to give to the page."""
        return f"stun:127.0.0.1:{self.server_address[1]}"


class _Answering(socketserver.BaseRequestHandler):
    server: AddressServer

    def handle(self) -> None:
        message, connection = self.request
        if message[:2] == REQUEST and message[4:8] == COOKIE:
            self.server.asked += 1
            connection.sendto(answer(message[8:20]), self.client_address)


def answer(transaction: bytes) -> bytes:
    """Return the answer to the request with this transaction id."""
    mask = int.from_bytes(COOKIE, "big")
    place = IPV4 + (PORT ^ mask >> 16).to_bytes(2, "big") + (int(TOLD) ^ mask).to_bytes(4, "big")
    attribute = XOR_MAPPED_ADDRESS + len(place).to_bytes(2, "big") + place
    return RESPONSE + len(attribute).to_bytes(2, "big") + COOKIE + transaction + attribute


@contextmanager
def address_server() -> Iterator[AddressServer]:
    """An address server that runs while the context is open."""
    with AddressServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
