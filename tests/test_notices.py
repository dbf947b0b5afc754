"""NOTICE.md names every package that the page brings, with its licence's words."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from bench.docs.notices import COMMAND, DASHBOARD, PAGE, lines, packages
from bench.docs.written import with_part

if TYPE_CHECKING:
    from pathlib import Path

BUNDLED = """
import { bundle } from "./bundle.mjs";
const used = new Set();
const listens = {
  name: "listens",
  setup: (build) => build.onEnd(({ metafile }) => {
    for (const { inputs } of Object.values(metafile.outputs)) {
      for (const [name, { bytesInOutput }] of Object.entries(inputs)) if (bytesInOutput > 0) used.add(name);
    }
  }),
};
await bundle({ metafile: true, write: false, plugins: [listens] });
console.log(JSON.stringify([...used]));
"""
"""Prints the files of which something is in the page's scripts, whichever these are."""


def test_the_page_is_what_is_installed() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_part(page, COMMAND, "\n".join(lines(packages())).strip()) == page


def test_what_the_bundler_takes_is_named() -> None:
    told = subprocess.run(
        ["node", "--input-type=module", "--eval", BUNDLED],
        cwd=DASHBOARD,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    used = {
        re.split(r"/", name.rpartition("node_modules/")[2])[0]
        for name in json.loads(told)
        if "node_modules/" in name
    }
    assert used >= {"mqtt", "uqr"}
    assert used <= {each.name for each in packages()}


def test_every_package_has_a_licence_with_its_words() -> None:
    for each in packages():
        assert each.licence in {"0BSD", "BSD-3-Clause", "ISC", "MIT"}, each
        assert re.match(r"Permission (is hereby granted|to use, copy)|Redistribution and use", each.words), (
            each
        )
        assert len(each.words) > 400, each
        assert "\n" not in each.words


def project(folder: Path, **said: str) -> Path:
    """A project with one package, whose ``package-lock.json`` says this of it."""
    folder.mkdir()
    lock = {
        "packages": {"": {}, "node_modules/x": {"version": "1.0.0", **said}, "node_modules/y": {"dev": True}}
    }
    (folder / "package-lock.json").write_text(json.dumps(lock))
    return folder


def test_a_package_without_a_licence_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"node_modules/x: not installed \(make setup\)"):
        packages(project(tmp_path / "a", license="MIT"))
    bare = project(tmp_path / "b")
    (bare / "node_modules" / "x").mkdir(parents=True)
    (bare / "node_modules" / "x" / "package.json").write_text("{}")
    with pytest.raises(SystemExit, match="node_modules/x: names no licence"):
        packages(bare)


def test_packages_with_the_same_words_stand_under_one_text(tmp_path: Path) -> None:
    whole = project(tmp_path / "a", license="MIT")
    (whole / "node_modules" / "x").mkdir(parents=True)
    text = "# The MIT License (MIT)\n\nCopyright (c) 2020 Anna\n\nPermission is hereby granted,\nfree of charge.\n"
    (whole / "node_modules" / "x" / "LICENSE").write_text(text)
    (mine,) = packages(whole)
    assert mine.copyrights == ("Copyright (c) 2020 Anna",)
    assert mine.words == "Permission is hereby granted, free of charge."
    page = "\n".join(lines([mine, mine._replace(name="z")]))
    assert page.count("free of charge") == 1
    assert "### MIT: x and 1 more" in page
    assert "* `z` 1.0.0: Copyright (c) 2020 Anna" in page
