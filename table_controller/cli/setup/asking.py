"""Asks the questions, with the present settings as defaults, which Enter accepts."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from config import ConfigError, ruleset_choices, table_names
from firmware_bridge.unit.holders import holders_of
from referee.texts.message import Message
from table_controller.cli.firmware import AVRDUDE, BOARDS
from table_controller.cli.setup import found
from table_controller.cli.setup.answers import KEEP, LEARN, NO_CAMERA, NO_UNIT, Answers, changed
from table_controller.cli.setup.cameras import V4L2, LookedThrough, device_of, names_that_stay
from table_controller.cli.setup.found import FoundUnit
from table_controller.cli.setup.learning import learned
from table_controller.cli.setup.measures import TableMeasures, measures_of
from table_controller.cli.setup.person import Respondent
from vision.geometry import TableGeometry, load_geometry
from wording.command_line.errors import config_error, message_of_config
from wording.command_line.setup_texts import BadAnswer, Setup
from wording.rules_shown import offered_title


class SetupQuestions:
    """The questions, put to a person.

    Args:
        before: the answers to offer as defaults.
        person: the person who answers.
        patterns: the patterns of the serial devices to query.
        cameras: the cameras to try, as in the settings.
        looked: takes and keeps their pictures.
        root: the root folder of the settings' paths.
        known: True if the login ``referee`` already has a password, so that none is asked for.
    """

    def __init__(
        self,
        before: Answers,
        person: Respondent,
        patterns: Sequence[str],
        cameras: Sequence[str],
        looked: LookedThrough,
        *,
        root: Path,
        known: bool,
    ) -> None:
        self._answers = before
        self._root = root
        self._person = person
        self._patterns = patterns
        self._cameras = cameras
        self._looked = looked
        self._known = known

    def ask(self) -> tuple[Answers, TableMeasures]:
        """Ask everything; returns the table's measures too, which may just have been taken.

        Raises:
            ConfigError: the terminal was closed in between.
        """
        self._person.greet()
        self._ask("hall", Setup.ask_hall())
        self._ask("table", Setup.ask_table())
        self._ask_unit()
        self._ask_cameras()
        measures = self._ask_geometry()
        titles = {
            name: offered_title(name, newer, self._answers.language)
            for name, newer in ruleset_choices().items()
        }
        self._ask("ruleset", Setup.ask_ruleset(), titles)
        self._ask("broker", Setup.ask_broker())
        if self._answers.own_broker:
            self._ask_yes("encrypted", Setup.ask_encrypted())
            if self._answers.encrypted:
                self._ask("host", Setup.ask_host())
            if not self._known:
                self._ask_secret("password", Setup.ask_referee(), again=True)
        else:
            self._ask_secret("password", Setup.ask_own(self._answers.login))
        self._ask_secret("calls", Setup.ask_calls())
        return self._answers, measures

    def _ask_unit(self) -> None:
        self._person.say(Setup.looking())
        units = list(found.find_units(self._patterns))
        for unit in units:
            self._person.say(Setup.unit_found(unit.device, unit.says))
        if not units:
            self._person.say(Setup.no_unit())
        answering = [unit.device for unit in units if unit.answers]
        if answering and self._answers.unit not in answering:
            self._answers = changed(self._answers, {"unit": answering[0]}, "-")
        before = self._answers.unit
        while True:
            self._ask("unit", Setup.ask_unit(), {**dict.fromkeys(answering, ""), NO_UNIT: ""}, free=True)
            device = self._answers.unit
            if device == NO_UNIT or Path(device).exists():
                break
            # A unit that is set up already may just be unplugged.
            if self._person.agrees(Setup.ask_absent(device), "y" if device == before else "n"):
                break
            self._answers = changed(self._answers, {"unit": before}, "-")
        self._ask_firmware(next((unit for unit in units if unit.device == self._answers.unit), None))

    def _ask_firmware(self, unit: FoundUnit | None) -> None:
        """Ask whether to flash this program's firmware onto a board that has another one or does not answer."""
        if unit is None or (unit.answers and not unit.outdated) or holders_of(unit.device):
            return
        if shutil.which(AVRDUDE) is None:
            self._person.say(Setup.no_avrdude(unit.device))
            return
        chips = tuple(BOARDS)
        self._answers = changed(self._answers, {"firmware": chips[0] if unit.outdated else KEEP}, "-")
        self._ask("firmware", Setup.ask_firmware(unit.device), dict.fromkeys((*chips, KEEP), ""))

    def _ask_cameras(self) -> None:
        seen = self._seen_cameras()
        if not seen:
            self._person.say(Setup.no_camera())
        first = _offered(self._answers.camera, seen)
        if first is None and seen and self._answers.camera.startswith(f"{V4L2}:"):
            first = next(filter(self._looked.sees_table, seen), seen[0])
        if first is not None:
            self._answers = changed(self._answers, {"camera": first}, "-")
        self._ask("camera", Setup.ask_camera(), dict.fromkeys(seen, ""), free=True)
        self._ask_second(seen)

    def _ask_second(self, seen: Sequence[str]) -> None:
        """Ask whether another camera looks at the table too; not asked where there is no other."""
        first, before = device_of(self._answers.camera), self._answers.second_camera
        others = [each for each in seen if device_of(each) != first]
        if not others and before in {"", NO_CAMERA}:
            return
        if before != NO_CAMERA:
            kept = None if before == "" or device_of(before) == first else _offered(before, others) or before
            good = kept or next(filter(self._looked.sees_table, others), NO_CAMERA)
            self._answers = changed(self._answers, {"second_camera": good}, "-")
        offered = {**dict.fromkeys(others, ""), NO_CAMERA: ""}
        self._ask("second_camera", Setup.ask_second_camera(), offered, free=True)

    def _ask_geometry(self) -> TableMeasures:
        """Ask for the model of the table; measure the table if its measures are unknown."""
        say, before = self._person.spoken.say, self._answers.geometry
        offered = {name: say(_in_words(load_geometry(name))) for name in table_names()}
        if self._looked.picture(self._answers.camera) is not None:
            offered[LEARN] = say(Setup.learn())
        while True:
            self._ask("geometry", Setup.ask_geometry(), offered, free=True)
            try:
                measures = self._measures(self._answers.geometry)
            except ConfigError as error:
                self._person.say(message_of_config(error))
                measures = None
            if measures is not None:
                self._looked.table = measures.table
                self._answers = changed(self._answers, {"geometry": measures.name}, "-")
                return measures
            self._answers = changed(self._answers, {"geometry": before}, "-")

    def _measures(self, name: str) -> TableMeasures | None:
        """Return the measures of the table, named or just measured; None if the person gave up."""
        if name != LEARN:
            return measures_of(name, self._root)
        cameras = [self._answers.camera, self._answers.second_camera]
        there = [each for each in cameras if each not in {"", NO_CAMERA}]
        return learned(self._answers.table, there, self._looked, self._person)

    def _seen_cameras(self) -> list[str]:
        """Return the cameras that give a picture, each once; if there are several, by stable names."""
        seen: list[str] = []
        for camera in self._cameras:
            if not self._person.sees(camera, self._looked):
                continue
            same = next((each for each in seen if self._looked.are_one(camera, each)), None)
            if same is None:
                seen.append(camera)
            else:
                self._person.say(Setup.same_picture(camera, same))
        stay = names_that_stay(seen) if len(seen) > 1 else {}
        return [stay.get(each, each) for each in seen]

    def _ask(
        self, field: str, question: Message, offered: Mapping[str, str] | None = None, *, free: bool = False
    ) -> None:
        """Ask until the answer can be used."""
        offered = offered or {}
        while True:
            answer = self._person.ask(question, getattr(self._answers, field), offered)
            if answer == "":
                return
            try:
                if offered and not free and answer not in offered and "/" not in answer:
                    raise config_error(BadAnswer.choose(answer, list(offered)))
                self._answers = changed(self._answers, {field: answer}, field)
            except ConfigError as error:
                self._person.say(message_of_config(error))
            else:
                return

    def _ask_yes(self, field: str, question: Message) -> None:
        default = "y" if getattr(self._answers, field) else "n"
        self._answers = changed(self._answers, {field: self._person.agrees(question, default)}, field)

    def _ask_secret(self, field: str, question: Message, *, again: bool = False) -> None:
        """Ask for a password or addresses with passwords; a new one is asked for twice, because nobody sees it."""
        while True:
            password = self._person.password(question)
            if again and password and password != self._person.password(Setup.ask_same()):
                self._person.say(Setup.not_same())
                continue
            try:
                self._answers = changed(self._answers, {field: password}, field)
            except ConfigError as error:
                self._person.say(message_of_config(error))
            else:
                return


def _in_words(table: TableGeometry) -> Message:
    """Describe the features that distinguish one table from another."""
    return Setup.measures(f"{2 * table.felt_half:.0f}", f"{table.tile.length:.1f}", len(table.markers))


def _offered(camera: str, seen: Sequence[str]) -> str | None:
    """Return a camera of the settings as it is offered, options included, with a stable name in place of a number."""
    same = next((each for each in seen if device_of(each) == device_of(camera)), None)
    place, mark, options = camera.partition("?")
    return camera if same and not place.rpartition(":")[2].isdecimal() else same and f"{same}{mark}{options}"
