"""Spread many independent pieces of work over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

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
    try:
        yield from pool.map(work, items)
    finally:
        pool.shutdown(cancel_futures=True)
