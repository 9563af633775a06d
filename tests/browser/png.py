"""Reads a browser's screenshots: PNG (ISO 15948), 8 bits per channel, not interlaced."""

import struct
import zlib

_COLOURS = {2: 3, 6: 4}
"""Bytes per pixel, by PNG colour type: without or with transparency."""


def green(png: bytes) -> memoryview:
    """Return the green value of each pixel, row by row: all that a decoder of QR codes needs."""
    width, height, _, kind = struct.unpack_from(">IIBB", png, 16)
    size, data = _COLOURS[kind], zlib.decompress(_image_data(png))
    length = 1 + width * size
    row, found = bytes(width * size), b""
    for begin in range(0, height * length, length):
        row = _unfilter(data[begin], data[begin + 1 : begin + length], row, size)
        found += row[1::size]
    return memoryview(found).cast("B", (height, width))


def _image_data(png: bytes) -> bytes:
    at, found = 8, b""
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        found += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    return found


def _unfilter(filter: int, row: bytes, above: bytes, size: int) -> bytes:
    """Decode a row whose bytes are stored as differences from those to the left and above."""
    found = bytearray(size)
    corner = bytes(size) + above
    for at, value in enumerate(row):
        left, up = found[at], above[at]
        found.append(value + (0, left, up, (left + up) // 2, _nearest(left, up, corner[at]))[filter] & 255)
    return bytes(found[size:])


def _nearest(left: int, up: int, corner: int) -> int:
    """Return the neighbour nearest to left + up - corner (Paeth)."""
    return min((left, up, corner), key=lambda each: abs(left + up - corner - each))
