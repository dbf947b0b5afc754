"""A Mosquitto of its own for a simulated table, on free ports."""

import shutil
from importlib import resources
from pathlib import Path

SYSTEM_FOLDERS = "/usr/local/sbin:/usr/sbin:/sbin"


class BrokerMissingError(RuntimeError):
    """Mosquitto is not installed."""


def mosquitto_path() -> str:
    """Return the path of Mosquitto; Debian puts it in a folder that is not in ordinary users' PATH.

    Raises:
        BrokerMissingError: it is not installed; the text gives advice.
    """
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path=SYSTEM_FOLDERS)
    if found is None:
        raise BrokerMissingError(
            "mosquitto is not installed: run `make sim` once, or apt-get install mosquitto"
        )
    return found


ANYBODY = "allow_anonymous true"


def broker_command(state: Path, mqtt: int, logins: str = ANYBODY) -> list[str]:
    """Write the configuration into ``state`` and return the command that starts the broker.

    Args:
        state: folder that keeps the broker's files; made if missing.
        mqtt: TCP port for MQTT.
        logins: the lines of the configuration about logins.
    """
    folder = (state / "broker").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    template = resources.files("config").joinpath("mosquitto/simulation.conf").read_text(encoding="utf-8")
    file = folder / "mosquitto.conf"
    file.write_text(template.format(mqtt=mqtt, folder=folder, logins=logins), encoding="utf-8")
    return [mosquitto_path(), "-c", str(file)]
