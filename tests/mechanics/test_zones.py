"""Zones of control as the rulebooks draw them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid.reference import neighbours
from tests.hexgrid.strategies import grid_and, hexsides, masks, some_hex
from tests.mechanics.sketch import Sketch

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, mask_of
from phaseline.mechanics.zones import Control, Zone, hex_control


class TestExtent:
    field = Sketch("""
        . a b .
         f U c .
        . e d .
    """)

    def zone(self, **rules: object) -> str:
        return self.field.marks(Zone(self.field.grid, **rules).of(self.field["U"]))  # type: ignore[arg-type]

    def test_the_six_hexes_around(self) -> None:
        assert self.zone() == "abcdef"

    def test_a_unit_may_control_its_own_hex_too(self) -> None:
        assert self.zone(own=True) == "Uabcdef"

    def test_not_across_a_river(self) -> None:
        assert self.zone(over=~self.field.between("Ub", "Uc")) == "adef"

    def test_mechanized_units_not_into_woods(self) -> None:
        assert self.zone(into=~self.field["ad"]) == "bcef"

    def test_not_out_of_a_forest(self) -> None:
        assert self.zone(out_of=~self.field["U"]) == ""
        assert self.zone(out_of=~self.field["U"], own=True) == "U"

    def test_classes_of_units_are_united(self) -> None:
        """Out of a navigable river hex zones reach only other such hexes; from the bank they reach in."""
        sketch = Sketch("""
            a r b
             c R d
        """)
        river = sketch["rR"]
        from_bank = Zone(sketch.grid, out_of=~river)
        on_river = Zone(sketch.grid, into=river)
        assert sketch.marks(from_bank.of(sketch["R"]) | on_river.of(sketch["R"])) == "r"
        assert sketch.marks(from_bank.of(sketch["c"]) | on_river.of(sketch["c"])) == "Rar"


class TestZoneToZone:
    """A unit may not go from one hex of a unit's zone to another hex of that unit's zone."""

    field = Sketch("""
        . a b c .
         . E s F .
        . d e f .
    """)
    zone = Zone(field.grid)
    enemies = field["EF"]

    def test_both_enemies_hold_the_start(self) -> None:
        assert self.field.marks(self.zone.exerted_by(self.enemies, self.field.hex("s"))) == "EF"

    def test_only_the_near_one_holds_the_other_start(self) -> None:
        near_west = self.field.hex("a")
        assert self.field.marks(self.zone.exerted_by(self.enemies, near_west)) == "E"


class TestControl:
    """Hexes in one side's zone are that side's, in both disputed, in neither as before."""

    field = Sketch("""
        . a b c . z
         . A d Z . .
        . e f g . y
    """)
    allied, axis = field["A"], field["Z"]
    zone = Zone(field.grid)

    def control(self, before: tuple[Mask, Mask]) -> Control:
        zones = (self.zone.of(self.allied), self.zone.of(self.axis))
        return hex_control((self.allied, self.axis), zones, before)

    def test_the_figure(self) -> None:
        control = self.control((self.field["aefgcdz"], self.field["by"]))
        assert self.field.marks(control.friendly(0)) == "Aabefz"
        assert self.field.marks(control.friendly(1)) == "Zcgy"
        assert self.field.marks(control.disputed) == "d"

    def test_a_disputed_hex_remembers_who_held_it_last(self) -> None:
        for side, before in enumerate([(self.field["d"], 0), (0, self.field["d"])]):
            alone = hex_control((0, 0), (0, 0), self.control(before).owned)
            assert "d" in self.field.marks(alone.friendly(side))
            assert "d" not in self.field.marks(alone.friendly(1 - side))

    def test_a_river_keeps_a_hex_undisputed(self) -> None:
        zone = Zone(self.field.grid, over=~self.field.between("Zd"))
        control = hex_control((self.allied, self.axis), (zone.of(self.allied), zone.of(self.axis)), (0, 0))
        assert "d" in self.field.marks(control.friendly(0))

    @given(grid_and(masks, masks, masks, masks, masks))
    def test_every_hex_has_one_state(self, drawn: tuple[Grid, Mask, Mask, Mask, Mask, Mask]) -> None:
        grid, ours, theirs, zone, their_zone, before = drawn
        theirs &= ~ours
        control = hex_control((ours, theirs), (zone, their_zone), (before, grid.all & ~before))
        assert control.owned[0] ^ control.owned[1] == grid.all
        assert control.disputed == zone & their_zone & ~ours & ~theirs
        assert control.friendly(0) & ours == ours
        assert control.friendly(1) & theirs == theirs


@given(grid_and(masks, masks, masks, hexsides, some_hex), st.booleans())
def test_zones_hex_by_hex(drawn: tuple[Grid, Mask, Mask, Mask, Hexsides, Hex], own: bool) -> None:
    grid, units, into, out_of, over, target = drawn
    rule = Zone(grid, over, into, out_of, own)

    def exerts(a: Hex, b: Hex) -> bool:
        return bool(out_of >> a & into >> b & 1) and over.has(a, b)

    around = neighbours(grid)
    zones = {
        a: {b for b in around[a].values() if exerts(a, b)} | ({a} if own else set()) for a in hexes(units)
    }
    assert rule.of(units) == mask_of(set().union(*zones.values()))
    assert rule.exerted_by(units, target) == mask_of(a for a in zones if target in zones[a])
