"""Translates the page's works for the engine, which is loaded here."""

from dataclasses import replace
from functools import lru_cache

from backgammon.analysis import cube_scores, decision, rollouts
from backgammon.analysis.decision import Chosen
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.thinking import Thinking
from backgammon.protocol.messages import (
    PHASES,
    AnalyseDecision,
    AnalyseScores,
    Finding,
    Kind,
    Rollout,
    Work,
)
from backgammon.protocol.play_worker import points_and_stakes
from backgammon.protocol.server import Working


class AnalysisWorker:
    """Does works; keeps evaluated positions, since decisions of one match share them."""

    def __init__(self) -> None:
        self._search = lru_cache(maxsize=1)(lambda rules: Search(judge(), rules))

    def work(self, work: Work) -> Working:
        """Do a work, yielding how much is done; return its result."""
        match work:
            case AnalyseDecision():
                return (yield from self._study(work))
            case AnalyseScores():
                points, stakes = points_and_stakes(work.question)
                search = self._search(work.question.rules)
                return (yield from cube_scores.study_scores(search, points, stakes))
            case Rollout():
                return (yield from self._roll_out(work))

    def _study(self, study: AnalyseDecision) -> Thinking[Finding]:
        question, answer, dice = study.question, study.chosen, study.question.dice
        points, stakes = points_and_stakes(question)
        search, phase = self._search(question.rules), PHASES[question.kind]
        chosen = Chosen(answer.choice, answer.steps, answer.offered) if answer else None
        found = yield from decision.study(
            search, phase, points, stakes, study.plies, dice, chosen, study.keep
        )
        if not study.luck or dice is None:
            return found
        return replace(found, luck=decision.luck(search, points, dice, stakes, study.opening))

    def _roll_out(self, work: Rollout) -> Working:
        question, settings = work.question, work.settings
        points, stakes = points_and_stakes(question)
        search = self._search(question.rules)
        if question.kind is Kind.PLAY:
            assert question.dice is not None
            return (
                yield from rollouts.roll_out_plays(
                    search, points, question.dice, stakes, work.plays, settings, work.span, work.state
                )
            )
        return (yield from rollouts.roll_out_cube(search, points, stakes, settings, work.span, work.state))
