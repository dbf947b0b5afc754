"""Sends a message by the program ``apprise``, with the address only in memory: everybody can read a command line."""

import os
import subprocess
from typing import Final

from table_controller.health.calls.addresses import CallAddress

PROGRAM: Final = "apprise"
PATIENCE_S: Final = 60.0
"""The time for one message; a mail server may take a quarter of a minute to answer. [s]"""
NOT_INSTALLED: Final = "apprise is not installed"


def send(address: CallAddress, title: str, body: str, *, over: bool = False) -> str:
    """Send a message, and wait for it; return the reason if that failed, else empty.

    Args:
        address: the address to send to.
        title: the subject.
        body: plain text.
        over: True if nobody is needed any more.
    """
    held = os.memfd_create("address")
    try:
        os.write(held, f"{address.url}\n".encode())
        command = (
            PROGRAM, f"--config=/dev/fd/{held}", f"--title={title}", "--input-format=text",
            f"--notification-type={'success' if over else 'warning'}",
        )  # fmt: skip
        done = subprocess.run(
            command,
            input=body,
            text=True,
            capture_output=True,
            check=False,
            timeout=PATIENCE_S,
            pass_fds=(held,),
        )
    except FileNotFoundError:
        return NOT_INSTALLED
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    finally:
        os.close(held)
    return f"{PROGRAM} ended with status {done.returncode}" if done.returncode else ""
