"""The door to the figures of a table or a hall, for programs that watch it (``/metrics``)."""

from collections.abc import Callable, Container
from ipaddress import ip_address
from typing import Final, Literal, TypeAlias

MetricsPlace: TypeAlias = Literal["off", "here", "network"]
"""From where figures may be read: nowhere, this computer, wherever the page is reached."""
METRICS_PATH: Final = "/metrics"
FORMAT: Final = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus' text format."""
PASSED_ON: Final = ("forwarded", "x-forwarded-for")
"""Headers of requests that a proxy on this computer passes on for somebody elsewhere."""
NOT_FROM_THERE: Final = "these figures are read from this computer only: `metrics` of [http], or a hall's --metrics, changes that\n"


class MetricsDoor:
    """Gives the figures.

    Args:
        written: the figures as they are now, in ``FORMAT``; called in a thread beside the page's.
        place: from where they may be read.
    """

    def __init__(self, written: Callable[[], bytes], place: MetricsPlace) -> None:
        self.written = written
        self._here = place != "off"
        self._elsewhere = place == "network"

    def opens_to(self, host: str, headers: Container[str], own: str = "") -> bool:
        """Return whether a request from an address to one of our own, with these headers, may read the figures."""
        return self._elsewhere or (self._here and is_from_this_computer(host, headers, own))


def is_from_this_computer(host: str, headers: Container[str], own: str = "") -> bool:
    """Return whether a program on this computer makes a request, for itself.

    Args:
        host: the address that the request comes from.
        headers: of the request.
        own: the address of this computer to which the request came.
    """
    if any(name in headers for name in PASSED_ON):
        return False
    try:
        return ip_address(host).is_loopback or host == own
    except ValueError:
        return False
