"""A figure for programs that watch, with its text and where it is read, and how it is written in Prometheus' format."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a table or a hall.

    Attributes:
        name: without ``jantaku_`` and ``_total``, as Prometheus names figures.
        text: what it counts, for people.
        value: reads it. None while it is not known. One value, or one for each text of a label.
        counts: it only grows, until the daemon starts anew.
        label: what tells its values apart.
    """

    name: str
    text: str
    value: Callable[[], float | Mapping[str, float] | None]
    counts: bool = False
    label: str = ""

    @property
    def whole_name(self) -> str:
        return f"jantaku_{self.name}{'_total' if self.counts else ''}"


def families(figures: Iterable[Figure]) -> Iterator[Any]:
    """Figures as the library takes them, with the values that they have now."""
    for figure in figures:
        family = (CounterMetricFamily if figure.counts else GaugeMetricFamily)(
            f"jantaku_{figure.name}", figure.text, labels=[figure.label] if figure.label else []
        )
        value = figure.value()
        if isinstance(value, (int, float)):
            family.add_metric([], value)
        elif value is not None:
            for text, each in value.items():
                family.add_metric([text], each)
        yield family
