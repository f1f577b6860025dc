"""The runner: places to work, the order of what comes back, and processes that die."""

import os
import signal
from collections.abc import Iterator

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


def test_one_process_is_this_one() -> None:
    assert isinstance(processes(1), Here)
    assert processes(3).name == "3 processes"
