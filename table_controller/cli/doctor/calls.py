"""Calls to people who are away: checks that they can be sent and, on request, sends one to each address as a trial."""

import shutil
from collections.abc import Iterator
from shlex import quote

from referee.texts.language import Language
from table_controller.cli.doctor.diagnosis import Diagnosis, fine, warning
from table_controller.health.calls.program import PROGRAM, send
from table_controller.settings.network import call_addresses
from wording.alerts.texts import CallText
from wording.command_line.diagnosed import Diagnosed, Remedy


def look_at_calls(file: str, table: str, spoken: Language, *, trial: bool) -> Iterator[Diagnosis]:
    """Check that people can be called; if asked to, send a trial call to each address.

    Args:
        file: the file with the addresses; empty if nobody is called.
        table: the table's name.
        spoken: the language of a trial call.
        trial: True to send trial calls.

    Raises:
        ConfigError: the file cannot be used.
    """
    addresses = call_addresses(file)
    if addresses and shutil.which(PROGRAM) is None:
        install = f"sudo apt install --yes {PROGRAM}"
        yield warning("calls", Diagnosed.no_apprise(), Remedy.install_apprise(), install)
    elif addresses and not trial:
        yield fine("calls", Diagnosed.calls_set(len(addresses)))
    elif trial:
        if not addresses:
            yield fine("calls", Diagnosed.nobody_called())
        title, body = spoken.say(CallText.table(table)), spoken.say(CallText.trial())
        for address in addresses:
            why = send(address, title, body)
            if why:
                edit, verbose = (
                    f"sudoedit {quote(file)}",
                    f"sudo {PROGRAM} -vv --config={quote(file)} --body=trial",
                )
                yield warning(
                    "calls", Diagnosed.not_called(address.name, why), Remedy.see_address(), edit, verbose
                )
            else:
                yield fine("calls", Diagnosed.called(address.name))
