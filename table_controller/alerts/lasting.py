"""Raises an alert once for what has been amiss for some time, so that one that a person has resolved stays so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_controller.wording.alert_texts import Advice

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.texts.message import Message


class Lasting:
    """One alert.

    Args:
        name: of the alert.
        lasts_ms: how long something must be amiss before the alert is raised.
        alert: takes name, text (None: it is over), advice and severity, as ``Health.alert``.
    """

    def __init__(
        self, name: str, lasts_ms: int, alert: Callable[[str, Message | None, Message, str], None]
    ) -> None:
        self._name = name
        self._lasts_ms = lasts_ms
        self._alert = alert
        self._amiss = self._told = ""
        self._since_ms = 0

    def note(
        self, amiss: str, now_ms: int, text: Message | None = None, advice: Message | None = None
    ) -> None:
        """Note what is amiss now.

        Args:
            amiss: identifies it, empty if nothing is; while it stays the same, nothing new is told.
            now_ms: table time.
            text: for people.
            advice: what to do about it.
        """
        if amiss != self._amiss:
            self._amiss, self._since_ms = amiss, now_ms
        if not amiss:
            if self._told:
                self._told = ""
                self._alert(self._name, None, Advice.none(), "warning")
        elif amiss != self._told and now_ms - self._since_ms >= self._lasts_ms:
            self._told = amiss
            self._alert(self._name, text, advice or Advice.none(), "warning")
