"""The tutor's comments in words, and what is read out of them and of the analysis: each comment once.

An analysis that is renewed with every step of a replay says only that it begins, or that it failed.
"""

from backgammon.features.analysis import hint
from backgammon.protocol.messages import Grade, grade
from backgammon.state.analysis_state import TutorComment
from backgammon.state.effects import Announce
from backgammon.state.model import Model, Notice
from backgammon.state.notice import Share


def remark_on_show(model: Model) -> TutorComment | None:
    """Return the tutor's comment on the choice that is held back, or else on the latest one, if any."""
    caution = model.analysis.caution
    return caution.remark if caution else model.analysis.remark


def comment(model: Model) -> tuple[Notice, ...]:
    """Return that comment in words, or that a choice which is held back is analysed; () for neither."""
    caution, remark = model.analysis.caution, remark_on_show(model)
    if remark is None:
        return (Notice("tutor.weighing"),) if caution else ()
    named = "warns" if caution else grade(remark.error)
    line = Notice(f"tutor.{named}", (("error", float(remark.error)), ("better", remark.better)))
    why = remark.reason
    if named is Grade.GOOD or why is None:
        return (line,)
    return line, Notice(f"reason.{why.name}", tuple(why.params(Share).items()))


def effects_after(before: Model, after: Model) -> tuple[Announce, ...]:
    """Return what is to be read out after an event: a comment, and the state of an analysis."""
    lines = comment(after) if comment(after) != comment(before) else ()
    progress = hint.progress(after) if after.analysis.open else ""
    begins = progress == "thinking" and not before.analysis.open
    if begins or (progress == "failed" and before.analysis.failed != after.analysis.failed):
        lines = (*lines, Notice(f"advice.{progress}"))
    return tuple(Announce(line.key, line.params) for line in lines)
