"""The person who answers the questions of the set-up."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wording.command_line.setup_texts import Setup

if TYPE_CHECKING:
    from referee.texts.language import Language
    from referee.texts.message import Message
    from table_controller.cli.setup.cameras import LookedThrough

ENTER: Final = "Enter"
"""The default of a question that only waits for Enter."""
YES: Final = {"y": True, "yes": True, "n": False, "no": False}


class Respondent:
    """A person at a terminal.

    Args:
        spoken: the person's language.
    """

    def __init__(self, spoken: Language) -> None:
        self.spoken = spoken

    def greet(self) -> None:
        """Explain what is about to be asked."""
        self.say(Setup.begin())

    def say(self, what: Message) -> None:
        print(self.spoken.say(what), flush=True)

    def ask(self, question: Message, default: str, offered: Mapping[str, str]) -> str:
        """Return the answer to a question; empty for the default.

        Args:
            question: the question.
            default: the answer that Enter accepts.
            offered: other answers, each with a description; the person may type an answer's number.

        Raises:
            EOFError: the terminal was closed.
        """
        for number, (name, text) in enumerate(offered.items(), 1):
            print(f"  {number}) {name}  {text}".rstrip())
        answer = self.read_line(question, default)
        if offered and answer.isdecimal() and 0 < int(answer[:3]) <= len(offered):
            return list(offered)[int(answer[:3]) - 1]
        return answer

    def read_line(self, question: Message, default: str) -> str:
        """Return the answer to a question that offers nothing but its default."""
        return input(f"{self.spoken.say(question)} [{default}]: ").strip()

    def password(self, question: Message) -> str:
        return getpass.getpass(self.spoken.say(question))

    def agrees(self, question: Message, default: str) -> bool:
        """Ask a yes-or-no question."""
        while True:
            answer = self.read_line(question, default).lower() or default
            if answer in YES:
                return YES[answer]
            self.say(Setup.yes_no(answer))

    def sees(self, camera: str, looked: LookedThrough) -> bool:
        """Show a camera's picture; return False if there is none."""
        picture = looked.kept(camera)
        if picture is None:
            self.say(Setup.no_picture(camera))
        else:
            self.show(Setup.picture(camera, str(picture)), picture)
        return picture is not None

    def show(self, what: Message, picture: Path) -> None:  # noqa: ARG002 - a page shows it, a terminal says where it is
        """Show a picture; the text names its file."""
        self.say(what)
