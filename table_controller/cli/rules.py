"""``jantaku rules``: shows a ruleset in words with its sections, the differences between two, and the catalogue of fouls."""

import argparse
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import config
from config.nearest import nearest
from referee.rules.fouls import CATALOGUE, CataloguedFoul, Grade, points_of, section_of
from referee.rules.left import left_settings
from referee.rules.needs import is_wholly_left, left_without
from referee.rules.ruleset import GROUPS, Ruleset, people_rules
from referee.rules.words import grade_effect, group_title, people_sentence, sentence, steps_words, why_left
from referee.texts.findings import Plain
from referee.texts.language import Language, LanguageName, language
from referee.texts.message import Message
from referee.tournament.tournament import ARRIVAL
from table_controller.settings.senses import SENSES
from wording.rules_shown import RulesShown, offered_title
from wording.terminal.columns import wrapped
from wording.terminal.exit_status import ExitStatus

WIDTH: Final = 110
REMARK: Final = re.compile(rf"(?:(.*); )?(not in source|second hand|reading|{config.NO_EFFECT})(?:: (.*))?")
REMARKS: Final[dict[str, Callable[[str], Message]]] = {
    "not in source": RulesShown.not_in_source,
    "second hand": RulesShown.second_hand,
    "reading": RulesShown.reading,
    config.NO_EFFECT: RulesShown.without_effect,
}
"""The beginnings of comments on values that no section of a rulebook has."""


class Setting(NamedTuple):
    """A setting of a ruleset: its value, the value in words, its source, and the reason if the judge decides it."""

    key: str
    value: Any
    words: str
    source: config.Source | None
    left: str = ""

    def line(self, book: str, spoken: Language) -> str:
        """Return the setting in words, with its source."""
        words = self.words.removesuffix(".").removesuffix("。")
        return spoken.say(RulesShown.setting(words, self.place(book, spoken), self.left or None))

    def place(self, book: str, spoken: Language) -> str:
        """Return the section behind the value, with the rulebook if not ``book``; without a section, file and line."""
        source = self.source
        if source is None:
            return spoken.say(RulesShown.no_file())
        if not source.text:
            return f"{Path(source.file).name}:{source.line}"
        remark = REMARK.fullmatch(source.text)
        text = source.text
        if remark:
            section = f"{remark[1]}, " if remark[1] else ""
            text = section + spoken.say(REMARKS[remark[2]](remark[3] or ""))
        return text if source.book == book else f"{source.book} {text}".lstrip()

    def mapping(self) -> dict[str, Any]:
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
    show.add_argument(
        "--senses",
        type=_senses,
        metavar="SENSES",
        help="say which fouls are left to the judge at a table that senses only these: some of "
        f"{', '.join(SENSES)} with commas between them, or none",
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


def _senses(text: str) -> tuple[str, ...]:
    """Return a table's senses, parsed from an argument.

    Raises:
        argparse.ArgumentTypeError: there is no such sense.
    """
    named = () if text == "none" else tuple(text.split(","))
    for each in named:
        if each not in SENSES:
            raise argparse.ArgumentTypeError(
                f"{each!r} is not a sense ({', '.join(SENSES)}){f'; did you mean {near}?' if (near := nearest(each, SENSES)) else ''}"
            )
    return named


def _run(options: argparse.Namespace) -> int:
    print("\n".join(options.show(options)))
    return ExitStatus.DONE


def settings_of(name_or_path: str, words: LanguageName = "en") -> tuple[Ruleset, dict[str, Setting]]:
    """Return a ruleset and its settings by dotted key, in order.

    Raises:
        config.ConfigError, RulesetError: as raised by ``Ruleset.read``.
    """
    ruleset = Ruleset.read(name_or_path)
    sources = config.ruleset_sources(name_or_path)
    mapping = ruleset.to_mapping()
    settings = {}
    for group in GROUPS:
        values = getattr(ruleset, group)
        left = left_settings(type(values))
        for name in values.__struct_fields__:
            key = f"{group}.{name}"
            text = sentence(group, name, getattr(values, name), words)
            why = why_left(group, name, words) if name in left else ""
            settings[key] = Setting(key, mapping[group][name], text, sources.get(key), why)
    return ruleset, settings


def people_settings(name_or_path: str, words: LanguageName = "en") -> list[Setting]:
    """Return the rules of a ruleset that only people can keep, in order.

    Raises:
        config.ConfigError, RulesetError: as raised by ``Ruleset.read``.
    """
    sources = config.ruleset_sources(name_or_path)
    found = []
    for name, rule in people_rules(name_or_path).items():
        key = f"{config.PEOPLE}.{name}"
        text = rule if isinstance(rule, str) else people_sentence(name, words)
        found.append(Setting(key, rule, text, sources.get(key)))
    return found


def _words(options: argparse.Namespace) -> LanguageName:
    """Return the language of the output; comments in a ruleset's file are shown unchanged."""
    return getattr(options, "lang", None) or "en"


def _list(options: argparse.Namespace) -> Iterator[str]:
    choices = config.ruleset_choices()
    titles = {name: offered_title(name, newer, _words(options)) for name, newer in choices.items()}
    if options.json:
        listed = [{"name": name, "title": title} for name, title in titles.items()]
        yield json.dumps(listed, ensure_ascii=False)
        return
    width = max(map(len, titles))
    for name, title in titles.items():
        yield f"{name:{width}}  {title}"


def _show(options: argparse.Namespace) -> Iterator[str]:
    words, spoken = _words(options), language(_words(options))
    ruleset, settings = settings_of(options.name, words)
    people = people_settings(options.name, words)
    title = config.ruleset_title(options.name, words)
    if options.json:
        yield json.dumps(
            {
                "name": ruleset.name,
                "title": title,
                "sources": ruleset.sources,
                "unread": ruleset.unread,
                "unchecked": ruleset.unchecked,
                "mods": config.ruleset_mods(options.name, words),
                "settings": [setting.mapping() for setting in settings.values()],
                "left_to_people": [kept.mapping() for kept in people],
                **_left_told(options.senses),
            },
            ensure_ascii=False,
        )
        return
    yield spoken.say(RulesShown.ruleset(title, ruleset.name))
    yield spoken.say(RulesShown.books(ruleset.sources))
    group = ""
    left_out = 0
    for setting in settings.values():
        if (
            setting.source is not None
            and setting.source.text.startswith(config.NO_EFFECT)
            and not options.all
        ):
            left_out += 1
            continue
        table = setting.key.partition(".")[0]
        if table != group:
            group = table
            yield f"\n{group_title(group, words)}"
        yield from wrapped(setting.line(ruleset.book, spoken), "  ", WIDTH)
    if people:
        yield f"\n{spoken.say(RulesShown.left_to_people())}"
    for kept in people:
        yield from wrapped(kept.line(ruleset.book, spoken), "  ", WIDTH)
    if ruleset.unchecked:
        yield f"\n{spoken.say(RulesShown.unchecked(ruleset.unchecked))}"
    for mod, title in config.ruleset_mods(options.name, words).items():
        yield from wrapped(spoken.say(RulesShown.mod(mod, title)), "", WIDTH)
    if left_out:
        yield f"\n{spoken.say(RulesShown.no_effect(left_out))}"
    if options.senses is not None:
        yield f"\n{spoken.say(RulesShown.left_without(options.senses))}"
        for rule, missing in left_without(options.senses).items():
            line = RulesShown.left_wholly if is_wholly_left(rule, options.senses) else RulesShown.left_partly
            foul = line(CATALOGUE[rule].words_in(words), rule, missing)
            yield from wrapped(spoken.say(foul), "  ", WIDTH)


def _left_told(senses: Sequence[str] | None) -> dict[str, Any]:
    if senses is None:
        return {}
    left = [
        {"rule": rule, "senses": list(missing), "wholly": is_wholly_left(rule, senses)}
        for rule, missing in left_without(senses).items()
    ]
    return {"senses": list(senses), "left_to_judge": left}


def _diff(options: argparse.Namespace) -> Iterator[str]:
    words, spoken = _words(options), language(_words(options))
    pairs = [settings_of(name, words) for name in (options.name, options.other)]
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
    yield spoken.say(RulesShown.differ(names[0], names[1], len(different)))
    group = ""
    for key in different:
        table = key.partition(".")[0]
        if table != group:
            group = table
            yield f"\n{group_title(group, words)}"
        yield f"  {key}"
        for name, (ruleset, settings) in zip(names, pairs, strict=True):
            line = settings[key].line(ruleset.book, spoken)
            yield from wrapped(line, f"    {name:{width}}  ", WIDTH)


def _fouls(options: argparse.Namespace) -> Iterator[str]:
    words, spoken = _words(options), language(_words(options))
    ruleset, settings = settings_of(options.name, words)
    if options.json:
        fouls = [_foul(foul, ruleset, settings, words) for foul in CATALOGUE.values()]
        yield json.dumps({"name": ruleset.name, "fouls": fouls}, ensure_ascii=False)
        return
    yield spoken.say(RulesShown.fouls(config.ruleset_title(options.name, words)))
    for foul in CATALOGUE.values():
        yield f"\n{spoken.say(RulesShown.foul(foul.words_in(words), foul.rule))}"
        cost, section = cost_of(foul, ruleset, settings, words)
        yield from wrapped(spoken.say(RulesShown.cost([cost], foul.known, section)), "  ", WIDTH)
    yield f"\n{spoken.say(RulesShown.grades())}"
    for grade in get_args(Grade):
        yield from wrapped(spoken.say(RulesShown.effect(grade, grade, _points(grade, ruleset))), "  ", WIDTH)
    yield f"\n{spoken.say(RulesShown.changes())}"
    for key, setting in settings.items():
        group, _, name = key.partition(".")
        if group == "fouls" and name not in CATALOGUE and not name.startswith("points_"):
            yield from wrapped(setting.line(ruleset.book, spoken), "  ", WIDTH)


def cost_of(
    foul: CataloguedFoul, ruleset: Ruleset, settings: dict[str, Setting], words: LanguageName = "en"
) -> tuple[Message, str]:
    """Return the cost of a foul under a ruleset, given its ``settings_of``, and the sections that set it."""
    setting = settings[f"fouls.{foul.rule}"]
    cost = _arrival(foul.rule, setting.value, ruleset) or _grades(setting.value, ruleset, words)
    return cost, _sections(foul, setting, ruleset, language(words))


def _sections(foul: CataloguedFoul, setting: Setting, ruleset: Ruleset, spoken: Language) -> str:
    """Return the sections for a foul and its grade; other rulebooks' sections only if the ruleset's own has none."""
    book = ruleset.book
    section = section_of(foul.rule, ruleset.sources, ruleset.unread)
    place = setting.place(book, spoken)
    if place in section:
        return section
    return f"{book} {place}" if "cf. " in section and place[:1].isdigit() else f"{section} ({place})"


def _arrival(rule: str, grade: Any, ruleset: Ruleset) -> Message | None:
    """Return the cost of coming late or never, which depends on the minutes; None if no points are set (WRC 7.2)."""
    fouls = ruleset.fouls
    if grade != "continue" or rule not in ARRIVAL:
        return None
    if rule == "absent":
        return RulesShown.graded(grade, RulesShown.points(fouls.absent_points))
    return RulesShown.graded(grade, RulesShown.late(fouls.late_points, fouls.late_minutes))


def _foul(
    foul: CataloguedFoul, ruleset: Ruleset, settings: dict[str, Setting], words: LanguageName
) -> dict[str, Any]:
    setting = settings[f"fouls.{foul.rule}"]
    steps: list[Any] = [[1, setting.value]] if isinstance(setting.value, str) else setting.value
    return {
        "rule": foul.rule,
        "words": foul.words_in(words),
        "known": foul.known,
        "section": section_of(foul.rule, ruleset.sources, ruleset.unread),
        "grades": [
            {
                "from": least,
                "grade": grade,
                "points": points_of(grade, ruleset.fouls, warnings=ruleset.fouls.warning_free),
                "effect": grade_effect(grade, words),
            }
            for least, grade in steps
        ],
        "source": setting.mapping(),
    }


def _grades(value: Any, ruleset: Ruleset, words: LanguageName) -> Message:
    if not isinstance(value, str):
        return Plain.words(steps_words(tuple(tuple(step) for step in value), words))
    grade: Any = value
    return RulesShown.graded(grade, _points(grade, ruleset))


def _points(grade: Grade, ruleset: Ruleset) -> Message | None:
    """Return the cost of a grade: "20 points"; None if it costs none."""
    fouls = ruleset.fouls
    if grade == "chombo" and ruleset.flow.chombo_payment == "reverse_mangan":
        return RulesShown.reverse_mangan()
    points = points_of(grade, fouls, warnings=fouls.warning_free)
    if not points:
        return None
    if grade == "warning":
        return RulesShown.points_from(points, fouls.warning_free + 1)
    return RulesShown.points(points)
