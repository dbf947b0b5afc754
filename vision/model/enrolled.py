"""The correction of the network's last layer for a club's own tiles, kept in a small file.

The file belongs to one network and does not fit the features of another.
"""

import hashlib
import io
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from config.text_file import write_whole
from vision.lens import Floats32

_VERSION: Final = 1
"""Version of the file. [number; defined]"""


class EnrolledError(ValueError):
    """The file is not one of enrolled tiles, or belongs to another network."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A correction that is added to the network's answer.

    Attributes:
        name: the name of the club or the set.
        made: the time of learning, ISO 8601.
        network: the network whose features it needs: the SHA-256 of the ONNX file, in hexadecimal.
        weights: classes by features; their product with the features is added to the logits.
        bias: the bias by class, added to the logits.
    """

    name: str
    made: str
    network: str
    weights: Floats32
    bias: Floats32

    def write(self, path: Path) -> None:
        """Write the file; it replaces an older one in one step, once it is on the disk."""
        write_whole(path, self.content())

    def content(self) -> bytes:
        """The content of the file."""
        file = io.BytesIO()
        np.savez(
            file,
            version=np.int64(_VERSION),
            name=np.str_(self.name),
            made=np.str_(self.made),
            network=np.str_(self.network),
            weights=self.weights.astype(np.float32),
            bias=self.bias.astype(np.float32),
        )
        return file.getvalue()

    def check(self, model: bytes, classes: int, features: int) -> None:
        """Raise ``EnrolledError`` if this does not fit the network of ``model``, its classes and its features."""
        if self.network != network_of(model):
            raise EnrolledError(
                f"the tiles of {self.name!r} were enrolled for another recogniser: enrol them again"
            )
        if self.weights.shape != (classes, features) or self.bias.shape != (classes,):
            raise EnrolledError(f"the tiles of {self.name!r} are damaged: enrol them again")


def network_of(model: bytes) -> str:
    """The hash by which an enrolled file identifies its network."""
    return hashlib.sha256(model).hexdigest()


def read_enrolled(path: Path) -> Enrolled:
    """The file at ``path``.

    Raises:
        EnrolledError: the file cannot be read, or is something else.
    """
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            if int(file["version"]) != _VERSION:
                raise EnrolledError(
                    f"{path}: version {int(file['version'])} of enrolled tiles is not known: enrol again"
                )
            weights, bias = file["weights"], file["bias"]
            name, made, network = (str(file[key]) for key in ("name", "made", "network"))
            whole = bool(np.isfinite(weights).all() and np.isfinite(bias).all())
    except (OSError, KeyError, TypeError, zipfile.BadZipFile, EOFError, ValueError) as error:
        if isinstance(error, EnrolledError):
            raise
        raise EnrolledError(f"{path}: not a file of enrolled tiles: {error}") from error
    if not whole:
        raise EnrolledError(f"{path}: damaged: enrol the tiles again")
    return Enrolled(name, made, network, weights, bias)
