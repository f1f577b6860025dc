"""What many matches take: processes load only what they play with, and memory does not grow with the matches."""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import structs

from phaseline.lab import running
from phaseline.lab.experiment import read
from phaseline.lab.rows import MatchRow
from phaseline.lab.runner import Answer
from phaseline.lab.running import Stand
from phaseline.lab.store import Store

EXPERIMENT = """
[stop]
matches = {matches}
[keep]
details = false
records = "faults"
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["{agent}", "{agent}"]
"""
PLAYS = """
import sys
from pathlib import Path
from phaseline.lab.experiment import read
from phaseline.lab.playing import Job, play
_, series = read(Path(sys.argv[1]))
assert play(Job(series[0], 0)).row.status == "over"
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"numpy", "scipy", "pandas", "pyarrow", "altair", "typer"}))
"""


class Copier:
    """A place where the first match is played and every other one is told to be like it."""

    name = "copies"

    def __init__(self) -> None:
        self._first: Any = None

    def each(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Answer[Any]]:
        for index, job in enumerate(items):
            self._first = self._first or work(job)
            row = structs.replace(self._first.row, number=job.number, pair=job.number)
            yield Answer(index, structs.replace(self._first, row=row))


def file(folder: Path, matches: int, agent: str) -> Path:
    path = folder / "experiment.toml"
    path.write_text(EXPERIMENT.format(matches=matches, agent=agent), "utf-8")
    return path


def test_a_process_that_plays_loads_no_library_that_it_does_not_need(tmp_path: Path) -> None:
    """Each process of a run would pay for it before its first match."""
    words = [sys.executable, "-c", PLAYS, str(file(tmp_path, 1, "greedy"))]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.split() == []


def test_memory_does_not_grow_with_the_matches(tmp_path: Path) -> None:
    path = file(tmp_path, 6000, "random")
    kept = Store.create(tmp_path / "run", path, *read(path))
    sizes: dict[int, int] = {}

    def watch(stand: Stand, _: MatchRow) -> None:
        if stand.done % 3000 == 1000:
            sizes[stand.done] = tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        running.run(kept, Copier(), watch)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        running.stands(kept)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert kept.count(kept.series[0]) == 6000
    assert sizes[4000] - sizes[1000] < 100_000  # 3,000 rows would take two million bytes and more
    assert peak - before < 1_000_000
