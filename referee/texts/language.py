"""A language: puts messages into words with its file in ``config/texts``.

A text in the file is a format string with the arguments of its declaration in braces. A colon introduces the format of one:

* ``{number:a tile|# tiles}``: singular or plural, or true or false; ``#`` is the value.
* ``{tile:? #}``: nothing if the argument is left out; ``{tile:?#|a tile}``: something else then.
* ``{what:^}``: with a capital letter.
* ``{score:+}``, ``{points:,}``, ``{more:+,}``: a number with its sign, with separated thousands, or both; ``{who:&}``: a list with "and", ``{what:/}``
  with "or", ``{what:;}`` of whole lines; another format may follow: ``{who:&? of #}``.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, Final

from config import read_texts
from referee.texts.declaration import TEXTS
from referee.texts.kinds import Argument
from referee.texts.language_names import LANGUAGES, LanguageName
from referee.texts.message import Message, Person, Value

__all__ = ["LANGUAGES", "Language", "LanguageName", "UnknownTextError", "WordedError", "english", "language"]

JOINS: Final = {"&": "last", "/": "or", ";": "lines"}
"""The way a list is joined, by the first sign after the colon."""


class UnknownTextError(LookupError):
    """A message from another version: this program does not know its code, or its text has other arguments."""


class Language:
    """Words for messages.

    Args:
        name: of the language.
        texts: the mapping of its file.

    Attributes:
        words: by vocabulary, the words for the values of a kind.
    """

    def __init__(self, name: LanguageName, texts: Mapping[str, Any]) -> None:
        self.name = name
        self.words: Mapping[str, Mapping[str, str]] = texts["words"]
        self._joins: Mapping[str, str] = texts["join"]
        self._texts: dict[str, str] = {}
        for group, held in texts.items():
            if group not in {"words", "join"}:
                self._take(group, held)

    def _take(self, code: str, held: Mapping[str, Any] | str) -> None:
        if isinstance(held, str):
            self._texts[code] = held
            return
        for key, each in held.items():
            self._take(f"{code}.{key}", each)

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(self._texts)

    def template(self, code: str) -> str:
        return self._texts[code]

    def knows(self, message: Message) -> bool:
        """Return whether this version of the program knows the message and all messages within it."""
        declared = TEXTS.get(message.code)
        return (
            declared is not None
            and message.code in self._texts
            and declared.fits(message)
            and all(self.knows(each) for each in message.within())
        )

    def say(self, message: Message) -> str:
        """The message in words.

        Raises:
            UnknownTextError: the message, or one within it, is from another version of the program.
        """
        if not self.knows(message):
            raise UnknownTextError(message.code)
        filled = _Filled(self, TEXTS[message.code].arguments)
        return filled.vformat(self._texts[message.code], (), dict(message.arguments))

    def word(self, vocabulary: str, value: str) -> str:
        """The word for a value of a kind; a value without one is written as it is, without underscores."""
        return self.words.get(vocabulary, {}).get(value, value.replace("_", " "))

    def person(self, person: Person) -> str:
        """A player: the wind, and the name where there is one."""
        wind = self.word("wind", person.wind)
        return self._joins["named"].format(wind=wind, name=person.name) if person.name else wind

    def listed(self, values: Sequence[str], join: str) -> str:
        """Values joined to a list; ``join`` is a key of the file's ``[join]``."""
        return self._joins[join].join(values)


class _Filled(Formatter):
    """Puts arguments into a text."""

    def __init__(self, language: Language, arguments: Mapping[str, Argument]) -> None:
        self._language = language
        self._arguments = arguments

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        del args
        return self._arguments[str(key)], kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        argument, given = value
        join = format_spec[:1] if format_spec[:1] in JOINS else ""
        format_spec = format_spec.removeprefix(join)
        if format_spec.startswith("?"):
            there, _, absent = format_spec[1:].partition("|")
            return (
                absent if given in {None, "", ()} else there.replace("#", self._render(argument, given, join))
            )
        if format_spec == "^":
            text = self._render(argument, given, join)
            return text[:1].upper() + text[1:]
        if "|" in format_spec:
            one, _, more = format_spec.partition("|")
            return (one if given == 1 else more).replace("#", self._render(argument, given, join))
        return format(given, format_spec) if format_spec else self._render(argument, given, join)

    def _render(self, argument: Argument, value: Value, join: str = "") -> str:
        if isinstance(value, tuple) and not isinstance(value, Person):
            texts = [self._render(argument, each) for each in value]
            usual = "tiles" if argument.kind.vocabulary == "tile" else "list"
            return self._language.listed(texts, JOINS.get(join, usual))
        if isinstance(value, Person):
            return self._language.person(value)
        if isinstance(value, Message):
            return self._language.say(value)
        if argument.kind.vocabulary and isinstance(value, str):
            return self._language.word(argument.kind.vocabulary, value)
        return "" if value is None else str(value)


@cache
def language(name: LanguageName) -> Language:
    """The language of a name."""
    return Language(name, read_texts(name))


def english(message: Message) -> str:
    """The message in English, as it is written into journals and logs."""
    return language("en").say(message)


class WordedError(Exception):
    """An error with its reason for people; the error's own text is the reason in English.

    Attributes:
        why: the reason.
    """

    def __init__(self, why: Message) -> None:
        super().__init__(english(why))
        self.why = why
