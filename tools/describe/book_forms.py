"""The page's list of the entries of a tournament's book: fields with bounds and choices, roles, and places."""

from __future__ import annotations

import json
from typing import Any, Final

from msgspec import inspect as types

from hall.tournaments.web.declaration import ROOT, Operation
from hall.tournaments.web.serving.operations import OPERATIONS
from table_controller.wording.wanted import name_of
from tools.describe.forms import taken

HEAD: Final = """\
/** Made by python -m tools.describe from the declarations: change those, not this file. */
import type { Operation } from "./operation.js";

"""


def book_forms() -> str:
    """Return the TypeScript text."""
    names = " | ".join(json.dumps(name_of(kind)) for kind in OPERATIONS)
    forms = {name_of(kind): _operation(kind) for kind in OPERATIONS}
    return (
        f"{HEAD}export type OperationName = {names};\n\n"
        "/** The address of all tournaments, from that of the page. */\n"
        f"export const ROOT = {json.dumps(ROOT.lstrip('/'))};\n\n"
        f"export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {json.dumps(forms, indent=1)};\n"
    )


def _operation(kind: type[Operation]) -> dict[str, Any]:
    struct = types.type_info(kind)
    assert isinstance(struct, types.StructType)
    return {"path": kind.path, "roles": list(kind.roles), "fields": [_field(each) for each in struct.fields]}


def _field(field: types.Field) -> dict[str, Any]:
    preset = field.default if isinstance(field.default, bool | int | str) else None
    kind = taken(field.type)
    if kind["kind"] == "some" and kind["of"]["kind"] == "group":
        kind["of"] = {"kind": "group", "fields": [_field(each) for each in _group(field.type)]}
    return {"name": field.encode_name, "needed": field.required, "preset": preset, **kind}


def _group(kind: types.Type) -> tuple[types.Field, ...]:
    while isinstance(kind, types.Metadata):
        kind = kind.type
    assert isinstance(kind, types.VarTupleType)
    item = kind.item_type
    return item.fields if isinstance(item, types.StructType) else ()
