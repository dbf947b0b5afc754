"""Differences between a message as it is sent and docs/asyncapi.yaml."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema_rs import Draft7Validator

DOCS = Path(__file__).resolve().parent.parent / "docs"
# Every worker reads it before its first test: the loader in C takes a tenth of the time.
DOCUMENT: dict[str, Any] = yaml.load((DOCS / "asyncapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


@cache
def _validator(name: str) -> Draft7Validator:
    return Draft7Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}})


def wrong(name: str, message: Any) -> list[str]:
    """Return the places at which a message breaks the schema of this name, with the reasons."""
    found = _validator(name).iter_errors(json.loads(json.dumps(message)))
    return [f"{error.instance_path}: {error.message[:300]}" for error in found]
