"""Lines being tried out, as JSON values; a link is the same data packed into an address.

``{"version": 1, "start", "nodes", "at", "names"}``: the start as in storage.replay_codec; a node is a pair of
the node it follows (-1 for the start) and its action, as in a log; ``at`` is the node being viewed.
"""

from typing import Any

from backgammon.core.variations import Variation, Variations
from backgammon.data.json_text import quote
from backgammon.storage.errors import StorageError, wrap_errors
from backgammon.storage.fields import Data, field, pair_field
from backgammon.storage.log_codec import pack, unpack
from backgammon.storage.replay_codec import DAMAGED_LINK, pack_link, start_data, start_of, unpack_link
from backgammon.storage.types import Lines

_VERSION = 1


def lines_data(lines: Lines) -> Data:
    """Write lines."""
    tree = lines.tree
    return {
        "version": _VERSION,
        "start": start_data(tree.start),
        "nodes": [(node.after, pack((node.action,))) for node in tree.nodes],
        "at": tree.at,
        "names": lines.names,
    }


def lines_of(data: Data) -> Lines:
    """Read lines, the inverse of lines_data; raise StorageError, or BackgammonError for a broken rule."""
    version = field(data, "version", int)
    if version != _VERSION:
        raise StorageError(f"version {quote(version)} of lines is unknown, the latest here is {_VERSION}")
    start = start_of(field(data, "start", dict))
    nodes = [_node(entry) for entry in field(data, "nodes", list)]
    first, second = (str(field({"name": name}, "name", str)) for name in pair_field(data, "names"))
    return Lines(Variations.read(start, nodes, field(data, "at", int)), (first, second))


def _node(entry: Any) -> Variation:
    match entry:
        case [int(after), str(action)] if len(read := unpack(action)) == 1:
            return Variation(after, read[0])
    raise StorageError(f"a node says what it follows and what is done, not {quote(entry)}")


def dump_lines_link(lines: Lines) -> str:
    """Write lines for an address: a version, a full stop, URL-safe base64."""
    return pack_link(lines_data(lines))


@wrap_errors(DAMAGED_LINK)
def load_lines_link(link: str) -> Lines:
    """Read a link, the inverse of dump_lines_link; raise StorageError for foreign or damaged data."""
    return lines_of(unpack_link(link))
