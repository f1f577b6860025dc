"""Work that several processes share."""

from __future__ import annotations

import os
import pickle
import signal
import time
from pathlib import Path

import pytest

from phaseline.ai.planning import Package, select
from phaseline.ai.search import Hands, WorkFailed


def squared(number: int) -> tuple[int, int]:
    """The square, and who worked it out."""
    return number * number, os.getpid()


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
@pytest.mark.parametrize("tasks", [0, 1, 2, 5, 12])
def test_results_come_in_the_order_of_the_tasks(processes: int, tasks: int) -> None:
    with Hands(squared, processes) as hands:
        for _ in range(2):
            found = hands.do(range(tasks))
            assert [square for square, _ in found] == [n * n for n in range(tasks)]
            assert len({who for _, who in found}) == min(processes, tasks)


def test_one_process_does_it_all_itself() -> None:
    with Hands(squared) as hands:
        assert {who for _, who in hands.do(range(6))} == {os.getpid()}


def test_others_know_what_was_known_when_work_was_first_shared_out() -> None:
    known = [5]

    def more(number: int) -> int:
        return number + known[0]

    with Hands(more, 3) as hands:
        assert hands.do([0, 1, 2]) == [5, 6, 7]


def test_a_task_that_fails_elsewhere_is_told() -> None:
    def work(number: int) -> int:
        return 12 // number

    with Hands(work, 2) as hands:
        with pytest.raises(WorkFailed, match="ZeroDivisionError"):
            hands.do([1, 0])
        assert hands.do([1, 2]) == [12, 6]
    with Hands(work, 2) as hands:
        with pytest.raises(ZeroDivisionError):
            hands.do([0, 1])
        assert hands.do([3, 4]) == [4, 3]


def test_the_work_of_a_process_that_has_gone_is_done_here() -> None:
    here = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != here:
            os._exit(3)
        return number

    with Hands(work, 2) as hands:
        for _ in range(2):
            assert hands.do([1, 2, 3]) == [1, 2, 3]


def test_the_work_of_a_process_that_went_between_two_tasks_is_done_and_another_takes_its_place() -> None:
    with Hands(squared, 3) as hands:
        gone = {who for _, who in hands.do(range(3))} - {os.getpid()}
        for process in gone:
            os.kill(process, 9)
            os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        assert hands.do(range(3)) == [(n * n, os.getpid()) for n in range(3)]
        others = {who for _, who in hands.do(range(3))} - {os.getpid()}
        assert len(others) == 2
        assert not others & gone


def test_the_work_of_a_process_that_goes_before_it_has_read_its_tasks_is_done_here() -> None:
    others: list[int] = []

    def work(_: int) -> int:
        for process in others:
            os.kill(process, 9)
            os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        others.clear()
        return os.getpid()

    with Hands(work, 2) as hands:
        others += hands.do(range(2))[1:]
        os.kill(others[0], signal.SIGSTOP)
        assert hands.do(range(2)) == [os.getpid()] * 2


def test_where_the_system_allows_no_more_processes_fewer_share_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fork, left = os.fork, [1]

    def refuse() -> int:
        if not left:
            raise BlockingIOError("too many processes")
        left.pop()
        return fork()

    monkeypatch.setattr(os, "fork", refuse)
    with Hands(squared, 4) as hands:
        found = hands.do(range(8))
        assert [square for square, _ in found] == [n * n for n in range(8)]
        assert len({who for _, who in found}) == 2
        assert hands.processes == 2


def test_work_is_shared_where_the_system_does_not_wait_for_children() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with Hands(squared, 2) as hands:
            assert len({who for _, who in hands.do(range(2))}) == 2
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_tasks_that_cannot_be_sent_leave_no_answers_behind() -> None:
    with Hands(repr, 3) as hands:
        with pytest.raises((pickle.PicklingError, AttributeError)):
            hands.do([1, 2, lambda: 3])
        assert hands.do([4, 5, 6]) == ["4", "5", "6"]


def test_nobody_is_left_behind() -> None:
    with Hands(squared, 3) as hands:
        others = {who for _, who in hands.do(range(3))} - {os.getpid()}
    assert len(others) == 2
    for process in others:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_the_others_end_when_the_first_is_gone() -> None:
    """Killed, as the service does with one who hangs: nobody goes on working for it."""
    reading, writing = os.pipe()
    first = os.fork()
    if not first:
        hands: Hands[int, int] = Hands(lambda _: os.getpid(), 3)
        os.write(writing, ",".join(map(str, hands.do([1, 2, 3]))).encode())
        time.sleep(60)
        os._exit(1)
    others = [int(each) for each in os.read(reading, 100).decode().split(",") if int(each) != first]
    os.kill(first, 9)
    os.waitpid(first, 0)
    os.close(reading)
    os.close(writing)
    until = time.monotonic() + 20
    while (left := [each for each in others if _alive(each)]) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(others) == 2
    assert not left


def _alive(process: int) -> bool:
    """Whether it still runs; one that has ended and was not asked for counts as gone."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return text.rsplit(")", 1)[1].split()[0] != "Z"


def test_a_solver_that_was_used_before_works_in_the_other_processes_too() -> None:
    """Its threads would be missing there: it uses none."""
    packages = [Package(10 + n % 7, {f"a{n % 5}": 1, f"b{n % 9}": 1}) for n in range(40)]

    def work(_: int) -> list[int]:
        return select(packages)

    before = select(packages)
    with Hands(work, 2) as hands:
        assert hands.do([0, 1]) == [before, before]
