"""Every rule that differs between rulebooks, as a field of a frozen structure.

A ruleset is read from a mapping (``config.read_ruleset``) and refused if a key is unknown, missing, of a wrong type or
contradicts another. A game carries its whole ruleset, so it always replays the same. No code asks for a ruleset's name:
every difference between rulesets is a field.

Sources, by their own section numbers: WRC = World Riichi Championship Rules 2015, MJ = Riichi MJ Rule Book,
SAI = Saikouisen competition rules 2025 (articles), TAB = Riichi Mahjong Scoring Tables, REF = one-page reference,
TEN = the online rules of tenhou.net. At second hand: WRC25 = World Riichi Championship Rules 2025, EMA25 = EMA Riichi 2025,
ML = M.League, JPMLA = Japan Professional Mahjong League, A rules, SOUL = Mahjong Soul.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

import config
from config.nearest import nearest
from referee.rules.calls import Calls
from referee.rules.contradictions import refuse_contradictions
from referee.rules.display import Display
from referee.rules.flow import Flow
from referee.rules.fouls import Fouls
from referee.rules.reading import RulesetError, checked, plain, read_group
from referee.rules.scoring import DOUBLE_YAKUMAN, Scoring
from referee.rules.timing import Timing
from referee.rules.words import words_of
from referee.texts.rule_texts import Misruled

__all__ = ["DOUBLE_YAKUMAN", "GROUPS", "Ruleset", "RulesetError", "setting_names"]

GROUPS: Final[dict[str, type[Struct]]] = {
    "flow": Flow,
    "scoring": Scoring,
    "calls": Calls,
    "timing": Timing,
    "display": Display,
    "fouls": Fouls,
}
"""The groups of settings by their names, in order."""


class Ruleset(Struct, frozen=True, kw_only=True):
    """All rules of a game. ``name`` and ``title`` are for people only.

    Attributes:
        sources: the rulebooks it follows, in order of precedence: WRC, MJ, SAI, TAB, REF, TEN or a club's own word.
        unread: the one of them that could not be had; its unknown rules are taken from those after it.
        unchecked: the number of values that were not checked against its book, because that could not be had.
    """

    name: str
    title: str
    sources: tuple[str, ...]
    flow: Flow
    scoring: Scoring
    calls: Calls
    timing: Timing
    display: Display
    fouls: Fouls
    unread: str = ""
    unchecked: int = 0

    def __post_init__(self) -> None:
        refuse_contradictions(self)

    @property
    def book(self) -> str:
        """The rulebook that goes first; empty if the ruleset follows none."""
        return self.sources[0] if self.sources else ""

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Ruleset:
        """The ruleset of a mapping as ``config.read_ruleset`` gives it, or as ``to_mapping`` made it.

        Raises:
            RulesetError: an unknown, missing or contradictory setting, or a value of a wrong kind.
        """
        text = repr(mapping)  # mappings are equal where one has 1 and the other True, texts are not
        known = _READ.get(text)
        if known is None:
            known = cls._checked(mapping)
            if len(_READ) >= _MOST_READ:
                _READ.clear()
            _READ[text] = known
        return known

    @classmethod
    def _checked(cls, mapping: Mapping[str, Any]) -> Ruleset:
        name = mapping.get("name")
        if not isinstance(name, str) or not name:
            raise RulesetError(str(name), "name", Misruled.text(repr(name)))
        title = mapping.get("title", name)
        if not isinstance(title, str):
            raise RulesetError(name, "title", Misruled.text(repr(title)))
        for key in mapping:
            if key not in {"name", "title", "sources", config.UNREAD, config.UNCHECKED, *GROUPS}:
                raise RulesetError(name, key, Misruled.no_group(tuple(GROUPS)))
        if "sources" not in mapping:
            raise RulesetError(name, "sources", Misruled.missing())
        return cls(
            name=name,
            title=title,
            sources=checked(mapping["sources"], tuple[str, ...], name, "sources"),
            flow=read_group(Flow, mapping, "flow", name),
            scoring=read_group(Scoring, mapping, "scoring", name),
            calls=read_group(Calls, mapping, "calls", name),
            timing=read_group(Timing, mapping, "timing", name),
            display=read_group(Display, mapping, "display", name),
            fouls=read_group(Fouls, mapping, "fouls", name),
            unread=checked(mapping.get(config.UNREAD, ""), str, name, config.UNREAD),
            unchecked=checked(mapping.get(config.UNCHECKED, 0), int, name, config.UNCHECKED),
        )

    @classmethod
    def read(cls, name_or_path: str | Path) -> Ruleset:
        """The ruleset with a preset's name, or from a file.

        Raises:
            config.ConfigError: no such preset or file, no valid TOML, or a wrong ``extends``.
            RulesetError: as in ``from_mapping``, with the file and line of the setting.
        """
        mapping = config.read_ruleset(name_or_path)
        try:
            _refuse_people(mapping["name"], config.people_rules(name_or_path))
            return cls.from_mapping(mapping)
        except RulesetError as error:
            raise error.at(config.ruleset_place(name_or_path, error.key)) from None

    def to_mapping(self) -> dict[str, Any]:
        """The mapping that ``from_mapping`` reads: texts, integers, booleans and lists only, fit for JSON."""
        mapping: dict[str, Any] = {"name": self.name, "title": self.title, "sources": list(self.sources)}
        mapping |= {config.UNREAD: self.unread} if self.unread else {}
        mapping |= {config.UNCHECKED: self.unchecked} if self.unchecked else {}
        return mapping | {group: plain(getattr(self, group)) for group in GROUPS}

    def with_overrides(self, overrides: Mapping[str, Any]) -> Ruleset:
        """The same rules with some settings changed, given by dotted key: ``{"scoring.red_fives": False}``.

        Raises:
            RulesetError: as in ``from_mapping``.
        """
        mapping = self.to_mapping()
        for key, value in overrides.items():
            group, dot, setting = key.partition(".")
            if not dot or group not in GROUPS or setting not in mapping[group]:
                known = [f"{each}.{name}" for each in GROUPS for name in mapping[each]]
                raise RulesetError(self.name, key, Misruled.no_setting(nearest(key, known) or None))
            mapping[group][setting] = value
        return Ruleset.from_mapping(mapping)

    def judged_by(self, other: Ruleset) -> Ruleset:
        """The same game judged by another rulebook: flow and scoring stay, while the other decides what is allowed when.

        Findings name the sections of the other's sources.

        Raises:
            RulesetError: the two contradict each other.
        """
        return replace(
            self,
            name=f"{self.name}+{other.name}",
            title=f"{self.title}, judged by {other.title}",
            sources=other.sources,
            unread=other.unread,
            calls=other.calls,
            timing=other.timing,
            display=other.display,
            fouls=other.fouls,
        )


_READ: Final[dict[str, Ruleset]] = {}
"""Rulesets by the texts of their mappings: journals and records hold the same few at each hanchan."""
_MOST_READ: Final = 64


def people_rules(name_or_path: str | Path) -> dict[str, bool | str]:
    """The rules of a preset or file that only people can keep: true for one in ``config/words``, or a club's own sentence.

    Raises:
        config.ConfigError, RulesetError: as ``Ruleset.read``.
    """
    Ruleset.read(name_or_path)
    return {name: rule for name, rule in config.people_rules(name_or_path).items() if rule}


def _refuse_people(ruleset: str, rules: Any) -> None:
    if not isinstance(rules, dict):
        raise RulesetError(ruleset, config.PEOPLE, Misruled.no_table())
    known = words_of("en")[config.PEOPLE] if rules else {}
    for name, value in rules.items():
        key = f"{config.PEOPLE}.{name}"
        if not isinstance(value, bool | str):
            raise RulesetError(ruleset, key, Misruled.true_or_false(repr(value)))
        if isinstance(value, bool) and name not in known:
            raise RulesetError(ruleset, key, Misruled.no_setting(nearest(name, known) or None))


def setting_names() -> list[str]:
    """Every setting of a ruleset by its dotted name."""
    return [f"{group}.{name}" for group, kind in GROUPS.items() for name in kind.__struct_fields__]
