"""The connection to a friend's device: one WebRTC data channel, ordered and reliable, and no more of WebRTC.

A description is complete: it is handed over once every address of this device has been gathered, because the
players exchange it by hand and nothing can follow it. A failed connection is replaced by a new one.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import js
from pyodide.ffi import JsException, create_proxy, to_js

from backgammon.browser import clock

_GATHERING_SECONDS = 4.0
"""The longest wait for an address server to answer."""
_CHANNEL = {"negotiated": True, "id": 0}
"""Both sides open the same channel, so neither has to announce it."""


class State(StrEnum):
    """The state of a connection."""

    OPEN = "open"
    UNSURE = "unsure"
    """Nothing has been received for a while; the browser looks for another route."""
    CLOSED = "closed"
    FAILED = "failed"
    """There is no route between the devices, or this browser does not support connections."""


@dataclass(frozen=True, slots=True)
class Reports:
    """The callbacks of a connection: for its description (SDP), each new state, and each message."""

    described: Callable[[str], None]
    state: Callable[[State], None]
    message: Callable[[bytes], None]


class Peer:
    """One connection, from its description to its end."""

    def __init__(self, reports: Reports, servers: Sequence[str]) -> None:
        """``servers`` are asked for this device's address; empty unless the player has allowed it."""
        self._reports = reports
        self._listeners: list[tuple[Any, str, Any]] = []
        self._state: State | None = None
        self._work: asyncio.Future[None] | None = None
        self._connection: Any = None
        self._channel: Any = None
        if not hasattr(js, "RTCPeerConnection"):
            clock.after(0, lambda: self._become(State.FAILED))
            return
        self._connection = js.RTCPeerConnection.new(_object({"iceServers": [*map(_ice_server, servers)]}))
        self._channel = self._connection.createDataChannel("match", _object(_CHANNEL))
        self._channel.binaryType = "arraybuffer"
        self._listen(self._channel, "open", lambda event: self._become(State.OPEN))
        self._listen(self._channel, "close", lambda event: self._become(State.CLOSED))
        self._listen(self._channel, "message", self._on_message)
        self._listen(self._connection, "iceconnectionstatechange", lambda event: self._look())

    def invite(self) -> None:
        """Describe this side first; the friend's answer is later passed to ``connect``."""
        self._start(self._describe())

    def answer(self, offer: str) -> None:
        """Accept the description of the inviting side, and describe this one."""
        self._start(self._answer(offer))

    def connect(self, answer: str) -> None:
        """Accept the friend's description; from now on the two devices look for each other."""
        self._start(self._take("answer", answer))

    def send(self, message: bytes) -> bool:
        """Send a message; return whether the channel could take it."""
        if self._state not in (State.OPEN, State.UNSURE):
            return False
        try:
            self._channel.send(to_js(message))
        except JsException:
            return False
        return True

    def close(self) -> None:
        """End the connection; nothing more is reported."""
        self._state = State.CLOSED
        if self._work:
            self._work.cancel()
        for target, name, proxy in self._listeners:  # the channel closes later, and would call them
            target.removeEventListener(name, proxy)
            proxy.destroy()
        self._listeners = []
        if self._connection:
            self._connection.close()

    def _listen(self, target: Any, name: str, call: Callable[[Any], None]) -> None:
        proxy = create_proxy(call)
        self._listeners.append((target, name, proxy))
        target.addEventListener(name, proxy)

    def _start(self, work: Any) -> None:
        if self._connection:
            self._work = asyncio.ensure_future(self._run(work))
        else:
            work.close()

    async def _run(self, work: Any) -> None:
        try:
            await work
        except JsException as error:
            js.console.warn(f"connection: {error}")
            self._become(State.FAILED)

    async def _answer(self, offer: str) -> None:
        await self._take("offer", offer)
        await self._describe()

    async def _take(self, kind: str, description: str) -> None:
        await self._connection.setRemoteDescription(_object({"type": kind, "sdp": description}))

    async def _describe(self) -> None:
        await self._connection.setLocalDescription()
        patience = clock.now() + _GATHERING_SECONDS
        while self._connection.iceGatheringState != "complete" and clock.now() < patience:
            await asyncio.sleep(0.02)
        self._reports.described(str(self._connection.localDescription.sdp))

    def _on_message(self, event: Any) -> None:
        data = event.data
        self._reports.message(data.encode() if isinstance(data, str) else bytes(data.to_py()))

    def _look(self) -> None:
        """Report that the browser has found a route, lost it, or given up."""
        match str(self._connection.iceConnectionState):
            case "connected" | "completed" if self._channel.readyState == "open":
                self._become(State.OPEN)
            case "disconnected":
                self._become(State.UNSURE)
            case "failed":
                self._become(State.FAILED)

    def _become(self, state: State) -> None:
        """Report a new state; after CLOSED or FAILED nothing is reported."""
        if state == self._state or self._state in (State.CLOSED, State.FAILED):
            return
        self._state = state
        self._reports.state(state)


def _ice_server(address: str) -> dict[str, str]:
    """Return the RTCIceServer for an address: ``stun:HOST``, or ``turn:HOST,NAME,PASSWORD``."""
    url, _, account = address.partition(",")
    name, _, password = account.partition(",")
    return {"urls": url, "username": name, "credential": password} if account else {"urls": url}


def named_servers() -> tuple[str, ...]:
    """Return the address servers that the site's owner named in the build."""
    return tuple((js.document.documentElement.dataset.stun or "").split())


def _object(value: dict[str, Any]) -> Any:
    return to_js(value, dict_converter=js.Object.fromEntries)
