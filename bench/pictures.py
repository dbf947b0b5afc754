"""Makes the README's pictures: a game on the simulated table, the dashboard in the middle of it, and what the camera saw.

Usage: python -m bench.pictures [RECORD] (a game of the built-in players without one)
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2
from playwright.sync_api import ViewportSize, sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
ENTRIES = 100
"""How far into the hand the pictures are taken: calls have been made, somebody is in riichi."""
PATIENCE_S = 300
VIEW: ViewportSize = {"width": 1280, "height": 800}
SEED = "12"
OVERHEAD_WIDTH = 1280
JPEG_QUALITY = 88


def main() -> int:
    """Play a game, take both pictures, save them."""
    game = ["--record", sys.argv[1]] if len(sys.argv) > 1 else ["--seed", SEED]
    with tempfile.TemporaryDirectory() as folder:
        frames, state = Path(folder, "frames"), Path(folder, "state")
        frames.mkdir()
        simulation = subprocess.Popen(
            [
                *(
                    sys.executable,
                    "-m",
                    "table_controller.cli.main",
                    "sim",
                    *game,
                    "--hands",
                    "1",
                    "--speed",
                    "max",
                ),
                *("--state", str(state), "--save-frames", str(frames)),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            look(simulation, state, frames)
        finally:
            simulation.send_signal(signal.SIGTERM)
            simulation.wait(30)
    return 0


def look(simulation: subprocess.Popen[str], state: Path, frames: Path) -> None:
    """Open the page that the simulation prints and take both pictures once the game is well under way."""
    assert simulation.stdout is not None
    address = next(
        found.group() for line in simulation.stdout if (found := re.search(r"http://[0-9.:]+/", line))
    )
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        page = browser.new_page(viewport=VIEW)
        page.goto(address)
        page.get_by_label("Name").fill("judge")  # the simulation's broker asks for no password
        page.get_by_role("button", name="Log in").click()
        latency, deadline = state / "latency.jsonl", time.monotonic() + PATIENCE_S
        while not latency.exists() or latency.read_bytes().count(b"\n") < ENTRIES:
            if time.monotonic() > deadline or simulation.poll() is not None:
                raise SystemExit("the game did not get so far")
            page.wait_for_timeout(50)
        page.screenshot(path=str(IMAGES / "dashboard.png"))
        browser.close()
    newest = sorted(frames.glob("*.jpg"))[-2]
    frame = cv2.imread(str(newest))
    assert frame is not None, newest
    height = round(frame.shape[0] * OVERHEAD_WIDTH / frame.shape[1])
    small = cv2.resize(frame, (OVERHEAD_WIDTH, height), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(IMAGES / "overhead.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


if __name__ == "__main__":
    sys.exit(main())
