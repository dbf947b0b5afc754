"""Feeds a referee random nonsense from a seed and prints the journal's digests. Run as a program: any_journal.py SEED
PLACE."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any, Final, get_args

from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from simulation.replay.disturb.moments import PLAYED_SENSES

HAND = (UNKNOWN,) * 13
STEPS: Final = 150


def anything(random: Random) -> Any:
    """An observation that no game would give."""
    seat, tile = random.randrange(4), random.randrange(34)
    return random.choice(
        [
            seen.TileDrawn(seat=seat, tile=UNKNOWN),
            seen.TileDrawn(seat=seat, tile=UNKNOWN, place=random.randrange(136)),
            seen.TileDiscarded(seat=seat, tile=tile, sideways=random.random() < 0.2),
            seen.TileDiscarded(seat=seat, tile=tile),
            seen.CallHeard(seat=seat, call=random.choice(get_args(seen.Call))),
            seen.MeldShown(
                seat=seat, kind="pon", tiles=(tile,) * 3, claimed=tile, source_seat=(seat + 1) % 4
            ),
            seen.MeldShown(seat=seat, kind="ankan", tiles=(tile,) * 4),
            seen.HandMoved(seat=seat, across=random.random() < 0.5),
            seen.TileTaken(seat=seat),
            seen.TilesExposed(seat=seat, count=random.randrange(1, 9), tiles=(tile,)),
            seen.WallBroken(seat=seat, what=random.choice(get_args(seen.Breakable))),
            seen.StickLaid(seat=seat),
            seen.IndicatorSeen(tile=tile),
            seen.TilesShown(seat=seat, tiles=tuple(random.randrange(34) for _ in range(13)), winning=tile),
            seen.TenpaiDeclared(seat=seat, tenpai=random.random() < 0.5),
            seen.JudgeCalled(seat=seat),
            seen.HandClosed(),
            office.PlayReleased(judge="anna"),
            office.TableAttended(who=random.choice(["", "anna", "bert"]), judge="anna"),
            office.FoulEntered(rule=random.choice(sorted(CATALOGUE)), seat=seat, judge="anna"),
            seen.RulingGiven(
                ruling=random.choice(get_args(seen.Ruling)),
                finding=random.randrange(3),
                judge="anna",
                force=True,
            ),
        ]
    )


def stream(random: Random, state: Any) -> Iterator[Observation]:
    """Mostly an act of the player in turn, now and then anything."""
    if state.phase in {"waiting", "ended"} and not state.desk.stopped:
        yield seen.HandDealt(
            dice=(random.randint(1, 6), random.randint(1, 6)), hands=(HAND, HAND, HAND, HAND)
        )
    elif random.random() < 0.6:
        yield seen.TileDrawn(seat=state.turn, tile=UNKNOWN)
        yield seen.TileDiscarded(seat=state.turn, tile=random.randrange(34), sideways=False)
    else:
        yield anything(random)


def tell(ruleset: str, random: Random, journal: Journal) -> None:
    """Journal a hanchan of such observations."""
    rules = Ruleset.read(ruleset).to_mapping()
    begun = seen.HanchanBegun(ruleset=rules, names=("Ada", "Bea", "Cid", "Dan"), senses=PLAYED_SENSES)
    state: Any = None
    at_ms = 0
    pending: list[Observation] = [begun]
    for number in range(STEPS):
        for each in pending:
            at_ms += random.choice((20, 200, 400, 2500))
            fields = {name: getattr(each, name) for name in each.__struct_fields__}
            stamped = type(each)(**{**fields, "at_ms": at_ms, "within_ms": 30, "source": f"signal:{number}"})
            decided, state = advance(state, stamped)
            journal.append(stamped, decided, state=state)
        pending = list(stream(random, state))
    journal.append(seen.HanchanClosed(at_ms=at_ms, judge="anna"), *_closed(state, at_ms))


def _closed(state: Any, at_ms: int) -> tuple[Any, ...]:
    return (advance(state, seen.HanchanClosed(at_ms=at_ms, judge="anna"))[0],)


def main() -> None:
    """Journal it and print every entry's digest, which covers its whole text."""
    random = Random(int(sys.argv[1]))
    journal = Journal(sys.argv[2], wall=lambda: "2026-11-21T12:00:00.000+00:00")
    for ruleset in ("wrc-2015", "riichi-mj", "saikouisen-2025"):
        tell(ruleset, random, journal)
    kinds: set[str] = set()
    for entry in journal.entries():
        kinds.update(type(event).__name__ for event in entry.events)
        sys.stdout.write(f"{entry.digest}\n")
    sys.stderr.write(" ".join(sorted(kinds)))
    journal.close()


if __name__ == "__main__":
    main()
