"""The exit codes of the vision process, and their wording for people."""

from typing import Final

CAMERA_FAILED: Final = 3
"""Its camera cannot be opened or fails. [exit code; defined]"""
CALIBRATION_UNREADABLE: Final = 4
"""It cannot read the calibration file. [exit code; defined]"""
ENROLLED_UNREADABLE: Final = 5
"""It cannot use the enrolled tiles. [exit code; defined]"""
MISUNDERSTOOD: Final = 6
"""It cannot understand its parent's message. [exit code; defined]"""
MODEL_UNUSABLE: Final = 7
"""It cannot use the network that names tiles. [exit code; defined]"""
EXIT_REASONS: Final = {
    MISUNDERSTOOD: "it did not understand the daemon: are both of one version?",
    CAMERA_FAILED: "its camera failed",
    MODEL_UNUSABLE: "the network that names tiles is missing or damaged; install the program again",
    ENROLLED_UNREADABLE: "the enrolled tiles cannot be used; enrol them again (jantaku vision enrol) or delete the file",
    CALIBRATION_UNREADABLE: "the camera's calibration cannot be read; calibrate again: jantaku vision calibrate",
}
