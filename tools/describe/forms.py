"""The page's lists of commands and operations, from which it makes its forms: the fields of each, with bounds and choices."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from msgspec import inspect as types

from hall.tournaments.book.entries import TieBreak
from hall.tournaments.web.declaration import ROOT
from hall.tournaments.web.serving.operations import OPERATIONS
from referee.hands.names import DORA, FU, LIMIT_NAMES, YAKU, YAKUMAN
from referee.judging.rulings.entering import SETTINGS
from referee.rules.fouls import CATALOGUE, FREQUENT
from referee.rules.penalties import Grade
from referee.texts.language import LANGUAGES, LanguageName, language
from table_controller.commands.declaration import Command, own_fields
from table_controller.commands.declared_request import DeclaredRequest
from table_controller.mqtt.messages import MachinePhase
from tools.describe.acts import act_forms
from vision.tracking.counting import CLEAR_PM
from wording.alerts.declaration import Subject, alerts_of
from wording.alerts.declared import TableAlert
from wording.wanted import UNBOUNDED, choices, fields_of, name_of, plain, titled

_FINDING: Final = "finding"
"""A field with the number of a finding: people choose the finding, not the number."""
HEAD: Final = """\
/** Made by python -m tools.describe from the declarations: change those, not this file. */
import type {{ {} }} from "./form.js";

"""


def command_forms(commands: Mapping[str, type[Command]]) -> str:
    """Return the TypeScript text."""
    names = " | ".join(json.dumps(name) for name in commands)
    forms = {
        name: {
            "ends": kind.ends,
            "reads": kind.reads,
            "sections": list(kind.sections),
            **_form(kind, own_fields(kind)),
        }
        for name, kind in commands.items()
    }
    acts = act_forms()
    subjects = [[alert.name, alert.about] for alert in alerts_of(TableAlert) if alert.about != "machine"]
    vocabularies = {each: _vocabulary(each, [act["type"] for act in acts]) for each in LANGUAGES}
    return (
        f"{HEAD.format('Act, Form, Vocabulary')}export type CommandName = {names};\n\n"
        f"export type Subject = {' | '.join(map(json.dumps, get_args(Subject)))};\n\n"
        f"export const COMMANDS: Readonly<Record<CommandName, Form>> = {_written(forms)};\n\n"
        f"export const ACTS: readonly Act[] = {_written(acts)};\n\n"
        "/** Results that only some rules know, each with its setting. */\n"
        f"export const RESULT_SETTINGS: Readonly<Record<string, string>> = {_written(_result_settings())};\n\n"
        "/** Each foul with the rulebooks that name it. */\n"
        f"export const FOUL_BOOKS: Readonly<Record<string, readonly string[]>> = {_written(_foul_books())};\n\n"
        "/** The fouls that a judge is offered first. */\n"
        f"export const FREQUENT_FOULS: readonly string[] = {_written(list(FREQUENT))};\n\n"
        "/** A tile read with less confidence, per mille, may have been misread. */\n"
        f"export const CLEAR_PM = {CLEAR_PM};\n\n"
        "/** Calls for a judge. */\n"
        f"export const JUDGE_ALERT = {json.dumps(TableAlert.JUDGE.name)};\n\n"
        "/** The alert that a score sheet is not signed, which the state says too. */\n"
        f"export const SHEET_ALERT = {json.dumps(TableAlert.SHEET.name)};\n\n"
        "/** What alerts are about; those that are not listed are about the machine. */\n"
        f"export const ALERT_SUBJECTS: ReadonlyMap<string, Subject> = new Map({_written(subjects)});\n\n"
        f"export const VOCABULARY: Readonly<Record<{' | '.join(map(json.dumps, LANGUAGES))}, Vocabulary>> = {_written(vocabularies)};\n"
    )


def _result_settings() -> dict[str, str]:
    return {result: f"flow.{setting}" for result, setting in SETTINGS.items()}


def _foul_books() -> dict[str, list[str]]:
    return {rule: list(foul.sections) for rule, foul in CATALOGUE.items()}


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _vocabulary(name: LanguageName, acts: list[str]) -> dict[str, dict[str, str]]:
    speaks = language(name)
    return {
        "rule": {rule: speaks.word("rule", rule) for rule in CATALOGUE},
        "stop": {reason: speaks.word("stop", reason) for reason in ("judge_called", "judge", "disqualified")},
        "worth": {
            item: each.japanese if name == "ja" else each.romaji
            for item, each in (YAKU | DORA | YAKUMAN | FU | LIMIT_NAMES).items()
        },
        "act": {act: speaks.word("kind", act) for act in acts},
        "grade": {grade: speaks.word("grade", grade) for grade in get_args(Grade)},
        "cycle": {phase: _begun(speaks.word("cycle", phase)) for phase in get_args(MachinePhase)},
        "tie": {tie: speaks.word("tie_break", tie) for tie in get_args(TieBreak) if tie != "shared"},
    }


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def book_forms() -> str:
    """Return the TypeScript text of what can be entered into a tournament's book."""
    forms = {name_of(kind): {"path": kind.path, **_form(kind, fields_of(kind))} for kind in OPERATIONS}
    return (
        f"{HEAD.format('Operation')}export type OperationName = {' | '.join(map(json.dumps, forms))};\n\n"
        "/** The address of all tournaments, from that of the page. */\n"
        f"export const ROOT = {json.dumps(ROOT.lstrip('/'))};\n\n"
        f"export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {_written(forms)};\n"
    )


def _form(kind: type[DeclaredRequest], fields: Iterable[types.Field]) -> dict[str, Any]:
    return {"roles": list(kind.roles), "fields": [_field(each) for each in fields]}


def _field(field: types.Field) -> dict[str, Any]:
    preset = field.default if isinstance(field.default, bool | int | str) else None
    kind = {"kind": _FINDING} if field.encode_name == _FINDING else taken(field.type)
    return {"name": field.encode_name, "needed": field.required, "preset": preset, **kind}


def taken(declared: types.Type) -> dict[str, Any]:
    """Return a field's kind and bounds."""
    at, title = titled(declared)
    if isinstance(at, types.UnionType):
        some = [each for each in at.types if not isinstance(each, types.NoneType)]
        return taken(some[0])
    if title in {"seat", "chair", "tile", "player"}:
        return {"kind": title}
    if isinstance(at, types.IntType):
        least, most = at.ge or 0, UNBOUNDED if at.le is None else at.le
        return {"kind": "whole", "least": least, "most": most}
    if isinstance(at, types.BoolType):
        return {"kind": "switch"}
    if isinstance(at, types.LiteralType):
        return {"kind": "choice", "choices": list(choices(at))}
    if isinstance(at, types.StrType):
        return {"kind": "text", "most": at.max_length or 0}
    if isinstance(at, types.TupleType):
        return {"kind": "row", "count": len(at.item_types), "of": taken(at.item_types[0])}
    if isinstance(at, types.VarTupleType):
        return {"kind": "some", "most": at.max_length or 4, "of": taken(at.item_type)}
    if isinstance(at, types.StructType):
        return {"kind": "group", "fields": [_field(each) for each in at.fields]}
    assert isinstance(plain(at), types.DictType)
    return {"kind": "mapping"}
