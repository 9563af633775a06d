"""A match with the players' numbers exchanged; mirroring it twice gives the same match."""

from dataclasses import replace

from backgammon.core.match import Match, Phase


def mirror_match(match: Match) -> Match:
    """Return the match with players 0 and 1 exchanged: the player at the top is now at the bottom."""
    result = match.result
    return replace(
        match,
        white=1 - match.white,
        score=(match.score[1], match.score[0]),
        on_roll=0 if match.phase is Phase.OPENING else 1 - match.on_roll,
        cube_owner=None if match.cube_owner is None else 1 - match.cube_owner,
        resigning=None if match.resigning is None else 1 - match.resigning,
        result=replace(result, winner=1 - result.winner) if result else None,
    )
