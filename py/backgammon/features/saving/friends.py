"""Matches against friends in the backup file: saved with their secrets, and restored."""

import json
from collections.abc import Mapping

from backgammon.friend.kept import dump, load
from backgammon.friend.match import FriendMatch
from backgammon.friend.requests import Export, Import
from backgammon.state.change import Change
from backgammon.state.effects import FriendRequest
from backgammon.state.model import Model
from backgammon.storage.errors import StorageError


def ask(model: Model) -> Change:
    """Request the stored matches against friends."""
    return model, (FriendRequest(Export()),)


def bring(model: Model, found: Mapping[str, object]) -> Change:
    """Restore the matches against friends from a file; raise StorageError if one is damaged."""
    texts = {id: dump(load(json.dumps(each))) for id, each in found.items()}
    for id, text in texts.items():
        if FriendMatch.restore(text).id != id:
            raise StorageError(f"the match {id!r} says that it is another")
    return model, (FriendRequest(Import(texts)),)
