"""``jantaku rules``: a ruleset in words with its sections, what differs between two, and the catalogue of fouls."""

from __future__ import annotations

import json
import sys
import textwrap
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import config
from referee.rules.fouls import CATALOGUE, points_of, section_of
from referee.rules.left import why_left
from referee.rules.penalties import GRADE_EFFECTS
from referee.rules.ruleset import GROUPS, Ruleset, RulesetError
from referee.rules.words import grade_words, group_title, rules_title, sentence, steps_words
from referee.tournament.tournament import ARRIVAL

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from referee.rules.fouls import CataloguedFoul, Grade
    from referee.texts.language import LanguageName

WIDTH: Final = 110
NO_EFFECT: Final = "without effect"
"""The beginning of the comment on a setting that has no effect with the other settings."""
KNOWN: Final = {
    "detected": "found by the table while playing",
    "opened": "found by the table when the hand is opened",
    "judge": "entered by the judge",
}


class Setting(NamedTuple):
    """A setting of a ruleset: its value, the value in words, its source and, if the judge decides it, why."""

    key: str
    value: Any
    words: str
    source: config.Source | None
    left: str = ""

    def place(self, book: str) -> str:
        """The section behind the value, with the rulebook if it is not ``book``; otherwise file and line."""
        source = self.source
        if source is None:
            return "not in any file"
        if not source.text:
            file = Path(source.file).name
            return f"{file}:{source.line}" if source.line else file
        return source.text if source.book == book else f"{source.book} {source.text}".lstrip()

    def mapping(self) -> dict[str, Any]:
        """The setting as a mapping, for JSON."""
        source = self.source
        return {
            "key": self.key,
            "value": self.value,
            "words": self.words,
            "source": "" if source is None else source.text,
            "book": "" if source is None else source.book,
            "file": "" if source is None else source.file,
            "line": 0 if source is None else source.line,
            "left_to_judge": self.left,
        }


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``rules`` to the commands of ``jantaku``."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "rules",
        help="rulesets in words, and what differs between them",
        description="Rulesets in words, each rule with its section. NAME is a preset or the path of a file.",
    )
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    listing = what.add_parser("list", help="the presets")
    listing.set_defaults(run=_run, show=_list)
    show = what.add_parser("show", help="a ruleset in words, with its sections")
    show.add_argument("name", metavar="NAME")
    show.add_argument(
        "--all", action="store_true", help="include settings that have no effect with the others"
    )
    show.set_defaults(run=_run, show=_show)
    diff = what.add_parser("diff", help="what differs between two rulesets")
    diff.add_argument("name", metavar="A")
    diff.add_argument("other", metavar="B")
    diff.set_defaults(run=_run, show=_diff)
    fouls = what.add_parser("fouls", help="every foul: grade, points, section, how it becomes known")
    fouls.add_argument("name", metavar="NAME")
    fouls.set_defaults(run=_run, show=_fouls)
    for each in (listing, show, diff, fouls):
        each.add_argument("--json", action="store_true", help="as JSON")
    return parser


def _run(options: argparse.Namespace) -> int:
    try:
        lines = list(options.show(options))
    except (config.ConfigError, RulesetError) as error:
        print(f"jantaku rules: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


def settings_of(name_or_path: str) -> tuple[Ruleset, dict[str, Setting]]:
    """A ruleset and its settings by dotted key, in order.

    Raises:
        config.ConfigError, RulesetError: as ``Ruleset.read``.
    """
    ruleset = Ruleset.read(name_or_path)
    sources = config.ruleset_sources(name_or_path)
    mapping = ruleset.to_mapping()
    settings = {}
    for group in GROUPS:
        values = getattr(ruleset, group)
        left = why_left(values)
        for field in fields(values):
            key = f"{group}.{field.name}"
            words = sentence(group, field.name, getattr(values, field.name))
            settings[key] = Setting(
                key, mapping[group][field.name], words, sources.get(key), left.get(field.name, "")
            )
    return ruleset, settings


def _words(options: argparse.Namespace) -> LanguageName:
    """The language of titles and names; the meaning of settings is told in English."""
    return getattr(options, "lang", None) or "en"


def _list(options: argparse.Namespace) -> Iterator[str]:
    titles = {name: Ruleset.read(name).title for name in config.ruleset_names()}
    if options.json:
        yield json.dumps([{"name": name, "title": title} for name, title in titles.items()])
        return
    width = max(map(len, titles))
    for name, title in titles.items():
        yield f"{name:{width}}  {rules_title(title, _words(options))}"


def _show(options: argparse.Namespace) -> Iterator[str]:
    ruleset, settings = settings_of(options.name)
    book = ruleset.sources[0] if ruleset.sources else ""
    if options.json:
        yield json.dumps(
            {
                "name": ruleset.name,
                "title": ruleset.title,
                "sources": ruleset.sources,
                "settings": [setting.mapping() for setting in settings.values()],
            },
            ensure_ascii=False,
        )
        return
    yield f"{rules_title(ruleset.title, _words(options))} ({ruleset.name})"
    yield f"Rulebooks, the first goes first: {', '.join(ruleset.sources)}"
    group = ""
    left_out = 0
    for setting in settings.values():
        if setting.source is not None and setting.source.text.startswith(NO_EFFECT) and not options.all:
            left_out += 1
            continue
        table = setting.key.partition(".")[0]
        if table != group:
            group = table
            yield f"\n{group_title(group, _words(options))}"
        yield from _wrapped(_with_place(setting, book), "  ")
    if left_out:
        yield f"\n{left_out} settings have no effect beside these (--all shows them)"


def _diff(options: argparse.Namespace) -> Iterator[str]:
    pairs = [settings_of(name) for name in (options.name, options.other)]
    (one, ones), (other, others) = pairs
    different = [key for key in ones if ones[key].value != others[key].value]
    if options.json:
        yield json.dumps(
            {
                "rulesets": [one.name, other.name],
                "differences": [
                    {"key": key, "values": [ones[key].mapping(), others[key].mapping()]} for key in different
                ],
            },
            ensure_ascii=False,
        )
        return
    names = [one.name, other.name]
    if one.name == other.name:
        names = [Path(options.name).name, Path(options.other).name]
    if names[0] == names[1]:
        names = [options.name, options.other]
    width = max(map(len, names))
    yield f"{names[0]} and {names[1]}: {len(different)} settings differ"
    group = ""
    for key in different:
        table = key.partition(".")[0]
        if table != group:
            group = table
            yield f"\n{group_title(group, _words(options))}"
        yield f"  {key}"
        for name, (ruleset, settings) in zip(names, pairs, strict=True):
            book = ruleset.sources[0] if ruleset.sources else ""
            yield from _wrapped(_with_place(settings[key], book), f"    {name:{width}}  ")


def _fouls(options: argparse.Namespace) -> Iterator[str]:
    ruleset, settings = settings_of(options.name)
    if options.json:
        yield json.dumps(
            {"name": ruleset.name, "fouls": [_foul(foul, ruleset, settings) for foul in CATALOGUE.values()]},
            ensure_ascii=False,
        )
        return
    book = ruleset.sources[0] if ruleset.sources else ""
    yield f"Fouls of {rules_title(ruleset.title, _words(options))}: the grade that is proposed; only the judge imposes"
    for foul in CATALOGUE.values():
        setting = settings[f"fouls.{foul.rule}"]
        name = foul.words_in(_words(options))
        yield f"\n{name[0].upper()}{name[1:]} [{foul.rule}]"
        grades = _arrival(foul.rule, setting.value, ruleset) or _grades(setting.value, ruleset)
        yield from _wrapped(f"{grades}; {KNOWN[foul.known]}; {_sections(foul, setting, ruleset, book)}", "  ")
    yield "\nWhat the grades mean"
    for grade, effect in GRADE_EFFECTS.items():
        points = _points(grade, ruleset)
        yield from _wrapped(
            f"{grade_words(grade, _words(options))}: {effect}{f'; {points}' if points else ''}", "  "
        )
    yield "\nWhat changes a grade"
    for key, setting in settings.items():
        group, _, name = key.partition(".")
        if group == "fouls" and name not in CATALOGUE and not name.startswith("points_"):
            yield from _wrapped(_with_place(setting, book), "  ")


def _sections(foul: CataloguedFoul, setting: Setting, ruleset: Ruleset, book: str) -> str:
    """The sections for a foul and for its grade; those of other rulebooks only if the ruleset's own has none."""
    section, place = section_of(foul.rule, ruleset.sources), setting.place(book)
    if place in section:
        return section
    return f"{book} {place}" if section.startswith("cf. ") and place[:1].isdigit() else f"{section} ({place})"


def _arrival(rule: str, grade: Any, ruleset: Ruleset) -> str:
    """The cost of coming late or never, which follows from the minutes; empty if no points are set (WRC 7.2)."""
    fouls = ruleset.fouls
    if grade != "continue" or rule not in ARRIVAL:
        return ""
    if rule == "absent":
        return f"{grade_words(grade)}, {fouls.absent_points} points"
    return f"{grade_words(grade)}, {fouls.late_points} a minute up to {fouls.late_minutes} minutes"


def _foul(foul: CataloguedFoul, ruleset: Ruleset, settings: dict[str, Setting]) -> dict[str, Any]:
    setting = settings[f"fouls.{foul.rule}"]
    steps: list[Any] = [[1, setting.value]] if isinstance(setting.value, str) else setting.value
    return {
        "rule": foul.rule,
        "words": foul.words,
        "known": foul.known,
        "section": section_of(foul.rule, ruleset.sources),
        "grades": [
            {
                "from": least,
                "grade": grade,
                "points": points_of(grade, ruleset.fouls, warnings=ruleset.fouls.warning_free),
                "effect": GRADE_EFFECTS[grade],
            }
            for least, grade in steps
        ],
        "source": setting.mapping(),
    }


def _grades(value: Any, ruleset: Ruleset) -> str:
    if not isinstance(value, str):
        return steps_words(tuple(tuple(step) for step in value))
    grade: Any = value
    points = _points(grade, ruleset)
    return grade_words(grade) + (f", {points}" if points else "")


def _points(grade: Grade, ruleset: Ruleset) -> str:
    """What a grade costs: "20 points"; empty if it costs none."""
    fouls = ruleset.fouls
    if grade == "chombo" and ruleset.flow.chombo_payment == "reverse_mangan":
        return "a reverse mangan"
    points = points_of(grade, fouls, warnings=fouls.warning_free)
    if not points:
        return ""
    return f"{points} points" + (f" from number {fouls.warning_free + 1} on" if grade == "warning" else "")


def _with_place(setting: Setting, book: str) -> str:
    left = f" Left to the judge: {setting.left}." if setting.left else ""
    return f"{setting.words.removesuffix('.')} ({setting.place(book)}).{left}"


def _wrapped(text: str, start: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=start, subsequent_indent=" " * (len(start) + 2))
