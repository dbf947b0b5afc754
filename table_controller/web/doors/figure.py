"""Figures for monitoring programs, with their texts and sources, and their form for Prometheus."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a table or a hall.

    Attributes:
        name: Prometheus' name without ``jantaku_`` and ``_total``.
        text: a description for people.
        value: returns one value, or one for each text of a label; None while unknown.
        counts: True for a counter, which only grows until the daemon restarts.
        label: the label that distinguishes its values.
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
    """Yield figures in the library's form, with their present values."""
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
