"""The style sheets: colours come from the tokens and are readable; the board's figures are the geometry's."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from backgammon.features.analysis.hint import LISTED
from backgammon.protocol.levels import LEVELS
from backgammon.state.model import Direction, Theme
from backgammon.view import geometry
from backgammon.view.dialogs.new_game import OPPONENTS

CSS = Path(__file__).parents[2] / "css"
SHEETS = sorted(CSS.glob("*.css"))
COLOUR = re.compile(r"oklch\(|#[0-9a-fA-F]{3,8}\b(?![\w-])|rgb|hsl")
OKLCH = re.compile(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)")
BLOCK = re.compile(r"^([^@{}/]+) \{([^}]*)\}", re.MULTILINE)
TOKEN = re.compile(r"--([\w-]+): ([^;]+);")
Colour = tuple[str, str, str]


def declarations() -> dict[str, dict[str, str]]:
    """Return the tokens that each selector of the two sheets of tokens declares."""
    text = "".join((CSS / f"{name}.css").read_text("utf-8") for name in ("tokens", "themes"))
    found: dict[str, dict[str, str]] = {}
    for selectors, body in BLOCK.findall(text):
        for selector in selectors.split(","):
            found.setdefault(selector.strip(), {}).update(TOKEN.findall(body))
    return found


DECLARED = declarations()
OF_THEME = {theme: DECLARED.get(f'[data-theme="{theme}"]', {}) for theme in Theme}


def token_colours(theme: Theme, name: str) -> tuple[Colour, Colour]:
    """Return a token's colour in a theme, in light and in dark."""
    colours = OKLCH.findall((DECLARED[":root"] | OF_THEME[theme])[name])
    return colours[0], colours[-1]


def luminance(colour: Colour) -> float:
    """Return WCAG's relative luminance. Matrices: B. Ottosson, "A perceptual color space" (OKLab)."""
    light, chroma, hue = map(float, colour)
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    red, green, blue = (min(1.0, max(0.0, share)) for share in (red, green, blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: Colour, other: Colour) -> float:
    """Return WCAG's contrast ratio of two colours."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def contrast(theme: Theme, one: str, other: str, dark: int) -> float:
    """Return the contrast ratio of two tokens of a theme, in light (0) or in dark (1)."""
    return ratio(token_colours(theme, one)[dark], token_colours(theme, other)[dark])


def mixture(theme: Theme, one: str, percent: int, other: str, dark: int) -> Colour:
    """Return what ``color-mix(in oklch, one percent, other)`` is for two tokens of a theme."""
    first, second = (map(float, token_colours(theme, name)[dark]) for name in (one, other))
    (light, chroma, hue), (light_2, chroma_2, hue_2) = first, second
    share, turn = percent / 100, (hue - hue_2 + 180) % 360 - 180
    parts = (light - light_2) * share, (chroma - chroma_2) * share, turn * share
    return str(light_2 + parts[0]), str(chroma_2 + parts[1]), str(hue_2 + parts[2])


TEXT = [
    *[
        (ink, ground)
        for ink in ("ink", "ink-soft", "accent", "bad", "warn")
        for ground in ("paper", "surface")
    ],
    ("ink", "raised"),
    ("ink-soft", "raised"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("frame-ink", "frame-hi"),
    ("frame-ink", "frame-lo"),
    ("light-ink", "light-lo"),
    ("dark-ink", "dark-hi"),
    ("light-ink", "light-die-lo"),
    ("dark-ink", "dark-die-hi"),
    ("cube-ink", "cube-lo"),
]
SHAPES = [
    *[(mark, ground) for mark in ("control", "focus", "accent") for ground in ("paper", "surface")],
    ("light-base", "dark-base"),
]


SIDES = ("light", "dark")
GROUNDS = ("field", "point-a", "point-b")
themed = pytest.mark.parametrize("theme", Theme)
in_both = pytest.mark.parametrize("dark", [0, 1], ids=["light", "dark"])


@themed
def test_a_theme_is_a_whole_set_of_roles(theme: Theme) -> None:
    lacking = sorted(set(OF_THEME[Theme.WOOD]) - set(OF_THEME[theme]))
    assert lacking == [], f'give [data-theme="{theme}"] these colours in css/themes.css'
    assert set(OF_THEME[theme]) <= set(DECLARED[":root"])


@themed
@in_both
@pytest.mark.parametrize(("one", "other"), TEXT)
def test_text_can_be_read(one: str, other: str, dark: int, theme: Theme) -> None:
    assert contrast(theme, one, other, dark) >= (7 if theme is Theme.CONTRAST else 4.5)


@themed
@in_both
@pytest.mark.parametrize("ink", ["ink-soft", "accent"])
def test_what_the_editor_cannot_do_at_the_moment_can_still_be_read(ink: str, dark: int, theme: Theme) -> None:
    found = re.search(r":disabled \{ opacity: ([\d.]+)", (CSS / "editor.css").read_text("utf-8"))
    assert found
    pale = mixture(theme, ink, round(100 * float(found[1])), "paper", dark)
    assert ratio(pale, token_colours(theme, "paper")[dark]) >= 3


TINT = re.compile(r"background: color-mix\(in oklch, var\(--accent\) (\d+)%, var\(--surface\)\)")


@themed
@in_both
@pytest.mark.parametrize("ink", ["ink", "ink-soft", "accent", "warn", "bad"])
def test_a_chosen_row_can_be_read_with_the_marks_of_errors_in_it(ink: str, dark: int, theme: Theme) -> None:
    tints = {int(share) for sheet in SHEETS for share in TINT.findall(sheet.read_text("utf-8"))}
    assert len(tints) > 3
    for tint in tints:
        ground = mixture(theme, "accent", tint, "surface", dark)
        assert ratio(token_colours(theme, ink)[dark], ground) >= 4.5, tint


@themed
@in_both
@pytest.mark.parametrize(("side", "other"), [("light", "dark"), ("dark", "light")])
def test_the_numbers_of_the_evaluation_bar_can_be_read_on_all_shares(
    side: str, other: str, dark: int, theme: Theme
) -> None:
    shares = re.findall(r"var\(--other\) (\d+)%, var\(--side\)", (CSS / "lines.css").read_text("utf-8"))
    assert len(shares) == 2
    for share in (0, *map(int, shares)):
        ground = mixture(theme, f"{other}-base", share, f"{side}-base", dark)
        assert ratio(token_colours(theme, f"{side}-ink")[dark], ground) >= 4.5


@themed
@in_both
@pytest.mark.parametrize(("one", "other"), SHAPES)
def test_shapes_can_be_told_apart(one: str, other: str, dark: int, theme: Theme) -> None:
    assert contrast(theme, one, other, dark) >= 3


@themed
@in_both
def test_points_can_be_counted(dark: int, theme: Theme) -> None:
    between = contrast(theme, "point-a", "point-b", dark)
    drawn = min(contrast(theme, "point-edge", ground, dark) for ground in ("field", "point-b"))
    assert between >= 3 or drawn >= 3


@themed
@in_both
@pytest.mark.parametrize("ground", [*GROUNDS, "frame", "well"])
@pytest.mark.parametrize("side", SIDES)
def test_checkers_stand_out_by_their_face_their_rim_or_their_groove(
    side: str, ground: str, dark: int, theme: Theme
) -> None:
    assert max(contrast(theme, f"{side}-{part}", ground, dark) for part in ("base", "rim", "mark")) >= 3


@themed
@in_both
def test_the_sides_differ_by_a_mark_that_can_be_seen(dark: int, theme: Theme) -> None:
    assert contrast(theme, "dark-mark", "dark-base", dark) >= 3


@themed
@in_both
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("sign", ["target", "hit", "arrow-made", "arrow-other"])
def test_where_a_checker_can_go_is_seen(sign: str, ground: str, dark: int, theme: Theme) -> None:
    assert max(contrast(theme, part, ground, dark) for part in (sign, "target-core")) >= 3
    assert contrast(theme, sign, "target-core", dark) >= 3


@themed
@in_both
@pytest.mark.parametrize("ground", [*GROUNDS, "frame"])
def test_where_a_checker_began_is_seen_on_any_point_and_on_the_bar(
    ground: str, dark: int, theme: Theme
) -> None:
    assert "/" not in OF_THEME[theme]["ghost"], "a pale outline contrasts less"
    assert max(contrast(theme, tone, ground, dark) for tone in ("ghost", "target-core")) >= 3


@themed
@in_both
@pytest.mark.parametrize(("ring", "face"), [("last", "dark-base"), ("last-light", "light-base")])
def test_the_last_play_is_seen_on_the_checkers_of_both_sides(
    ring: str, face: str, dark: int, theme: Theme
) -> None:
    assert contrast(theme, ring, face, dark) >= 3


def test_rings_around_checkers_dice_and_cube_and_outlines_have_two_tones() -> None:
    """Of two tones that differ one differs from whatever is around: the pairs are compared above."""
    found = BLOCK.findall((CSS / "board.css").read_text("utf-8"))
    rules = {name.strip(): body for name, body in found}
    assert "stroke: var(--ghost);\n  stroke-dasharray:" in rules[".ghost"]
    assert "stroke: var(--target-core);" in rules[".ghost,\n.ghost-gaps"]
    assert "stroke: var(--target);" in rules[".checker.lifted .disc"]
    assert "fill: var(--target-core);" in rules[".checker.lifted .shadow"]
    for part, tone in (("face", "focus"), ("shadow", "paper")):
        (rule,) = [name for name in rules if f".dice:focus-visible .die-{part}" in name]
        assert ".touch:focus-visible ~ " in rule
        assert f"stroke: var(--{tone});" in rules[rule]


def test_lines_of_one_chart_and_answers_of_a_quiz_differ_without_colour() -> None:
    charts, quiz = ((CSS / f"{name}.css").read_text("utf-8") for name in ("analysis", "question"))
    for line in (".line.two", ".line.three:not(.area + .line)"):
        assert f".chart-svg {line} {{ stroke-dasharray:" in charts
    assert charts.count("background: repeating-linear-gradient(to right, var(--tone)") == 2
    assert re.search(r"\.so-far \.track \.had \{[^}]* height:", quiz)


@themed
@in_both
def test_arrows_differ_in_colour_and_without_it(dark: int, theme: Theme) -> None:
    colours = [token_colours(theme, name)[dark] for name in ("target", "arrow-made", "arrow-other")]
    hues = [float(hue) for *_, hue in colours]
    apart = [abs((one - other + 180) % 360 - 180) for one, other in combinations(hues, 2)]
    assert min(apart) > 40
    board = (CSS / "board.css").read_text("utf-8")
    assert ".arrows-made .arrow-shaft { stroke-dasharray:" in board
    assert ".arrows-other .arrow-head { fill: var(--target-core);" in board


def test_each_row_of_a_list_of_plays_has_its_arrows_and_arrows_are_not_touched() -> None:
    sheet = (CSS / "plays.css").read_text("utf-8")
    rows = [str(row) for row in range(1, LISTED + 2)]
    for state in ("hover", "focus-visible"):
        pairs = re.findall(rf":nth-child\((\d)\) > \.listed:{state}\) \.row-(\d)", sheet)
        assert pairs == [*zip(rows, rows, strict=True)]
    assert ".arrows { pointer-events: none; }" in (CSS / "board.css").read_text("utf-8")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_colours_come_from_the_tokens(sheet: Path) -> None:
    text = re.sub(r"url\([^)]*\)|/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    if sheet.name not in ("tokens.css", "themes.css", "base.css"):
        assert not COLOUR.search(text)
    names = set(re.findall(r"var\(--([\w-]+)", text))
    known = set(re.findall(r"--([\w-]+):", "".join(sheet.read_text("utf-8") for sheet in SHEETS)))
    assert names <= known


def test_the_figures_of_the_board_are_the_geometrys() -> None:
    names = ("board", "layout", "narrow", "phone")
    board, layout, narrow, phone = ((CSS / f"{name}.css").read_text("utf-8") for name in names)
    assert f"--board-width: {geometry.WIDTH};" in board
    assert f"--board-height: {geometry.HEIGHT};" in board
    assert f"{geometry.WIDTH} / {geometry.HEIGHT}" in layout
    assert f"{geometry.WIDTH} / {geometry.HEIGHT}" in narrow
    assert f"--crop-left: {geometry.NARROW_LEFT};" in phone
    assert f"--crop-width: {geometry.NARROW_WIDTH};" in phone
    assert f"--crop-left: {geometry.WIDTH - geometry.NARROW_LEFT - geometry.NARROW_WIDTH};" in phone
    shift = geometry.column(0, Direction.RIGHT) - geometry.cube(None, Direction.RIGHT).x
    assert f"translateX({shift}px)" in phone
    assert f"translateX(-{shift}px)" in phone
    assert f".dice {{ transform: scale({geometry.LARGER}); }}" in phone
    assert f"scale: {geometry.LARGER};" in phone
    for side, half in zip((0, 1), ("right", "left"), strict=True):
        x, y = geometry.dice(side, 2, Direction.RIGHT).centre
        assert f".dice.{half} {{ transform-origin: {x}px {y}px; }}" in phone


def test_each_level_has_a_column_for_its_bar() -> None:
    sheet = (CSS / "new-game.css").read_text("utf-8")
    bars, words = (
        sheet.partition(f"\n{name} {{")[2].partition("}")[0]
        for name in (".strengths", ":is(.easier, .stronger)")
    )
    assert f"grid-template-columns: repeat({len(LEVELS)}," in bars
    assert "grid-area: 2 / 1 / auto / -1;" in words, "the words below are at the ends, however many bars"


def test_what_is_for_one_kind_of_opponent_is_hidden_from_the_others() -> None:
    text = (CSS / "new-game.css").read_text("utf-8")
    pairs = re.findall(r'\[name="opponent"\]\[value="(\w+)"\]:checked\)\) \.for-(\w+)', text)
    assert pairs == [(kind, kind) for kind in OPPONENTS]


INNERMOST = re.compile(r"\([^()]*\)")
NAMED = re.compile(r"[\w.#\[]|:is(?=[\w.#\[])")


def selectors(sheet: str) -> list[str]:
    """Return the selectors of a sheet, without what is in brackets; ``:is[`` marks an ``:is`` of names."""
    heads = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    text = ";".join(head for head in heads if "@" not in head)
    text = re.sub(r":is\((?=[\w.#\[])", ":is[(", text)
    while INNERMOST.search(text):
        text = INNERMOST.sub("", text)
    return [" ".join(each.split()) for each in re.split("[,;]", text)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.stem))
def test_what_depends_on_an_ancestors_content_is_named(sheet: Path) -> None:
    """Otherwise Chromium recomputes all styles below the ancestor when anything in it comes or goes."""
    unnamed = []
    for selector in selectors(sheet.read_text("utf-8")):
        *above, last = re.split(r"[ >+~]+", selector)
        if any(":has" in each for each in above) and not NAMED.match(last):
            unnamed.append(selector)
    assert unnamed == []


def test_the_board_and_the_cube_are_not_asked_what_is_in_them() -> None:
    """Something in them is added or removed at every drawing."""
    text = "".join(path.read_text("utf-8") for path in SHEETS)
    assert re.findall(r"\.(?:board|board-svg|checkers|cube|dice)[\w.-]*:has", text) == []


SHARED = {"board", "frame-line", "legend", "panel", "status"}
"""Classes that two sheets style in ways that fit together."""


def test_no_two_sheets_mean_different_things_by_one_class() -> None:
    """A class that is a selector of its own, outside media queries, belongs to one sheet."""
    sheets: dict[str, set[str]] = {}
    for path in SHEETS:
        lists = re.findall(r"^((?:\.[\w-]+,\n)*\.[\w-]+) \{", path.read_text("utf-8"), re.MULTILINE)
        for name in re.findall(r"[\w-]+", " ".join(lists)):
            sheets.setdefault(name, set()).add(path.stem)
    assert {name: found for name, found in sheets.items() if len(found) > 1 and name not in SHARED} == {}
