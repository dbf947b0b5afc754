"""Raises an alert once after a fault has lasted for some time; if a person resolves it, it stays resolved."""

from wording.alerts.declaration import DeclaredAlert, RaiseAlert, Trouble


class Lasting:
    """Raises one alert.

    Args:
        lasting: the alert.
        lasts_ms: the time that a fault must last before it is raised.
        alert: raises and withdraws alerts.
    """

    def __init__(self, lasting: DeclaredAlert, lasts_ms: int, alert: RaiseAlert) -> None:
        self._lasting = lasting
        self._lasts_ms = lasts_ms
        self._alert = alert
        self._amiss = self._told = ""
        self._since_ms = 0

    def note(self, amiss: str, now_ms: int, trouble: Trouble | None = None) -> None:
        """Note the present fault.

        Args:
            amiss: identifies the fault, empty if there is none; while it stays the same, the alert is not raised again.
            now_ms: the table time.
            trouble: the text for people.
        """
        if amiss != self._amiss:
            self._amiss, self._since_ms = amiss, now_ms
        if not amiss:
            if self._told:
                self._told = ""
                self._alert(self._lasting, None)
        elif amiss != self._told and now_ms - self._since_ms >= self._lasts_ms:
            self._told = amiss
            self._alert(self._lasting, trouble)
