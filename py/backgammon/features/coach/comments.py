"""The tutor's comments in words, and what is read out of them and of the analysis: each comment once.

An analysis that is renewed with every step of a replay says only that it begins, or that it failed.
"""

from backgammon.features.analysis import hint
from backgammon.protocol.messages import Grade, grade
from backgammon.state.effects import Announce
from backgammon.state.model import Model, Notice
from backgammon.state.notice import Share


def comment(model: Model) -> tuple[Notice, ...]:
    """Return the tutor's comment on the choice that is held back, or else on the latest one."""
    caution, remark = model.analysis.caution, model.analysis.remark
    if caution and caution.remark is None:
        return (Notice("tutor.weighing"),)
    remark = caution.remark if caution else remark
    if remark is None:
        return ()
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
