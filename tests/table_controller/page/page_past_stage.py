"""Helpers that the tests of page past share."""

import os
from pathlib import Path

from tests.table_controller.page.page_screens_stage import Screens


def picture(screens: Screens, name: str) -> None:
    """Take a screenshot for people to look at (JANTAKU_SCREENSHOTS names a folder)."""
    folder = os.environ.get("JANTAKU_SCREENSHOTS")
    if folder:
        screens.page.screenshot(path=str(Path(folder) / f"{name}.png"))
