"""The page speaks its reader's language, fetches no other, and can switch in the middle of a game."""

import json
from pathlib import Path

from browser.conftest import Visit
from browser.hands import READY_TIMEOUT, Hands, disable_motion
from playwright.sync_api import Browser, Page, Route, expect

from backgammon.i18n.catalogue import LOCALES, load
from backgammon.i18n.languages import LANGUAGES, choose_language

INTL = """tags => Object.fromEntries(tags.map(tag => {
    const rules = new Intl.PluralRules(tag), form = new Intl.NumberFormat(tag);
    const share = new Intl.NumberFormat(tag, { style: "percent", minimumFractionDigits: 1 });
    const numbers = [...Array(201).keys(), 1000, 1000000, 1000001];
    return [tag, {
        known: form.resolvedOptions().locale === tag,
        categories: rules.resolvedOptions().pluralCategories,
        chosen: numbers.map(n => [n, rules.select(n)]),
        written: [0, 999, 1234, 12345, -1234567].map(n => [n, form.format(n)]),
        share: share.format(0.1234),
    }];
}))"""
SPOKEN_IN = {"pt": "pt-PT"}
"""Languages that need a country in CLDR, where ``pt`` is the Portuguese of Brazil."""
CHOOSE = """asked => {
    history.replaceState(null, "", asked);
    (0, eval)([...document.scripts].find(script => script.text.includes("globalThis.words")).text);
    return words.tag;
}"""
"""Let the page's script choose the first words as if this address had been opened."""
CHOSEN = "tag => document.documentElement?.lang === tag"
PREFERS = "Object.defineProperty(navigator, 'languages', { get: () => ['zz', 'no-NO', 'de', 'en'] })"


def expect_language(page: Page, tag: str) -> None:
    """Wait until the page speaks a language, and check its title and its buttons."""
    page.wait_for_function(CHOSEN, arg=tag, timeout=READY_TIMEOUT)
    say = load(tag)
    expect(page).to_have_title(say("app.title"))
    expect(page.locator("html")).to_have_attribute("dir", say.direction)
    expect(page.locator('[data-command="rules"] .label').first).to_have_text(say("ui.rules"))


def fetched_languages(page: Page) -> list[str]:
    """Return the languages that this page has fetched."""
    names: list[str] = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    return [Path(name).stem for name in names if "/locales/" in name]


def choose(page: Page, tag: str) -> None:
    """Choose a language in the settings."""
    Hands(page).click("settings")
    page.select_option('[data-setting="language"]', tag)


def test_the_language_changes_in_mid_game_and_nothing_else_does(
    visit: Visit, page: Page, problems: list[str]
) -> None:
    disable_motion(page.context)
    page.add_init_script(PREFERS)
    visit()
    expect_language(page, "nb")
    assert fetched_languages(page) == ["nb"]
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    hands.roll()
    before = hands.step()
    page.evaluate("window.stays = true")

    page.route("**/locales/fi.json", lambda route: route.abort())
    choose(page, "fi")
    failed = load("nb")("notice.language-failed", language="Suomi")
    expect(page.locator("dialog .bad")).to_have_text(failed)
    expect(page.locator("dialog [role=log] p").last).to_have_text(failed)
    expect(page.locator('[data-setting="language"]')).to_have_value("nb")
    expect_language(page, "nb")
    assert problems
    problems.clear()

    page.select_option('[data-setting="language"]', "et")
    expect_language(page, "et")
    expect(page.locator("dialog h2").first).to_have_text(load("et")("ui.settings"))
    hands.press("Escape")
    after = hands.see()
    assert (after.checkers, after.commands, after.legal) == (before.checkers, before.commands, before.legal)
    assert page.evaluate("window.stays")

    visit(query="?lang=en")
    expect_language(page, "en")
    assert fetched_languages(page) == []
    visit()
    expect_language(page, "et")
    assert Hands(page).see().position == before.position


def without_program(page: Page) -> None:
    """Keep a page in its state before Python starts."""

    def empty(route: Route) -> None:
        route.fulfill(body="", content_type="text/javascript")

    page.route("**/py/start.js", empty)
    page.route("**/py/interpreter.js", empty)


def test_the_language_is_there_before_the_program(page: Page, address: str) -> None:
    without_program(page)
    page.goto(f"{address}?lang=de")
    german = load("de")
    expect(page.locator("html")).to_have_attribute("lang", "de", timeout=READY_TIMEOUT)
    expect(page).to_have_title(german("app.title"))
    expect(page.locator('[data-command="rules"] .label')).to_have_text(german("ui.rules"))
    expect(page.locator('[data-place="20"]')).to_have_attribute(
        "aria-label", german("aria.point.empty", point=20)
    )
    expect(page.locator("#loading-text")).to_have_text(german("embed.loading"))
    expect(page.locator("#loading-retry")).to_have_text(german("action.retry-engine"))
    expect(page.locator("#loading-failed p")).to_contain_text(german("loading.failed"))
    assert page.evaluate("words.say('No response for a minute.')") == german("loading.silent")
    assert fetched_languages(page) == ["de"]


def test_a_language_that_does_not_come_leaves_english(
    visit: Visit, page: Page, address: str, problems: list[str]
) -> None:
    """The start does not depend on it; the program tries once more, and reports the failure."""
    page.route("**/locales/*.json", lambda route: route.fulfill(status=404, body=""))
    visit(query="?lang=de")
    warning = load()("notice.language-failed", language="Deutsch")
    expect(page.locator(".notice").get_by_text(warning)).to_be_visible(timeout=READY_TIMEOUT)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#loading-failed")).to_be_hidden()
    assert problems
    problems.clear()


def test_what_a_language_lacks_says_that_it_is_english(visit: Visit, page: Page) -> None:
    """A screen reader chooses its voice by ``lang``: for a text, the label of a place, and a message."""
    lacking = json.loads((LOCALES / "et.json").read_text(encoding="utf-8"))
    lacking["texts"] = {"ui.rules": lacking["texts"]["ui.rules"]}
    page.route("**/locales/et.json", lambda route: route.fulfill(json=lacking))
    visit(query="?lang=et")
    expect(page.locator("html")).to_have_attribute("lang", "et")
    rules = page.locator('[data-command="rules"] .label').first
    expect(rules).to_have_text(lacking["texts"]["ui.rules"])
    expect(rules).not_to_have_attribute("lang", "en")
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    hands.roll()
    expect(page.locator('[data-place="20"]')).to_have_attribute("lang", "en")
    expect(page.locator("[role=log] p").last).to_have_attribute("lang", "en")
    expect(page.locator(".status .said")).to_have_attribute("lang", "en")


def test_a_frame_speaks_the_language_that_its_page_asks_for(page: Page, address: str) -> None:
    page.goto(f"{address}frame.html?embed=position&lang=et")
    estonian = load("et")
    side = estonian("ui.white")
    expect(page.locator("#frame-caption")).to_have_text(estonian("embed.caption.roll", side=side))
    expect(page.locator("#frame-start")).to_have_text(estonian("embed.start.position"))
    expect(page.locator("#loading-text")).to_have_text(estonian("embed.loading"))
    expect(page.locator("html")).to_have_attribute("lang", "et")
    assert fetched_languages(page) == ["et"]


def test_the_first_words_are_chosen_as_the_program_chooses(page: Page, address: str) -> None:
    without_program(page)
    page.goto(address)
    english = page.evaluate("navigator.languages")
    assert page.evaluate("words.tag") == choose_language(english)
    portuguese, none = ("pt-BR", "PT_br-x", "pt-PT"), ("zh-Hant", "constructor", "", "-")
    for asked in (*portuguese, "no", "NB_no", "mo", "ru-Cyrl-RU", *none):
        assert page.evaluate(CHOOSE, f"{address}?lang={asked}") == choose_language((asked, *english)), asked


def test_plural_forms_and_numbers_are_those_of_unicode(chromium: Browser) -> None:
    """Chromium knows CLDR; a language that it lacks, such as Nynorsk, is not compared."""
    page = chromium.new_page(bypass_csp=True)
    found = page.evaluate(INTL, [SPOKEN_IN.get(tag, tag) for tag in LANGUAGES])
    page.close()
    assert sum(entry["known"] for entry in found.values()) >= 27
    for tag in LANGUAGES:
        entry = found[SPOKEN_IN.get(tag, tag)]
        if not entry["known"]:
            continue
        language = load(tag)
        assert set(language.plural.categories) == set(entry["categories"]), tag
        for number, category in entry["chosen"]:
            assert language.plural.category(number) == category, (tag, number)
        for number, text in entry["written"]:
            assert language.number(number) == text.replace("-", "−"), tag
        assert language.percent(0.1234, 1) == entry["share"], tag
