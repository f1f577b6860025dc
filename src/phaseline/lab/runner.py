"""The one way to run many matches: independent pieces of work, done by a place that does them.

A place is this process (`Here`), several processes of this machine (`Processes`), or the machines of a cluster
(`phaseline.lab.cluster`). Which one makes no difference to what comes of it.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Any, Generic, Protocol, TypeVar

from phaseline.wording.counts import several

AHEAD = 8
"""Pieces of work for each process that are begun before the oldest one is done, so that none runs dry."""

T = TypeVar("T")
R = TypeVar("R")


class WorkerLost(RuntimeError):
    """A process died over a piece of work, twice: it ran out of memory, or the work broke the interpreter."""


@dataclass(frozen=True)
class Answer(Generic[R]):
    """What came of piece of work number `index`: its value, or the error that it raised."""

    index: int
    value: R | None = None
    error: BaseException | None = None

    def result(self) -> R:
        """The value. Raises the error."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]


class Place(Protocol):
    """Somewhere to work."""

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[Answer[R]]:
        """The answer to each item as soon as it is there, whatever their order.

        Items are taken one by one, as there is room for them. When the caller stops early, what is not done is
        dropped.
        """
        ...

    @property
    def name(self) -> str:
        """What it is called: `2 processes`."""
        ...


def spread(work: Callable[[T], R], items: Iterable[T], place: Place) -> Iterator[R]:
    """The results of `work` for each item, in the order of the items. Raises what the first piece raised that failed."""
    early: dict[int, Answer[R]] = {}
    following = 0
    for answer in place.each(work, items):
        early[answer.index] = answer
        while following in early:
            yield early.pop(following).result()
            following += 1


def processes(wanted: int | None = None) -> Place:
    """So many processes of this machine; by default one for each processor."""
    jobs = wanted or os.cpu_count() or 1
    return Here() if jobs == 1 else Processes(jobs)


class Here:
    """This process, one piece after the other."""

    name = "1 process"

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[Answer[R]]:
        """See `Place`."""
        for index, item in enumerate(items):
            yield Answer(index, work(item))


class Processes:
    """Processes of this machine; `work`, items and results must be picklable.

    When one dies, the others are replaced too, and what was under way is done again, one piece at a time: so it shows
    which piece kills, and only that one is lost.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    @property
    def name(self) -> str:
        """See `Place`."""
        return several(self.jobs, "process")

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[Answer[R]]:
        """See `Place`."""
        pool = _Pool(self.jobs, work)
        pending: dict[int, tuple[T, Future[R]]] = {}
        source = enumerate(items)
        taken = 0
        try:
            while True:
                while not pending or taken - next(iter(pending)) < AHEAD * self.jobs:
                    more = next(source, None)
                    if more is None:
                        break
                    index, item = more
                    pending[index] = item, pool.submit(item)
                    taken = index + 1
                if not pending:
                    return
                wait([future for _, future in pending.values()], return_when=FIRST_COMPLETED)
                done = [index for index, (_, future) in pending.items() if future.done()]
                broken = [index for index in done if _died(pending[index][1])]
                for index in done:
                    if index not in broken:
                        yield _answer(index, pending.pop(index)[1])
                if broken:
                    pool.renew()
                    for index in list(pending):
                        future = pending[index][1]
                        if not future.done() or _died(future):
                            future = pool.alone(pending[index][0])
                        yield _answer(index, future)
                        del pending[index]
        finally:
            pool.close(waiting=not pending)


class _Pool:
    """Processes that can be replaced."""

    def __init__(self, jobs: int, work: Callable[[Any], Any]) -> None:
        self._jobs, self._work = jobs, work
        self._begun = 0
        self._pool = self._fresh()

    def submit(self, item: Any) -> Future[Any]:
        # Processes start with the first pieces of work. One that starts while Ctrl-C is ignored leaves it to us.
        with _deaf() if self._begun < self._jobs else nullcontext():
            self._begun += 1
            try:
                return self._pool.submit(self._work, item)
            except BrokenProcessPool as error:
                failed: Future[Any] = Future()
                failed.set_exception(error)
                return failed

    def alone(self, item: Any) -> Future[Any]:
        """Done with nothing else under way."""
        future = self.submit(item)
        wait([future])
        if _died(future):
            self.renew()
        return future

    def renew(self) -> None:
        self.close()
        self._pool = self._fresh()
        self._begun = 0

    def close(self, *, waiting: bool = True) -> None:
        """End the processes; without `waiting` in the middle of their work, which may take minutes."""
        if not waiting:
            self._hold.close()
        self._pool.shutdown(cancel_futures=True)
        self._hold.close()
        self._held.close()

    def _fresh(self) -> ProcessPoolExecutor:
        # Fresh processes, the same on every system: a fork of a program with threads may hang.
        context = get_context("spawn")
        self._held, self._hold = context.Pipe(duplex=False)
        return ProcessPoolExecutor(
            self._jobs, mp_context=context, initializer=_follow, initargs=(self._held,)
        )


def _follow(held: Connection) -> None:
    """End this process with the one that began it, even if that one is killed and can tell nobody, or once it lets go."""

    def end() -> None:
        wait_for([held])  # nothing is ever sent: it is over when the other end is closed
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def _died(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and isinstance(future.exception(), BrokenProcessPool)


def _answer(index: int, future: Future[R]) -> Answer[R]:
    error = future.exception()
    if isinstance(error, BrokenProcessPool):
        error = WorkerLost("the process that played it died, twice; was there memory enough?")
    return Answer(index, error=error) if error is not None else Answer(index, future.result())


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C is ignored, by this process and for good by those it starts meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
