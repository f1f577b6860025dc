"""Work spread over the machines of a cluster by Ray (optional: the extra `ray`).

Ray places the pieces, moves what they need, and does again what was under way on a machine that is lost. Every machine
must have the same Phaseline installed; one that has another says so, since its matches might differ.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from phaseline import __version__
from phaseline.lab.runner import AHEAD, Answer, WorkerLost

AGAIN = 5
"""So often a piece of work is done again whose process or machine was lost; then it is given up."""

T = TypeVar("T")
R = TypeVar("R")


class NoRay(RuntimeError):
    """Ray cannot be used; the message says why and what to do."""


class WrongVersion(RuntimeError):
    """A machine of the cluster has another Phaseline."""


class RayCluster:
    """A cluster: the one at `address` (`auto`: the one that this machine belongs to), or else one of its own here.

    Without an address, `$RAY_ADDRESS` is looked at first. `jobs` is how many processors a cluster of its own may use.
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        try:
            import ray  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NoRay("Ray is not installed; pip install 'phaseline[ray]'") from error
        self._ray: Any = ray
        self._address = address or os.environ.get("RAY_ADDRESS")
        self._jobs = jobs

    @property
    def name(self) -> str:
        """See `Place`."""
        return f"Ray at {self._address}" if self._address else "Ray on this machine"

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[Answer[R]]:
        """See `Place`."""
        ray = self._ray
        self._enter()
        try:
            yield from self._each(work, items)
        finally:
            ray.shutdown()

    def _enter(self) -> None:
        own = {"num_cpus": self._jobs, "include_dashboard": False}
        chosen = {"address": self._address} if self._address else own
        try:
            self._ray.init(**chosen, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise NoRay(f"no cluster answers at {self._address or 'this machine'}: {error}") from error

    def _each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[Answer[R]]:
        ray = self._ray
        there = ray.remote(max_retries=AGAIN)(_there)
        kept = ray.put(work)
        pending: dict[int, Any] = {}
        source = enumerate(items)
        taken = 0
        while True:
            while not pending or taken - next(iter(pending)) < self._room():
                more = next(source, None)
                if more is None:
                    break
                index, item = more
                pending[index] = there.remote(__version__, kept, item)
                taken = index + 1
            if not pending:
                return
            done, _ = ray.wait(list(pending.values()), num_returns=1)
            for index in [index for index, promise in pending.items() if promise in done]:
                yield self._answer(index, pending.pop(index))

    def _room(self) -> int:
        """How many pieces may be under way; machines may come and go."""
        return AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _answer(self, index: int, promise: Any) -> Answer[Any]:
        errors = self._ray.exceptions
        try:
            return Answer(index, self._ray.get(promise))
        except errors.RayTaskError as error:
            return Answer(index, error=error.cause or error)
        except (errors.WorkerCrashedError, errors.OutOfMemoryError, errors.NodeDiedError) as error:
            lost = WorkerLost(f"the process that played it died {AGAIN + 1} times; was there memory enough?")
            lost.__cause__ = error
            return Answer(index, error=lost)


def _there(version: str, work: Callable[[Any], Any], item: Any) -> Any:
    """Done on whichever machine has room."""
    if version != __version__:
        raise WrongVersion(f"a machine of the cluster has Phaseline {__version__}, this one {version}")
    return work(item)
