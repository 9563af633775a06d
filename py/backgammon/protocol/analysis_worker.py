"""Work that the page wants done, put in the engine's terms; the engine is loaded here."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from backgammon.analysis import cube_scores, decision, rollouts
from backgammon.core.errors import BackgammonError
from backgammon.engine.evaluator import Evaluator
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.thinking import Thinking
from backgammon.protocol.messages import (
    RESIGNATION,
    AnalyseDecision,
    AnalyseScores,
    Answer,
    Choice,
    Finding,
    Kind,
    Rollout,
    Work,
)
from backgammon.protocol.play_worker import seen_on_roll
from backgammon.protocol.server import Working

REPLIES = {
    Kind.ANSWER: (Choice.TAKE, Choice.DROP, Choice.BEAVER),
    Kind.BEAVERED: (Choice.TAKE, Choice.DROP, Choice.RACCOON),
    Kind.RACCOONED: (Choice.TAKE, Choice.DROP),
}


class AnalysisWorker:
    """Where work is done; keeps what was judged, since decisions of one match share positions."""

    def __init__(self, evaluator: Callable[[], Evaluator] = judge) -> None:
        self._search = lru_cache(maxsize=1)(lambda rules: Search(evaluator(), rules))

    def work(self, work: Work) -> Working:
        """Do a work, yielding how much is done; return its result."""
        match work:
            case AnalyseDecision(chosen=Answer(choice=choice)) if choice in RESIGNATION:
                return (yield from self._study_resignation(work))
            case AnalyseDecision():
                return (yield from self._study(work))
            case AnalyseScores():
                points, stakes = seen_on_roll(work.question)
                search = self._search(work.question.rules)
                return (yield from cube_scores.study_scores(search, points, stakes))
            case Rollout():
                return (yield from self._roll_out(work))

    def _study_resignation(self, study: AnalyseDecision) -> Thinking[Finding]:
        question, chosen = study.question, study.chosen
        assert chosen is not None
        if not 1 <= chosen.offered <= 3:
            raise BackgammonError(f"one resigns 1, 2 or 3 times the cube, not {chosen.offered}")
        found = yield from self._study(replace(study, chosen=None, luck=False))
        _, stakes = seen_on_roll(question)
        return decision.grade_resignation(found, stakes, chosen.offered, not question.on_roll, chosen.choice)

    def _study(self, study: AnalyseDecision) -> Thinking[Finding]:
        question, chosen = study.question, study.chosen
        points, stakes = seen_on_roll(question)
        search = self._search(question.rules)
        choice = chosen.choice if chosen else None
        if question.kind is Kind.PLAY:
            assert question.dice is not None
            if choice not in (None, Choice.PLAY):
                raise BackgammonError(f"a roll is played, so {choice} is no choice")
            steps = chosen.steps if chosen else None
            found = yield from decision.study_play(
                search, points, question.dice, stakes, study.plies, steps, study.keep
            )
            if not study.luck:
                return found
            if study.opening:
                return replace(found, luck=decision.opening_luck(search, question.dice, stakes))
            return replace(found, luck=decision.luck(search, points, question.dice, stakes))
        plies = max(study.plies, decision.CUBE_PLIES)
        if question.kind is Kind.DOUBLE:
            if choice not in (None, Choice.ROLL, Choice.DOUBLE):
                raise BackgammonError(f"before the roll one rolls or doubles, so {choice} is no choice")
            cube = yield from decision.study_cube(search, points, stakes, plies)
            return decision.grade_double(cube, None if choice is None else choice is Choice.DOUBLE, stakes)
        replies = [each for each in REPLIES[question.kind] if _allowed(each, stakes.beavers, stakes.raccoons)]
        by_opponent = question.kind is not Kind.BEAVERED
        return (yield from decision.study_reply(search, points, stakes, plies, replies, choice, by_opponent))

    def _roll_out(self, work: Rollout) -> Working:
        question, settings = work.question, work.settings
        points, stakes = seen_on_roll(question)
        search = self._search(question.rules)
        if question.kind is Kind.PLAY:
            assert question.dice is not None
            return (
                yield from rollouts.roll_out_plays(
                    search, points, question.dice, stakes, work.plays, settings, work.span, work.state
                )
            )
        return (yield from rollouts.roll_out_cube(search, points, stakes, settings, work.span, work.state))


def _allowed(reply: Choice, beavers: bool, raccoons: bool) -> bool:
    return {Choice.BEAVER: beavers, Choice.RACCOON: raccoons}.get(reply, True)
