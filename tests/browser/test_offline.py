"""After one visit everything works offline; an update installs whole or not at all, and waits its turn.

All tests but a slow one use the same profile, cleared of what an earlier one left: a first visit takes long.
"""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from browser.conftest import browser_context
from browser.hands import PATIENCE, READY_TIMEOUT, Hands, stored_match
from playwright.sync_api import Browser, BrowserContext, Error, Page

from tools import pages, places, site
from tools.paths import ROOT
from tools.serve import Handler, Server

pytestmark = pytest.mark.browser

SUB_PATH = "some/sub/path/"
CHANGED = places.SHEET
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


class Deployment:
    """A site on a server, and what its owner can do to it."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        self.good = b""
        self.versions = 1

    def publish(self, harm: Callable[[Path], None] | None = None) -> str:
        """Publish another version; return a word that is in its description and in one of its style sheets.

        harm: damages that sheet. The service worker's file is replaced last: a browser may check at any time.
        """
        self.versions += 1
        word = f"version-{self.versions}"
        stage = self.folder.parent / word
        shutil.copytree(self.folder, stage)
        index, sheet = stage / "index.html", stage / CHANGED
        head, _, rest = index.read_text("utf-8").partition('name="description" content="')
        index.write_text(f'{head}name="description" content="{word}"{rest[rest.index(">") :]}', "utf-8")
        sheet.write_text(f"{sheet.read_text('utf-8')}/* {word} */\n", "utf-8")
        (stage / places.SERVICE_WORKER).write_bytes((ROOT / places.WEB / places.SERVICE_WORKER).read_bytes())
        (stage / site.INDEX).unlink()
        site.write_offline(stage)
        site.write_index(stage)
        self.good = sheet.read_bytes()
        if harm:
            harm(sheet)
            (self.folder / CHANGED).unlink()
        for name in (CHANGED, "index.html", site.INDEX, places.SERVICE_WORKER):
            if (stage / name).exists():
                (stage / name).replace(self.folder / name)
        shutil.rmtree(stage)
        return word

    def mend(self) -> None:
        """Publish the undamaged style sheet."""
        (self.folder / CHANGED).write_bytes(self.good)


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    root: Path = tmp_path_factory.mktemp("deployed")
    with Server(root, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Deployment(root / SUB_PATH, server.address + SUB_PATH)
        server.shutdown()


@pytest.fixture(scope="module")
def problems() -> list[str]:
    """The problems seen in the shared profile; each test has to leave none."""
    return []


@pytest.fixture(scope="module")
def context(chromium: Browser, deployment: Deployment, problems: list[str]) -> Iterator[BrowserContext]:
    """A profile that keeps the site for use without a network, cut off from other origins."""
    with browser_context(chromium, deployment.address, problems, offline=True) as context:
        context.new_page()
        yield context


@pytest.fixture
def cached_page(
    context: BrowserContext, deployment: Deployment, built_site: Path, problems: list[str]
) -> Iterator[Page]:
    """The only page of the profile: the site's newest version, served from the copy that a visit kept."""
    page, *others = context.pages
    for other in others:
        other.close()
    page.set_default_timeout(PATIENCE)
    context.set_offline(False)
    if not page.url.startswith(deployment.address) or not page.evaluate(CONTROLLED):
        shutil.copytree(built_site, deployment.folder, dirs_exist_ok=True)
        page.goto(deployment.address)
        page.evaluate(KEPT)
        reload(page)
    elif has_waiting_update(page):
        reload(page)
    assert page.evaluate(CONTROLLED)
    assert not has_waiting_update(page)
    yield page
    seen = [*problems]
    problems.clear()
    assert seen == []


def reload(page: Page) -> None:
    """Reload the page, and wait until the board is ready."""
    page.reload(wait_until="commit")
    page.wait_for_function(READY, timeout=READY_TIMEOUT)


def check_for_update(page: Page) -> None:
    """Have the browser look for a newer version, and wait until it has installed or rejected it."""
    page.evaluate(LOOK)


def has_waiting_update(page: Page) -> bool:
    """Return whether a newer version is installed and waiting."""
    return bool(page.evaluate(WAITING))


def test_everything_works_without_a_network(
    cached_page: Page, context: BrowserContext, deployment: Deployment, problems: list[str]
) -> None:
    context.set_offline(True)
    reload(cached_page)
    cached_page.wait_for_function(f'{READY} === "engine"', timeout=READY_TIMEOUT)
    assert cached_page.evaluate(ASKED) == [], "the service worker's program was started"
    hands = Hands(cached_page)
    hands.roll()
    names = [name for name in places.contents(deployment.folder) if not name.startswith(site.NOT_KEPT)]
    missing = cached_page.evaluate(
        """async names => {
            const found = await Promise.all(names.map(name => fetch(name).then(r => r.ok, () => false)));
            return names.filter((name, index) => !found[index]);
        }""",
        [name for name in names if name != site.INDEX],
    )
    assert missing == []
    assert cached_page.evaluate(OWN) == ["pyodide.asm.wasm"], (
        "what is compiled is kept with other answers alone"
    )
    cached_page.goto(deployment.address + "index.html?x=1#y")
    cached_page.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert [problem for problem in problems if "ERR_INTERNET_DISCONNECTED" not in problem] == []
    problems.clear()


class Varying(Handler):
    """A host that marks every answer as varying from request to request."""

    def end_headers(self) -> None:
        self.send_header("Vary", "*")
        super().end_headers()


@pytest.mark.slow  # a first visit of its own, for hosts of a rare kind
def test_a_site_is_kept_whose_host_says_that_answers_vary(
    chromium: Browser, built_site: Path, tmp_path: Path, problems: list[str]
) -> None:
    shutil.copytree(built_site, tmp_path / SUB_PATH)
    with Server(tmp_path, 0, Varying) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with browser_context(chromium, server.address + SUB_PATH, problems, offline=True) as context:
            page = context.new_page()
            page.goto(server.address + SUB_PATH)
            page.evaluate(KEPT)
            context.set_offline(True)
            reload(page)
            problems[:] = [problem for problem in problems if "ERR_INTERNET_DISCONNECTED" not in problem]
        server.shutdown()


def test_an_update_waits_for_the_player_in_the_middle_of_a_game(
    cached_page: Page, deployment: Deployment
) -> None:
    hands = Hands(cached_page)
    hands.roll()
    before = hands.see()
    match = stored_match(cached_page)
    second = deployment.publish()
    check_for_update(cached_page)
    assert has_waiting_update(cached_page)
    cached_page.locator(".newer").wait_for()
    assert hands.see() == before
    assert second not in cached_page.evaluate("fetch('css/page.css').then(found => found.text())")
    cached_page.click('.newer [data-command="update-now"]')
    cached_page.wait_for_function(f"{TITLE} === '{second}'", timeout=PATIENCE)
    cached_page.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert f"/* {second} */" in cached_page.evaluate("fetch('css/page.css').then(found => found.text())")
    assert stored_match(cached_page) == match
    assert hands.see().position == before.position
    assert len(cached_page.evaluate(VERSIONS)) == 1


def test_an_update_that_was_put_off_is_there_on_the_next_start(
    cached_page: Page, context: BrowserContext, deployment: Deployment
) -> None:
    second = deployment.publish()
    check_for_update(cached_page)
    cached_page.click('.newer [data-command="update-later"]')
    cached_page.locator(".newer").wait_for(state="detached")
    other = context.new_page()
    other.goto(deployment.address)
    other.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert has_waiting_update(cached_page)  # two pages are open, and one may be in a game
    other.close()
    begun: list[str] = []
    cached_page.on(
        "request", lambda request: begun.append(request.url) if pages.PYSCRIPT[0] in request.url else None
    )
    cached_page.reload(wait_until="commit")
    cached_page.wait_for_function(f"{TITLE} === '{second}'", timeout=PATIENCE)
    cached_page.wait_for_function(READY, timeout=READY_TIMEOUT)
    assert len(begun) == 1, "the version before it was begun as well"


def test_an_update_that_is_taken_over_leaves_the_one_whole_that_is_coming(
    cached_page: Page, deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, asked, released = Handler.do_GET, threading.Event(), threading.Event()

    def hold(handler: Handler) -> None:
        if handler.path.endswith(CHANGED):
            asked.set()
            released.wait(PATIENCE / 1000)
        answer(handler)

    second = deployment.publish()
    check_for_update(cached_page)
    cached_page.locator(".newer").wait_for()
    deployment.publish()
    monkeypatch.setattr(Handler, "do_GET", hold)
    cached_page.evaluate("void navigator.serviceWorker.getRegistration().then(found => found.update())")
    assert asked.wait(PATIENCE / 1000)
    cached_page.click('.newer [data-command="update-now"]')
    cached_page.wait_for_function(f"{TITLE} === '{second}'", timeout=PATIENCE)
    cached_page.wait_for_function(READY, timeout=READY_TIMEOUT)
    released.set()
    check_for_update(cached_page)
    assert has_waiting_update(cached_page)
    earlier, coming = cached_page.evaluate(FILES)[-2:]
    assert earlier == coming


def delete_file(file: Path) -> None:
    file.unlink()


def truncate_file(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


def corrupt_file(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"0", b"1"))


@pytest.mark.parametrize(
    "harm",
    [*(pytest.param(harm, marks=pytest.mark.slow) for harm in (delete_file, truncate_file)), corrupt_file],
)
def test_half_an_update_is_none(
    cached_page: Page,
    context: BrowserContext,
    deployment: Deployment,
    problems: list[str],
    harm: Callable[[Path], None],
) -> None:
    second = deployment.publish(harm)
    check_for_update(cached_page)
    assert not has_waiting_update(cached_page)
    context.set_offline(True)
    reload(cached_page)
    assert cached_page.evaluate(TITLE) != second
    assert second not in cached_page.evaluate("fetch('css/page.css').then(found => found.text())")
    context.set_offline(False)
    deployment.mend()
    check_for_update(cached_page)
    assert has_waiting_update(cached_page)
    problems.clear()


def test_a_developer_sees_what_is_there_now(cached_page: Page, deployment: Deployment) -> None:
    site.build(deployment.folder, offline=False)
    with cached_page.expect_navigation(timeout=PATIENCE), suppress(Error):  # it may reload by itself
        cached_page.evaluate("void navigator.serviceWorker.getRegistration().then(found => found.update())")
    cached_page.evaluate(GONE)
    cached_page.goto("about:blank")
    (deployment.folder / "index.html").write_text("<link rel=icon href=data:,><title>now</title>", "utf-8")
    cached_page.goto(deployment.address)
    assert cached_page.title() == "now"
