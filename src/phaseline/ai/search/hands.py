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
    is done here, and so is the share of a process that is ended from outside, or that the system refuses.

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
        while self._others:
            self._let_go(self._others[0])

    def do(self, tasks: Sequence[T]) -> list[R]:
        """The results of the tasks, in their order. Raises `WorkFailed` when one failed in another process."""
        wanted = max(1, min(self.processes, len(tasks)))
        while len(self._others) < wanted - 1 and self._take_on():
            pass
        shared = self._others[: wanted - 1]
        count = len(shared) + 1
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
        for number, (other, answer) in enumerate(zip(shared, answers, strict=True), start=1):
            if answer is None:
                self._let_go(other)
                results[number::count] = [self._work(task) for task in tasks[number::count]]
                continue
            found, fault = answer
            if fault:
                raise WorkFailed(fault)
            results[number::count] = found
        return results

    def _take_on(self) -> bool:
        """Split off another process, which waits for tasks until the line to it is closed; False if the system refuses."""
        ours, theirs = Pipe()
        try:
            with warnings.catch_warnings():
                # Newer Pythons warn of threads that are missing afterwards: what is worked on here waits for none.
                warnings.simplefilter("ignore", DeprecationWarning)
                process = os.fork()
        except OSError:  # too many processes, or too little memory for another one
            ours.close()
            theirs.close()
            self.processes = len(self._others) + 1
            return False
        if not process:
            ours.close()
            for _, line in self._others:  # else they would not notice when this process is gone
                line.close()
            self._serve(theirs)
        theirs.close()
        self._others.append((process, ours))
        return True

    def _let_go(self, other: tuple[int, Connection]) -> None:
        """Part from a process, whatever it is at, or if it has gone by itself."""
        self._others.remove(other)
        process, line = other
        line.close()
        # Where the system was told not to wait for children, it has forgotten one that has ended.
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(process, 0)

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


def _answer(line: Connection) -> tuple[list[Any], str] | None:
    """What another process found, or what went wrong there; None if it has ended."""
    try:
        found: tuple[list[Any], str] = line.recv()
    except (EOFError, ConnectionError):
        return None
    return found
