"""Any message that the program can make: every declared text with any arguments of its types."""

from typing import Any

from hypothesis import strategies as st

from referee.texts.declaration import Text
from referee.texts.kinds import Argument, ArgumentKind
from referee.texts.language import language
from referee.texts.message import Message, Person

WORDS = st.text(max_size=12)
LEAF = st.just(Message("plain.words", (("text", "words of somebody"),)))


def _values(kind: ArgumentKind) -> st.SearchStrategy[Any]:
    if kind.names:
        return st.integers(0, len(kind.names) - 1)
    if kind.vocabulary:
        words = st.sampled_from(sorted(language("ja").words[kind.vocabulary]))
        return words | WORDS if kind.open else words
    made: dict[type, st.SearchStrategy[Any]] = {
        int: st.integers(-(2**53), 2**53),
        bool: st.booleans(),
        str: WORDS,
        Message: LEAF,
        Person: st.builds(Person, st.sampled_from("ESWN"), WORDS),
    }
    return made[kind.base]


def any_value(argument: Argument) -> st.SearchStrategy[Any]:
    """Any value of an argument, as the program gives it."""
    values = _values(argument.kind)
    values = st.lists(values, max_size=4).map(tuple) if argument.several else values
    return st.none() | values if argument.optional else values


def messages_of(text: Text[...]) -> st.SearchStrategy[Message]:
    """Any message of a text."""
    given = st.fixed_dictionaries({name: any_value(each) for name, each in text.arguments.items()})
    return given.map(lambda arguments: text(**arguments))
