"""Two people who play each other, each in a browser profile of their own."""

import re
import time
from dataclasses import dataclass

import zxingcpp
from browser.hands import PATIENCE, Hands, disable_motion
from browser.png import green
from playwright.sync_api import BrowserContext, Page, ViewportSize

from backgammon.view.geometry import HEIGHT

OTHER_DICE = "crypto.getRandomValues(new Uint8Array(99))"
"""Every page draws the same random bytes; this makes the second friend draw later ones."""
PHONE: ViewportSize = {"width": 360, "height": 640}
WRITE = '.newer [data-value="write"]'
DECIDE = ", ".join(
    f'.loud [data-command="{name}"]' for name in ("roll", "confirm", "take", "accept", "next-game")
)
DECIDE += ", .place.legal"
CONNECTED = re.compile("(?<!not )connected")
OVER = '.loud [data-command="review"]'


@dataclass
class Friends:
    """The pages of both players; the first one invites."""

    one: Page
    two: Page
    address: str

    @property
    def both(self) -> tuple[Page, Page]:
        return self.one, self.two

    def invite(self, way: str = "live", length: int = 1, servers: bool = False) -> str:
        """Begin a match in the dialog of the first page; return the link for the second.

        servers: whether the player allows the page to ask an address server, where the site names one.
        """
        page = self.one
        page.click('header [data-command="new-game"]')
        for name, value in (("opponent", "remote"), ("way", way), ("length", str(length))):
            page.locator(f'dialog input[name="{name}"][value="{value}"]').check(force=True)
        if servers:
            page.locator('dialog input[name="address_server"]').check()
        page.fill('dialog input[name="host"]', "Ann")
        page.click("dialog button[type=submit]")
        return self.link(page)

    def link(self, page: Page) -> str:
        """Return the link that a page asks its player to send."""
        page.locator(".link-text").wait_for(timeout=PATIENCE)
        return page.input_value(".link-text")

    def code(self, page: Page) -> str:
        """Show a link's QR code on a screen as small as a phone's; return the text that a reader decodes."""
        size = page.viewport_size
        page.set_viewport_size(PHONE)
        page.click('dialog [data-value="code"]')
        picture = green(page.locator(".qr").screenshot())
        # By chance the squares of a code also hold a short code of stripes.
        (read,) = zxingcpp.read_barcodes(picture, formats=zxingcpp.barcode_formats_from_str("QRCode"))
        page.set_viewport_size(size or PHONE)
        return read.text

    def accept(self, link: str) -> str:
        """Open an invitation in the second page and accept it; return the link of the reply."""
        self.open(self.two, link)
        self.two.fill('dialog input[name="name"]', "Bob", timeout=PATIENCE)
        self.two.click("dialog button[type=submit]")
        return self.link(self.two)

    def begin_by_message(self) -> None:
        """Begin a match by message, and wait until both boards show it."""
        back = self.accept(self.invite("message"))
        self.two.click('dialog [data-command="close"]')
        self.open(self.one, back)
        self.one.locator(".top-side", has_text="Bob").wait_for(timeout=PATIENCE)

    def open(self, page: Page, link: str) -> None:
        """Open a link in a page that already shows the site."""
        page.evaluate("link => { location.hash = new URL(link).hash; }", link)

    def wait_for_connection(self) -> None:
        """Wait until both pages show the other player as connected."""
        for page in self.both:
            page.locator("dialog").wait_for(state="detached", timeout=PATIENCE)
            page.locator(".top-side", has_text=CONNECTED).wait_for(timeout=PATIENCE)

    def turn(self) -> Page | None:
        """Wait until a player has a decision to make, and return their page; None once the match is over."""
        for _ in range(600):
            for page in self.both:
                if page.locator(DECIDE).count():
                    return page
            if all(page.locator(OVER).count() for page in self.both):
                return None
            self.one.wait_for_timeout(50)
        raise AssertionError("neither has anything to decide")

    def play(self, turns: int) -> bool:
        """Play ``turns`` turns of either player; a roll counts as one. Return whether the match is over."""
        for _ in range(turns):
            page = self.turn()
            if page is None:
                return True
            self.decide(page)
        return False

    def send_letters(self) -> int:
        """Send the messages that are waiting; return how many there were."""
        sent = 0
        for page, other in (self.both, self.both[::-1]):
            if page.locator(WRITE).count():
                page.click(WRITE)
                letter = self.link(page)
                page.click('dialog [data-command="close"]')
                Hands(page).see()
                self.open(other, letter)
                other.locator(f"{WRITE}, {DECIDE}, {OVER}").first.wait_for(timeout=PATIENCE)
                sent += 1
        return sent

    def play_by_message(self, turns: int) -> bool:
        """Play at most ``turns`` turns by message; return whether the match is over."""
        for _ in range(turns):
            movers = [page for page in self.both if page.locator(DECIDE).count()]
            if all(page.locator(OVER).count() for page in self.both):
                return True
            if movers:
                self.decide(movers[0])
            elif not self.send_letters():
                self.one.wait_for_timeout(50)
        return False

    def decide(self, page: Page) -> None:
        """Roll, take, accept, start the next game, or make a play."""
        hands = Hands(page)
        for command in ("roll", "take", "accept", "next-game"):
            if command in hands.see().commands:
                hands.click(command)
                return
        hands.play()

    def reconnect(self, caller: Page) -> None:
        """Connect both players again, by a link and its answer."""
        other = self.two if caller is self.one else self.one
        caller.click('.actions [data-command="friend"]')
        caller.click('dialog [data-value="call"]')
        self.open(other, self.link(caller))
        self.open(caller, self.link(other))
        self.wait_for_connection()

    def agree(self) -> None:
        """Check that both boards soon show the same position: each player's checkers from their own side."""
        deadline = time.monotonic() + PATIENCE / 1000
        one, two = list[tuple[bool, float, float]](), [(False, 0.0, 0.0)]
        while one != two and time.monotonic() < deadline:
            one, two = (_checkers(page, opposite=page is self.two) for page in self.both)
        assert one == two
        assert len(one) == 30


def _checkers(page: Page, *, opposite: bool) -> list[tuple[bool, float, float]]:
    """Return whether each checker is the bottom player's, and where; ``opposite``: from the other side."""
    found = []
    for mine, where in Hands(page).see().position:
        x, y = (float(number) for number in re.findall(r"-?[\d.]+", where))
        found.append((mine is not opposite, x, HEIGHT - y if opposite else y))
    return sorted(found)


def friends(one: BrowserContext, two: BrowserContext, address: str) -> Friends:
    """Open the site in two profiles."""
    two.add_init_script(OTHER_DICE)
    pages = []
    for context in (one, two):
        disable_motion(context)
        page = context.new_page()
        page.goto(address)
        page.locator('html:not([data-ready=""])').wait_for(state="attached", timeout=PATIENCE)
        pages.append(page)
    return Friends(pages[0], pages[1], address)
