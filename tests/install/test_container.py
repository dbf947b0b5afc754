"""The image of a hall and its broker, made and run without a registry: its base is a fresh Debian."""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.packaged import copy_tree, make_deb
from tools.deb.roots import DebianRoot, NoDebianError

pytestmark = [
    pytest.mark.prove(short=False, usual=False),
    pytest.mark.skipif(shutil.which("buildah") is None, reason="no buildah"),
    pytest.mark.timeout(1200),
]
BASE: Final = "localhost/debian:fresh"
TRIED: Final = """
set -eu
/usr/local/bin/jantaku-container > /tmp/said 2>&1 &
hall=$!
/usr/lib/jantaku/bin/python3 - <<'END'
import json, re, time, urllib.error, urllib.request

def asked(path, said=None):
    body = None if said is None else json.dumps(said).encode()
    kind = {"Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:8080/{path}", body, kind))

end = time.monotonic() + 240
while True:
    try:
        print(asked("").status)
        break
    except OSError:
        assert time.monotonic() < end, open("/tmp/said").read()
        time.sleep(0.2)
word = re.search("^referee: (.+)$", open("/tmp/said").read(), re.MULTILINE)[1]
print(json.load(asked("login", {"name": "referee", "password": word}))["role"])
try:
    asked("login", {"name": "referee", "password": "wrong"})
except urllib.error.HTTPError as error:
    print("refused", error.code)
END
kill $hall
wait $hall || true
cat /tmp/said
"""


class Builder:
    """Buildah with its own store; it needs no daemon."""

    def __init__(self, folder: Path) -> None:
        self.store = ["--root", str(folder / "store"), "--runroot", str(folder / "run")]
        self.env = os.environ | {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}

    def do(self, *words: str, alone: bool = False) -> str:
        """``alone``: with a network that reaches nothing, so that its ports are free."""
        command = ["buildah", *self.store, *words]
        if alone:
            command = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *command]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()


@pytest.fixture
def builder(tmp_path: Path) -> Iterator[Builder]:
    """A builder that has this machine's Debian as an image."""
    try:
        debian = DebianRoot(platform.freedesktop_os_release()["VERSION_CODENAME"], tmp_path / "root")
    except NoDebianError as reason:
        pytest.skip(str(reason))
    made = Builder(tmp_path)
    base = made.do("from", "scratch")
    made.do("add", base, str(debian.folder), "/")
    made.do("commit", base, BASE)
    yield made
    made.do("rm", "--all")


def test_the_image_serves_a_page_to_those_who_have_a_login(builder: Builder, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    copy_tree(tree)
    make_deb(tree)
    build = " ".join(["buildah", *builder.store, "build", "--pull-never"])
    subprocess.run(
        ["sh", "tools/container/build.sh"],
        cwd=tree,
        check=True,
        env=builder.env | {"BASE": BASE, "BUILD": build},
    )
    running = builder.do("from", "--pull-never", "localhost/jantaku-hall")
    output = builder.do("run", running, "--", "bash", "-c", TRIED, alone=True).splitlines()
    assert output[:3] == ["200", "referee", "refused 403"]
    assert "collecting the journals of hall home" in output
