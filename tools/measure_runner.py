"""How fast many matches are played at different places: one process, several, and Ray.

    python tools/measure_runner.py                   # one process against two
    python tools/measure_runner.py --ray --write     # Ray with two, too; and into docs/how-to/run-experiments.md

Plays the same experiment at each place with `phaseline lab run` and tells the time that passed, the processor time of the
command itself and of its processes, and how many times as fast as one process it was. The line *2 runs at once* is two runs of
one process each, side by side, of half the matches: no program can be faster on this machine. What a place takes for a
piece of work that does nothing is measured apart.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from phaseline import __version__
from phaseline.lab.cluster import RayCluster
from phaseline.lab.runner import Place, Processes
from phaseline.lab.speed import machine

EXPERIMENT = """
seed = 2026
[stop]
matches = {matches}
[keep]
records = "faults"
details = false
[[play]]
games = ["{game}"]
scenarios = ["{scenario}"]
agents = ["{agent}", "{agent}"]
"""
PAGE = Path(__file__).parents[1] / "docs/how-to/run-experiments.md"
BEGIN, END = "<!-- measured by tools/measure_runner.py -->", "<!-- end of measured -->"
PIECES = 2000
"""Pieces of work that do nothing."""


class Spent(NamedTuple):
    """Seconds: that passed, of processors in the command itself, and in the processes that it started."""

    passed: float
    own: float
    others: float


def play(file: Path, *where: str) -> Spent:
    """Play an experiment by the command, from nothing."""
    return side_by_side(file, 1, *where)


def side_by_side(file: Path, runs: int, *where: str) -> Spent:
    """Play an experiment so many times at once."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        words = [[sys.executable, __file__, "--run", str(file), f"{folder}/{n}", *where] for n in range(runs)]
        running = [subprocess.Popen(each, stdout=subprocess.PIPE) for each in words]
        told = [json.loads(each.communicate()[0].splitlines()[-1]) for each in running]
        passed = time.perf_counter() - started
    return Spent(passed, sum(own for own, _ in told), sum(others for _, others in told))


def run(file: str, folder: str, *where: str) -> None:
    """Inside a process of its own: the command, then the seconds of processors that it took."""
    from phaseline.cli.app import app  # noqa: PLC0415 - counts as part of the command

    app(["lab", "run", file, "--into", folder, *where, "--json"], standalone_mode=False)
    print()
    print(json.dumps([spent(resource.RUSAGE_SELF), spent(resource.RUSAGE_CHILDREN)]))


def spent(whose: int) -> float:
    """Seconds of processors."""
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def nothing(number: int) -> int:
    """A piece of work."""
    return number


def idle(place: Place) -> tuple[float, float]:
    """Seconds until the first piece that does nothing is done, and seconds a piece from there."""
    started = time.perf_counter()
    first = 0.0
    for done, answer in enumerate(place.each(nothing, range(PIECES))):
        answer.result()
        if not done:
            first = time.perf_counter()
    return first - started, (time.perf_counter() - first) / (PIECES - 1)


def places(jobs: int, *, ray: bool) -> Iterator[tuple[str, tuple[str, ...], Place | None]]:
    """What each place is called, how the command is told of it, and itself; the one process has none."""
    yield "1 process", ("--jobs", "1"), None
    yield f"{jobs} processes", ("--jobs", str(jobs)), Processes(jobs)
    if ray:
        yield f"Ray with {jobs}", ("--on", "ray", "--jobs", str(jobs)), RayCluster(None, jobs)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=400, help="so many (default: 400)")
    parser.add_argument("--scenario", default="skirmish/ford", metavar="GAME/SCENARIO")
    parser.add_argument("--agent", default="greedy", help="who plays all seats (default: greedy)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="default: all processors")
    parser.add_argument("--ray", action="store_true", help="Ray too")
    parser.add_argument("--write", action="store_true", help="into the documentation too")
    parser.add_argument("--run", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run:
        run(*asked.run)
        return
    told = "\n".join(measured(asked))
    print(told)
    if asked.write:
        text = PAGE.read_text("utf-8")
        before, after = text.partition(BEGIN)[0], text.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{told}\n\n{END}{after}", "utf-8")


def measured(asked: argparse.Namespace) -> Iterator[str]:
    """Play at all places; what came of it, as lines of a page."""
    game, scenario = asked.scenario.split("/")
    with tempfile.TemporaryDirectory() as folder:
        whole, part = Path(folder, "whole.toml"), Path(folder, "part.toml")
        for file, matches in ((whole, asked.matches), (part, asked.matches // asked.jobs)):
            file.write_text(
                EXPERIMENT.format(matches=matches, game=game, scenario=scenario, agent=asked.agent)
            )
        found = [(name, play(whole, *words)) for name, words, _ in places(asked.jobs, ray=asked.ray)]
        found.append((f"{asked.jobs} runs at once", side_by_side(part, asked.jobs, "--jobs", "1")))
    month = datetime.now(UTC).strftime("%B %Y")
    yield f"Measured in {month} with Phaseline {__version__}: {asked.matches} matches of `{game}` `{scenario}`, `{asked.agent}` in every seat,"
    yield f"on {os.cpu_count()} processors ({machine()}).\n"
    yield "| where | seconds | of processors: the command | its processes | matches a minute | times as fast |"
    yield "|---|---:|---:|---:|---:|---:|"
    base = found[0][1].passed
    for name, (passed, own, others) in found:
        shown = "" if "Ray" in name else f"{others:.1f}"  # Ray's are no children of the command
        rate, times = 60 * asked.matches / passed, base / passed
        yield f"| {name} | {passed:.1f} | {own:.1f} | {shown} | {rate:,.0f} | {times:.2f} |"
    yield ""
    for name, _, place in places(asked.jobs, ray=asked.ray):
        if place is not None:
            start, each = idle(place)
            yield f"- {name}: ready after {start:.1f} s, and {1e3 * each:.1f} ms for each piece of work that does nothing."


if __name__ == "__main__":
    main()
