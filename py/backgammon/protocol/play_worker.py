"""Translates a question of the page for the engine, and the engine's decision for the page."""

from collections.abc import Callable

from backgammon.core.position import Points, flip_points
from backgammon.core.rules import points_won
from backgammon.engine.player import Player
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking
from backgammon.protocol.messages import Answer, Choice, Kind, Question


def decide(question: Question, players: Callable[[str], Player]) -> Thinking[Answer]:
    """Think about a question, yielding how much is done from 0 to 1; return the answer.

    ``players`` returns the player of a level, and raises ValueError for an unknown one.
    """
    player = players(question.level)
    points, stakes = points_and_stakes(question)
    match question.kind:
        case Kind.PLAY:
            assert question.dice is not None
            steps = yield from player.play(points, question.dice, stakes)
            return Answer(Choice.PLAY, steps)
        case Kind.DOUBLE:
            times = player.resigns(points, stakes)
            if times:
                return Answer(Choice.RESIGN, offered=times)
            doubles = yield from player.doubles(points, stakes)
            return Answer(Choice.DOUBLE if doubles else Choice.ROLL)
        case Kind.ANSWER | Kind.BEAVERED | Kind.RACCOONED:
            reply = yield from player.answers_double(points, stakes, by_opponent=not question.on_roll)
            return Answer(Choice(reply))
        case Kind.RESIGNATION:
            loser = flip_points(question.points)
            shown = 1 if stakes.jacoby else points_won(loser, question.rules)
            if question.offered >= shown:
                return Answer(Choice.ACCEPT)
            accepts = yield from player.accepts(
                points, stakes, question.offered, to_opponent=not question.on_roll
            )
            return Answer(Choice.ACCEPT if accepts else Choice.REFUSE)


def points_and_stakes(question: Question) -> tuple[Points, Stakes]:
    """Return the position and the stakes as the player on roll sees them."""
    stakes = Stakes(
        question.rules,
        question.cube,
        question.cube_owner,
        question.away,
        question.crawford_game,
        question.crawford_done,
    )
    if question.on_roll:
        return question.points, stakes
    return flip_points(question.points), stakes.flip()
