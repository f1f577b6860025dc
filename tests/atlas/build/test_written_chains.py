"""Lines written hex by hex in overrides.toml become chains of the map."""

import pytest

from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.overrides import ChainOverride, add_chains
from phaseline.atlas.errors import MapFileError
from phaseline.hexgrid import Grid
from phaseline.hexgrid.numbering import RowColumn

GRID = Grid.pointy(rows=4, cols=6)


def draft() -> Draft:
    return Draft(GRID, RowColumn(GRID, "RRCC"))


def wall(*through: str) -> ChainOverride:
    return ChainOverride(kind="fortified", name="Wall", through=through, why="built 1938", case="10.3")


def test_a_line_becomes_a_chain_with_its_reason() -> None:
    made = draft()
    add_chains(made, [wall("0101", "0102", "0202")])
    (chain,) = made.chains
    assert (chain.kind, chain.name) == ("fortified", "Wall")
    assert [made.numbering.label(h) for h in chain.hexes] == ["0101", "0102", "0202"]
    (note,) = made.provenance
    assert (note.of, note.reason, note.case) == ("chains.fortified", "built 1938", "10.3")


def test_a_leap_is_refused_by_name() -> None:
    with pytest.raises(MapFileError, match=r"chain\[1\]\.through: 0101 and 0303 are not adjacent"):
        add_chains(draft(), [wall("0101", "0303")])


def test_an_unknown_hex_is_refused() -> None:
    with pytest.raises(MapFileError, match=r"chain\[1\]\.through"):
        add_chains(draft(), [wall("0101", "9999")])
