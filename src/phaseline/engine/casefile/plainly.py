"""Facts that are made plain data one by one, when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from phaseline.engine.casefile.matching import plain


class Plainly(Mapping[str, Any]):
    """What `plain` makes of a mapping, without making all of it plain; mappings inside are such mappings again.

    >>> facts = Plainly({"units": {7: {"steps": (2, 1)}}})
    >>> list(facts["units"]), facts["units"]["7"]["steps"]
    (['7'], [2, 1])
    """

    def __init__(self, facts: Mapping[Any, Any]) -> None:
        self._facts = {key if isinstance(key, str) else str(key): value for key, value in facts.items()}
        self._made: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._made:
            value = self._facts[key]
            self._made[key] = Plainly(value) if isinstance(value, Mapping) else plain(value)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)
