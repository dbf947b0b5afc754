"""A hall with four head referees, and a table at which one of them has ruled and a player appeals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from referee.game.judge_observations import AppealNoted
from referee.game.observations import RulingGiven
from table_controller.mqtt.logins import Account, login_of, written
from table_controller.mqtt.roles import Role
from tests.hall.judge.hall_stage import MOSQUITTO, USERS, Mosquitto, Table

B = TypeVar("B", bound=Mosquitto)
HEADS: Final[dict[str, Role]] = dict.fromkeys(("anna", "bert", "carl", "dora"), "head-referee")


def roles_file(folder: Path) -> Path:
    """Write the roles of everybody in the hall, as a table knows them."""
    file = folder / "roles.toml"
    roles: dict[str, Any] = {**dict(zip(USERS, USERS, strict=True)), **HEADS}
    accounts = {user: Account(login_of(user, role, (), ()), "") for user, role in roles.items()}
    file.write_text(written(accounts, passwords=False))
    return file


def appealed(table: Table) -> None:
    """Begin a hanchan by a club's setting, in which Dora warns a player who appeals."""
    table.begin({"fouls.appeal": "at_once"})
    table.deal()
    table.foul()
    table.happens(RulingGiven(ruling="warning", finding=0, judge="Dora (dora)"))
    table.happens(AppealNoted(seat=table.state.findings[0].seat, finding=0, outcome="open", judge="dora"))


def running(broker: B) -> Iterator[B]:
    """Run a broker, as a fixture does."""
    if not Path(MOSQUITTO).exists():
        pytest.skip("mosquitto is not installed")
    broker.start()
    yield broker
    broker.stop()
