"""The speaker is known: the daemon checks roles itself, and nobody can take a table's place at the broker."""

import asyncio
import contextlib
import subprocess
from pathlib import Path

import aiomqtt

from tests.hall.judge.hall_stage import Judge, Mosquitto, Table, password, until

ROLES = """
[logins.anna]
role = "referee"
tables = ["7"]

[logins.referee]
role = "viewer"

[logins.technician]
role = "technician"
"""


def test_a_role_is_checked_by_the_table_whatever_the_broker_lets_through(
    mosquitto: Mosquitto, tmp_path: Path, judge: Judge
) -> None:
    roles = tmp_path / "roles.toml"
    roles.write_text(ROLES)
    table = Table(mosquitto.port, tmp_path, logins=roles)
    table.start()
    try:
        table.begin()
        # The broker's list knows the login as a referee.
        assert judge.says("stop") == (1, "table 7 refuses: referee is a viewer; this needs a referee\n")
        assert judge.says("pause", user="technician")[0] == 0
        assert table.state.desk.stopped is None or table.state.desk.stopped == ""
        roles.write_text(ROLES.replace('"viewer"', '"referee"'))
        assert judge.says("stop")[0] == 0
        roles.write_text(ROLES.replace("logins.referee", "logins.other"))
        assert judge.says("resume") == (1, "table 7 refuses: no login 'referee' is known here\n")
    finally:
        table.stop()


def test_nobody_takes_the_tables_place(table: Table, mosquitto: Mosquitto) -> None:
    """A viewer connects under every name that might be the table's, and disconnects nobody."""
    heard: list[str] = []

    async def intrude() -> None:
        for name in ("jantaku-home-7", "table", "7", "jantaku-table", "home-7"):
            async with aiomqtt.Client(
                "127.0.0.1", mosquitto.port, username="viewer", password=password("viewer"), identifier=name,
                protocol=aiomqtt.ProtocolVersion.V5,
            ) as client:  # fmt: skip
                await client.subscribe([("#", 1), ("$SYS/#", 1)])
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.3):
                        async for each in client.messages:
                            heard.append(str(each.topic))
                            heard.append(repr(each.payload))

    lost = table.daemon.broker._thrown_off_s
    asyncio.run(intrude())
    assert len(lost) == 0
    table.begin()
    until(lambda: table.daemon.broker.sent == table.daemon.journal.number, "all is sent")
    secret = table.daemon.settings.mqtt.identifier
    assert secret.startswith("jantaku-home-7-")
    assert heard
    assert not any(secret.removeprefix("jantaku-home-7-") in each for each in heard)
    assert len(lost) == 0


def test_a_judge_is_not_thrown_off_by_who_hears_what_he_asks(
    table: Table, judge: Judge, mosquitto: Mosquitto
) -> None:
    """The answer topic in a command names no client."""
    heard = subprocess.Popen(
        ["mosquitto_sub", "-V", "5", "-p", str(mosquitto.port), "-u", "table", "-P", password("table"),
         "-t", "jantaku/1/+/+/command/#", "-F", "%R", "-C", "1"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with heard:
        while heard.poll() is None:
            assert judge.says("pause", user="technician")[0] == 0
            with contextlib.suppress(subprocess.TimeoutExpired):
                heard.wait(0.5)
        assert heard.stdout is not None
        answers = heard.stdout.read()
    assert "/answer/technician/" in answers
    assert "jantaku-judge" not in answers
