"""The progress of a running rollout and its stop button: below its analysis, else below the list of moves."""

from backgammon.features.analysis.rollouts import trials_done
from backgammon.state.analysis_state import RolloutRun
from backgammon.state.model import Model
from backgammon.view.forms import button, progress
from backgammon.view.node import Node
from backgammon.view.words import Say


def rollout_progress(model: Model, say: Say, named: bool = False) -> Node | None:
    """Draw how far a running rollout is, ``named`` where nothing else says what it is."""
    run = model.analysis.rollout
    if run is None or not run.running:
        return None
    words = progress_text(run, say)
    return progress(
        f"{say('rollout.title')} · {words}" if named else words,
        trials_done(run),
        run.settings.trials,
        button("stop-rollout", say("action.stop-rollout"), class_="link"),
        class_="running",
    )


def progress_text(run: RolloutRun, say: Say) -> str:
    """Say how many trials of a rollout are done."""
    return say("rollout.progress", done=trials_done(run), count=run.settings.trials)
