"""The kinds of cameras that a setting can name, known without opening one."""

from typing import Final

KINDS: Final = ("shm", "v4l2", "picamera2", "folder", "file")


def fault_of(url: str) -> str:
    """Return what is wrong with the text of a camera option; empty if nothing is."""
    kind, _, place = url.partition(":")
    number = place.partition("?")[0]
    if not place or kind not in KINDS:
        return f"unknown camera {url!r}: known are shm:PATH, v4l2:N, picamera2:N, folder:DIR and file:VIDEO"
    if kind == "v4l2" and not (number.isdigit() or number.startswith("/dev/")):
        return f"camera {url!r}: a number or a path in /dev is needed"
    if kind == "picamera2" and not number.isdigit():
        return f"camera {url!r}: a number is needed"
    return ""
