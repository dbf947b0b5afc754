"""Makes a hall's files for Prometheus and Grafana: rules for alerts, and a dashboard with a panel for each figure."""

import json
from typing import Any, Final, NamedTuple
from unittest.mock import Mock

from hall.page.figures import HallState, hall_figures
from table_controller.health.figures import FigureSources, figures
from wording.alerts.declaration import alerts_of
from wording.alerts.declared import TableAlert

FIGURES: Final = (
    *figures(FigureSources(*[Mock()] * len(FigureSources.__annotations__))),
    *hall_figures(HallState()),
)
"""All declared figures; their names and texts need no source."""
NAMES: Final = {each.name: each.whole_name for each in FIGURES}
NOBODY: Final = "|".join(sorted({each.name for each in alerts_of(TableAlert) if each.severity == "info"}))
"""A pattern for the alerts that need no person."""
SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
WIDTH: Final = 8
HEIGHT: Final = 7
ABREAST: Final = 3


class WatchRule(NamedTuple):
    """An alert of Prometheus: its name, the expression, for how long it holds before it alerts, and its text.

    Names of figures in braces stand without ``jantaku_`` and ``_total``.
    """

    name: str
    expression: str
    for_s: int
    text: str

    def written(self) -> dict[str, Any]:
        return {
            "alert": self.name,
            "expr": self.expression.format(**NAMES),
            "for": f"{self.for_s}s",
            "annotations": {"summary": self.text},
        }


RULES: Final = (
    WatchRule("JantakuAway", 'up{{job="jantaku"}} == 0', 300, "{{ $labels.instance }} gives no figures"),
    WatchRule(
        "JantakuNeedsAPerson",
        f'{{alert}}{{{{alert!~"{NOBODY}"}}}} == 1',
        60,
        "{{ $labels.instance }} needs a person: {{ $labels.alert }}",
    ),
    WatchRule("JantakuNotReady", "{ready} == 0", 300, "{{ $labels.instance }} lacks its camera or its unit"),
    WatchRule(
        "JantakuReadsNoPictures",
        "rate({frames_read}[1m]) < 1",
        300,
        "{{ $labels.instance }} reads no pictures",
    ),
    WatchRule(
        "JantakuBrokerAway",
        "{broker_connected} == 0",
        300,
        "{{ $labels.instance }} does not reach its broker",
    ),
    WatchRule(
        "JantakuBadCable",
        "rate({unit_bad_frames}[10m]) / rate({unit_frames}[10m]) > 0.01",
        600,
        "one frame in a hundred is damaged on the way to the unit of {{ $labels.instance }}",
    ),
    WatchRule("JantakuHallUnreadable", "{hall_store_readable} == 0", 60, "the hall's store cannot be read"),
    WatchRule(
        "JantakuHallWaits",
        "{hall_waiting_entries} > 0",
        600,
        "the hall waits for an earlier entry of table {{ $labels.table }}",
    ),
    WatchRule(
        "JantakuHallNotices", "{hall_open_notices} > 0", 600, "{{ $value }} notices of the hall are open"
    ),
    WatchRule(
        "JantakuFederationStalls",
        "{hall_stalled_seconds} > 120",
        60,
        "entries have not got to {{ $labels.place }} of the federation",
    ),
)


def rules() -> dict[str, Any]:
    """Return the rules as a file of Prometheus."""
    return {"groups": [{"name": "jantaku", "rules": [rule.written() for rule in RULES]}]}


def dashboard() -> str:
    """Return the dashboard, for Grafana's import."""
    panels = [_panel(number) for number in range(len(FIGURES))]
    variables = [
        {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"},
        {
            "name": "instance", "label": "Table or hall", "type": "query", "datasource": SOURCE,
            "query": 'label_values(up{job="jantaku"}, instance)',
            "refresh": 2, "includeAll": True, "multi": True,
        },
    ]  # fmt: skip
    made = {
        "uid": "jantaku", "title": "Jantaku", "schemaVersion": 39, "refresh": "30s", "editable": True,
        "time": {"from": "now-6h", "to": "now"}, "templating": {"list": variables}, "panels": panels,
    }  # fmt: skip
    return json.dumps(made, indent=1) + "\n"


def _panel(number: int) -> dict[str, Any]:
    """Return the panel of a figure; for a counter it shows the rate."""
    figure = FIGURES[number]
    chosen = f'{figure.whole_name}{{instance=~"$instance"}}'
    legend = f"{{{{instance}}}} {{{{{figure.label}}}}}" if figure.label else "{{instance}}"
    return {
        "id": number + 1, "type": "timeseries", "datasource": SOURCE,
        "title": f"{figure.text}{', per second' if figure.counts else ''}",
        "gridPos": {"x": number % ABREAST * WIDTH, "y": number // ABREAST * HEIGHT, "w": WIDTH, "h": HEIGHT},
        "targets": [
            {"refId": "A", "expr": f"rate({chosen}[5m])" if figure.counts else chosen, "legendFormat": legend}
        ],
    }  # fmt: skip
