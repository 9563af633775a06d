"""The doors, all ways by which text comes in: valid texts for each, how to spoil them, how to use them.

A door takes a text and returns whether it was accepted. An accepted text has to *work*: a match is resumed
and drawn, a study is saved and read again, figures are shown. No text may cause an exception.
"""

import base64
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Generic, TypeVar

from backgammon.app import embed_page
from backgammon.app.commands import available
from backgammon.app.update import update
from backgammon.cli.external import read_board
from backgammon.cli.ubgi import Ubgi
from backgammon.core.dice import roll_of
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase
from backgammon.core.plays import Play
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.data.json_text import decode
from backgammon.features.analysis import rollouts
from backgammon.features.saving import backup, side_store
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.viewer import export
from backgammon.friend.errors import FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.texts import parse
from backgammon.i18n.catalogue import english
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.gnuid import format_gnu_id, parse_gnu_id
from backgammon.notation.mat import format_mat, parse_mat
from backgammon.notation.ogid import format_ogid, parse_ogid
from backgammon.notation.play import parse_play
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup as Standing
from backgammon.notation.sgf import format_sgf, parse_sgf
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.notation.xgtext import parse_xg_text
from backgammon.protocol import codec
from backgammon.protocol.messages import Answer, Choice
from backgammon.protocol.server import Server, Thinking
from backgammon.protocol.work_codec import read_state, state_data
from backgammon.state import embed
from backgammon.state.effects import StoreText
from backgammon.state.events import Command, Event, Restored, StoreLoaded, TextReceived
from backgammon.state.model import Model
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.lines import dump_lines_link, load_lines_link
from backgammon.storage.replay_codec import dump_link, load_link
from backgammon.storage.types import Saved, Settings
from backgammon.view.page import page
from lab.fuzz import mutate, part_seeds, seeds, xg_files
from lab.fuzz.mutate import Mutate, of_json, of_text

_T = TypeVar("_T")
LONG = 1_000_000
SHARING = (
    *(Command("copy-id", kind) for kind in ("xgid", "gnu")),
    *(Command("copy-link", kind) for kind in ("position", "match")),
    *(Command("save-as", kind) for kind in export.KINDS),
    *(Command("review"), Command("analyse"), Command("play-here"), Command("study-at", "3")),
)


@dataclass(frozen=True, slots=True)
class Door:
    """A way by which text comes in; ``enter`` takes a text and returns whether it was accepted.

    ``seeds`` returns valid texts; ``spoil`` and ``grow`` make damaged and large texts from a valid one.
    """

    name: str
    seeds: Callable[[], Sequence[str]]
    spoil: Mutate
    enter: Callable[[str], bool]
    grow: Callable[[Random, str, int], str] = mutate.grow


@dataclass(frozen=True, slots=True)
class Reading(Generic[_T]):
    """A door's ``enter``: ``read`` may raise ``error`` only, and ``use`` of its result nothing."""

    read: Callable[[str], _T]
    use: Callable[[_T], object]
    error: type[Exception] = BackgammonError

    def __call__(self, text: str) -> bool:
        """Read a text and use it; return whether it was accepted."""
        try:
            value = self.read(text)
        except self.error:
            return False
        self.use(value)
        return True


def draw(model: Model) -> Model:
    """Draw the page."""
    page(model, english())
    return model


def send(model: Model, *events: Event) -> Model:
    """Handle events, and draw the page after each."""
    for event in events:
        model = draw(update(model, event)[0])
    return model


def exercise(model: Model) -> Model:
    """Draw the page, run some of its available commands, then save it and read it again."""
    names, random = available(draw(model)), Random(len(repr(model.game.match)) + len(model.game.log))
    some = (Command(random.choice(names)), Command(random.choice(names)), random.choice(SHARING))
    model = send(model, *some, Command("study-next"))
    saved = snapshot(model)
    again = load(_as_stored(dump(saved)))
    assert again == replace(saved, last_moves=again.last_moves, last_player=again.last_player)
    return model


def _go_on(saved: Saved) -> None:
    assert load(dump(saved)) == saved
    exercise(send(seeds.first_page(), Restored(saved)))


def _set(settings: Settings) -> None:
    assert load_settings(dump_settings(settings)) == settings
    send(seeds.first_page(), Restored(None, settings=settings), Command("settings"))


def _as_stored(text: str) -> str:
    """Return a text, or raise UnicodeError if storage cannot hold it because of lone surrogates."""
    return text.encode().decode()


def _beside(name: str, *commands: str) -> Callable[[str], bool]:
    """Return the ``enter`` of a text stored beside the match: the page reads it, uses it and backs it up."""

    def enter(text: str) -> bool:
        model, _ = update(seeds.page_at_a_decision(), StoreLoaded(((name, text),), 20_000))
        model, effects = side_store.read_kept(model)
        if any(isinstance(effect, StoreText) and effect.name.endswith("set-aside") for effect in effects):
            return False
        send(model, *(Command(*command.split()) for command in commands))
        text = _as_stored(backup.backup_text(model))
        again = send(seeds.first_page(), TextReceived(text))
        assert again.notice
        assert again.notice.tone != "error", "what was accepted cannot be brought back"
        return True

    return enter


def _receive_text(text: str) -> bool:
    model = send(seeds.first_page(), TextReceived(text))
    if model.notice and model.notice.tone == "error":
        return False
    exercise(model)
    return True


def _checked_link(link: str) -> str:
    load_link(link)
    return link


def _follow(link: str) -> None:
    study = load_link(link)
    assert load_link(dump_link(study)) == study
    assert _receive_text(f"https://example.org/#match={link}")


def _checked_lines(link: str) -> str:
    load_lines_link(link)
    return link


def _try_out(link: str) -> None:
    lines = load_lines_link(link)
    assert load_lines_link(dump_lines_link(lines)) == lines
    _receive_text(f"https://example.org/#lines={link}")


def _go_on_with_friend(match: FriendMatch) -> None:
    """Use a stored match: the values that a page shows, a letter, and a channel that opens and closes."""
    repr((match.end, match.names, match.terms))
    if not match.has_begun:
        return
    draw(send(seeds.first_page(), Restored(match.saved)))
    repr((match.can_roll, match.can_double, match.can_rule_out, match.clock))
    if match.letter_due:
        parse(match.letter())
    match.on_opened(1000)
    match.on_closed(2000)


def _spoil_link(random: Random, text: str, others: Sequence[str]) -> str:
    if random.random() < 0.2:
        return mutate.by_letters(random, text, others)
    whole = [_unpack(each) for each in (text, random.choice(others))]
    return _pack(mutate.of_json(random, whole[0], whole))


def _grow_link(random: Random, text: str, size: int) -> str:
    return _pack(mutate.grow(random, _unpack(text), size))


def _pack(text: str) -> str:
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)
    return "1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _unpack(link: str) -> str:
    packed = link.partition(".")[2]
    return zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))).decode()


def _write_again(record: Record) -> None:
    assert len(list(record.states)) == len(record.log) + 1
    for write, read in ((format_mat, parse_mat), (format_sgf, parse_sgf)):
        text = write(record)
        if len(text) < LONG:  # a longer one may exceed the limits of the other format
            read(text)


def _use_file(found: Standing | Record) -> None:
    if isinstance(found, Standing):
        _stand(found)
    elif found.start.phase is Phase.OPENING:
        _write_again(found)


def _stand(setup: Standing) -> None:
    try:
        match = replace(setup, resigned=0).to_match()
    except BackgammonError:
        return
    assert parse_xgid(format_xgid(Standing.of(match))).to_match()


def _play(text: str) -> Play:
    digits, _, said = text.partition(":")
    dice = roll_of(digits)
    if dice is None:
        raise NotationError("dice", digits)
    return parse_play(said, Position.start(), dice)


def _open_address(text: str) -> Model:
    given = dict(pair.split("=", 1) for pair in text.split("&") if "=" in pair)
    return embed_page.begin(embed.read_address(given))


def _embed(model: Model) -> None:
    after, _ = embed_page.update(draw(model), embed_page.Begin(model))
    embed_page.identity(draw(after).game.match)


def _message(text: str) -> bool:
    answer, begin = embed_page.reply_to(_embedded_page(), embed.Request(), text, english())
    if begin:
        draw(embed_page.update(_embedded_page(), begin)[0])
    json.dumps(answer, ensure_ascii=False).encode()
    return answer is not None and "error" not in answer


@cache
def _embedded_page() -> Model:
    return embed_page.begin(embed.Request())


def _request(text: str) -> bool:
    def decide(asked: object) -> Thinking:
        yield 0.5
        return Answer(Choice.ROLL)

    server = Server(decide)
    server.receive(text)
    if server.busy:
        server.step()
    return Reading(codec.read_request, _repeat_request)(text)


def _repeat_request(request: codec.Request) -> None:
    assert codec.read_request(codec.request_text(request)) == request


def _repeat_reply(reply: codec.Reply) -> None:
    assert codec.read_reply(codec.reply_text(reply)) == reply


def _ubgi(text: str) -> bool:
    """Send some lines to the engine, without searches; return whether it answered none with an error."""
    ubgi = Ubgi()
    lines = [line for line in text.split("\n")[:20] if not line.lstrip().startswith(("go", "isready"))]
    return not any(answer.startswith("error") for line in lines for answer in ubgi.answer(line))


_ALL = (
    Door("match", seeds.match_texts, of_json, Reading(load, _go_on, StorageError)),
    Door("settings", seeds.settings, of_json, Reading(load_settings, _set, StorageError)),
    Door("quiz", seeds.decks, of_json, _beside(side_store.QUIZ, "quiz")),
    Door("figures", seeds.figures, of_json, _beside(side_store.FIGURES, "figures", "figures-csv")),
    Door(
        "findings",
        seeds.findings,
        of_json,
        _beside(side_store.FINDINGS, "review", "close", "hint", "show-play 0", "study-next"),
    ),
    Door(
        "rollout",
        seeds.rollout_runs,
        of_json,
        _beside(rollouts.ROLLOUT, "hint", "go-on-rollout", "stop-rollout"),
    ),
    Door("lessons", part_seeds.solved_lessons, of_json, _beside(side_store.LESSONS, "lessons")),
    Door("everything", seeds.backups, of_json, _receive_text),
    Door("link", seeds.links, _spoil_link, Reading(_checked_link, _follow, StorageError), _grow_link),
    Door("lines", part_seeds.lines, _spoil_link, Reading(_checked_lines, _try_out, StorageError), _grow_link),
    Door("friend-text", part_seeds.friend_texts, mutate.by_letters, Reading(parse, repr, FriendError)),
    Door(
        "friend-match",
        part_seeds.friend_matches,
        of_json,
        Reading(FriendMatch.restore, _go_on_with_friend, StorageError),
    ),
    Door("text", seeds.texts, of_text, _receive_text),
    Door("request", seeds.requests, of_json, _request),
    Door("reply", seeds.replies, of_json, Reading(codec.read_reply, _repeat_reply)),
    Door(
        "state",
        seeds.states,
        of_json,
        Reading(lambda text: read_state(decode(text)), state_data),
    ),
    Door("xgid", seeds.ids(format_xgid), of_text, Reading(parse_xgid, _stand, NotationError)),
    Door("gnuid", seeds.ids(format_gnu_id), mutate.by_letters, Reading(parse_gnu_id, _stand, NotationError)),
    Door("ogid", seeds.ids(format_ogid), of_text, Reading(parse_ogid, _stand, NotationError)),
    Door("mat", seeds.files(format_mat), of_text, Reading(parse_mat, _write_again, NotationError)),
    Door("sgf", seeds.files(format_sgf), of_text, Reading(parse_sgf, _write_again, NotationError)),
    Door(
        "xg",
        seeds.files(xg_files.xg_text),
        xg_files.spoil,
        Reading(parse_anything, _use_file, NotationError),
        xg_files.grow,
    ),
    Door("xgpage", seeds.files(xg_files.xg_text), xg_files.spoil, _receive_text, xg_files.grow),
    Door("xgtext", seeds.xg_texts, of_text, Reading(parse_xg_text, repr, NotationError)),
    Door("anything", seeds.foreign, of_text, Reading(parse_anything, repr, NotationError)),
    Door("play", seeds.plays, of_text, Reading(_play, repr, NotationError)),
    Door("address", seeds.addresses, of_text, Reading(_open_address, _embed)),
    Door("message", seeds.messages, of_json, _message),
    Door("ubgi", seeds.ubgi_lines, of_text, _ubgi),
    Door("board", seeds.boards, of_text, Reading(lambda text: read_board(text, STANDARD), repr)),
)
DOORS: dict[str, Door] = {door.name: door for door in _ALL}
