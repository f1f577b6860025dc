"""Spread many independent pieces of work over processes."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from typing import TypeVar

AHEAD = 8
"""Pieces of work for each process that are handed out before they are needed, so that none runs dry."""

T = TypeVar("T")
R = TypeVar("R")


def spread(work: Callable[[T], R], items: Iterable[T], jobs: int = 1) -> Iterator[R]:
    """The results of `work` for each item, in the order of the items, worked out by `jobs` processes at a time.

    With one job everything happens in this process. With more, `work`, items and results must be picklable. When the
    caller stops early, what has not begun is dropped.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    # Fresh processes, the same on every system: a fork of a program with threads may hang.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    waiting: deque[Future[R]] = deque()
    try:
        for number, item in enumerate(items):
            # Processes start with the first pieces of work. One that starts while Ctrl-C is ignored leaves it to us.
            with _deaf() if number < jobs else nullcontext():
                waiting.append(pool.submit(work, item))
            if len(waiting) == AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


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
