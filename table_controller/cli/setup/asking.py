"""Asks the questions, with what is there already as the answers that Enter takes."""

from __future__ import annotations

import getpass
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from config import ConfigError, ruleset_names, ruleset_title
from table_controller.cli.setup import found
from table_controller.cli.setup.answers import NO_UNIT, changed
from table_controller.wording.command_line.errors import config_error, message_of_config
from table_controller.wording.command_line.setup_texts import BadAnswer, Setup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.texts.language import Language
    from referee.texts.message import Message
    from table_controller.cli.setup.answers import Answers

YES: Final = {"y": True, "yes": True, "n": False, "no": False}


class SetupQuestions:
    """Somebody at a terminal.

    Args:
        before: what is offered as answers.
        spoken: the language.
        patterns: of serial devices that are asked.
        known: the login ``referee`` has a password already, which is not asked for.
    """

    def __init__(self, before: Answers, spoken: Language, patterns: Sequence[str], *, known: bool) -> None:
        self._answers = before
        self._spoken = spoken
        self._patterns = patterns
        self._known = known

    def ask(self) -> Answers:
        """Ask everything.

        Raises:
            ConfigError: the terminal was closed in between.
        """
        self._say(Setup.begin())
        self._ask("hall", Setup.ask_hall())
        self._ask("table", Setup.ask_table())
        self._ask_unit()
        self._ask_camera()
        titles = {name: ruleset_title(name, self._answers.language) for name in ruleset_names()}
        self._ask("ruleset", Setup.ask_ruleset(), titles)
        self._ask("broker", Setup.ask_broker())
        if self._answers.own_broker:
            self._ask_yes("encrypted", Setup.ask_encrypted())
            if self._answers.encrypted:
                self._ask("host", Setup.ask_host())
            if not self._known:
                self._ask_password(Setup.ask_referee())
        else:
            self._ask_password(Setup.ask_own(self._answers.login))
        return self._answers

    def _ask_unit(self) -> None:
        self._say(Setup.looking())
        units = list(found.find_units(self._patterns))
        for unit in units:
            self._say(Setup.unit_found(unit.device, unit.says))
        if not units:
            self._say(Setup.no_unit())
        answering = [unit.device for unit in units if unit.answers]
        if answering and self._answers.unit not in answering:
            self._answers = changed(self._answers, {"unit": answering[0]}, "-")
        self._ask("unit", Setup.ask_unit(), {**dict.fromkeys(answering, ""), NO_UNIT: ""}, free=True)

    def _ask_camera(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="jantaku-setup-"))
        shown = []
        for camera in found.cameras():
            picture = folder / f"{camera.replace(':', '-')}.jpg"
            if found.keep_picture(camera, picture):
                shown.append(camera)
                self._say(Setup.picture(camera, str(picture)))
            else:
                self._say(Setup.no_picture(camera))
        if not shown:
            folder.rmdir()
        elif self._answers.camera not in shown and self._answers.camera.startswith("v4l2:"):
            self._answers = changed(self._answers, {"camera": shown[0]}, "-")
        self._ask("camera", Setup.ask_camera(), dict.fromkeys(shown, ""), free=True)

    def _ask(
        self, field: str, question: Message, offered: Mapping[str, str] | None = None, *, free: bool = False
    ) -> None:
        """Ask until the answer can be used; of what is offered, the number does as well as the name."""
        names = list(offered or ())
        for number, name in enumerate(names, 1):
            print(f"  {number}) {name}  {(offered or {})[name]}".rstrip())
        while True:
            said = self._read(question, getattr(self._answers, field))
            if names and said.isdecimal() and 0 < int(said[:3]) <= len(names):
                said = names[int(said[:3]) - 1]
            if said == "":
                return
            try:
                if names and not free and said not in names and "/" not in said:
                    raise config_error(BadAnswer.choose(said, names))
                self._answers = changed(self._answers, {field: said}, field)
            except ConfigError as error:
                self._say(message_of_config(error))
            else:
                return

    def _ask_yes(self, field: str, question: Message) -> None:
        default = "y" if getattr(self._answers, field) else "n"
        self._answers = changed(self._answers, {field: yes(self._spoken, question, default)}, field)

    def _ask_password(self, question: Message) -> None:
        while True:
            said = getpass.getpass(self._spoken.say(question))
            try:
                self._answers = changed(self._answers, {"password": said}, "-")
            except ConfigError as error:
                self._say(message_of_config(error))
            else:
                return

    def _read(self, question: Message, default: str) -> str:
        return input(f"{self._spoken.say(question)} [{default}]: ").strip()

    def _say(self, what: Message) -> None:
        print(self._spoken.say(what), flush=True)


def yes(spoken: Language, question: Message, default: str) -> bool:
    """Ask something that is answered by yes or no."""
    while True:
        said = input(f"{spoken.say(question)} [{default}]: ").strip().lower() or default
        if said in YES:
            return YES[said]
        print(spoken.say(Setup.yes_no(said)))
