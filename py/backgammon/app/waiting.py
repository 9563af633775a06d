"""Events that wait for a part of the page: an event that needs a missing part is handled once it is loaded.

Nothing of such an event is done before: its change is discarded, the part is fetched, and on PartLoaded the
event is handled as if it came then. If the part cannot be fetched, the page says so, and the next try fetches
it again. A part that the match itself needs is fetched again at every event. A text from outside also waits
where it is not decided which tab's match continues.
"""

from dataclasses import replace

from backgammon.state.change import Change
from backgammon.state.effects import FetchPart
from backgammon.state.events import Event, TextReceived
from backgammon.state.model import DialogName, Model, Notice
from backgammon.state.parts import Part, PartMissing, part_of
from backgammon.state.seats import is_shared

_COMING, _FAILED = Notice("notice.part-coming"), Notice("error.part", tone="error")


def wait(model: Model, part: Part, event: Event) -> Change:
    """Fetch a part, and let an event wait for it."""
    waiting = tuple(each for each in model.waiting if each != (part, event))
    return replace(model, waiting=(*waiting, (part, event)), notice=_COMING), (FetchPart(part),)


def check_dialog(model: Model) -> None:
    """Raise PartMissing if the open dialog cannot be drawn yet."""
    part = part_of(f"view.dialogs.{model.dialog.replace('-', '_')}") if model.dialog else None
    if part and part not in model.parts:
        raise PartMissing(part)


def effects_after(before: Model, after: Model) -> tuple[FetchPart, ...]:
    """Fetch the part that may be needed next, since a browser may refuse to copy long after a click."""
    coming = _wants_files(after) and not _wants_files(before) and Part.FILES not in after.parts
    return (FetchPart(Part.FILES),) if coming else ()


def _wants_files(model: Model) -> bool:
    """Whether something that can be copied and saved is shown."""
    return model.dialog is DialogName.FILES or model.replay is not None


def hold(model: Model, text: TextReceived) -> Model:
    """Let a text wait until it is decided which tab's match continues."""
    return replace(model, waiting=(*(each for each in model.waiting if each[1] != text), (None, text)))


def take_held(model: Model) -> tuple[Model, tuple[Event, ...]]:
    """Return the model in which that is decided, and the texts that have waited for it."""
    texts = tuple(event for wanted, event in model.waiting if wanted is None)
    rest = tuple(each for each in model.waiting if each[0] is not None)
    return (replace(model, waiting=rest) if texts else model), texts


def take(model: Model, part: Part) -> tuple[Model, tuple[Event, ...]]:
    """Return the model with a part that was loaded, and the events that have waited for it."""
    events = tuple(event for wanted, event in model.waiting if wanted is part)
    rest = tuple(each for each in model.waiting if each[0] is not part)
    failed = model.notice == _FAILED and _is_needed(model, part)
    notice = None if model.notice == _COMING or failed else model.notice
    return replace(model, parts=model.parts | {part}, waiting=rest, notice=notice), events


def on_failed(model: Model, part: Part) -> Change:
    """Handle a part that could not be fetched: say so if it is missed by an event or the match."""
    rest = tuple(each for each in model.waiting if each[0] is not part)
    missed = rest != model.waiting or _is_needed(model, part)
    return replace(model, waiting=rest, notice=_FAILED if missed else model.notice), ()


def _is_needed(model: Model, part: Part) -> bool:
    """Whether the match that is played needs a part: one against a friend, or with a clock."""
    game = model.game_in_play
    return (part is Part.FRIEND and is_shared(game)) or (part is Part.CLOCK and game.clock is not None)
