"""The analysis of a match as a file: who played, what they lost, and each mistake with its position."""

from app.fake import new_page
from app.test_review import analysed_match, finished_match

from backgammon.app.commands import available
from backgammon.features.coach.review import current_review
from backgammon.features.viewer.export import replay_to_send
from backgammon.state.effects import Download
from backgammon.state.events import Command


def test_the_file_has_every_mistake_with_its_position_and_the_best_plays() -> None:
    page = analysed_match()
    page.effects.clear()
    page.send(Command("review-text"))
    (file,) = [effect for effect in page.effects if isinstance(effect, Download)]
    assert (file.name, file.kind) == ("triktrakk-analysis.txt", "text/plain")
    review = current_review(page.model)
    assert review
    worst = review.report.worst
    assert worst
    lines = file.text.splitlines()
    first, second = replay_to_send(page.model).names
    one, other = page.model.game.match.score
    assert lines[0] == f"1 point match: {first} {one}, {second} {other}"
    assert lines[2].split() == f"{first} {second}".split()
    told = [line for line in lines if line.startswith("Game ")]
    assert len(told) == len(worst)
    for line, each in zip(told, worst, strict=True):
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
