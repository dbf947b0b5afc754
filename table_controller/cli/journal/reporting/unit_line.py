"""The running table's answers about its unit: the version of its firmware, and the counters of its line."""

import re
from http.client import HTTPException
from typing import Final

from prometheus_client.parser import text_string_to_metric_families

from table_controller.cli.journal.reporting.form import UNIT_LINE, ReportFile
from table_controller.cli.journal.reporting.state_folder import as_file
from table_controller.cli.running_table import asked_of_table
from table_controller.settings.in_force import SettingsInForce
from table_controller.settings.origin import HIDDEN
from table_controller.web.doors.metrics_door import METRICS_PATH

INFO, OF_UNIT = "jantaku_info", "jantaku_unit_"
"""The figure whose labels say what runs, and the prefix of the unit's figures (``health.figures``)."""
FIRMWARE: Final = re.compile(r"[0-9]{1,5}(\.[0-9]{1,5}){0,3}")


def unit_line(force: SettingsInForce) -> ReportFile | None:
    """Return firmware and counters since the daemon's start; None if this table's daemon here does not give them."""
    labels: dict[str, str] = {}
    counters: dict[str, float] = {}
    try:
        for family in text_string_to_metric_families(_figures(force)):
            for sample in family.samples:
                if sample.name == INFO:
                    labels = sample.labels
                elif sample.name.startswith(OF_UNIT):
                    counters[sample.name.removeprefix(OF_UNIT)] = sample.value
    except (OSError, HTTPException, ValueError, KeyError):
        return None
    # Another table may now be running at this address.
    if [labels.get(name) for name in ("hall", "table")] != [force.value("hall"), force.value("table")]:
        return None
    firmware = labels.get("firmware", "")
    known = firmware if FIRMWARE.fullmatch(firmware) or not firmware else HIDDEN
    return as_file(UNIT_LINE, {"firmware": known, "counters": counters})


def _figures(force: SettingsInForce) -> str:
    """Return the text of the table's figures; raise an ``OSError`` if it cannot be had."""
    port, listen = force.value("http.port"), force.value("http.listen")
    if not port or force.value("http.metrics") == "off":
        raise OSError
    encrypted = bool(force.value("http.certificate"))
    return asked_of_table(listen, port, METRICS_PATH, encrypted=encrypted)
