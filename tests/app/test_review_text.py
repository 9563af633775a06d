"""The analysis of a match as a file: who played, what they lost, and each mistake with its position."""

from app.fake import Page, new_page
from app.test_review import analysed_match, finished_match

from backgammon.app.commands import available
from backgammon.features.coach.history import day_of
from backgammon.features.viewer.export import replay_to_send
from backgammon.state.effects import Download
from backgammon.state.events import Command, StoreLoaded, TextReceived


def test_the_file_has_every_mistake_with_its_position_and_the_best_plays() -> None:
    page = analysed_match()
    page.effects.clear()
    page.send(Command("review-text"))
    (file,) = [effect for effect in page.effects if isinstance(effect, Download)]
    assert (file.name, file.kind) == ("triktrakk-analysis.txt", "text/plain")
    review = page.model.analysis.review
    assert review
    worst = review.report.worst
    assert worst
    lines = file.text.splitlines()
    first, second = replay_to_send(page.model).names
    one, other = page.model.game.match.score
    assert lines[0] == f"1 point match: {first} {one}, {second} {other}"
    assert lines[1] == f"Date: {day_of(page.model.analysis.today):%Y.%m.%d}"
    assert lines[2].startswith("Analysis by Triktrakk: quick, plays 1-ply")
    assert lines[4].split() == f"{first} {second}".split()
    told = [line for line in lines if line.startswith("Game ")]
    assert len(told) == len(worst)
    for line, each in zip(told, worst, strict=True):
        assert line.startswith(f"Game 1 (0-0), move {each.move}, ")
        assert f"{each.chosen} loses {each.error:.3f} ({each.grade}); best is {each.best}" in line
    assert sum(line.startswith("XGID=") for line in lines) == len(worst)
    plays = [each for each in worst if each.decision.is_play]
    assert sum(line.endswith("  played") for line in lines) == len(plays)


def test_there_is_no_file_before_the_analysis() -> None:
    assert "review-text" not in available(new_page().model)
    page = finished_match()
    page.send(Command("review"))
    assert "review-text" not in available(page.model)
    page.send(Command("analyse"))
    assert "review-text" not in available(page.model)
    page.settle()
    assert "review-text" in available(page.model)


def saved_report(page: Page) -> list[str]:
    """Return the lines of the report."""
    page.effects.clear()
    page.send(Command("review-text"))
    (file,) = [effect for effect in page.effects if isinstance(effect, Download)]
    return file.text.splitlines()


def test_the_report_on_a_match_of_the_page_keeps_the_day_of_its_first_analysis() -> None:
    page = analysed_match()
    first = page.model.analysis.today
    page.send(StoreLoaded((), today=first + 3))
    report = saved_report(page)
    assert report[1] == f"Date: {day_of(first):%Y.%m.%d}"
    page.send(Command("to-decision", "0"))
    assert page.model.replay
    assert saved_report(page) == report


FILE = """; [Event "Club evening"]
; [Site "Tallinn"]
; [EventDate "2020.02.29"]
; [Jacoby "On"]

 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 64: 24/18 8/4              42: 8/4 6/4
"""


def test_the_report_on_a_file_has_its_event_and_rules_and_reasons() -> None:
    page = new_page()
    page.send(TextReceived(FILE))
    lines = saved_report(analysed_match(page))
    assert lines[:5] == [
        "Money: Ann 0, Bob 0",
        "Event: Club evening",
        "Site: Tallinn",
        "Date: 2020.02.29",
        "Rules: Standard, Jacoby rule",
    ]
    assert "The best play makes the 2-point." in lines


def test_the_report_on_a_part_of_a_match_tells_how_much_is_left() -> None:
    page = finished_match()
    page.send(Command("review"))
    page.send(Command("analyse"))
    for _ in range(3):
        page.send_next()
    page.send(Command("stop-analysis"))
    review = page.model.analysis.review
    assert review
    assert review.count_left
    assert saved_report(page)[2].endswith(f", {review.count_left} not analysed")
