"""Runs many commands of ``jantaku`` in processes of their own, forked from one that has imported everything already.

Standard input: each line is a JSON list of lanes that run in parallel; a lane is a list of commands that run one after
the other, each ``{"arguments": […], "interrupt_s": 1.5, "closed": [1], "folder": …}``. Standard output: for each line
the same lists with ``{"status": …, "said": …}`` for each command; a status below 0 is a signal, null a command that did
not end even when interrupted.
"""

import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Generator
from typing import Any, NoReturn

import firmware_bridge
import referee
import table_controller
import vision
from jantaku import main as cli

MEMORY_BYTES = 6 << 30
POLL_S = 0.005
PATIENCE_S = 60.0
"""After the interrupt."""


def live(case: dict[str, Any], output: int, ready: int) -> NoReturn:
    """Run as the console script does."""
    os.setpgid(0, 0)
    os.chdir(case["folder"])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr.reconfigure(errors="backslashreplace")
    for number in case.get("closed", ()):
        os.close(number)
        setattr(sys, ("stdin", "stdout", "stderr")[number], None)
    status = 1
    # A signal that comes while Python forks is lost, and one before the command begins is not meant for it.
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        os.close(ready)
        status = _main(case["arguments"])
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1 if ended.code else 0
    except BaseException:  # noqa: BLE001 - the interpreter would print it
        traceback.print_exc()
    finally:
        try:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        except BaseException:  # noqa: BLE001 - the interpreter would print it
            os.write(output, f"Exception ignored: {traceback.format_exc()}".encode())
        os._exit(status)


def _main(arguments: list[str]) -> int:
    mend_streams = vars(cli)["mend_streams"]

    def begins() -> None:
        # The first thing a command does: from here on an interrupt is its own.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        mend_streams()

    vars(cli)["mend_streams"] = begins
    return cli.main(arguments)


def running(case: dict[str, Any]) -> Generator[None, None, dict[str, Any]]:
    """A command from its start to its end; yields while it runs."""
    status: int | None
    with tempfile.TemporaryFile() as output:
        waits, ready = os.pipe()
        pid = os.fork()
        if pid == 0:
            live(case, output.fileno(), ready)
        os.close(ready)
        os.read(waits, 1)
        os.close(waits)
        began = time.monotonic()
        interrupted = False
        while True:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                break
            now = time.monotonic()
            if not interrupted and now > began + case["interrupt_s"]:
                os.kill(pid, signal.SIGINT)
                interrupted = True
            if now > began + case["interrupt_s"] + PATIENCE_S:
                os.killpg(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                status = None
                break
            yield
        output.seek(0)
        text = output.read(200_000).decode(errors="replace")
    code = None if status is None else os.waitstatus_to_exitcode(status)
    return {"status": code, "said": text, "interrupted": interrupted, "took_s": time.monotonic() - began}


def lane(cases: list[dict[str, Any]]) -> Generator[None, None, list[dict[str, Any]]]:
    results = []
    for case in cases:
        done = yield from running(case)
        results.append(done)
    return results


def together(lanes: list[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """Run all lanes at once; return the results of each."""
    left = dict(enumerate(map(lane, lanes)))
    done: dict[int, list[dict[str, Any]]] = {}
    while left:
        for number, each in list(left.items()):
            try:
                next(each)
            except StopIteration as ended:
                done[number] = ended.value
                del left[number]
        time.sleep(POLL_S)
    return [done[number] for number in range(len(lanes))]


def warm() -> None:
    """Import and compute what nearly every command needs, so that forked processes inherit it."""
    for package in (firmware_bridge, referee, table_controller, vision):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    importlib.import_module("numpy.ma")


def serve() -> None:
    warm()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(together(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
