"""A faulty driver says where its fault is; a machine's own reasons reach the people at the table."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

import pytest

from firmware_bridge.drivers.capabilities import Capabilities
from firmware_bridge.drivers.machine_session import MachineSession
from firmware_bridge.drivers.machine_table import MachineTable
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.errors import DriverError, RefusedError
from firmware_bridge.messages.messages import DiceRolled, Motion, MotionDone, Outcome, ResetCause, Result
from referee.texts.language import english
from wording import unit_texts

LID = Capabilities(moves=frozenset({"lid"}))
GREETED: dict[str, Any] = {"boot": 7, "cause": ResetCause.POWER_ON, "firmware": "1"}


class LoopSession(MachineSession[str]):
    """A machine in the host's own memory, which answers at once."""

    stop_command = leave_command = "stop"
    report_command = "report"

    def open(self) -> None:
        """There is no line."""

    async def shut(self) -> None:
        """There is no line."""

    def send_ping(self, token: int) -> None:
        if self.is_connected:
            self.clock_read(token, token)
        else:
            self.greeted(token, token, **GREETED)

    def send_command(self, number: int, boot: int, command: str) -> None:
        del boot
        if command == "cold":
            self.refused(number, Result.UNKNOWN_REQUEST, "the oil is cold", "Wait for ten minutes.")
        elif command == "busy":
            self.refused(number, Result.BUSY)
        elif command == "break":
            raise KeyError(command)
        elif command == "move":
            self.event_came(
                number, 1, MotionDone(goal=3, motion=Motion.OPEN_LID, outcome=Outcome.REACHED, detail=0)
            )
            self.answered(number, 3)
        elif command == "roll":
            self.event_came(number, 1, DiceRolled(goal=4, first=2, second=5, seed=1))
            self.event_came(
                number + 1, 1, MotionDone(goal=4, motion=Motion.ROLL_DICE, outcome=Outcome.REACHED, detail=0)
            )
            self.answered(number, 4)
        else:
            self.answered(number)

    def send_stored(self, boot: int, number: int) -> None:
        """The machine keeps nothing."""


class Lidded(MachineTable[str]):
    """A table with nothing but a lid."""

    capabilities: ClassVar[Capabilities] = LID
    session_kind: ClassVar[type[MachineSession[Any]]] = LoopSession
    open_command = "move"

    async def open_lid(self) -> None:
        await self.move(Motion.OPEN_LID, self.open_command)

    async def close_lid(self) -> None:
        await self.move(Motion.CLOSE_LID, "none")


def lived(work: Callable[[Lidded], Coroutine[Any, Any, object]]) -> Any:
    """Return the outcome of work with a connected driver."""

    async def life() -> object:
        driver = Lidded("", Wires())
        await driver.start()
        try:
            await driver.connected()
            return await work(driver)
        finally:
            await driver.stop()

    return asyncio.run(asyncio.wait_for(life(), 20))


async def error_of(driver: Lidded, command: str) -> Exception:
    """Return the error of the lid when it is opened by a command."""
    driver.open_command = command
    with pytest.raises(Exception) as raised:
        await driver.open_lid()
    return raised.value


def test_motions_and_dice_come_from_commands_of_one_line() -> None:
    async def work(driver: Lidded) -> tuple[int, int]:
        await driver.open_lid()
        return await driver.roll("roll")

    assert lived(work) == (2, 5)


def test_a_machine_s_own_reason_and_advice_reach_the_people_at_the_table() -> None:
    error = lived(lambda driver: error_of(driver, "cold"))
    assert isinstance(error, RefusedError)
    assert english(unit_texts.said_of(error)) == "the lid did not open: the oil is cold"
    assert english(unit_texts.advice_of(error)) == "Wait for ten minutes."


def test_a_reason_that_jantaku_has_words_for_keeps_them() -> None:
    error = lived(lambda driver: error_of(driver, "busy"))
    assert english(unit_texts.said_of(error)) == "the lid did not open: that part of the table is moving"
    assert english(unit_texts.advice_of(error)) == "Wait until it has finished."


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("break", "a fault in LoopSession.send_command: KeyError: 'break'"),
        ("none", "a fault in LoopSession: the answer numbers no motion"),
    ],
)
def test_an_error_of_the_maker_s_code_is_named_with_its_place(command: str, why: str) -> None:
    error = lived(lambda driver: error_of(driver, command))
    assert isinstance(error, DriverError)
    assert str(error).endswith(why)
    assert english(unit_texts.said_of(error)) == str(error)


def test_dice_without_a_report_are_the_maker_s_fault() -> None:
    async def work(driver: Lidded) -> None:
        with pytest.raises(DriverError, match="motion 3 ended before a DiceRolled with its number"):
            await driver.roll("move")

    lived(work)


def test_a_message_that_cannot_be_read_is_logged_once_of_its_kind(caplog: pytest.LogCaptureFixture) -> None:
    async def work(_: Lidded) -> int:
        session = LoopSession(asyncio.get_running_loop(), "", Wires(), lambda _: None)
        for message in ("x", "y"):
            with session.reading(message):
                int(message)
        with session.reading("z"):
            dict[str, int]()["z"]
        return session.counters.foreign_frames

    with caplog.at_level(logging.ERROR):
        assert lived(work) == 3
    assert [record.getMessage() for record in caplog.records] == [
        "LoopSession could not read the message 'x'",
        "LoopSession could not read the message 'z'",
    ]


def test_a_session_that_cannot_begin_fails_the_start() -> None:
    class Unopened(LoopSession):
        def open(self) -> None:
            raise OSError("no bus")

    class Table(Lidded):
        session_kind = Unopened

    async def life() -> None:
        driver = Table("", Wires())
        with pytest.raises(OSError, match="no bus"):
            await driver.start()
        await driver.stop()

    asyncio.run(asyncio.wait_for(life(), 20))


@pytest.mark.parametrize(
    ("attributes", "why"),
    [
        ({"capabilities": "lid"}, "Wrong.capabilities is no Capabilities: 'lid'"),
        ({"capabilities": LID}, "Wrong names no session_kind"),
        (
            {"session_kind": type("Half", (MachineSession,), {"open": lambda _: None})},
            "Half does not write send_command, send_ping, send_stored, shut",
        ),
        (
            {
                "session_kind": type(
                    "Mute", (MachineSession,), dict.fromkeys(MachineSession.__abstractmethods__)
                )
            },
            "Mute has no stop_command",
        ),
        (
            {"session_kind": LoopSession, "capabilities": LID, "open_lid": lambda _: None},
            "Wrong: the capabilities name 'lid', but there is no close_lid",
        ),
        (
            {"session_kind": LoopSession, "capabilities": Capabilities(shows=frozenset({"honba"}))},
            "Wrong: the capabilities name 'honba', but there is no show_honba",
        ),
    ],
)
def test_a_class_that_lacks_something_is_refused_where_it_is_written(
    attributes: dict[str, object], why: str
) -> None:
    with pytest.raises(TypeError) as refused:
        type("Wrong", (MachineTable,), attributes)
    assert str(refused.value) == why
