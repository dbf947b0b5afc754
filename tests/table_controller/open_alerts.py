"""The alerts that a table's checks have raised and not withdrawn."""

from referee.texts.language import english
from wording.alerts.declaration import DeclaredAlert, Trouble


class OpenAlerts:
    """Receives alerts like ``Health.alert``; withdrawing one that was not raised fails.

    Attributes:
        open: the text of each open alert, by its name.
        raised: how often one was raised.
    """

    def __init__(self) -> None:
        self.open: dict[str, str] = {}
        self.raised = 0

    def alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        if trouble is None:
            del self.open[alert.name]
        else:
            self.raised += 1
            self.open[alert.name] = english(trouble.text)
