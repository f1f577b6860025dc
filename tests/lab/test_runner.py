"""The runner: places to work, the order of what comes back, and processes that die."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from phaseline.lab.runner import AHEAD, Here, Place, Processes, WorkerLost, processes, spread


def square(number: int) -> int:
    return number * number


def picky(number: int) -> int:
    if number == 3:
        raise ValueError("three is too many")
    return number


def deadly(number: int) -> int:
    """Kills its process over 2, as running out of memory does."""
    if number == 2:
        os.kill(os.getpid(), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    return number


def busy(beat: Path) -> None:
    """Never ends; a file tells that it is still at it."""
    count = 0
    while True:
        count += 1
        beat.with_suffix(".new").write_text(str(count), "utf-8")
        beat.with_suffix(".new").replace(beat)
        time.sleep(0.02)


@pytest.mark.parametrize("place", [Here(), Processes(2)])
def test_results_come_in_the_order_of_the_items(place: Place) -> None:
    assert list(spread(square, range(20), place)) == [number * number for number in range(20)]


@pytest.mark.parametrize("place", [Here(), Processes(2)])
def test_an_error_comes_in_its_turn(place: Place) -> None:
    answers = spread(picky, range(6), place)
    assert [next(answers) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three is too many"):
        next(answers)


def test_a_process_that_dies_loses_one_piece_of_work_and_no_other() -> None:
    answers = {answer.index: answer for answer in Processes(2).each(deadly, range(6))}
    assert [answers[index].value for index in (0, 1, 3, 4, 5)] == [0, 1, 3, 4, 5]
    with pytest.raises(WorkerLost, match="memory"):
        answers[2].result()


def test_work_is_taken_as_there_is_room_for_it() -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    answers = Processes(2).each(square, items())
    next(answers)
    assert len(taken) <= AHEAD * 2
    answers.close()  # type: ignore[attr-defined]


def test_processes_end_with_the_one_that_began_them(tmp_path: Path) -> None:
    """Even when it is killed: nothing is left that goes on working for nobody."""
    program = f"""
from pathlib import Path
from tests.lab.test_runner import busy
from phaseline.lab.runner import Processes
if __name__ == "__main__":
    list(Processes(2).each(busy, [Path({str(tmp_path / "beat")!r}), Path({str(tmp_path / "other")!r})]))
"""
    (tmp_path / "program.py").write_text(program, "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)])}
    begun = subprocess.Popen([sys.executable, str(tmp_path / "program.py")], env=environment)
    deadline = time.monotonic() + 120
    while not (tmp_path / "beat").exists():
        assert begun.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    begun.kill()
    begun.wait()
    beat = None
    while (last := (tmp_path / "beat").read_text("utf-8")) != beat:
        assert time.monotonic() < deadline
        beat = last
        time.sleep(1)


def busy_or_done(beat: Path | None) -> None:
    """Never ends, unless there is nothing to do."""
    if beat is not None:
        busy(beat)


def test_work_that_nobody_wants_any_more_is_given_up(tmp_path: Path) -> None:
    """As after Ctrl-C: one does not wait for what is under way, which here never ends."""
    beat = tmp_path / "beat"
    answers = Processes(2).each(busy_or_done, [beat, None])
    assert next(answers).index == 1
    deadline = time.monotonic() + 120
    while not beat.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    answers.close()  # type: ignore[attr-defined]
    last = beat.read_text("utf-8")
    time.sleep(1)
    assert beat.read_text("utf-8") == last


def test_one_process_is_this_one() -> None:
    assert isinstance(processes(1), Here)
    assert processes(3).name == "3 processes"
