"""The page on which native speakers correct a language: corrections show at once, and can be merged."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from backgammon.i18n.catalogue import load
from tools.handover import parse_texts
from tools.review import review

pytestmark = pytest.mark.browser


@pytest.mark.slow  # the page takes long to write; tests/tools/test_review reads it without a browser
def test_corrections_show_at_once_and_come_back_as_a_file(chromium: Browser, tmp_path: Path) -> None:
    polish, english, file = load("pl"), load(), tmp_path / "pl.html"
    file.write_text(review(polish, english), "utf-8")
    with chromium.new_context() as context:
        page, errors = context.new_page(), []
        page.on("pageerror", lambda error: errors.append(error.message))
        page.goto(file.as_uri())
        expect(page.locator("#save")).to_be_disabled()
        page.fill("#by", "Ola")
        page.fill('[data-key="action.roll"] textarea', "Rzucaj")
        expect(page.frame_locator("#picture").locator("[data-pointed]").first).to_have_text("Rzucaj")
        page.fill('[data-key="action.roll"] .why input', "as players say")
        page.fill('[data-key="quiz.streak"] textarea[name="few"]', "{count} dni")
        with page.expect_download() as coming:
            page.click("#save")
        data = json.loads(coming.value.path().read_text("utf-8"))
        forms = {**dict(polish.texts["quiz.streak"]), "few": "{count} dni"}  # type: ignore[arg-type]
        assert data["by"] == "Ola"
        assert data["texts"]["action.roll"]["why"] == "as players say"
        assert parse_texts(polish, english, data).texts == {"action.roll": "Rzucaj", "quiz.streak": forms}
        later = context.new_page()
        later.goto(file.as_uri())
        expect(later.locator('[data-key="action.roll"] textarea')).to_have_value("Rzucaj")
        expect(later.locator("#save")).to_be_enabled()
        assert errors == []
