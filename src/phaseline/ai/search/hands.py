"""Several processes that share the work of one decision."""

from __future__ import annotations

import os
import signal
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class WorkFailed(RuntimeError):
    """Something went wrong in one of the other processes; the message is what it said."""


class Hands(Generic[T, R]):
    """Does tasks here and in processes that know all that this one knew when the first tasks were shared out.

    What is to be done for a task must follow from the task and from what was known then, so that it does not matter which process
    does it: then the results are the same, whatever the number of processes. Where a process cannot be split in two (Windows) all
    is done here.

    >>> with Hands(lambda n: n * n, processes=3) as hands:
    ...     hands.do([1, 2, 3, 4, 5])
    [1, 4, 9, 16, 25]
    """

    def __init__(self, work: Callable[[T], R], processes: int = 1) -> None:
        self._work = work
        self.processes = max(1, processes) if hasattr(os, "fork") else 1
        """So many share the work, this one among them."""
        self._others: list[tuple[int, Connection]] = []

    def __enter__(self) -> Hands[T, R]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the others go, whatever they are at."""
        for process, line in self._others:
            line.close()
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        self._others.clear()

    def do(self, tasks: Sequence[T]) -> list[R]:
        """The results of the tasks, in their order. Raises `WorkFailed` when one failed in another process."""
        count = max(1, min(self.processes, len(tasks)))
        while len(self._others) < count - 1:
            self._take_on()
        shared = self._others[: count - 1]
        results: list[Any] = [None] * len(tasks)
        asked: list[Connection] = []
        try:
            for number, (_, line) in enumerate(shared, start=1):
                with suppress(ConnectionError):  # that a process has gone, its answer tells
                    line.send(tasks[number::count])
                asked.append(line)
            results[::count] = [self._work(task) for task in tasks[::count]]
        finally:  # nobody's answer is left over for the next tasks
            answers = [_answer(line) for line in asked]
        for number, (found, fault) in enumerate(answers, start=1):
            if fault:
                raise WorkFailed(fault)
            results[number::count] = found
        return results

    def _take_on(self) -> None:
        """Split off another process, which waits for tasks until the line to it is closed."""
        ours, theirs = Pipe()
        with warnings.catch_warnings():
            # Newer Pythons warn of threads that are missing afterwards: what is worked on here waits for none.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if not process:
            ours.close()
            for _, line in self._others:  # else they would not notice when this process is gone
                line.close()
            self._serve(theirs)
        theirs.close()
        self._others.append((process, ours))

    def _serve(self, line: Connection) -> NoReturn:
        """Do what comes in; never come back to what the first process was doing."""
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            while True:
                tasks = line.recv()
                try:
                    line.send(([self._work(task) for task in tasks], ""))
                except Exception:  # noqa: BLE001 - it is told, and raised again where the work was shared out
                    line.send(([], traceback.format_exc()))
        finally:  # the line was closed, or broke
            os._exit(0)


def _answer(line: Connection) -> tuple[list[Any], str]:
    try:
        found: tuple[list[Any], str] = line.recv()
    except (EOFError, ConnectionError):
        return [], "a process that shared the work has ended"
    return found
