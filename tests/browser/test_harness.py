"""The harness itself: problems that it must notice, provoked in a page and in its worker."""

import pytest
from playwright.sync_api import Page

FOREIGN = "https://example.invalid/"


def test_a_request_off_the_origin_is_cut_and_seen(page: Page, address: str, problems: list[str]) -> None:
    page.goto(address + "build.json")
    assert page.evaluate("url => fetch(url).then(() => 'answered', () => 'cut')", FOREIGN) == "cut"
    assert f"request off the origin: {FOREIGN}" in problems
    problems.clear()


def test_a_worker_is_cut_off_and_seen_as_well(page: Page, address: str, problems: list[str]) -> None:
    page.goto(address + "build.json")
    worker = f"fetch('{FOREIGN}').then(() => postMessage('answered'), () => postMessage('cut'))"
    answer = page.evaluate(
        """source => new Promise(resolve => {
            const worker = new Worker(URL.createObjectURL(new Blob([source])));
            worker.onmessage = event => resolve(event.data);
        })""",
        worker,
    )
    assert answer == "cut"
    assert f"request off the origin: {FOREIGN}" in problems
    problems.clear()


@pytest.mark.parametrize("script", ["console.error('wrong')", "setTimeout(() => { throw Error('wrong') })"])
def test_an_error_is_seen(page: Page, address: str, problems: list[str], script: str) -> None:
    page.goto(address + "build.json")
    with page.expect_event("console" if "console" in script else "pageerror"):
        page.evaluate(f"() => {{ {script} }}")
    assert "wrong" in problems.pop()
