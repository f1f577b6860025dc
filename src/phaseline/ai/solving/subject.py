"""What a puzzle is about: the units and places that its task and its measures name. Everybody may read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from phaseline.engine.casefile.tree import Node
from phaseline.engine.lexicon import Lexicon
from phaseline.engine.puzzles import Puzzle
from phaseline.engine.state import State

WORDS = 4
"""A name has so many words at most."""
_WORD = re.compile(r"[\w'/-]+")


class Subject:
    """The units and hexes that a puzzle names, in its task, its measures, or as places to look at."""

    def __init__(self, puzzle: Puzzle, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        names = {*_phrases(puzzle.task), *puzzle.hexes}
        for measure in puzzle.measures:
            names.update(measure.units, _texts(measure.node.without("goal", "of")))
        self.units = self._meant("unit", names)
        self.hexes = self._meant("hex", names)

    def stands(self, state: State[Any, Any]) -> dict[int, int]:
        """By unit, the hex where it stands, of all units that the game reports to be in one."""
        units = state.game.report(state).get("units")
        found: dict[int, int] = {}
        for name, facts in units.items() if isinstance(units, Mapping) else ():
            at = facts.get("at") if isinstance(facts, Mapping) else None
            unit = self._lexicon.meant("unit", str(name))
            hex = None if at is None else self._lexicon.meant("hex", str(at))
            if unit is not None and hex is not None:
                found[unit] = hex
        return found

    def _meant(self, kind: str, names: Iterable[str]) -> frozenset[int]:
        found = (self._lexicon.meant(kind, name) for name in names)
        return frozenset(value for value in found if value is not None)


def _phrases(text: str) -> Iterator[str]:
    """All that may be a name in a sentence; a number of one or two digits is just a number."""
    words = _WORD.findall(text)
    for size in range(1, WORDS + 1):
        for first in range(len(words) - size + 1):
            phrase = " ".join(words[first : first + size])
            if not (phrase.isdecimal() and len(phrase) <= 2):
                yield phrase


def _texts(node: Node) -> Iterator[str]:
    """All that may be a name in a piece of a file: keys, and texts that are no numbers."""
    if isinstance(node.value, dict):
        for key, inner in node.value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _texts(inner)
    elif isinstance(node.resolved(), str):
        yield node.text
