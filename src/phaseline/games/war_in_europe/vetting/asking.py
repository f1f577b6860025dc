"""Questions about a scenario file of War in Europe, in which a hex may stand for a run of its column."""

from __future__ import annotations

import re
from collections.abc import Iterable

from phaseline.drill.vetting import Field, Vetting
from phaseline.games.war_in_europe.files import Setup, hex_runs
from phaseline.hexgrid import Mask

_RUN = re.compile(r"[A-Z]\d{4}-\d{2}")


def turns_of(setup: Setup) -> tuple[int, int]:
    """The first and the last turn of a scenario."""
    return 1, len(setup.weather)


class Asking(Vetting):
    """Asks about the fields of a scenario file."""

    def area(
        self, texts: Iterable[str], *field: Field, among: Mask | None = None, what: str = "in play"
    ) -> Mask:
        """The hexes of a list, runs among them; each stands there once."""
        found = 0
        for number, text in enumerate(texts):
            at = (*field, number)
            run = "-" in text
            said = f'"{text}" is no run of hexes: write it as D1208-10'
            self.require(not run or _RUN.fullmatch(text), said, *at)
            spelt = hex_runs([text])
            self.require(spelt, f"{text} runs backwards: the lesser number comes first", *at)
            for name in spelt:
                hex = self.hex(name, *at, among=among, what=what)
                self.require(not found >> hex & 1, f"{name} stands in the list already", *at)
                found |= 1 << hex
        return found

    def countries(self, names: Iterable[str], *field: Field) -> None:
        """Whether the map has countries of these names, each of which stands there once."""
        assert self.board is not None  # scenario files are read with a map
        self.all_known(tuple(names), self.board.areas.get("country", {}), "country", *field)
