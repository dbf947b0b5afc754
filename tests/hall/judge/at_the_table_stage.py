"""Helpers that the tests of orders at the table share."""

from dataclasses import dataclass, field
from typing import Any

from hall.judge.session import Session
from hall.judge.tables.hall import Hall
from referee.game import observations
from referee.texts.language import LanguageName
from referee.tiles import parse_tile, parse_tiles
from table_controller.client.connection import BrokerLine, Credentials
from tests.hall.judge.hall_stage import Table, password, until

WIN = parse_tiles("2m3m4m5p6p7p2s3s4s6s7s8s5z")


@dataclass
class Desk:
    """A judge in this process, with his orders and what the terminal prints."""

    session: Session
    line: BrokerLine
    printed: list[str] = field(default_factory=list)
    confirms: bool = True
    asked: list[str] = field(default_factory=list)
    """The orders that had to be confirmed."""

    def confirm(self, what: str) -> bool:
        self.asked.append(what)
        return self.confirms

    def says(self, text: str) -> bool:
        return self.session.obey(text)

    def knows(self, table: Table) -> None:
        """Wait until the judge has the table's newest state."""
        known = self.session.hall.tables
        until(lambda: known["7"].state.get("number") == table.daemon.journal.number, "the newest state")


SEATED: list[Desk] = []
"""The desks of the running test: their lines are closed when it ends, before the broker."""


def sits_down(
    port: int, user: str = "referee", *, wait_s: float = 10.0, words: LanguageName | None = None
) -> Desk:
    lines: list[str] = []
    desks: list[Desk] = []

    def confirm(what: str) -> bool:
        return desks[0].confirm(what)

    hall = Hall("home", words=words)
    login = Credentials("127.0.0.1", port, "home", user, password(user))

    def heard(name: str, topic: str, value: Any) -> None:
        desks[0].session.heard(name, topic, value)

    line = BrokerLine(login, heard, lambda what: lines.append(hall.say(what)), kept_s=60)
    session = Session(
        hall, line, say=lines.append, confirm=confirm, by="Anna", wait_s=wait_s
    )  # fmt: skip
    desks.append(Desk(session, line, lines))
    line.open()
    SEATED.extend(desks)
    return desks[0]


def shown(table: Table) -> None:
    """East has won by tsumo and shows it."""
    drawn = observations.TileDrawn(seat=0, tile=parse_tile("5z"))
    shows = observations.TilesShown(seat=0, tiles=WIN, winning=parse_tile("5z"))
    table.happens(drawn, observations.CallHeard(seat=0, call="tsumo"), shows)
