"""The store of ``jantaku hall`` looked at: its state, the end of a journal, an export, a notice seen to."""

import argparse
import json
import sys
from dataclasses import asdict

from config import ConfigError
from hall.collecting.troubles import trouble_of
from hall.store.option import store_of
from hall.store.store import StoreError
from referee.journal.entry import JournalCorruptError
from referee.journal.journal import utc_now
from referee.texts.language import language
from wording.terminal.exit_status import ExitStatus


def status(options: argparse.Namespace) -> int:
    """Print what the store holds of each branch, the open notices, and what is not forwarded."""
    from hall.collecting.collector import described  # noqa: PLC0415

    words, store = language(options.lang or "en"), store_of(options).existing()
    try:
        branches, notices, stalls = described(store), store.notices(), store.stalls()
        unforwarded = store.unforwarded() if stalls else 0
    finally:
        store.close()
    if options.json:
        status = {
            "branches": branches,
            "open_notices": sum(not each.resolved for each in notices),
            "stalls": list(map(asdict, stalls)),
        }
        print(json.dumps(status))
        return ExitStatus.DONE
    for each in branches:
        own = (
            f"entries {each['first']} to {each['number']}"
            if each["first"] > 1
            else f"{each['number']} entries"
        )
        waits = f", {each['waiting']} wait for an earlier one" if each["waiting"] else ""
        far = "" if each["forwarded"] is None else f", forwarded up to {each['forwarded']}"
        print(
            f"table {each['table']}, branch {each['branch']}: {own}, the newest at {each['newest']}{waits}{far}"
        )
    for notice in notices:
        if not notice.resolved:
            print(f"notice {notice.name}, {notice.wall}: {words.say(trouble_of(notice.notice).text)}")
    for stall in stalls:
        print(
            f"not forwarded to {stall.place} since {stall.since}, last tried at {stall.tried}: {stall.why}; "
            f"{unforwarded} entries wait"
        )
    return ExitStatus.DONE


def head(options: argparse.Namespace) -> int:
    """Print the last entry of a branch in the format of ``jantaku journal head``."""
    store = store_of(options).existing()
    try:
        found = [
            (wall, branch)
            for branch, wall in store.branches_with_walls()
            if branch.table == options.table and options.branch in {None, branch.name}
        ]
    finally:
        store.close()
    if not found:
        print(f"jantaku hall: no such branch of table {options.table!r}", file=sys.stderr)
        return ExitStatus.NOT_DONE
    _, newest = max(found, key=lambda each: (each[0], each[1].name))
    print(json.dumps({"number": newest.number, "digest": newest.digest}))
    return ExitStatus.DONE


def export(options: argparse.Namespace) -> int:
    """Write the games of each table from the newest branch of its journal."""
    # The referee is slow to import, and nothing else here needs it.
    from hall.collecting.collected import rows_of_store  # noqa: PLC0415
    from table_controller.journal.analysis.parquet import write_parquet  # noqa: PLC0415

    store = store_of(options).existing()
    try:
        counts = write_parquet(rows_of_store(store), options.out)
    except JournalCorruptError as error:
        raise StoreError(language(options.lang or "en").say(error.why)) from error
    except OSError as error:
        raise ConfigError(f"{options.out}: {error.strerror or error}") from error
    finally:
        store.close()
    print(f"{options.out}: " + ", ".join(f"{number} {name}" for name, number in counts.items()))
    return ExitStatus.DONE


def resolve(options: argparse.Namespace) -> int:
    """Note that a notice was seen to; return 1 if it is not open."""
    store = store_of(options).existing()
    try:
        done = store.resolve(options.notice, utc_now())
    finally:
        store.close()
    print(f"notice {options.notice} is seen to" if done else f"there is no open notice {options.notice}")
    return ExitStatus.DONE if done else ExitStatus.NOT_DONE
