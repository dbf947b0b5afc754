"""The door to the figures of a table or a hall, for monitoring programs (``/metrics``)."""

from collections.abc import Callable, Container
from ipaddress import ip_address
from typing import Final, Literal, TypeAlias

MetricsPlace: TypeAlias = Literal["off", "here", "network"]
"""The places from which figures may be read: none, this computer, or wherever the page can be reached."""
METRICS_PATH: Final = "/metrics"
FORMAT: Final = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus' text format."""
PASSED_ON: Final = ("forwarded", "x-forwarded-for")
"""Headers of requests that a proxy on this computer forwards from elsewhere."""
NOT_FROM_THERE: Final = "these figures are read from this computer only: `metrics` of [http], or a hall's --metrics, changes that\n"


class MetricsDoor:
    """Gives the figures to programs that may read them.

    Args:
        written: returns the present figures, in ``FORMAT``; called in another thread than the page's.
        place: the place from which they may be read.
    """

    def __init__(self, written: Callable[[], bytes], place: MetricsPlace) -> None:
        self.written = written
        self._here = place != "off"
        self._elsewhere = place == "network"

    def opens_to(self, host: str, headers: Container[str], own: str = "") -> bool:
        """Return whether a request from an address to one of our own, with these headers, may read the figures."""
        return self._elsewhere or (self._here and is_from_this_computer(host, headers, own))


def is_from_this_computer(host: str, headers: Container[str], own: str = "") -> bool:
    """Return whether a request comes from a program on this computer and not through a proxy.

    Args:
        host: the address that the request comes from.
        headers: the request's headers.
        own: the address of this computer to which the request came.
    """
    if any(name in headers for name in PASSED_ON):
        return False
    try:
        return ip_address(host).is_loopback or host == own
    except ValueError:
        return False
