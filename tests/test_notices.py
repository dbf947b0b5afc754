"""NOTICE.md names every package that the page brings, with its licence's words."""

import json
import re
import subprocess

from bench.docs.notices import DASHBOARD, packages

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
"""Print the files that the page's scripts include parts of."""


def test_what_the_bundler_takes_is_named() -> None:
    output = subprocess.run(
        ["node", "--input-type=module", "--eval", BUNDLED],
        cwd=DASHBOARD,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    used = {
        re.split(r"/", name.rpartition("node_modules/")[2])[0]
        for name in json.loads(output)
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
