"""The chapters of the lessons, in order; features.lessons.course explains the fields."""

from backgammon.features.lessons.course import Chapter, Task
from backgammon.features.lessons.goals import (
    bears_off,
    breaks_contact,
    comes_home,
    enters,
    hits,
    is_out_of_direct_range,
    is_safe,
    makes,
)

CHAPTERS = (
    Chapter(
        "moving",
        (
            Task("move-two", "-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "13/8 13/11"),
            Task("move-one", "-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:0:10", "24/18/13", hint="move-one"),
            Task("move-double", "-a----E-C---fE---c-e----B-:0:0:1:33:0:0:0:0:10", "8/5(2) 6/3(2)"),
        ),
    ),
    Chapter(
        "hitting",
        (
            Task("hit-cover", "-a--a-E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10", "8/4* 6/4"),
            Task("hit-far", "-b----E-C---dE--ac-e----B-:0:0:1:62:0:0:0:0:10", "24/16*", hits()),
            Task(
                "hit-twice", "-----aEaC---eE---c-e----B-:0:0:1:21:0:0:0:0:10", "8/7*/5*", hits(2), "hit-twice"
            ),
        ),
    ),
    Chapter(
        "entering",
        (
            Task("enter", "-b----E-C---eE---c-e----AA:0:0:1:64:0:0:0:0:10", "bar/15", enters),
            Task("enter-hit", "-b----E-C---eE---c-d--a-AA:0:0:1:53:0:0:0:0:10", "bar/22* 13/8", hits()),
            Task("enter-anchor", "-b----E-C---eE---c-e----AA:0:0:1:43:0:0:0:0:10", "bar/21 24/21", makes(21)),
        ),
    ),
    Chapter(
        "off",
        (
            Task("off-two", "--BB-BC---------------ccc-:0:0:1:63:0:0:0:0:10", "6/off 3/off", bears_off(2)),
            Task("off-high", "--A-BB----------------ccc-:0:0:1:64:0:0:0:0:10", "5/off 4/off", bears_off(2)),
            Task(
                "off-any",
                "-AA-AA----------------bbb-:0:0:1:32:0:0:0:0:00",
                "2/off 1/off",
                bears_off(2),
                "off-any",
                "ga207",
            ),
            Task(
                "off-skip",
                "-bB-CBB------------edd----:0:0:1:43:0:0:0:0:10",
                "4/off",
                is_safe,
                "off-skip",
                "leaflet",
            ),
        ),
    ),
    Chapter(
        "points",
        (
            Task("point-five", "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "8/5 6/5", makes(5)),
            Task("point-bar", "-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:0:10", "13/7 8/7", makes(7)),
            Task("point-prime", "-b---BCBC---dC--bc-d----B-:0:0:1:42:0:0:0:0:10", "8/4 6/4", makes(4)),
        ),
    ),
    Chapter(
        "safe",
        (
            Task(
                "safe-both", "---BBbDBC---bB---c-db-b---:0:0:1:65:0:0:0:0:10", "13/7 13/8", hint="safe-both"
            ),
            Task(
                "safe-far",
                "-b----E-C---eE---c-e--B---:0:0:1:54:0:0:0:0:10",
                "13/9 13/8",
                is_out_of_direct_range,
            ),
            Task(
                "safe-clear",
                "-bCCCBB------------edd----:0:0:1:61:0:0:0:0:10",
                "6/off 6/5",
                is_safe,
                "safe-clear",
            ),
        ),
    ),
    Chapter(
        "bold",
        (
            Task("bold-hit", "-a---aE-C---eE---c-e----B-:0:0:1:62:0:0:0:0:10", "13/5*", hits()),
            Task(
                "bold-not", "-a--CaD-C---aC----bbbbbbB-:0:0:1:62:0:0:0:0:10", "8/2 4/2", is_safe, "bold-not"
            ),
        ),
    ),
    Chapter(
        "race",
        (
            Task("race-run", "----CCD-C-c---B-b-cdc-----:0:0:1:65:0:0:0:0:10", "14/8 14/9", breaks_contact),
            Task("race-home", "--A-CDCAA---------bddc----:0:0:1:21:0:0:0:0:10", "8/6 7/6", comes_home),
        ),
    ),
    Chapter(
        "double",
        (
            Task("double-race", "----BBDBBBA---bb-bbdba----:0:0:1:00:0:0:0:0:10", "double", hint="double"),
            Task("double-wait", "----BBDBBBA----abcadca----:0:0:1:00:0:0:0:0:10", "roll", hint="double"),
        ),
    ),
    Chapter(
        "take",
        (
            Task("take-eleven", "-B--------------------aa--:0:0:-1:D:0:0:0:0:10", "take", hint="take"),
            Task("take-seven", "-B-------------------a--a-:0:0:-1:D:0:0:0:0:10", "drop", hint="take"),
            Task("take-race", "----ABDBB-BB---abbbdbb----:0:0:-1:D:0:0:0:0:10", "take", hint="take-race"),
        ),
    ),
    Chapter(
        "gammon",
        (
            Task(
                "gammon-save",
                "---BCDE-A--------------aa-:0:0:1:62:0:0:0:0:10",
                "8/6/off",
                bears_off(1),
                "gammon-save",
            ),
            Task("gammon-on", "bBBBCCC-----------cddb----:0:0:1:00:0:0:0:0:10", "roll", hint="gammon-on"),
        ),
    ),
    Chapter(
        "match",
        (
            Task("match-last", "-a----E-C---dE-a-cae----B-:0:0:1:00:3:4:0:5:10", "double", hint="match-last"),
            Task("match-drop", "-B--------------------aa--:0:0:-1:D:3:3:0:5:10", "drop", hint="match-drop"),
        ),
    ),
)
