"""A table's own status in words, and the names of its sensors where a home shows them."""

from referee.texts import signatures as of
from referee.texts.declaration import Text


class TableStatus:
    """The table's status: one text for each."""

    init = Text(of.nothing)
    ready = Text(of.nothing)
    lost = Text(of.nothing)
    stopped = Text(of.nothing)


class HomeSensor:
    """The table's sensors and its button in Home Assistant."""

    phase = Text(of.nothing)
    hand = Text(of.nothing)
    honba = Text(of.nothing)
    riichi_sticks = Text(of.nothing)
    points_east = Text(of.nothing)
    points_south = Text(of.nothing)
    points_west = Text(of.nothing)
    points_north = Text(of.nothing)
    findings = Text(of.nothing)
    stopped = Text(of.nothing)
    needs_person = Text(of.nothing)
    camera = Text(of.nothing)
    temperature = Text(of.nothing)
    machine = Text(of.nothing)
    link = Text(of.nothing)
    damaged_frames = Text(of.nothing)
    call_judge = Text(of.nothing)
    update = Text(of.nothing)
