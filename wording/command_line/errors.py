"""Errors in files and options, as messages: their text is English, and the command line says them in its language."""

import errno

from config import ConfigError
from referee.texts.findings import Plain
from referee.texts.language import english
from referee.texts.message import Message
from wording import misordered
from wording.command_line import settings_texts

DECLARED = (misordered.BadFile, settings_texts.Misset)
"""The texts whose codes packages below this one give to their errors; they are known once this is imported."""


def config_error(why: Message) -> ConfigError:
    """Return a configuration error with this message."""
    return ConfigError(english(why), why.code, **dict(why.arguments))


def message_of_config(error: BaseException) -> Message:
    """Return the message of a configuration error; other errors keep their own words."""
    if isinstance(error, ConfigError) and error.code:
        arguments = {
            name: message_of_config(each) if isinstance(each, ValueError) else each
            for name, each in error.arguments.items()
        }
        return Message(error.code, tuple(sorted(arguments.items())))
    why = getattr(error, "why", None)
    return why if isinstance(why, Message) else Plain.words(str(error))


def errno_of(error: OSError) -> str:
    """Return the system's error by a name that each language has words for."""
    return errno.errorcode.get(error.errno or 0, error.strerror or str(error))
