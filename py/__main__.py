"""``python3 py COMMAND``; see tools.commands. Any Python 3 can read this file, to say what it lacks."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - who runs an older one is to read a sentence
    sys.exit("python3 py: Python 3.11 or later is needed; this is " + sys.version.split()[0])

try:
    from tools.commands import main
except KeyboardInterrupt:
    sys.exit(130)  # as backgammon.cli does from its beginning on

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
