"""The first card of the quiz: what is due, the themes with their positions, and the results so far."""

from dataclasses import replace

import pytest
from app.fake import new_page
from app.test_quiz import TODAY, answer, quiz_page
from app.test_review import analysed_match, finished_match
from view.models import SAY, texts

from backgammon.app.commands import actions, available
from backgammon.core.mirror import mirror_match
from backgammon.core.position import Points, flip_points, is_contact
from backgammon.features.quiz import cards, leitner, positions
from backgammon.notation.xgid import parse_xgid
from backgammon.state.effects import Announce
from backgammon.state.events import Command, StoreLoaded
from backgammon.state.model import Origin, Replay
from backgammon.storage.quiz import OWN, SAVED, Day, Deck
from backgammon.storage.replay_codec import dump_link
from backgammon.view.page import page as view

DECISIONS = ("-A--------------------a---", "11"), ("-b----E-C---eE---c-e----B-", "31")
"""Boards and dice: the first leaves one play, the second many."""


def test_it_opens_with_what_there_is_to_ask_and_asks_nothing_yet() -> None:
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), TODAY))
    page.effects.clear()
    page.send(Command("quiz"))
    assert page.model.quiz
    assert page.model.game.problem is None
    assert actions(page.model)[0] == "quiz-start"
    assert "quiz-more" not in available(page.model)
    said = [effect for effect in page.effects if isinstance(effect, Announce)]
    assert said == [Announce("quiz.due", (("number", leitner.FRESH),))]
    begun = {"roll", "double", "confirm", "quiz-next", "quiz-again"}
    assert not begun & {*available(page.model)}
    page.send(Command("quiz-start"))
    assert page.model.quiz.card == positions.names()[0]
    assert "quiz-theme" not in available(page.model)


@pytest.mark.parametrize("theme", positions.THEMES)
def test_a_theme_asks_its_positions_and_counts_the_answers(theme: str) -> None:
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), TODAY))
    page.send(Command("quiz"))
    page.send(Command("quiz-theme", theme))
    quiz = page.model.quiz
    assert quiz
    names = positions.themes()[theme]
    assert (quiz.card, *quiz.cards) == names[: leitner.FRESH]
    assert page.model.analysis.deck == Deck()
    answer(page)
    page.settle()
    assert page.model.analysis.deck.card(quiz.card)
    page.send(Command("quiz-close"))
    page.send(Command("quiz"))
    page.send(Command("quiz-theme", theme))
    due = cards.theme_cards(page.model, theme)
    assert page.quiz.card == due[0]
    assert names[0] not in due or due[-1] == names[0]


def test_each_question_is_announced_with_how_many_there_are() -> None:
    page = new_page((("opponent", "human"),))
    page.send(Command("quiz"))
    page.send(Command("quiz-theme", "cube"))
    for at in range(1, 4):
        (said,) = [each for each in page.effects if isinstance(each, Announce) and each.key == "quiz.at"]
        assert dict(said.params) == {"at": at, "all": leitner.FRESH}
        answer(page)
        page.settle()
        page.effects.clear()
        page.send(Command("quiz-next"))


def test_what_leaves_no_choice_is_no_question() -> None:
    page = new_page((("opponent", "human"),))
    forced, free = [
        parse_xgid(f"XGID={board}:0:0:1:{dice}:0:0:0:0:10").to_match() for board, dice in DECISIONS
    ]
    for blunders in ((forced,), (forced, free), (free,)):
        page.model, _ = cards.add_blunders(page.model, *blunders)
        assert [cards.match_of(card) for card in page.model.analysis.deck.cards] == [free] * (
            free in blunders
        )


def test_a_card_asks_the_player_at_the_bottom_for_a_choice() -> None:
    model = new_page((("opponent", "human"),)).model
    forced, free = [
        parse_xgid(f"XGID={board}:0:0:1:{dice}:0:0:0:0:10").to_match() for board, dice in DECISIONS
    ]
    model, _ = cards.add_blunders(model, mirror_match(free))
    (card,) = model.analysis.deck.cards
    assert cards.match_of(card) == free, "the blunder of who sits at the top is asked from the bottom"
    assert next(each for each in cards.results(model) if each.kind == OWN).positions == 1
    for match in (forced, mirror_match(free)):
        link = dump_link(Replay(match, origin=Origin.POSITION))
        assert cards.match_of(replace(card, link=link)) is None


def test_the_results_are_those_of_each_kind() -> None:
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), TODAY))
    page.send(Command("quiz"))
    page.send(Command("quiz-theme", "cube"))
    answer(page)
    page.settle()
    told = {result.kind: (result.asked, result.positions) for result in cards.results(page.model)}
    kinds = [positions.kind_of(name) for name in positions.names()]
    assert told == dict.fromkeys((OWN, SAVED), (0, 0)) | {
        kind: (int(kind == "cube"), kinds.count(kind)) for kind in positions.KINDS
    }


def test_a_blunder_that_is_made_again_keeps_its_card() -> None:
    page = analysed_match()
    deck = page.model.analysis.deck
    known = replace(deck, cards=tuple(replace(card, box=3, asked=5, due=TODAY + 9) for card in deck.cards))
    assert known.cards
    page.model = replace(page.model, analysis=replace(page.model.analysis, deck=known))
    page.send(Command("quiz-blunders"))
    again = {card.id: card for card in page.model.analysis.deck.cards}
    (played,) = page.model.analysis.history
    assert [again[card.id] for card in known.cards] == [card.with_matches(played.id) for card in known.cards]


def test_themes_are_told_by_what_is_counted_on_the_board() -> None:
    for theme, names in positions.themes().items():
        for name in names:
            match = positions.match_of(name)
            assert match
            points, kind = match.position_of[0].points, positions.kind_of(name)
            holds = {
                "race": not is_contact(points),
                "prime": is_contact(points) and max(longest(points), longest(flip_points(points))) >= 5,
                "back-game": max(anchors(points), anchors(flip_points(points))) >= 2,
                "score": match.length > 0,
                "opening": kind in ("opening", "reply"),
            }
            assert holds.get(theme, kind == theme)
    assert all(positions.themes().values())


def longest(points: Points) -> int:
    """Return the length of the longest row of points that the side to move holds."""
    best = row = 0
    for count in points[1:25]:
        row = row + 1 if count > 1 else 0
        best = max(best, row)
    return best


def anchors(points: Points) -> int:
    """Count the points that the side to move holds in the other side's home board."""
    return len([at for at in range(19, 25) if points[at] > 1])


def test_ones_own_blunders_are_a_theme_once_there_are_some() -> None:
    page = finished_match()
    page.send(Command("quiz"))
    assert OWN not in dict(cards.themes(page.model))
    page.send(Command("quiz-theme", OWN))
    assert page.model.game.problem is None
    page.send(Command("quiz-close"))
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    page.send(Command("quiz-blunders"))
    own = [card.id for card in page.model.analysis.deck.cards if card.kind == OWN]
    assert dict(cards.themes(page.model))[OWN] == len(own)
    assert page.model.quiz
    assert {page.model.quiz.card, *page.model.quiz.cards} <= {*own}


def test_days_in_a_row_and_the_last_result_are_told() -> None:
    page = quiz_page()
    days = [Day(TODAY - back, asked=4, right=back) for back in (1, 2, 3, 5)]
    deck = Deck(days=tuple(reversed(days)))
    there = replace(page.model, analysis=replace(page.model.analysis, deck=deck))
    assert cards.streak(there) == 3
    assert SAY("quiz.streak", count=3) in texts(view(there, SAY))
    assert cards.last_result(there) == (1, 4)
    answer(page)
    page.settle()
    assert cards.streak(page.model) == 1
    assert SAY("quiz.streak", count=1) not in texts(view(page.model, SAY))
    with_today = replace(there, analysis=replace(there.analysis, deck=deck.with_day(Day(TODAY, asked=1))))
    assert cards.streak(with_today) == 4
    assert cards.last_result(with_today) == (0, 1)
    ahead = replace(there, analysis=replace(there.analysis, deck=deck.with_day(Day(TODAY + 365, asked=1))))
    assert cards.last_result(ahead) == (1, 4)
    none = replace(there, analysis=replace(there.analysis, deck=Deck()))
    assert (cards.streak(none), cards.last_result(none)) == (0, None)
