"""Packages of a table that a folder offers, with checksums signed by a key made here."""

import hashlib
import subprocess
from pathlib import Path
from typing import Final

PORT: Final = 8123
SERVER: Final = """
import http.server, json
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(dict(hall="home", table="7", unit=True, camera=%(camera)s, alerts=[])).encode())
http.server.HTTPServer(("127.0.0.1", %(port)d), Health).serve_forever()
"""
UNIT: Final = """
[Service]
ExecStart=/usr/bin/python3 /usr/lib/jantaku/server.py
Restart=always
RestartSec=1
"""
POSTINST: Final = "#!/bin/sh\nset -e\nsystemctl daemon-reload\nsystemctl restart jantaku\n"
GOOD: Final = SERVER % {"camera": "True", "port": PORT}


class Offer:
    """A folder of packages with signed checksums."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "offer").mkdir()
        self._minisign("-G", "-W", "-p", str(folder / "release.pub"), "-s", str(folder / "secret"))
        self.sums: list[str] = []

    def _minisign(self, *words: str) -> None:
        subprocess.run(["minisign", *words], check=True, capture_output=True)

    def add(self, version: str, server: str = GOOD, postinst: str = POSTINST) -> Path:
        """Make a package and offer it."""
        tree = self.folder / version
        for name, text in (
            ("usr/lib/jantaku/server.py", server),
            ("usr/lib/systemd/system/jantaku.service", UNIT),
            (
                "DEBIAN/control",
                f"Package: jantaku\nVersion: {version}\nArchitecture: all\nMaintainer: x <x@y.z>\nDescription: x\n",
            ),
            ("DEBIAN/postinst", postinst),
        ):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(text)
        (tree / "DEBIAN/postinst").chmod(0o755)
        architecture = subprocess.run(
            ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
        )
        package = self.folder / "offer" / f"jantaku_{version}_{architecture.stdout.strip()}.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "--build", str(tree), str(package)],
            check=True,
            capture_output=True,
        )
        self.sums.append(f"{hashlib.sha256(package.read_bytes()).hexdigest()}  {package.name}\n")
        self.sign()
        return package

    def sign(self) -> None:
        sums = self.folder / "offer/SHA256SUMS"
        sums.write_text("".join(self.sums))
        self._minisign("-S", "-W", "-s", str(self.folder / "secret"), "-m", str(sums))
