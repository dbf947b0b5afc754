"""One declaration of a command: arguments, roles, rehearsal, staleness, and everything else that is generated from
it."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from hall.judge.orders.declared import declared_order
from hall.judge.tables.hall import Table
from referee.game import observations
from referee.game.judge_observations import PlayHalted
from referee.texts.declaration import Text
from referee.texts.language import LANGUAGES, language
from table_controller.broker.requests import CommandRequest
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.declaration import parse
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.service.service import Commands
from table_controller.mqtt.address import Address
from table_controller.mqtt.logins import Account, LoginsFile, written
from table_controller.mqtt.roles import ROLES, Login, may
from table_controller.mqtt.topics import PUBLISHED
from tests.table_controller.command_stage import FakeDaemon, ask, kuikae
from tests.table_controller.declared_commands_stage import WRONG, CountSticks, one_more
from tests.table_time import table_time
from tools.describe.asyncapi import document
from wording.ordered import CommandDone


@pytest.mark.parametrize(("name", "arguments", "error"), WRONG)
def test_what_is_wrong_is_named_and_nothing_is_journalled(
    name: str, arguments: dict[str, Any], error: str
) -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    answer = ask(daemon, name, **arguments)
    assert (answer["ok"], answer["error"]) == (False, error)
    assert daemon.journal.number == 2


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_refuses_what_it_does_not_have(name: str) -> None:
    kind = COMMANDS[name]
    assert (kind.__doc__ or "").partition("\n")[0].endswith(".")
    with pytest.raises(CommandRefusedError) as refused:
        parse(kind, {"": 1})
    assert f"{name} has no ;" in str(refused.value) or "it is missing" in str(refused.value)


def test_every_command_says_what_it_did_in_both_languages() -> None:
    """The texts use only arguments of the command, so that a page can fill them in from what it sent."""
    done = {name: text for name, text in vars(CommandDone).items() if isinstance(text, Text)}
    assert done.keys() == {name for name, kind in COMMANDS.items() if not kind.reads}
    for name, text in done.items():
        fields = {field.encode_name for field in msgspec.structs.fields(COMMANDS[name])}
        taken = {"id" if argument == "alert" else argument for argument in text.arguments}
        assert taken <= fields, name
        for words in LANGUAGES:
            assert language(words).template(text.code), name


# Rehearsal


def rehearsed(daemon: FakeDaemon, command: str, /, **arguments: Any) -> dict[str, Any]:
    """Return the result of previewing a command, which changes nothing at the table."""
    before = daemon.state, daemon.journal.number, list(daemon.sources), dict(daemon.broker.alerts)
    answer = ask(daemon, command, dry_run=True, **arguments)
    assert (daemon.state, daemon.journal.number, daemon.sources, daemon.broker.alerts) == before
    assert answer["ok"], answer
    assert (answer["dry_run"], answer["at"]) == (True, daemon.journal.number)
    return cast("dict[str, Any]", answer["would"])


def test_a_result_is_rehearsed_with_what_it_comes_to() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    given = {"result": "ron", "wins": [{"seat": 2, "from": 0, "han": 3, "fu": 40}], "riichi": [1]}
    would = rehearsed(daemon, "enter_hand", **given)
    assert would["points"] == [-5200, -1000, 6200, 0]
    assert would["next"] == {"hand": "E2", "honba": 0, "bets": 0, "dealer": 1}
    assert (would["phase"], would["entries"]) == ("waiting", 1)
    assert ask(daemon, "enter_hand", **given)["scores"] == would["scores"]


def test_a_dead_hand_a_foul_and_a_correction_are_rehearsed() -> None:
    daemon = kuikae()
    assert rehearsed(daemon, "accept", finding=0)["dead_hands"] == [1]
    foul = rehearsed(daemon, "foul", rule="tiles_shown", seat=2, tiles=2, ruling="accepted", resume=True)
    assert [(each["rule"], each["seat"]) for each in foul["made"]] == [("tiles_shown", 2)]
    assert foul["entries"] >= 2
    right = rehearsed(daemon, "correct", entry=7, tile="6s")
    assert [each["rule"] for each in right["withdrawn"]] == ["kuikae"]
    assert right["made"] == []
    assert rehearsed(daemon, "void_hand")["next"]["hand"] == "E1"
    assert rehearsed(daemon, "close_hanchan")["next"] is None


def test_what_would_be_refused_is_refused_in_a_rehearsal_too() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "stop", dry_run=True)["error"] == "no hanchan is running"
    assert rehearsed(daemon, "begin_hanchan", ruleset="wrc-2015")["scores"] == [30000] * 4
    assert "no walls are up" in ask(daemon, "machine", do="dice", dry_run=True)["error"]
    rehearsed(daemon, "machine", do="set")
    assert daemon.machine.commands == []
    rehearsed(daemon, "pause")
    assert daemon.machine.paused == ""
    rehearsed(daemon, "reset_faults")
    rehearsed(daemon, "resolve", id="judge")


@table_time
async def test_a_rehearsal_does_not_count_as_done() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    answers: list[dict[str, Any]] = []
    commands = Commands(daemon.table)
    answers.extend(
        [
            await commands.answer(CommandRequest("stop", {"dry_run": dry}, "anna", "1"))
            for dry in (True, False)
        ]
    )
    assert answers[1] == {"ok": True, "number": 3}


# Decisions on an older state


def test_what_was_decided_before_another_judge_ruled_is_refused_with_what_happened() -> None:
    daemon = kuikae()
    at = daemon.journal.number
    assert ask(daemon, "accept", finding=0, by="anna")["ok"]
    answer = ask(daemon, "dismiss", finding=0, by="bert", at=at)
    assert not answer["ok"]
    assert answer["since"][0]["number"] == at + 1
    assert answer["error"].startswith(f"since entry {at} this happened: entry {at + 1}: ")
    assert answer["since"][0]["text"] in answer["error"]
    assert ask(daemon, "dismiss", finding=0, by="bert", at=daemon.journal.number)["ok"]


def test_play_that_goes_on_makes_no_ruling_stale_but_an_undo_of_the_newest_act() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1z")
    at = daemon.journal.number
    daemon.turn("2z")
    daemon.judge(observations.HandMoved(seat=2, across=True))
    assert ask(daemon, "undo", at=at, dry_run=True)["since"][-1]["number"] == at + 2
    assert ask(daemon, "undo", entry=at, at=at, dry_run=True)["ok"]
    daemon.judge(observations.TableHindered(cause="sight", since_ms=daemon.now_ms()))
    assert ask(daemon, "take_call")["ok"]
    assert ask(daemon, "warn", seat=1, at=at)["ok"]
    assert "newest is" in ask(daemon, "warn", seat=1, at=99)["error"]


def test_since_when_is_asked_before_a_long_journal_is_read() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    while daemon.journal.number < 2100:
        daemon.judge(observations.ClockAdvanced())
    assert "look again" in ask(daemon, "warn", seat=1, at=2)["error"]
    daemon.judge(PlayHalted(judge="anna"))
    assert "entry 2101: play stops" in ask(daemon, "warn", seat=1, at=2050)["error"]


# Permissions


BY_ORGANISERS = {"begin_hanchan", "start_signal", "sign_sheet", "extend_clock", "grant_hand", "close_hanchan"}
"""Commands from a tournament's organiser to all tables of a session."""


@pytest.mark.parametrize("name", sorted(COMMANDS))
@table_time
async def test_the_role_of_every_command_is_asked_for(name: str, tmp_path: Path) -> None:
    daemon, logins = FakeDaemon(), tmp_path / "logins.toml"
    daemon.settings.mqtt = Address("127.0.0.1", 1883, "home", "7")
    accounts: dict[str, Account] = {role: Account(Login(role, role)) for role in ROLES}
    logins.write_text(written(accounts, passwords=False))
    service = Commands(daemon.table, LoginsFile(logins, print))
    for role in ROLES:
        answer = await service.answer(CommandRequest(name, {"colour": "red"}, role))
        wanted = COMMANDS[name].roles[0]
        refused = f"{role} is a {role}; this needs a {wanted}"
        given = may(role, wanted) or (role == "organiser" and name in BY_ORGANISERS)
        assert (answer["error"] == refused) is not given


@pytest.mark.parametrize("public", [True, False])
@table_time
async def test_where_topics_name_nobody_only_referees_hear_names(public: bool, tmp_path: Path) -> None:
    daemon, logins = FakeDaemon().begin("wrc-2015"), tmp_path / "logins.toml"
    daemon.settings.mqtt = Address("127.0.0.1", 1883, "home", "7", public_names=public)
    daemon.judge(PlayHalted(judge="Emmy Noether", text="a look at Gauss's hand"))
    accounts: dict[str, Account] = {role: Account(Login(role, role)) for role in ROLES}
    logins.write_text(written(accounts, passwords=False))
    service = Commands(daemon.table, LoginsFile(logins, print))
    for role in ("viewer", "technician", "referee", "head-referee"):
        answer = await service.answer(CommandRequest("history", {}, role))
        assert ("Emmy" in json.dumps(answer)) is (public or "referee" in role)
    assert "Emmy" not in json.dumps(await service.answer(CommandRequest("history", {}, "nobody")))


# Adding a command is one edit


@table_time
async def test_a_command_is_declared_once_and_understood_and_done() -> None:
    commands = one_more()
    assert list(commands) == ["count_sticks"]
    service = Commands(FakeDaemon().table, commands=commands)

    async def asks(**arguments: Any) -> Any:
        return await service.answer(CommandRequest("count_sticks", arguments))

    assert await asks(seat=2, twice=True) == {"ok": True, "sticks": 4}
    assert (await asks(seat=5))["error"] == "seat must be a seat 0 to 3"
    assert "one of thousand, hundred" in (await asks(seat=1, kind="ten"))["error"]


def test_a_command_is_declared_once_and_is_an_order_of_the_terminal() -> None:
    order = declared_order(one_more()["count_sticks"])
    output = " ".join(order.parser().format_help().split())
    assert order.word == "count-sticks"
    assert "count the sticks that lie before a player" in output
    assert "--twice and once more" in output
    assert "which of them: one of thousand, hundred" in output
    table = Table("7", state={"seats": [{"seat": 2, "wind": "W", "name": "Aki"}]})
    assert order.request(["Aki", "--kind", "hundred"], table).arguments == {"seat": 2, "kind": "hundred"}


def test_every_topic_and_command_has_a_place_of_its_own_in_the_document() -> None:
    """The command ``machine`` once took the place of the published machine."""
    made = document(COMMANDS)
    addresses = [channel["address"] for channel in made["channels"].values()]
    for each in PUBLISHED:
        assert each.path in addresses
        channel = made["operations"][f"publish_{each.name}"]["channel"]["$ref"].rpartition("/")[2]
        assert made["channels"][channel]["address"] == each.path
        (message,) = made["channels"][channel]["messages"]
        assert made["components"]["messages"][message]["payload"]["$ref"].endswith(f"/{each.payload}")
    for name in COMMANDS:
        assert made["channels"][name]["address"].endswith(f"/{name}")
    taken = PUBLISHED[0].name
    for name in (taken, "answer", "warn_answer"):
        with pytest.raises(ValueError, match=name):
            document({**COMMANDS, name: COMMANDS["warn"]})


def test_msgspec_keeps_its_word() -> None:
    """The declarations rely on this: no coercion, and errors that name the place."""
    with pytest.raises(msgspec.ValidationError, match=r"`\$\.seat`"):
        msgspec.convert({"seat": 1.0}, CountSticks)


def test_a_command_that_waits_does_not_hold_the_loop() -> None:
    assert asyncio.iscoroutinefunction(COMMANDS["results"].do)
