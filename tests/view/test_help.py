"""The help: it leads on to the rules and to the lessons, except where one cannot go there."""

from dataclasses import replace

from view.models import FIRST, SAY, attribute, nodes, texts

from backgammon.app.update import update
from backgammon.state.events import Command
from backgammon.state.model import DialogName, Model
from backgammon.view.dialogs.registry import dialog


def ways_on(model: Model) -> dict[str, str]:
    """Return the commands of the links below how to move, with their words."""
    drawn = dialog(replace(model, dialog=DialogName.HELP), SAY)
    assert drawn is not None
    (ways,) = (each for each in nodes(drawn) if attribute(each, "class") == "ways-on")
    return {str(attribute(each, "data-command")): texts(each) for each in nodes(ways) if each.tag == "button"}


def test_the_help_leads_to_the_rules_and_the_lessons() -> None:
    assert ways_on(FIRST) == {"rules": "Rules", "lessons": "Lessons"}
    for command, opened in (("rules", DialogName.RULES), ("lessons", None)):
        after, _ = update(replace(FIRST, dialog=DialogName.HELP), Command(command))
        assert after.dialog is opened
        assert bool(after.lesson) is (command == "lessons")


def test_in_the_lessons_it_does_not_lead_out_of_them() -> None:
    assert ways_on(update(FIRST, Command("lessons"))[0]) == {"rules": "Rules"}
