"""Resets a USB camera that gives no pictures, which has the effect of unplugging it and plugging it in again."""

import fcntl
import logging
import os
from pathlib import Path
from typing import Final

LOG: Final = logging.getLogger(__name__)
RESET: Final = 0x5514
"""Resets the device of an open file of /dev/bus/usb. [request; defined: USBDEVFS_RESET, linux/usbdevice_fs.h]"""


def reset_camera(device: str, root: Path = Path("/")) -> bool:
    """Reset the USB device to which a camera's file belongs; False if there is none or it may not be reset.

    Args:
        device: /dev/videoN, or a link to it.
        root: folder that has ``dev`` and ``sys``.
    """
    node = _usb_node(device, root)
    if node is None:
        LOG.warning("%s cannot be reset: it is on no USB", device)
        return False
    try:
        opened = os.open(node, os.O_WRONLY | os.O_CLOEXEC)
        try:
            fcntl.ioctl(opened, RESET, 0)
        finally:
            os.close(opened)
    except OSError as error:
        LOG.warning("%s cannot be reset: %s: %s", device, node, error.strerror)
        return False
    LOG.warning("%s was reset", device)
    return True


def _usb_node(device: str, root: Path) -> Path | None:
    """Return the file of the USB device to which a camera's file belongs; None if it belongs to none."""
    name = (root / device.lstrip("/")).resolve().name
    part = (root / "sys/class/video4linux" / name / "device").resolve()
    for each in (part, *part.parents):
        try:
            bus, number = (int((each / file).read_text(encoding="ascii")) for file in ("busnum", "devnum"))
        except (OSError, ValueError):
            continue
        return root / f"dev/bus/usb/{bus:03}/{number:03}"
    return None
