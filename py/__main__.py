"""Entry point of ``python3 py COMMAND`` (tools.commands); any Python 3 can run it, to report one too old."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - who runs an older one is to read a sentence
    sys.exit("python3 py: Python 3.11 or later is needed; this is " + sys.version.split()[0])

try:
    from tools.commands import main
except KeyboardInterrupt:
    sys.exit(130)  # as backgammon.cli.run does once it is running

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
