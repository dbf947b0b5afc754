"""Writes the documents for other programs: ``python -m tools.describe.documents``."""

import sys
from typing import Any, Final

import yaml

from hall.tournaments.web.serving.description import openapi
from table_controller.commands.catalogue.catalogue import COMMANDS
from tools.describe.asyncapi import document
from tools.describe.made import CHECKOUT, MadeFiles, put
from tools.monitoring import dashboard, rules

HEAD: Final = "# Made by python -m tools.describe from the declarations: change those, not this file.\n"
PORT: Final = 8080
"""The page's port in the documents."""


def in_yaml(made: dict[str, Any]) -> str:
    """Return a document made from declarations, as YAML."""
    return HEAD + yaml.safe_dump(made, sort_keys=False, allow_unicode=True, width=110)


DOCUMENTS: Final[MadeFiles] = {
    CHECKOUT / "docs" / "asyncapi.yaml": lambda: in_yaml(document(COMMANDS)),
    CHECKOUT / "docs" / "tables" / "openapi.yaml": lambda: in_yaml(openapi(f"jantaku-{PORT}")),
    CHECKOUT / "docs" / "tables" / "prometheus-rules.yaml": lambda: in_yaml(rules()),
    CHECKOUT / "docs" / "tables" / "grafana-dashboard.json": dashboard,
}


def main() -> int:
    """Write the documents."""
    put(DOCUMENTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
