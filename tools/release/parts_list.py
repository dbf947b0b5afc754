"""The list of a release's parts, as CycloneDX: each locked Python library, and each npm package that the page may hold.

The scope of a part is ``required`` if the program always needs it, ``optional`` if it comes with the Debian package for a
hall's database or printed sheets, and ``excluded`` if only tests and builds need it. The page's packages are those in
NOTICE.md. ``cyclonedx-py`` reads libraries and licences from this environment.
"""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bench.docs.notices import Package, packages
from tools.release.commit import ReleasedCommit, UnreleasableError
from tools.release.locked import PRODUCT, SHIPPED_EXTRAS, libraries_of, locked_versions

VERSION: Final = SchemaVersion.V1_6
PAGE: Final = "page"
"""The name of the page as a part, to which its packages belong."""
BROUGHT: Final = re.compile(
    r"/lib/python[\d.]+/site-packages/([^/]+)-([^/-]+)\.dist-info/METADATA$", re.MULTILINE
)
UNSAID: Final = {"atheris": "Apache-2.0"}
"""Licences that a library states in its files but not in its metadata."""


def list_parts(root: Path, commit: ReleasedCommit) -> str:
    """Return the list, as JSON.

    Raises:
        UnreleasableError: this environment differs from requirements.lock.
    """
    made = json.loads(_installed(root))
    locked = locked_versions(root)
    libraries = [part for part in made["components"] if canonicalize_name(part["name"]) in locked]
    found: dict[str, str] = {canonicalize_name(part["name"]): part["version"] for part in libraries}
    for name in sorted(locked):
        if found.get(name) != locked[name]:
            raise UnreleasableError(
                f"requirements.lock says {name} {locked[name]}, here is {found.get(name, 'none')}: make setup installs what "
                "it says, make lock writes what is installed."
            )
    required, shipped = libraries_of(root, ()), libraries_of(root, SHIPPED_EXTRAS)
    for part in libraries:
        name = canonicalize_name(part["name"])
        if name in UNSAID and not part.get("licenses"):
            part["licenses"] = [{"license": {"id": UNSAID[name]}}]
        part["scope"] = "required" if name in required else "optional" if name in shipped else "excluded"
    on_page = [_npm(package) for package in packages(root / "referee" / "dashboard")]
    made["components"] = [*libraries, _page(made["metadata"]["component"]), *on_page]
    kept = {part["bom-ref"] for part in (made["metadata"]["component"], *libraries)}
    made["dependencies"] = [
        *(_only(node, kept) for node in made["dependencies"] if node["ref"] in kept),
        {"ref": PAGE, "dependsOn": [part["bom-ref"] for part in on_page]},
    ]
    made["metadata"]["timestamp"] = datetime.fromtimestamp(commit.time_s, UTC).isoformat()
    made["metadata"]["component"]["purl"] = f"pkg:pypi/{PRODUCT}@{commit.version}"
    made["metadata"]["component"].setdefault("properties", []).append(
        {"name": "jantaku:commit", "value": commit.name}
    )
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _installed(root: Path) -> str:
    """Return the generator's list of the libraries in this environment."""
    arguments = ("environment", sys.executable, "--pyproject", "pyproject.toml", "--mc-type", "application")
    form = (
        "--output-format",
        "JSON",
        "--spec-version",
        VERSION.to_version(),
        "--output-reproducible",
        "--no-validate",
    )
    done = subprocess.run(
        [sys.executable, "-m", "cyclonedx_py", *arguments, *form, "--output-file", "-"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"cyclonedx-py failed:\n{done.stderr}")
    return done.stdout


def _page(program: dict[str, Any]) -> dict[str, Any]:
    """Return the page as a part; it is the program's own."""
    own = {name: program[name] for name in ("type", "version", "licenses")}
    return {"bom-ref": PAGE, "name": "jantaku-dashboard", "scope": "required", **own}


def _npm(package: Package) -> dict[str, Any]:
    licence = (
        {"expression": package.licence} if " " in package.licence else {"license": {"id": package.licence}}
    )
    purl = f"pkg:npm/{quote(package.name, safe='/')}@{package.version}"
    return {
        "bom-ref": purl, "type": "library", "name": package.name, "version": package.version, "purl": purl,
        "scope": "required", "licenses": [licence],
    }  # fmt: skip


def _only(node: dict[str, Any], kept: set[str]) -> dict[str, Any]:
    """Return a part's entry with only those dependencies that are listed."""
    return node | {"dependsOn": [ref for ref in node.get("dependsOn", ()) if ref in kept]}


def malformed(text: str) -> Iterator[str]:
    """Yield the reasons why a list is not valid CycloneDX; this takes some seconds."""
    if invalid := JsonStrictValidator(VERSION).validate_str(text):
        yield f"it is no CycloneDX {VERSION.to_version()}: {invalid}"


def mistakes(text: str, root: Path, wheel: Path) -> Iterator[str]:
    """Yield the mistakes of a list, compared with the wheel's metadata, requirements.lock and the page."""
    listed = json.loads(text)
    parts = [part for part in listed["components"] if "purl" in part]
    libraries: dict[str, dict[str, Any]] = {
        canonicalize_name(part["name"]): part for part in parts if part["purl"].startswith("pkg:pypi/")
    }
    locked = locked_versions(root)
    for name in sorted(locked.keys() | libraries.keys()):
        here, there = locked.get(name), libraries.get(name, {}).get("version")
        if here != there:
            yield f"{name}: requirements.lock says {here}, the list {there}"
    yield from _against_wheel(listed["metadata"]["component"]["version"], libraries, wheel)
    for part in parts:
        if not part.get("licenses"):
            yield f"{part['name']} {part['version']}: no licence is named"
    on_page = {(part["name"], part["version"]) for part in parts if part["purl"].startswith("pkg:npm/")}
    held = {(package.name, package.version) for package in packages(root / "referee" / "dashboard")}
    for name, version in sorted(on_page ^ held):
        yield f"{name} {version}: {'listed, but not in' if (name, version) in on_page else 'not listed, but in'} the page"


def mistakes_by_package(text: str, package: Path) -> Iterator[str]:
    """Yield the libraries of a Debian package that a list lacks or has in another version."""
    listed = {
        (canonicalize_name(part["name"]), part["version"]): part["scope"]
        for part in json.loads(text)["components"]
        if part.get("purl", "").startswith("pkg:pypi/")
    }
    done = subprocess.run(
        ["dpkg-deb", "--contents", str(package)], capture_output=True, text=True, check=True
    )
    brought = set(BROUGHT.findall(done.stdout))
    if not brought:
        yield f"{package.name} brings no library"
    for name, version in sorted(brought - {(PRODUCT, json.loads(text)["metadata"]["component"]["version"])}):
        scope = listed.get((canonicalize_name(name), version), "not listed")
        if scope not in {"required", "optional"}:
            yield f"{package.name} brings {name} {version}, which is {scope}"


def _against_wheel(version: str, libraries: dict[str, dict[str, Any]], wheel: Path) -> Iterator[str]:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(packed.read(name).decode())
    if metadata["Version"] != version:
        yield f"the wheel is of version {metadata['Version']}, the list of {version}"
    for needed in map(Requirement, metadata.get_all("Requires-Dist", [])):
        shipped = needed.marker is None or any(
            needed.marker.evaluate({"extra": extra}) for extra in SHIPPED_EXTRAS
        )
        part = libraries.get(canonicalize_name(needed.name))
        if not shipped or needed.name == PRODUCT:
            continue
        if part is None or part["version"] not in needed.specifier or part["scope"] == "excluded":
            had = f"{part['version']}, {part['scope']}" if part else "nothing"
            yield f"the wheel needs {needed}, the list has {had}"
