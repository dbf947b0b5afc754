"""A release is made from a clean commit with one version everywhere, and each fault in its files is found."""

import importlib.metadata
import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.install.release_stage import commit_all, git
from tools.release import trying
from tools.release.commit import ReleasedCommit, UnreleasableError, commit_to_release
from tools.release.locked import LINE, LOCK, locked_versions
from tools.release.wheels import IndexUnreachedError, main, missing_wheels, wheels_by_debian

VERSION = importlib.metadata.version("jantaku")
COMMIT = ReleasedCommit("0" * 40, 1_800_000_000, VERSION)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clean checkout of a small project."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 0.2.0, 2026-12-24\n\n* b\n\n## 0.1.0\n\n* a\n")
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 0.2.0\n")
    git(tmp_path, "init", "-q")
    commit_all(tmp_path)
    return tmp_path


def test_a_clean_checkout_is_released_as_its_commit(checkout: Path) -> None:
    found = commit_to_release(checkout)
    assert found.version == "0.2.0"
    assert git(checkout, "log", "-1", "--format=%H %ct").split() == [found.name, str(found.time_s)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda tree: (tree / "CITATION.cff").write_text("version: 0.2.0\n"), "differs from its commit (CITATION.cff)"),
        (lambda tree: (tree / "new.py").write_text(""), "differs from its commit (new.py)"),
        (lambda tree: [(tree / f"{n}.py").write_text("") for n in range(8)], "4.py and 3 more)"),
    ],
)  # fmt: skip
def test_a_tree_that_differs_from_its_commit_is_refused(
    checkout: Path, change: Callable[[Path], Any], says: str
) -> None:
    change(checkout)
    with pytest.raises(UnreleasableError) as refused:
        commit_to_release(checkout)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("CHANGELOG.md", "# Changes\n\n## 0.3.0, not yet\n\n## 0.2.0\n", "CHANGELOG.md says 0.3.0"),
        ("CHANGELOG.md", "# Changes\n", "CHANGELOG.md names no version"),
        ("CITATION.cff", "cff-version: 0.2.0\nversion: 0.1.0\n", "CITATION.cff says 0.1.0"),
        ("pyproject.toml", '[project]\nversion = "0.2.1"\n', "pyproject.toml says version 0.2.1, CHANGELOG.md says 0.2.0"),
    ],
)  # fmt: skip
def test_versions_that_differ_are_refused(checkout: Path, name: str, text: str, says: str) -> None:
    (checkout / name).write_text(text)
    commit_all(checkout)
    with pytest.raises(UnreleasableError) as refused:
        commit_to_release(checkout)
    assert says in str(refused.value)


def test_a_folder_below_a_checkout_is_none(checkout: Path) -> None:
    (checkout / "below").mkdir()
    with pytest.raises(UnreleasableError, match="no git checkout"):
        commit_to_release(checkout / "below")


def test_this_project_says_its_version_once(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CHANGELOG.md", "CITATION.cff"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    git(tmp_path, "init", "-q")
    commit_all(tmp_path)
    assert commit_to_release(tmp_path).version == VERSION


def parts_list() -> Any:
    """The module that lists parts; it takes a second to load with its imports, so it is loaded only when a test needs
    it."""
    return importlib.import_module("tools.release.parts_list")


@pytest.fixture(scope="module")
def parts() -> str:
    return str(parts_list().list_parts(ROOT, COMMIT))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The part of the wheel that lists its requirements."""
    file = tmp_path_factory.mktemp("wheel") / f"jantaku-{VERSION}-py3-none-any.whl"
    found = importlib.metadata.distribution("jantaku")
    # The second is a tree that was packed before, so setuptools' files are still in it.
    metadata = found.read_text("METADATA") or found.read_text("PKG-INFO") or ""
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(f"jantaku-{VERSION}.dist-info/METADATA", metadata)
    return file


def test_the_list_has_every_library_and_the_page_with_versions_and_licences(parts: str, wheel: Path) -> None:
    assert list(parts_list().mistakes(parts, ROOT, wheel)) == []
    listed = json.loads(parts)
    assert listed["metadata"]["component"]["version"] == VERSION
    assert listed["metadata"]["timestamp"] == "2027-01-15T08:00:00+00:00"
    by_name = {part["name"]: part for part in listed["components"]}
    assert by_name["numpy"]["version"] == locked_versions(ROOT)["numpy"]
    assert {name: by_name[name]["scope"] for name in ("numpy", "typst", "pytest", "mqtt")} == {
        "numpy": "required", "typst": "optional", "pytest": "excluded", "mqtt": "required",
    }  # fmt: skip
    assert by_name["msgspec"]["licenses"][0]["license"]["id"] == "BSD-3-Clause"


def test_the_same_commit_has_the_same_list(parts: str) -> None:
    assert parts_list().list_parts(ROOT, COMMIT) == parts


def without(name: str) -> Callable[[dict[str, Any]], None]:
    def change(listed: dict[str, Any]) -> None:
        listed["components"] = [part for part in listed["components"] if part["name"] != name]

    return change


def changed(name: str, **values: object) -> Callable[[dict[str, Any]], None]:
    def change(listed: dict[str, Any]) -> None:
        (part,) = [part for part in listed["components"] if part["name"] == name]
        part.update(values)

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without("pytest"), "pytest: requirements.lock says"),
        (without("uqr"), "not listed, but in the page"),
        (changed("uqr", version="9.9"), "uqr 9.9: listed, but not in the page"),
        (changed("numpy", version="1.0"), "the wheel needs numpy>=1.26, the list has 1.0, required"),
        (changed("typst", scope="excluded"), "the wheel needs typst>=0.15"),
        (changed("mypy", licenses=[]), "no licence is named"),
        (lambda listed: listed["metadata"]["component"].update(version="9"), "the wheel is of version"),
    ],
)  # fmt: skip
def test_a_list_that_is_not_so_is_found_out(
    parts: str, wheel: Path, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    listed = json.loads(parts)
    change(listed)
    assert any(says in found for found in parts_list().mistakes(json.dumps(listed), ROOT, wheel))


def test_a_list_of_no_known_form_is_found_out(parts: str) -> None:
    listed = json.loads(parts)
    # Validating everything takes ten seconds; `make release` does that.
    some = [each for each in listed["components"] if "PSF-2.0" in json.dumps(each)]
    few = json.dumps(listed | {"components": some, "dependencies": []})
    assert list(parts_list().malformed(few)) == []
    unknown = few.replace('"id": "PSF-2.0"', '"id": "NONE-SUCH"')
    assert unknown != few
    (fault,) = parts_list().malformed(unknown)
    assert fault.startswith("it is no CycloneDX 1.6")


def test_a_package_with_a_library_that_is_not_listed_is_found_out(tmp_path: Path, parts: str) -> None:
    libraries = tmp_path / "package" / "usr" / "lib" / "jantaku" / "lib" / "python3.11" / "site-packages"
    for name in (
        f"jantaku-{VERSION}",
        f"numpy-{locked_versions(ROOT)['numpy']}",
        "tomlkit-0.0.1",
        "other-1.0",
    ):
        (libraries / f"{name}.dist-info").mkdir(parents=True)
        (libraries / f"{name}.dist-info" / "METADATA").write_text("")
    (tmp_path / "package" / "DEBIAN").mkdir()
    (tmp_path / "package" / "DEBIAN" / "control").write_text(
        "Package: a\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b>\nDescription: a\n"
    )
    package = tmp_path / "a.deb"
    subprocess.run(
        ["dpkg-deb", "--build", str(tmp_path / "package"), str(package)], check=True, capture_output=True
    )
    assert list(parts_list().mistakes_by_package(parts, package)) == [
        "a.deb brings other 1.0, which is not listed",
        "a.deb brings tomlkit 0.0.1, which is not listed",
    ]


def test_checksums_verify_until_a_file_changes(tmp_path: Path) -> None:
    (tmp_path / "jantaku-1.tar.gz").write_bytes(b"sources")
    (tmp_path / "jantaku_1_all.deb").write_bytes(b"package")
    trying.write_sums(tmp_path)
    assert "2 files" in trying.try_sums(tmp_path)
    (tmp_path / "jantaku-1.cdx.json").write_bytes(b"{}")
    with pytest.raises(trying.BadReleaseError, match=r"differ in jantaku-1\.cdx\.json"):
        trying.try_sums(tmp_path)
    trying.write_sums(tmp_path)
    (tmp_path / "jantaku_1_all.deb").write_bytes(b"packed")
    with pytest.raises(trying.BadReleaseError, match="jantaku_1_all"):
        trying.try_sums(tmp_path)


def test_signed_checksums_verify_with_the_key_of_whoever_signed_them(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("ours", "theirs"):
        new = [
            "minisign",
            "-G",
            "-W",
            "-p",
            str(tmp_path / f"{name}.pub"),
            "-s",
            str(tmp_path / f"{name}.key"),
        ]
        subprocess.run(new, check=True)
    (tmp_path / "jantaku-1.tar.gz").write_bytes(b"sources")
    trying.write_sums(tmp_path)
    with pytest.raises(trying.BadReleaseError, match="minisig"):
        trying.try_signature(tmp_path, tmp_path / "ours.pub")
    assert "is signed" in trying.sign_sums(tmp_path, tmp_path / "ours.key", COMMIT)
    assert "verifies" in trying.try_signature(tmp_path, tmp_path / "ours.pub")
    page = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^minisign -V .*$", page, re.MULTILINE)
    typed = command.replace("release.pub", "ours.pub")
    output = subprocess.run(typed.split(), cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert f"jantaku {VERSION}, commit {COMMIT.name}" in output
    with pytest.raises(trying.BadReleaseError, match="minisign"):
        trying.try_signature(tmp_path, tmp_path / "theirs.pub")
    with pytest.raises(trying.BadReleaseError, match="is missing"):
        trying.try_signature(tmp_path, tmp_path / "none.pub")
    with pytest.raises(trying.BadReleaseError, match="does not sign"):
        trying.sign_sums(tmp_path, tmp_path / "none.key", COMMIT)
    (tmp_path / trying.SUMS).write_bytes(b"")
    with pytest.raises(trying.BadReleaseError, match="minisign"):
        trying.try_signature(tmp_path, tmp_path / "ours.pub")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("jantaku-0.2.0/CITATION.cff", b"changed", "is not that of the commit"),
        ("jantaku-0.2.0/secret.py", b"", "has secret.py, which the commit does not have"),
        ("jantaku-0.2.0/PKG-INFO", b"written by setuptools", ""),
    ],
)
def test_sources_that_are_not_the_commits_are_found_out(
    checkout: Path, name: str, text: bytes, says: str
) -> None:
    archive = checkout / "sources.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(checkout / "CHANGELOG.md", "jantaku-0.2.0/CHANGELOG.md")
        member = tarfile.TarInfo(name)
        member.size = len(text)
        packed.addfile(member, BytesIO(text))
    if not says:
        assert "2 files" in trying.try_sources(archive, checkout)
        return
    with pytest.raises(trying.BadReleaseError, match=says):
        trying.try_sources(archive, checkout)


def by_make(target: str, folder: Path) -> str:
    """Return the commands that make would type where nothing is made yet."""
    fresh = [f"VENV={folder}/venv", f"STAMPS={folder}/made", f"PAGE={folder}/page"]
    command = ["make", "--dry-run", "--no-print-directory", target, *fresh]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.replace(
        "\\\n", ""
    )


def test_nothing_is_installed_by_pip_without_its_hash(tmp_path: Path) -> None:
    typed = by_make("setup", tmp_path) + (ROOT / "tools" / "deb" / "build.sh").read_text(encoding="utf-8")
    installs = re.findall(r"^.*\b(?:install|bring) (?!-[Dmd]).*--.*$", typed, re.MULTILINE)
    assert len(installs) >= 7
    assert [line for line in installs if not re.search(r"--require-hashes|--no-deps|\$@", line)] == []
    lines = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    assert len(lines) > 100
    assert [line for line in lines if not LINE.fullmatch(line) or "--hash" not in line] == []


def test_packages_are_made_with_nothing_that_only_tests_need(tmp_path: Path) -> None:
    typed = by_make("deb", tmp_path)
    for needed in (
        "install.sh sim",
        "install.sh deb",
        "tools.release.packing",
        "npm ci",
        "tools/deb/build.sh",
    ):
        assert needed in typed
    for unneeded in ("install.sh test", " tests", "asyncapi &&"):
        assert unneeded not in typed


@pytest.mark.prove
def test_every_locked_library_has_a_wheel_for_a_pi() -> None:
    try:
        lines, all_there = wheels_by_debian(ROOT)
    except IndexUnreachedError as reason:
        pytest.skip(f"the index is not reached: {reason}")
    assert all_there, lines


@pytest.mark.prove
def test_a_library_without_a_wheel_for_a_pi_is_named() -> None:
    asked = {"pymdown-extensions": "13.1.2", "tomlkit": locked_versions(ROOT)["tomlkit"]}
    try:
        assert missing_wheels(asked, "3.13.5") == []
        # It asks for Python 3.11.5.
        assert missing_wheels(asked, "3.11.2") == ["pymdown-extensions 13.1.2"]
    except IndexUnreachedError as reason:
        pytest.skip(f"the index is not reached: {reason}")


def test_without_an_index_nothing_is_said_of_wheels(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    for name, value in {
        "PIP_CONFIG_FILE": "/dev/null", "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0",
        "PIP_NO_CACHE_DIR": "1",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert main() == 3
    assert "Not known, the index is not reached" in capsys.readouterr().err
