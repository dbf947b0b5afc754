"""Helpers that the tests of texts share."""

import re

COMMAND = re.compile(r"`[^`]*`|jantaku [a-z -]+|/[a-z/.]+|[a-z_]+\.(?:toml|sqlite)")


LATIN = re.compile(r"[A-Za-z]{2,}")


JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
