"""After one visit everything works without a network; an update comes whole or not at all, and waits."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from browser.conftest import watched
from browser.hands import PATIENCE, READY_TIMEOUT, Hands, kept_match
from playwright.sync_api import Browser, BrowserContext, Error, Page

from tools import site
from tools.serve import Handler, Server

pytestmark = pytest.mark.browser

SUB_PATH = "some/sub/path/"
CHANGED = site.SHEET
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    while ((await navigator.serviceWorker.getRegistration()).active.state !== "activated")
        await new Promise(done => setTimeout(done, 50));
}"""
CONTROLLED = "Boolean(navigator.serviceWorker.controller)"
LOOK = """async () => {
    const found = await navigator.serviceWorker.getRegistration();
    await found.update().catch(String);
    while (found.installing) await new Promise(done => setTimeout(done, 50));
}"""
WAITING = "navigator.serviceWorker.getRegistration().then(found => Boolean(found.waiting))"
GONE = """async () => {
    while ((await caches.keys()).length) await new Promise(done => setTimeout(done, 50));
}"""
VERSIONS = "caches.keys()"
FILES = """async () => Promise.all((await caches.keys()).map(async name =>
    (await (await caches.open(name)).keys()).map(({ url }) => url).sort()))"""
ASKED = """() => ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
    .filter(answer => answer.workerMatchedSourceType !== "cache").map(answer => answer.name)"""
OWN = """async () => {
    const cache = await caches.open((await caches.keys())[0]), requests = await cache.keys();
    const responses = await Promise.all(requests.map(request => cache.match(request)));
    const own = requests.filter((_, index) => responses[index].type !== "basic");
    return own.map(({ url }) => url.split("/").pop());
}"""
TITLE = "document.querySelector('meta[name=description]')?.content"
READY = "document.documentElement?.dataset.ready"


class Deployed:
    """A site on a server, and what its owner may do to it."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        self.good = b""

    def publish(self, word: str, harm: Callable[[Path], None] | None = None) -> None:
        """Put another version up, which says this word in its description and in one of its style sheets.

        harm: what befalls that sheet. The service worker's file comes last: a browser may look at any time.
        """
        stage = self.folder.parent / word
        shutil.copytree(self.folder, stage)
        index, sheet = stage / "index.html", stage / CHANGED
        head, _, rest = index.read_text("utf-8").partition('name="description" content="')
        index.write_text(f'{head}name="description" content="{word}"{rest[rest.index(">") :]}', "utf-8")
        sheet.write_text(f"{sheet.read_text('utf-8')}/* {word} */\n", "utf-8")
        (stage / site.SERVICE_WORKER).write_bytes((site.ROOT / site.WEB / site.SERVICE_WORKER).read_bytes())
        (stage / site.INDEX).unlink()
        site.write_offline(stage)
        site.write_index(stage)
        self.good = sheet.read_bytes()
        if harm:
            harm(sheet)
            (self.folder / CHANGED).unlink()
        for name in (CHANGED, "index.html", site.INDEX, site.SERVICE_WORKER):
            if (stage / name).exists():
                (stage / name).replace(self.folder / name)
        shutil.rmtree(stage)

    def mend(self) -> None:
        """Put the style sheet up as it should have been."""
        (self.folder / CHANGED).write_bytes(self.good)


@pytest.fixture
def deployed(built: Path, tmp_path: Path) -> Iterator[Deployed]:
    shutil.copytree(built, tmp_path / SUB_PATH)
    with Server(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Deployed(tmp_path / SUB_PATH, server.address + SUB_PATH)
        server.shutdown()


@pytest.fixture
def context(chromium: Browser, deployed: Deployed, problems: list[str]) -> Iterator[BrowserContext]:
    """A profile that keeps the site, cut off from other origins."""
    with watched(chromium, deployed.address, problems, offline=True) as context:
        yield context


@pytest.fixture
def kept(context: BrowserContext, deployed: Deployed) -> Page:
    """The site on its second visit: kept, and served from what is kept."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(deployed.address)
    page.evaluate(KEPT)
    come_again(page)
    assert page.evaluate(CONTROLLED)
    return page


def come_again(page: Page) -> None:
    """Load the page anew, until the board stands."""
    page.reload(wait_until="commit")
    page.wait_for_function(READY, timeout=READY_TIMEOUT)


def look(page: Page) -> None:
    """Have the browser look for a newer version, and see how that ends."""
    page.evaluate(LOOK)


def waiting(page: Page) -> bool:
    """Whether a newer version lies ready."""
    return bool(page.evaluate(WAITING))


def test_everything_works_without_a_network(
    kept: Page, context: BrowserContext, deployed: Deployed, problems: list[str]
) -> None:
    context.set_offline(True)
    come_again(kept)
    kept.wait_for_function(f'{READY} === "engine"', timeout=READY_TIMEOUT)
    assert kept.evaluate(ASKED) == [], "the service worker's program was started"
    hands = Hands(kept)
    hands.roll()
    names = [name for name in site.contents(deployed.folder) if not name.startswith(site.NOT_KEPT)]
    missing = kept.evaluate(
        """async names => {
            const found = await Promise.all(names.map(name => fetch(name).then(r => r.ok, () => false)));
            return names.filter((name, index) => !found[index]);
        }""",
        [name for name in names if name != site.INDEX],
    )
    assert missing == []
    assert kept.evaluate(OWN) == ["pyodide.asm.wasm"], "what is compiled is kept with other answers alone"
    kept.goto(deployed.address + "index.html?x=1#y")
    kept.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert [problem for problem in problems if "ERR_INTERNET_DISCONNECTED" not in problem] == []
    problems.clear()


class Varying(Handler):
    """A host that says of every answer that another visitor may get another."""

    def end_headers(self) -> None:
        self.send_header("Vary", "*")
        super().end_headers()


def test_a_site_is_kept_whose_host_says_that_answers_vary(
    chromium: Browser, built: Path, tmp_path: Path, problems: list[str]
) -> None:
    shutil.copytree(built, tmp_path / SUB_PATH)
    with Server(tmp_path, 0, Varying) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with watched(chromium, server.address + SUB_PATH, problems, offline=True) as context:
            page = context.new_page()
            page.goto(server.address + SUB_PATH)
            page.evaluate(KEPT)
            context.set_offline(True)
            come_again(page)
            problems[:] = [problem for problem in problems if "ERR_INTERNET_DISCONNECTED" not in problem]
        server.shutdown()


def test_an_update_waits_for_the_player_in_the_middle_of_a_game(kept: Page, deployed: Deployed) -> None:
    hands = Hands(kept)
    hands.roll()
    before = hands.see()
    match = kept_match(kept)
    deployed.publish("second")
    look(kept)
    assert waiting(kept)
    kept.locator(".newer").wait_for()
    assert hands.see() == before
    assert "/* second */" not in kept.evaluate("fetch('css/page.css').then(found => found.text())")
    kept.click('.newer [data-command="update-now"]')
    kept.wait_for_function(f"{TITLE} === 'second'", timeout=PATIENCE)
    kept.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert "/* second */" in kept.evaluate("fetch('css/page.css').then(found => found.text())")
    assert kept_match(kept) == match
    assert hands.see().position == before.position
    assert len(kept.evaluate(VERSIONS)) == 1


def test_an_update_that_was_put_off_is_there_on_the_next_start(
    kept: Page, context: BrowserContext, deployed: Deployed
) -> None:
    deployed.publish("second")
    look(kept)
    kept.click('.newer [data-command="update-later"]')
    kept.locator(".newer").wait_for(state="detached")
    other = context.new_page()
    other.goto(deployed.address)
    other.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert waiting(kept)  # two pages are open, and one may be in a game
    other.close()
    begun: list[str] = []
    kept.on("request", lambda request: begun.append(request.url) if site.PYSCRIPT[0] in request.url else None)
    kept.reload(wait_until="commit")
    kept.wait_for_function(f"{TITLE} === 'second'", timeout=PATIENCE)
    kept.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert len(begun) == 1, "the version before it was begun as well"


def test_an_update_that_is_taken_over_leaves_the_one_whole_that_is_coming(
    kept: Page, deployed: Deployed, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, asked, released = Handler.do_GET, threading.Event(), threading.Event()

    def hold(handler: Handler) -> None:
        if handler.path.endswith(CHANGED):
            asked.set()
            released.wait(PATIENCE / 1000)
        answer(handler)

    deployed.publish("second")
    look(kept)
    kept.locator(".newer").wait_for()
    deployed.publish("third")
    monkeypatch.setattr(Handler, "do_GET", hold)
    kept.evaluate("void navigator.serviceWorker.getRegistration().then(found => found.update())")
    assert asked.wait(PATIENCE / 1000)
    kept.click('.newer [data-command="update-now"]')
    kept.wait_for_function(f"{TITLE} === 'second'", timeout=PATIENCE)
    kept.wait_for_function(READY, timeout=READY_TIMEOUT)
    released.set()
    look(kept)
    assert waiting(kept)
    second, third = kept.evaluate(FILES)[-2:]
    assert second == third


def missing(file: Path) -> None:
    file.unlink()


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


def tampered(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"0", b"1"))


@pytest.mark.parametrize("harm", [missing, truncated, tampered])
def test_half_an_update_is_none(
    kept: Page, context: BrowserContext, deployed: Deployed, problems: list[str], harm: Callable[[Path], None]
) -> None:
    deployed.publish("second", harm)
    look(kept)
    assert not waiting(kept)
    context.set_offline(True)
    come_again(kept)
    assert kept.evaluate(TITLE) != "second"
    assert "/* second */" not in kept.evaluate("fetch('css/page.css').then(found => found.text())")
    context.set_offline(False)
    deployed.mend()
    look(kept)
    assert waiting(kept)
    problems.clear()


def test_a_developer_sees_what_is_there_now(kept: Page, deployed: Deployed) -> None:
    site.build(deployed.folder, offline=False)
    with kept.expect_navigation(timeout=PATIENCE), suppress(Error):  # it may reload by itself
        kept.evaluate("void navigator.serviceWorker.getRegistration().then(found => found.update())")
    kept.evaluate(GONE)
    kept.goto("about:blank")
    (deployed.folder / "index.html").write_text("<link rel=icon href=data:,><title>now</title>", "utf-8")
    kept.goto(deployed.address)
    assert kept.title() == "now"
