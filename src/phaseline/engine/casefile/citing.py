"""What a case file says of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from phaseline.engine.casefile.cases import Case
from phaseline.engine.cited import unknown
from phaseline.engine.game import Game


def uncited(case: Case, game: Game[Any, Any]) -> Iterator[str]:
    """A remark on each of its `cases` that the rulebook does not have: it runs all the same, but counts for nothing."""
    listed = case.part("cases")
    for number, item in enumerate(listed.items if listed else (), start=1):
        if said := unknown(game.package, item.text):
            yield f"{item.file}:{item.line}: cases[{number}]: {said}"
