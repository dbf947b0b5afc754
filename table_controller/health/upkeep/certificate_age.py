"""Alerts people when a certificate of this table is about to end, while ``jantaku setup`` can still renew it in time."""

from collections.abc import Iterable
from pathlib import Path

from config import ConfigError
from table_controller.mqtt.authority import RENEWED_DAYS, ends_within
from wording.alerts.declaration import RaiseAlert, Trouble
from wording.alerts.declared import TableAlert


class CertificateAge:
    """Checks that the certificates are valid for another month.

    Args:
        files: the certificates; any that cannot be read is left out.
        alert: raises and withdraws alerts.
    """

    def __init__(self, files: Iterable[str], alert: RaiseAlert) -> None:
        self._files = tuple(map(Path, files))
        self._alert = alert
        self._told: Trouble | None = None

    def tell(self, trouble: Trouble | None) -> None:
        """Raise or withdraw the alert if something has changed."""
        if trouble != self._told:
            self._told = trouble
            self._alert(TableAlert.CERTIFICATE, trouble)

    def trouble(self) -> Trouble | None:
        """Return the trouble with the first certificate that ends soon."""
        for file in self._files:
            try:
                if ends_within(file, 0):
                    return TableAlert.certificate_over(str(file))
                if ends_within(file, RENEWED_DAYS):
                    return TableAlert.certificate_ends(str(file), RENEWED_DAYS)
            except ConfigError:
                continue
        return None
