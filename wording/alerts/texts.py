"""Texts within and around alerts: places, the subjects of clips, why a message is not sent, advice by cause."""

from typing import Annotated, Final

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind, Chair, Rule
from referee.texts.message import Message

_Contact = Annotated[str, ArgumentKind(str, "contact")]


# A button of the panel, and the chair that it belongs to, if to one.
def _of_contact(contact: _Contact, chair: Chair | None) -> None: ...


class Place:
    """The place of something: before, of or at a player; a wind while a hand is played, else a chair."""

    TOPIC: Final = "place"
    zone = Text(of.of_text)
    pond = Text(of.of_message)
    meld = Text(of.of_message)
    hand = Text(of.of_message)
    wall = Text(of.of_message)
    ura = Text(of.of_message)
    seat = Text(of.of_wind)
    chair = Text(of.of_chair)
    panel = Text(of.nothing)
    elsewhere = Text(of.of_text)
    contact = Text(_of_contact)


def _of_filmed(rule: Rule, what: Message) -> None: ...  # a foul and what was seen of it


class Filmed:
    """The subject of a clip for the judge."""

    foul = Text(_of_filmed)
    judge_called = Text(of.of_number)
    play_stopped = Text(of.of_text)


class Untaken:
    """The reasons why a message is not sent to the broker."""

    ends_line = Text(of.nothing)
    refused = Text(of.of_why)
    too_long = Text(of.of_number)
    unsendable = Text(of.of_why)
    topic_waits = Text(of.nothing)


class WrappedTrouble:
    """Texts of alerts around another text that says what is wrong."""

    TOPIC: Final = "alert"

    camera_of = Text(of.of_count)
    unit_said = Text(of.of_message)


class CallText:
    """Texts of messages to people who are not at the table."""

    TOPIC: Final = "push"

    table = Text(of.of_name)
    over = Text(of.nothing)
    trial = Text(of.nothing)


class Advice:
    """Advice that is chosen by the cause; all other advice is declared with the text of its alert."""

    install_pins = Text(of.nothing)
    raise_packet_size = Text(of.nothing)
    clear_view = Text(of.nothing)
    compare_tiles = Text(of.nothing)
    keep_hands_away = Text(of.nothing)
    look_at_table = Text(of.nothing)
    push_melds = Text(of.nothing)
    push_tile = Text(of.nothing)
    take_away = Text(of.nothing)
