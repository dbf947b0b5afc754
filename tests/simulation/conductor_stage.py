"""Helpers that the tests of conductor share."""

from simulation.processes.conductor import UnitStep


class Echo:
    """A unit on a pipe: sends a byte every 30 ms of its own time and swallows everything it receives."""

    def __init__(self) -> None:
        self.now_us = 0
        self.sent_ms: list[int] = []
        self.alive = True
        self.touched = False
        self.asked_us: list[int] = []

    def advance(self, until_us: int) -> UnitStep | None:
        self.touched = False
        self.asked_us.append(until_us)
        if not self.alive:
            return None
        due = (len(self.sent_ms) + 1) * 30_000
        if due <= until_us:
            self.now_us = due
            self.sent_ms.append(due)
        else:
            self.now_us = max(self.now_us, until_us)
        return UnitStep(self.now_us, (len(self.sent_ms) + 1) * 30_000, 0, len(self.sent_ms))
