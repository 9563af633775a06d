"""``python3 py COMMAND``: the table of commands, each a module that is imported only when it is called.

A command's module has ``main(argv) -> exit code``. An error that the user can fix is a
``tools.errors.ToolError``, printed as one line; any other is a bug and keeps its traceback.
"""

from backgammon.cli import COMMANDS as PACKAGED
from backgammon.cli import run

COMMANDS = {
    "play": ("tools.play", "build the site, serve it on this machine and open the browser"),
    "test": ("tools.testing", "lint, type-check and test everything in an environment of its own"),
    "build": ("tools.site", "write the complete static site into a directory"),
    "diagram": ("tools.diagram", "draw a position as an SVG file"),
    "colours": ("tools.colours", "copy the board's colours from the style sheets into the library"),
    "screenshots": ("lab.screenshots", "take the pictures of the README and of the installed program"),
    "dice": ("tools.dice", "check the dice of a downloaded match"),
    **PACKAGED,
    "languages": ("tools.languages", "how complete each language is; for translators"),
    "bearoff": ("tools.bearoff", "compute the bear-off tables from the rules"),
    "quiz": ("lab.train.quiz", "choose the positions of the quiz by self-play"),
    "duel": ("lab.referees.duel", "play two players against each other with mirrored dice"),
    "train": ("lab.train.train", "train a net by self-play"),
    "train mean": ("lab.train.average_nets", "average the nets of several runs"),
    "train pruning": ("lab.train.pruning", "teach the search's pruning net from the net that ships"),
    "train sisters": ("lab.train.sisters", "teach a net by what the plays of a roll differ in"),
    "train gpu": ("lab.train.gpu.train", "the same on a GPU, which judges six hundred times as many plays"),
    "train races": ("lab.train.races", "teach the net that tells how long a race takes one player"),
    "bench start": ("lab.bench.start", "time to a playable board beside a bare PyScript page, and bytes"),
    "bench page": ("lab.bench.page", "what a click and a start cost, anywhere in a match"),
    "bench taps": ("lab.bench.taps", "how many taps a turn needs, by what they are for"),
    "bench friends": ("lab.bench.friends", "how soon a play is on a friend's board"),
    "bench generator": ("lab.bench.generator", "for how many rolls a second the plays are generated"),
    "bench engine": ("lab.bench.engine", "positions a second, and the time of a decision"),
    "bench analysis": ("lab.bench.analysis", "how long it takes to analyse a match"),
    "bench trail": ("lab.train.bench_trail", "games in which only the gammons of one player count"),
    "bench reasons": ("lab.bench.reasons", "how often a reason in words is right"),
    "bench strength": ("lab.bench.strength", "what the net's decisions lose by gnubg's judgement"),
    "bench levels": ("lab.bench.levels", "what each level loses with a decision"),
    "bench takes": ("lab.bench.take_rollouts", "takes on which a player and gnubg differ, played out"),
    "bench pr": ("lab.bench.pr", "PR of matches, as this engine and as gnubg compute it"),
    "bench fuzz": ("lab.bench.fuzz", "damaged texts for every parser and store"),
}


def main(argv: list[str]) -> int:
    """Run a command; return its exit code."""
    return run(argv, COMMANDS, "python3 py")
