"""The language that a command of the command line speaks."""

import argparse

from referee.texts.language import LanguageName, language
from referee.texts.message import Message


def spoken_by(options: argparse.Namespace) -> LanguageName:
    """Return the language of ``--lang``, or else English."""
    chosen: LanguageName | None = getattr(options, "lang", None)
    return chosen or "en"


def in_words(options: argparse.Namespace, message: Message) -> str:
    """Word a message in that language."""
    return language(spoken_by(options)).say(message)
