"""Short sounds made by the browser's synthesiser: nothing is fetched, and nothing plays unasked."""

from array import array
from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import JsException

_RATE = 24000


class Sounds:
    """Plays sounds by name; the audio device is opened with the first one, which follows a touch or a key."""

    def __init__(self) -> None:
        self._context: Any = None
        self._noise: Any = None
        self._sounds: dict[str, Callable[[float], None]] = {
            "dice": self._dice,
            "checker": lambda volume: self._knock(1500, 0.05, volume),
            "hit": lambda volume: self._knock(800, 0.09, 1.4 * volume),
            "cube": lambda volume: self._knock(420, 0.16, 1.6 * volume),
            "win": self._win,
        }

    def play(self, name: str, volume: float) -> None:
        """Play a sound at a volume from 0 to 1, if the browser lets the page open the audio device."""
        if not self._context:
            try:
                self._context = js.AudioContext.new()
            except (AttributeError, JsException) as error:
                js.console.info(f"no sound: {error}")
                return
            self._noise = self._noise_buffer()
        if self._context.state != "running":  # suspended, or interrupted by a call on a telephone
            self._context.resume()
        self._sounds[name](volume)

    def _dice(self, volume: float) -> None:
        """Play two tumbling dice: knocks that come closer together and grow softer."""
        for index, moment in enumerate((0.0, 0.07, 0.12, 0.19, 0.23, 0.29)):
            self._knock(2300 - 180 * index, 0.03, volume * (1 - 0.12 * index), moment)

    def _win(self, volume: float) -> None:
        for index, pitch in enumerate((523.25, 659.25, 783.99)):
            self._tone(pitch, volume, 0.13 * index)

    def _knock(self, pitch: float, seconds: float, volume: float, moment: float = 0.0) -> None:
        """Play wood on wood: a burst of noise through a narrow filter, fading at once."""
        source = self._context.createBufferSource()
        source.buffer = self._noise
        band = self._context.createBiquadFilter()
        band.type = "bandpass"
        band.frequency.value = pitch
        band.Q.value = 2.5
        self._sound(source, band, volume, moment, seconds)

    def _tone(self, pitch: float, volume: float, moment: float) -> None:
        source = self._context.createOscillator()
        source.type = "triangle"
        source.frequency.value = pitch
        soft = self._context.createBiquadFilter()
        soft.type = "lowpass"
        soft.frequency.value = 3 * pitch
        self._sound(source, soft, 0.3 * volume, moment, 0.5)

    def _sound(self, source: Any, through: Any, volume: float, moment: float, seconds: float) -> None:
        start = self._context.currentTime + moment
        fade = self._context.createGain()
        fade.gain.setValueAtTime(volume, start)
        fade.gain.exponentialRampToValueAtTime(0.001, start + seconds)
        source.connect(through).connect(fade).connect(self._context.destination)
        source.start(start)
        source.stop(start + seconds)

    def _noise_buffer(self) -> Any:
        """Return a fifth of a second of noise; its generator need not be unpredictable."""
        samples, state = array("f"), 1
        for _ in range(_RATE // 5):
            state = (1103515245 * state + 12345) % 2**31
            samples.append(state / 2**30 - 1)
        channel = js.Float32Array.new(len(samples))
        channel.assign(samples)
        buffer = self._context.createBuffer(1, len(samples), _RATE)
        buffer.copyToChannel(channel, 0)
        return buffer
