"""Things shown and asked at the terminal again and again: a camera's picture, yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_controller.wording.command_line.setup_texts import Setup

if TYPE_CHECKING:
    from referee.texts.language import Language
    from referee.texts.message import Message
    from table_controller.cli.setup.cameras import LookedThrough

YES: Final = {"y": True, "yes": True, "n": False, "no": False}


def show_picture(camera: str, looked: LookedThrough, spoken: Language) -> bool:
    """Say where a picture of a camera is; whether there is one."""
    picture = looked.kept(camera)
    said = Setup.no_picture(camera) if picture is None else Setup.picture(camera, str(picture))
    print(spoken.say(said), flush=True)
    return picture is not None


def yes(spoken: Language, question: Message, default: str) -> bool:
    """Ask something that is answered by yes or no."""
    while True:
        said = input(f"{spoken.say(question)} [{default}]: ").strip().lower() or default
        if said in YES:
            return YES[said]
        print(spoken.say(Setup.yes_no(said)))
