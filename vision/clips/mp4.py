"""Encodes a clip's film as MP4 with H.264, which telephones and messengers play, by the program ``ffmpeg`` if it is installed."""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from vision.clips.clips import ClipError

PROGRAM: Final = "ffmpeg"
LONGEST_S: Final = 120.0
"""The longest that encoding may take. [s; judged: a clip takes some seconds on a PC]"""
LEVEL: Final = "4.0"
"""The level that a player must support: 1920 x 1080 pixels thirty times a second. [level; section: ITU-T H.264, table A-1;
set, because a film's times are in milliseconds and the encoder would take that for its rate]"""
NICENESS: Final = 10
"""The encoder's priority: the table comes first. [niceness; judged: half of the way to the lowest priority]"""


def can_encode() -> bool:
    """Return whether the encoder is installed."""
    return shutil.which(PROGRAM) is not None


def mp4(film: Path) -> bytes:
    """Return a film as MP4.

    Each picture keeps its time. It can be shown before the rest has arrived, and each second begins with one that needs
    no other.

    Raises:
        ClipError: there is no encoder, it cannot read the film, or it takes too long.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise ClipError(f"{PROGRAM} is not installed")
    with TemporaryDirectory() as folder:
        made = Path(folder) / "film.mp4"
        command = [
            *("nice", "-n", str(NICENESS), program, "-nostdin", "-loglevel", "error"),
            *("-f", "avi", "-i", f"file:{film}", "-c:v", "libx264", "-preset", "veryfast", "-crf", "20"),
            *("-fps_mode", "passthrough", "-enc_time_base", "1/1000", "-video_track_timescale", "1000"),
            *(
                "-level",
                LEVEL,
                "-force_key_frames",
                "expr:gte(t,n_forced)",
                "-pix_fmt",
                "yuv420p",
                "-threads",
                "1",
            ),
            *("-movflags", "+faststart", str(made)),
        ]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=LONGEST_S)
            return made.read_bytes()
        except subprocess.CalledProcessError as error:
            raise ClipError(f"{film}: {error.stderr.decode(errors='replace').strip()[:500]}") from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ClipError(f"{film}: {error}") from None
