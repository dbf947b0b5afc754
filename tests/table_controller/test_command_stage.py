"""The stage of commands: work that fails ends a test, and does not leave it waiting for an answer."""

from __future__ import annotations

import pytest

from table_controller.commands.service.service import Commands
from table_controller.mqtt.requests import CommandRequest
from tests.table_controller.command_stage import FakeDaemon, answered


def test_a_command_whose_work_ends_without_an_answer_ends_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """``pytest.fail`` raises what is no ``Exception``, so that the service does not answer that the command failed."""

    async def fails(*_: object) -> None:
        pytest.fail("an assertion")

    monkeypatch.setattr(Commands, "answer", fails)
    with pytest.raises(pytest.fail.Exception, match="an assertion"):
        answered(FakeDaemon().table, CommandRequest("results", {}))
