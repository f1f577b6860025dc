"""The validator: each mistake is found where it is, and a sound map passes."""

from typing import Any

import pytest
from tests.atlas.samples import coast

from phaseline.atlas import Course, FrozenDict, HexMap, Label, MapError, Place, Provenance, SideFeature
from phaseline.atlas.validate import Finding, Severity, require_valid, validate


def explained(hex_map: HexMap, **changes: Any) -> HexMap:
    """The map with every block explained, so that only what a test spoils is found."""
    hex_map = hex_map.replace(**changes)
    blocks = ["terrain", "places", "hexsides", "chains", "areas"]
    return hex_map.replace(
        provenance=tuple(Provenance(of, "geography") for of in blocks) + hex_map.provenance
    )


def sound() -> HexMap:
    m = coast()
    country = {"France": m.land & ~(1 << m.hex("0304")), "Normandy": 1 << m.hex("0304")}
    areas = {**m.areas, "country": FrozenDict(country)}
    areas["coast"] = FrozenDict({"Channel": m.coastal})
    return m.replace(areas=FrozenDict(areas))


def only(hex_map: HexMap) -> Finding:
    found = validate(hex_map)
    assert len(found) == 1, [str(finding) for finding in found]
    return found[0]


def test_a_sound_map_passes() -> None:
    m = explained(sound())
    assert validate(m) == []
    require_valid(m)


def test_a_place_in_the_sea() -> None:
    m = sound()
    places = FrozenDict({**m.places, "Atlantis": Place("Atlantis", m.hex("0103"))})
    found = only(explained(m, places=places))
    assert str(found) == "error: places.Atlantis: 0103 is sea, not land"
    assert found.at == (m.hex("0103"),)
    with pytest.raises(MapError, match=r"the map 'coast' is not sound:\nerror: places\.Atlantis"):
        require_valid(explained(m, places=places))


def test_a_port_without_a_shore() -> None:
    m = sound()
    inland = Place("Lyon", m.hex("0401"), FrozenDict(port="minor"))
    found = only(explained(m, places=FrozenDict({**m.places, "Lyon": inland})))
    assert found.message == "a port, but 0401 has no shore (say inland = true if that is meant)"
    river_port = Place("Lyon", m.hex("0401"), FrozenDict(port="minor", inland=True))
    assert validate(explained(m, places=FrozenDict({**m.places, "Lyon": river_port}))) == []


def test_a_hexside_of_sea_gives_a_shore() -> None:
    m = sound()
    antwerp = Place("Antwerp", m.hex("0402"), FrozenDict(port="major"))
    strait = SideFeature("strait", "strait", (Course("", ((m.hex("0402"), 1),)),))
    assert (
        validate(
            explained(
                m,
                places=FrozenDict({**m.places, "Antwerp": antwerp}),
                features=FrozenDict({**m.features, "strait": strait}),
            )
        )
        == []
    )


def test_a_port_on_the_wrong_sea() -> None:
    m = sound()
    port = Place("Bordeaux", m.hex("0206"), FrozenDict(port="major", seas=("Biscay",)))
    found = only(explained(m, places=FrozenDict({**m.places, "Bordeaux": port})))
    assert found.message == "its sea 'Biscay' is no area of the layer 'sea'"
    strip = FrozenDict({"Channel": m.area("coast", "Channel") & ~(1 << m.hex("0201"))})
    found, bare = validate(explained(m, areas=FrozenDict({**m.areas, "coast": strip})))
    assert (
        str(found)
        == "error: places.Cherbourg: a port of 'Channel', but 0201 is not on that coast (areas.coast)"
    )
    assert str(bare) == "warning: areas.coast: 0201 lies on the sea, but on no named coast"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("0402 0404", "0402 is followed by 0404, 2 hexes off"),
        ("0402 0402", "0402 is visited twice in a row"),
        ("0202 0203", "0203 is sea"),
        ("0505 0506", "0506 is off the map"),
    ],
)
def test_broken_railways(path: str, message: str) -> None:
    m = sound()
    hexes = tuple(m.numbering.parse(label) for label in path.split())
    line = m.chains[0].__class__("rail", "spoilt", (m.hex("0302"), *hexes) if path == "0202 0203" else hexes)
    messages = [
        f.message for f in validate(explained(m, chains=(*m.chains, line))) if f.severity is Severity.ERROR
    ]
    assert message in messages


def test_a_railway_needs_a_bridge_over_an_arm_of_the_sea() -> None:
    m = sound()
    arm = SideFeature("inlet", "sea", (Course("", ((m.hex("0303"), 1),)),))
    features = FrozenDict({**m.features, "inlet": arm})
    found = only(explained(m, features=features))
    assert found.message == "0304/0303 is 'inlet' without a bridge or ferry"
    ferry = SideFeature("rail_ferry", "ferry", arm.courses)
    assert validate(explained(m, features=FrozenDict({**features, "rail_ferry": ferry}))) == []


def test_a_railway_apart_from_the_net() -> None:
    m = sound()
    branch = m.chains[0].__class__("rail", "branch", (m.hex("0501"), m.hex("0502")))
    found = only(explained(m, chains=(*m.chains, branch)))
    assert (
        str(found) == "warning: chains.rail: 0501 0502 is cut off from the rest of the net on the same land"
    )


def test_a_river_with_a_gap_and_one_that_turns_back() -> None:
    m = sound()
    gap = Course("Orne", (*m.features["river"].courses[0].sides[:1], (m.hex("0502"), 1)))
    found = only(explained(m, features=FrozenDict(river=SideFeature("river", "river", (gap,)))))
    assert (
        str(found)
        == "error: hexsides.river.courses.Orne: the course is interrupted between 0303/E and 0502/E"
    )
    here = m.hex("0404")
    fork = Course("Orne", ((here, 0), (here, 1), (m.grid.neighbours(here)[1], 5)))
    found = only(explained(m, features=FrozenDict(river=SideFeature("river", "river", (fork,)))))
    assert found.message == "the course turns back on itself between 0404/E and 0405/NW"


def test_two_classes_of_river_on_one_hexside() -> None:
    m = sound()
    rhine = SideFeature("rhine", "river", (Course("", m.features["river"].courses[0].sides[:1]),), 3)
    found = only(explained(m, features=FrozenDict({**m.features, "rhine": rhine})))
    assert str(found) == "warning: hexsides.rhine: 0303/0304 is both 'river' and 'rhine'"


def test_countries_in_pieces_overlapping_and_missing() -> None:
    m = sound()
    normandy = m.area("country", "Normandy")
    country = {"France": m.area("country", "France"), "Normandy": normandy | 1 << m.hex("0502")}
    found = validate(explained(m, areas=FrozenDict({**m.areas, "country": FrozenDict(country)})))
    assert [str(f) for f in found] == [
        "error: areas.country.Normandy: 0502 also lies in another country",
        "warning: areas.country.Normandy: 0502 is apart from the rest (say split = true if that is meant)",
    ]
    split = FrozenDict(country=FrozenDict({"*": FrozenDict(split=True)}))
    country["France"] &= ~(1 << m.hex("0502") | 1 << m.hex("0501"))
    found = validate(explained(m, areas=FrozenDict({**m.areas, "country": FrozenDict(country)}), facts=split))
    assert [str(f) for f in found] == ["warning: areas.country: 0501 is in no country"]


def test_seas_and_coasts_agree() -> None:
    m = sound()
    wide = FrozenDict({"Channel": m.area("sea", "Channel") | 1 << m.hex("0201")})
    found = only(explained(m, areas=FrozenDict({**m.areas, "sea": wide})))
    assert found.message == "0201 is land (coasts belong in areas.coast)"
    strips = FrozenDict({"Channel": m.coastal | 1 << m.hex("0501"), "Biscay": 1 << m.hex("0201")})
    messages = [f.message for f in validate(explained(m, areas=FrozenDict({**m.areas, "coast": strips})))]
    assert messages == ["0501 has no shore", "the layer 'sea' has no area of that name"]


def test_a_coast_far_from_its_sea() -> None:
    m = sound()
    seas = FrozenDict({"Channel": m.area("sea", "Channel"), "Biscay": 1 << m.hex("0106")})
    seas = FrozenDict({**seas, "Channel": seas["Channel"] & ~seas["Biscay"]})
    strips = FrozenDict({"Channel": m.coastal, "Biscay": 1 << m.hex("0201")})
    found = only(explained(m, areas=FrozenDict({**m.areas, "sea": seas, "coast": strips})))
    assert str(found) == "warning: areas.coast.Biscay: 0201 is further than two hexes from that sea"
    told = Provenance("areas.coast", "rulebook", "a canal", hexes=(m.hex("0201"),))
    far = explained(m, areas=FrozenDict({**m.areas, "sea": seas, "coast": strips}))
    assert validate(far.replace(provenance=(*far.provenance, told))) == []


def test_nets_on_two_sides_of_a_strait_are_two_nets() -> None:
    m = HexMap.from_drawing(". . . .", chains={"rail": {"west": "0101 0102", "east": "0103 0104"}})
    assert any("cut off" in finding.message for finding in validate(m))
    strait = SideFeature("strait", "strait", (Course("", ((m.hex("0102"), 1),)),))
    assert not any("cut off" in f.message for f in validate(m.replace(features=FrozenDict(strait=strait))))


def test_orphan_labels() -> None:
    m = sound()
    labels = (
        Label("sea", "Channel", m.hex("0102")),
        Label("sea", "North Sea", m.hex("0101")),
        Label("sea", "Channel", m.hex("0401")),
        Label("region", "Nowhere", m.hex("0506")),
    )
    assert {str(f) for f in validate(explained(m, labels=labels))} == {
        "warning: labels.sea.North Sea: names no sea of the map",
        "warning: labels.sea.Channel: 0401 is not water",
        "warning: labels.region.Nowhere: 0506 is off the map",
    }


def test_provenance_is_about_something_and_complete() -> None:
    m = sound()
    notes = (Provenance("places", "rulebook", names=("Cean",)), Provenance("hexsides.wall", "rulebook"))
    found = validate(m.replace(provenance=notes))
    assert {str(f) for f in found} == {
        "error: provenance.places: places has no 'Cean'",
        "error: provenance.hexsides.wall: the map has no block 'hexsides.wall'",
        "warning: provenance.terrain: nothing says where this comes from",
        "warning: provenance.hexsides.river: nothing says where this comes from",
        "warning: provenance.chains.rail: nothing says where this comes from",
        "warning: provenance.areas.country: nothing says where this comes from",
        "warning: provenance.areas.sea: nothing says where this comes from",
        "warning: provenance.areas.coast: nothing says where this comes from",
    }


def test_terrain_that_overlaps_or_is_not_explained() -> None:
    m = sound()
    terrain = FrozenDict({**m.terrain, "forest": m.terrain["forest"] | 1 << m.hex("0401")})
    found = only(explained(m, terrain=terrain))
    assert found.message in {"0401 has 'forest' and another terrain", "0401 has 'clear' and another terrain"}
    kinds = FrozenDict({k: v for k, v in m.terrain_kinds.items() if k != "mountain"})
    terrain = FrozenDict(
        {k: v for k, v in m.terrain.items() if k != "mountain"} | {"clear": m.terrain["clear"]}
    )
    assert m.replace(terrain=terrain, terrain_kinds=kinds).terrain_at(m.hex("0504")) == ""


def test_names_too_much_alike() -> None:
    m = sound()
    twin = Place("CAEN", m.hex("0403"))
    found = only(explained(m, places=FrozenDict({**m.places, "CAEN": twin})))
    assert str(found) == 'error: places: the place names "Caen" and "CAEN" are too much alike'
