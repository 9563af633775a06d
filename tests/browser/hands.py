"""What a person sees and does on the page, for use in tests; every click and key press is a real one."""

from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Frame, Page, expect

from backgammon.storage.codec import dump_settings
from backgammon.storage.journal import match_in
from backgammon.storage.parts import join
from backgammon.storage.types import Saved, Settings, Speed

MATCH, SETTINGS = "triktrakk.match", "triktrakk.settings"
"""The names in localStorage of the match, as an earlier build kept it, and of the settings."""
PATIENCE = 90_000  # milliseconds, for a busy machine
READY_TIMEOUT = 120_000  # milliseconds until the page is ready, likewise
BREAK_ONCE = """() => {
    const real = Element.prototype.setAttribute;
    Element.prototype.setAttribute = () => { Element.prototype.setAttribute = real; throw Error("broken"); };
}"""
"""A script that makes the program fail the next time that it draws."""

_KEPT = """async () => {
    const { base, names, texts } = await openKept();
    base.close();
    return Object.fromEntries(names.map((name, index) => [name, texts[index]]));
}"""
_SEE = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    while ("keeping" in document.documentElement.dataset) await frame();
    await frame();
    await frame();
    const numbers = selector => [...document.querySelectorAll(selector)].map(e => Number(e.dataset.place));
    return {
        commands: [...document.querySelectorAll(".actions [data-command]")].map(e => e.dataset.command),
        legal: numbers(".place.legal"),
        selected: numbers('.place[aria-pressed="true"]'),
        dialog: document.querySelector("dialog[open]")?.dataset.dialog ?? "",
        dice: [...document.querySelectorAll(".dice")].map(e => e.getAttribute("aria-label")),
        checkers: Object.fromEntries([...document.querySelectorAll("[data-checker]")].map(
            e => [e.dataset.checker, e.getAttribute("transform")])),
    };
}"""
_ALWAYS = {"undo", "redo", "swap", "resign", "sheet"}
_TURN = ".loud [data-command], .place.legal"
_ON_TOP = ":is(dialog[open], :root:not(:has(dialog[open])))"
"""Selects the open dialog if there is one, else the page, at the moment a button is looked up."""
_CENTRE = """place => {
    const box = document.querySelector(`[data-place="${place}"]`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
_ACTIVE = """() => {
    const e = document.activeElement;
    return { tag: e.tagName, legal: e.matches(".place.legal"), name: e.getAttribute("name"), value: e.value };
}"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page shows: the commands of the action bar, places in the mover's numbering, and so on."""

    commands: list[str]
    legal: list[int]
    selected: list[int]
    dialog: str
    dice: list[str]
    checkers: dict[str, str]

    @property
    def position(self) -> list[tuple[bool, str]]:
        """Where each side has checkers, whichever ones: a reloaded page may number them differently."""
        return sorted((int(checker) < 15, where) for checker, where in self.checkers.items())


def set_speed(context: BrowserContext, speed: Speed) -> None:
    """Let pages of this profile start with this speed."""
    text = dump_settings(Settings(speed=speed))
    absent = f'localStorage.getItem("{SETTINGS}") === null'
    context.add_init_script(f'try {{ {absent} && localStorage.setItem("{SETTINGS}", {text!r}) }} catch {{}}')


def disable_motion(context: BrowserContext) -> None:
    """Let pages of this profile start with the speed setting off."""
    set_speed(context, Speed.OFF)


def stored_texts(page: Page | Frame) -> dict[str, str]:
    """Return the texts that the page's browser keeps, by name, as they would be read at the next start."""
    found: dict[str, str] = page.evaluate(_KEPT)
    return found


def stored_match(page: Page | Frame) -> Saved | None:
    """Return the stored match, or None if there is none."""
    parts = match_in(stored_texts(page))
    return join(parts) if parts else None


class Hands:
    """One person at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def see(self) -> Seen:
        """Return what the page shows, once the effects of earlier actions have been drawn."""
        return Seen(**self.page.evaluate(_SEE))

    def click(self, command: str, value: str = "") -> None:
        """Click the button of a command, in the dialog if one is open, once earlier actions are drawn."""
        self.see()
        self._click(command, value)

    def _click(self, command: str, value: str = "") -> None:
        chosen = f'[data-value="{value}"]' if value else ""
        self.page.click(f'{_ON_TOP} button[data-command="{command}"]{chosen} >> visible=true')

    def tap(self, place: int) -> None:
        """Click a place of the board."""
        x, y = self.page.evaluate(_CENTRE, place)
        self.page.mouse.click(x, y)

    def centre(self, place: int) -> tuple[float, float]:
        """Return the centre of a place on the screen, in CSS pixels."""
        x, y = self.page.evaluate(_CENTRE, place)
        return x, y

    def slide(self, *points: tuple[float, float]) -> None:
        """Put a finger down at the first point, move it over the others, each once drawn, and lift it."""
        finger = self.page.context.new_cdp_session(self.page)
        kind = "touchStart"
        for x, y in points:
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            self.see()
            kind = "touchMove"
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()

    def wait_for_dialog(self, name: str = "") -> None:
        """Wait until this dialog is open, or by default none; its contents may have to be fetched."""
        chosen = f'[data-dialog="{name}"]' if name else ""
        expect(self.page.locator(f"dialog[open]{chosen}")).to_have_count(1 if name else 0)

    def wait_for_commands(self, *names: str) -> Seen:
        """Wait until the action bar has a button for each of these commands."""
        for name in names:
            expect(self.page.locator(f'.actions [data-command="{name}"]').first).to_be_attached()
        return self.see()

    def wait_for_turn(self) -> Seen:
        """Wait until the player can do something."""
        seen = self.see()
        while not (seen.legal or set(seen.commands) - _ALWAYS):
            self.page.locator(_TURN).first.wait_for(state="attached", timeout=PATIENCE)
            seen = self.see()
        return seen

    def new_game(self, **choices: str) -> None:
        """Start a new game from its dialog, by clicks."""
        self.click("new-game")
        if "preset" in choices:
            self.page.locator("dialog .unfold input").check(force=True)
        for name, value in choices.items():
            self.page.locator(f'dialog input[name="{name}"][value="{value}"]').check(force=True)
        self.page.click("dialog button[type=submit]")
        self.wait_for_dialog()

    def roll(self) -> Seen:
        """Roll until there is a play to make: again after a tie, or an opening that only says who starts."""
        seen = self.wait_for_turn()
        while "roll" in seen.commands:
            self._click("roll")
            seen = self.wait_for_turn()
        return seen

    def step(self) -> Seen:
        """Move the first checker that can be moved, by its higher number."""
        return self._step(self.see())

    def _step(self, seen: Seen) -> Seen:
        place = (seen.selected or seen.legal)[0]
        self.tap(place)
        after = self.see()
        if after.selected == [place]:
            self.tap(place)
            after = self.see()
        assert after.checkers != seen.checkers
        return after

    def play(self) -> Seen:
        """Make a whole play, and confirm it."""
        seen = self.see()
        while "confirm" not in seen.commands and seen.legal:
            seen = self._step(seen)
        if "confirm" in seen.commands:
            self._click("confirm")
        return self.see()

    def press(self, key: str) -> None:
        """Press a key once earlier actions have been drawn."""
        self.see()
        self.page.keyboard.press(key)

    def tab_to(self, name: str, value: str) -> None:
        """Go to a row of radio buttons by Tab, and to one of its values by the arrow key."""
        for _ in range(60):
            if self.page.evaluate(_ACTIVE)["name"] == name:
                break
            self.page.keyboard.press("Tab")
        for _ in range(60):
            if self.page.evaluate(_ACTIVE)["value"] == value:
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no key leads to {name}={value}")

    def focus_legal(self) -> None:
        """Go by Tab to a checker that can be moved; the focus is never lost on the way."""
        for _ in range(60):
            active = self.page.evaluate(_ACTIVE)
            if active["legal"]:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("no key leads to a checker that can be moved")

    def focused_tag(self) -> str:
        """Return the tag name of the element that has the focus."""
        return str(self.page.evaluate(_ACTIVE)["tag"])
