"""The play aids of War in Europe never fail, tell the same of the same, and agree with the rules."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.moments import until

from phaseline.engine.luck import falls, of_battle
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.rehearsal import rehearse
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.aids.left import owed
from phaseline.games.war_in_europe.aids.overlays import line_in_words
from phaseline.games.war_in_europe.aids.places import WEATHERS
from phaseline.games.war_in_europe.position import ALLIED, AXIS, DEAD, Battle, Plan
from phaseline.games.war_in_europe.rules import movement, repair, retreat, supply
from phaseline.games.war_in_europe.rules.battle import starving
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes

DONE = orders.Done()
WANTED = (
    orders.Attack,
    orders.Join,
    orders.Declare,
    orders.Overrun,
    orders.With,
    orders.Go,
    orders.Assault,
    orders.Drop,
    orders.Entrain,
    orders.Sail,
)


def match_of(key: str, seed: int) -> Match:
    return Match.new(GAME, GAME.load(key), seed=seed.to_bytes(32, "big"))


def warlike(match: Match, seat: int, rng: random.Random) -> Order:
    """Attacks, landings and trains more often than anything else, and not for ever."""
    legal = match.legal(seat)
    offered = [order for order in (legal.sample(rng) for _ in range(8)) if isinstance(order, WANTED)]
    if offered:
        return offered[0]
    if DONE in legal and rng.random() < 0.3:
        return DONE
    return legal.sample(rng)


@pytest.mark.parametrize(
    ("key", "seed", "kinds"), [("diadem", 3, 14), ("italy_1943", 5, 14), ("sichelschnitt", 4, 12)]
)
def test_aids_serve_every_decision_and_tell_the_same_twice(key: str, seed: int, kinds: int) -> None:
    match = match_of(key, seed)
    rng = random.Random(seed)
    labels: set[str] = set()
    while (decision := match.decision) is not None and len(match.entries) < 700:
        seat = decision.seats[0]
        if decision.step.label not in labels:
            labels.add(decision.step.label)
            draw = rng.randrange(1000)
            assert rehearse(match.state, seat, draw) == rehearse(match.state, seat, draw)
            rehearse(match.state, 1 - seat, draw)
        match.submit(seat, warlike(match, seat, rng))
    assert len(labels) >= kinds, labels


def fought(key: str, seed: int) -> tuple[Match, WarState]:
    """A match of which an attack is being put together."""
    match = match_of(key, seed)
    rng = random.Random(seed)
    while match.decision is not None:
        state = match.state
        assert isinstance(state, WarState)
        if state.within(Plan):
            return match, state
        seat = match.decision.seats[0]
        match.submit(seat, warlike(match, seat, rng))
    raise AssertionError("no attack was planned")


@pytest.mark.case("war_in_europe", "11.0", "12.0", "12.4a", "12.43a")
def test_the_forecast_has_every_term_with_its_case_and_exact_chances() -> None:
    for seed in range(3):
        match, state = fought("diadem", seed)
        found = GAME.aids.forecast(state, match.view(state.frame(Plan).attacker))
        assert found is not None
        assert all(line.case for line in found.lines)
        assert {"11.0", "12.43a"} <= {line.case for line in found.lines}
        assert sum(Fraction(row.chance) for row in found.rows) == 1
        assert sum(Fraction(row.chance) for row in found.spreads[0].rows) == 1


@pytest.mark.case("war_in_europe", "12.2", "12.43a")
@pytest.mark.parametrize(
    ("key", "seed", "wanted"), [("diadem", 5, {"Ae", "Ex"}), ("sichelschnitt", 25, {"Ae", "Dr", "Ex"})]
)
def test_dice_count_the_printed_points_that_units_lose_by_them(key: str, seed: int, wanted: set[str]) -> None:
    match = match_of(key, seed)
    rng = random.Random(seed)
    results: set[str] = set()
    while (decision := match.decision) is not None and len(match.entries) < 900:
        seat = decision.seats[0]
        view, order = match.view(seat), warlike(match, seat, rng)
        before = match.state.copy()
        assert isinstance(before, WarState)
        events = match.submit(seat, order)
        for event in filter(of_battle, events):
            (fall,) = falls(event, GAME.aids.before_the_dice(before, view, order))
            result = next(str(each.facts["result"]) for each in events if "result" in each.facts)
            assert fall.unit == "points"
            lost = [0, 0]
            for unit in (each.facts["unit"] for each in events if each.kind in ("loss", "eliminated")):
                lost[before.scenario.side_of[unit]] += before.face(unit).strength
            assert fall.lost[1 - seat] == lost[1 - seat], (result, [each.text for each in events])
            # Who attacks out of supply pays besides, and chooses who, once everybody has gone back (12.43).
            hungry = starving(before, before.frame(Plan))
            if result == "Ae" or (result in ("De", "Dr", "Br") and not hungry):
                assert fall.lost[seat] == lost[seat], (result, [each.text for each in events])
            results.add(result)
    assert results >= wanted, results


def placed(key: str) -> WarState:
    """A match in its first initial movement."""
    match = match_of(key, 1)
    while (decision := match.decision) is not None and decision.step.label != "initial movement":
        match.submit(decision.seats[0], DONE)
    assert isinstance(match.state, WarState)
    return match.state


@pytest.mark.case("war_in_europe", "14.4", "14.46", "14.47")
def test_a_line_of_supply_is_drawn_part_by_part() -> None:
    s = placed("diadem")
    view = GAME.view(s, ALLIED)
    anzio = s.scenario.number["us-3"]
    drawn = GAME.aids.overlay(s, view, "chain", anzio)
    assert [found.title for found in drawn.areas] == ["by sea", "supply center"]
    assert drawn.note.startswith("Minor supply: ")
    naples = s.scenario.map.hex("D2912")
    assert drawn.areas[-1].hexes == (naples,)
    parts = supply.line(s, anzio)
    assert parts is not None
    assert parts[-1].way[-1] == naples
    assert line_in_words(s, parts).endswith("by sea to D2912")


@pytest.mark.case("war_in_europe", "5.12", "5.13a")
def test_the_reach_is_that_of_the_rules() -> None:
    s = placed("diadem")
    unit = s.scenario.number["br-6-arm"]
    drawn = GAME.aids.overlay(s, GAME.view(s, ALLIED), "reach", unit)
    shown = {hex for found in drawn.areas for hex in found.hexes}
    assert shown == {
        hex
        for _, mask in movement.reachable(s, unit).waves
        for hex in range(mask.bit_length())
        if mask >> hex & 1
    }


def test_the_outlook_tells_points_and_who_is_cut_off() -> None:
    s = placed("westwall")
    found = GAME.aids.outlook(s, GAME.view(s, AXIS))
    assert "12 turns to go" in found.ends[0].text
    assert found.now[0].text.startswith("if it ended now: Axis decisive, 0 Allied points")
    flushing = next(stake for stake in found.due if stake.title == "Flushing")
    assert flushing.text == "4 points"


@pytest.mark.case("war_in_europe", "14.0", "14.21a")
def test_who_lives_on_stocks_is_not_said_to_be_out_of_supply() -> None:
    s = placed("westwall")
    view, calais = GAME.view(s, AXIS), s.scenario.number["ge-fest-calais"]
    title = "Axis units out of supply"
    assert not any(stake.title == title for stake in GAME.aids.outlook(s, view).due)
    assert "out of supply" not in GAME.aids.overlay(s, view, "supply", None).note
    assert "lives on stocks up to turn 8" in GAME.aids.overlay(s, view, "chain", calais).note
    s.put(s.scenario.number["ge-85"], s.scenario.map.hex("C2605"))
    s.changed()
    cut = next(stake for stake in GAME.aids.outlook(s, GAME.view(s, AXIS)).due if stake.title == title)
    assert cut.text.startswith("1 would be halved")


@pytest.mark.case("war_in_europe", "4.2B1")
def test_who_leaves_is_told_though_he_stands_by_for_a_drop_and_who_is_kept_is_not() -> None:
    s = placed("italy_1943")
    s.position.turn = 10
    (leaving,) = (
        stake
        for stake in GAME.aids.outlook(s, GAME.view(s, ALLIED)).due
        if stake.title == "To be withdrawn" and "Turn 11" in stake.text and stake.side == ALLIED
    )
    assert leaving.text.startswith("82 Abn, 1 Abn")
    s = placed("diadem")
    s.position.turn = 5
    s.position.flags["kept us-3"] = 5
    texts = [
        stake.text
        for stake in GAME.aids.outlook(s, GAME.view(s, ALLIED)).due
        if stake.title == "To be withdrawn"
    ]
    assert not any("Turn 5" in text for text in texts)
    view = GAME.view(s, ALLIED)
    assert not any("withdraws" in line.text for line in GAME.aids.turns(s.scenario, view)[4].lines)
    arrivals = GAME.aids.arrivals(s.scenario, view)
    assert not any(section.title.endswith("withdrawn in turn 5") for section in arrivals.sections)
    assert any(section.title.endswith("withdrawn in turn 6") for section in arrivals.sections)


@pytest.mark.case("war_in_europe", "4.3")
def test_what_counts_besides_keeps_its_names() -> None:
    s = placed("sichelschnitt")
    (trapped,) = (count for count in s.scenario.special.counts if count.rule.what == "trapped")
    for unit in list(hexes(trapped.units & s.scenario.divisions))[:2]:
        s.put(unit, DEAD)
    s.changed()
    due = GAME.aids.outlook(s, GAME.view(s, AXIS)).due
    text = "French and British divisions destroyed or cut off from Paris, two to a point"
    assert (text, "2: +1") in [(stake.title, stake.text) for stake in due]


@pytest.mark.case("war_in_europe", "15.1c")
def test_what_snow_does_is_told_of_motorized_units_too() -> None:
    assert "motorized ones move at half" in WEATHERS["snow"]


@pytest.mark.case("war_in_europe", "6.2", "6.62a")
def test_the_reach_along_railways_is_told_with_the_points_there_are() -> None:
    s = placed("diadem")
    repairer = next(hexes(s.on_map(s.phasing) & s.scenario.repairers))
    view = GAME.view(s, s.phasing)

    def most(unit: int) -> set[str]:
        return {area.title.split(" of ")[1] for area in GAME.aids.overlay(s, view, "train", unit).areas}

    assert most(repairer) == {"5"}
    rider = next(hexes(s.units_in(s.position.rail[s.phasing], s.phasing) & ~s.scenario.repairers))
    assert most(rider) == {"50"}
    s.position.spent[rider] = 10
    s.changed()
    assert most(rider) == {"40"}


@pytest.mark.case("war_in_europe", "10.21b", "12.62b")
def test_who_leaves_too_many_in_a_hex_is_told_before_the_phase_ends() -> None:
    s = placed("diadem")
    venafro, others = s.scenario.map.hex("D3011"), ("br-4", "br-8-ind")
    assert not any("too many" in text for text in owed(s, ALLIED))
    for name in others:
        s.put(s.scenario.number[name], venafro)
    s.changed()
    text = "too many units in D3011: the enemy removes the rest when the phase ends"
    assert text in list(owed(s, ALLIED))
    assert text not in list(owed(s, AXIS))
    s.position.pressed = 1 << venafro
    assert text.replace("the enemy removes", "you remove") in list(owed(s, ALLIED))
    # Who then chooses is told whose they are.
    for pressed, chooser, told in (
        (0, AXIS, "the enemy has too many units in D3011: choose which of them he loses"),
        (1 << venafro, ALLIED, "you have too many units in D3011: choose which of them you lose"),
    ):
        after = s.copy()
        after.position.pressed = pressed
        after.apply(ALLIED, orders.Done())
        assert list(after.legal(chooser).kinds()) == [orders.Remove]
        assert list(owed(after, chooser)) == [told]


@pytest.mark.case("war_in_europe", "13.31c")
def test_a_small_port_that_is_suppressed_takes_no_ships() -> None:
    s = placed("diadem")
    anzio, naples = (s.scenario.map.hex(label) for label in ("D2608", "D2912"))
    s.position.suppressed = 1 << anzio | 1 << naples

    def told(hex: int) -> str:
        lines = GAME.aids.hex_text(s, GAME.view(s, ALLIED), hex).lines
        return next(line.value for line in lines if line.text == "port")

    assert told(anzio) == "suppressed: it takes no ships in this turn"
    assert told(naples) == "suppressed: a Minor Port in this turn"
    areas = {
        area.title: area.hexes for area in GAME.aids.overlay(s, GAME.view(s, ALLIED), "ports", None).areas
    }
    assert anzio in areas["Allied ports out of use"]
    assert naples in areas["Allied Minor Ports"]


def test_places_that_decide_are_told_each_once_by_who_has_them() -> None:
    s = placed("sichelschnitt")
    sedan = 1 << s.scenario.map.hex("C2810")
    s.position.owner[AXIS] |= sedan
    s.position.owner[ALLIED] &= ~sedan
    found = GAME.aids.outlook(s, GAME.view(s, AXIS)).objectives
    told = {(each.title, each.side) for each in found}
    assert {
        ("Brussels: 3 points", None),
        ("Reims: 3 points", ALLIED),
        ("Sedan: 2 points", AXIS),
        ("Antwerp and Ostend: 2 points each", None),
        ("Amiens: 2 points", ALLIED),
    } <= told


@pytest.mark.parametrize(
    ("seat", "short", "level"), [(ALLIED, "0 of 28", "amber"), (AXIS, "0, below 21 you win", "green")]
)
def test_each_side_is_told_first_how_far_the_points_are(seat: int, short: str, level: str) -> None:
    s = placed("westwall")
    found = GAME.aids.outlook(s, GAME.view(s, seat))
    score = next(stake for stake in found.due if stake.title == "Allied points" and stake.side == seat)
    assert (score.short, score.level) == (short, level)
    others = [one for one in found.due if one.side == seat and one.level == level]
    assert others[0] == score


def test_the_turn_track_has_weeks_weather_and_arrivals() -> None:
    s = placed("italy_1943")
    cells = GAME.aids.turns(s.scenario, GAME.view(s, ALLIED))
    assert len(cells) == 36
    assert cells[0].title == "1: 3 September 1943"
    assert cells[6].text == "mud"
    assert any("5 Geb" in line.text for line in cells[13].lines)
    assert any("withdraws" in line.text for line in cells[7].lines)


@pytest.mark.case("war_in_europe", "6.68", "7.3a", "8.51")
@pytest.mark.parametrize(
    ("key", "turn", "text"),
    [
        ("overlord_1944", 4, "Allied: 1 Air Point, west front"),
        ("overlord_1944", 11, "Allied: 5 Amphibious Points, Naples"),
        ("overlord_1944", 11, "Allied: 1 Air Transport Point, south front"),
        ("westwall", 7, "Allied: 2 Amphibious Points, Ostend"),
        ("italy_1943", 1, "Allied: 6 Amphibious Points"),
        ("france_1940", 5, "Italy joins the Axis side"),
    ],
)
def test_the_turn_track_has_points_and_who_joins(key: str, turn: int, text: str) -> None:
    s = placed(key)
    cells = GAME.aids.turns(s.scenario, GAME.view(s, ALLIED))
    assert text in [line.text for line in cells[turn - 1].lines]


def test_a_hex_tells_its_port_railway_and_supply() -> None:
    s = placed("diadem")
    texts = {
        line.text: line.value
        for line in GAME.aids.hex_text(s, GAME.view(s, ALLIED), s.scenario.map.hex("D2912")).lines
    }
    assert texts["control"] == "Allied"
    assert texts["railway"] == "Allied"
    assert texts["Allied supply"] == "major"
    assert "supply center: Allied" in texts


def test_every_scenario_names_its_lines() -> None:
    for key in GAME.titles:
        found = GAME.load(key)
        assert isinstance(found, WarScenario)
        assert all(line.name for line in found.setup.lines)


@pytest.mark.parametrize(
    ("key", "titles"),
    [
        ("italy_1943", ["Attrition: Axis and Allied", "Mud and snow"]),
        ("france_1940", ["Blitzkrieg: Axis", "Set piece: Allied", "Mud and snow"]),
    ],
)
def test_the_tables_that_attacks_are_settled_by_are_told_once_each(key: str, titles: list[str]) -> None:
    scenario = GAME.load(key)
    charts = GAME.aids.charts(scenario)
    assert [chart.title for chart in charts] == titles
    for chart in charts:
        assert chart.columns[1:] == scenario.crts[chart.key.partition(".")[2]].columns
        assert len(chart.sections[0].rows) == 6
        assert "De: all defenders lose a step" in chart.note
    weather = {entry.title for entry in GAME.aids.legend(scenario) if entry.kind == "mark"}
    assert weather == {"Clear weather", "Mud weather", "Snow weather"}


def test_an_attack_that_is_put_together_is_drawn_from_each_attacker_to_its_target() -> None:
    match, state = fought("diadem", 0)
    plan = state.frame(Plan)
    marks = GAME.sheet(state.scenario, match.view(plan.attacker)).marks
    assert [mark.hex for mark in marks if mark.kind == "battle"] == [plan.target]
    drawn = {(mark.hex, mark.to) for mark in marks if mark.kind == "attack"}
    assert drawn == {(state.position.at[unit], plan.target) for unit in hexes(plan.attackers)}
    assert drawn


@pytest.mark.case("war_in_europe", "11.32")
def test_whoever_is_asked_about_new_battlegroups_is_told_which() -> None:
    match = until("war_in_europe", "diadem", "stay")
    state = match.state
    assert isinstance(state, WarState)
    assert match.decision is not None
    seat = match.decision.seats[0]
    asked = [
        unit for unit in hexes(state.frame(Battle).groups) if retreat.groups_free(state, seat) >> unit & 1
    ]
    assert asked
    told = f"new battlegroups: {', '.join(state.spoken(unit) for unit in asked)}"
    assert told in GAME.aids.left(state, seat)
    assert not any(line.startswith("new battlegroups") for line in GAME.aids.left(state, 1 - seat))


@pytest.mark.case("war_in_europe", "12.43a")
def test_who_pays_for_attacking_out_of_supply_is_told_why() -> None:
    match = match_of("sichelschnitt", 19)
    rng = random.Random(19)
    told: list[str] = []
    while not told and (decision := match.decision) is not None:
        seat, s = decision.seats[0], match.state
        assert isinstance(s, WarState)
        battle = s.frame(Battle) if s.within(Battle) else None
        if battle and seat == battle.attacker and battle.owed > battle.paid:
            told += GAME.aids.left(s, seat)[:1]
            s.position.unsupplied |= battle.attackers
            s.changed()
            told += GAME.aids.left(s, seat)[:1]
        else:
            match.submit(seat, warlike(match, seat, rng))
    plain, hungry = told
    assert plain.endswith(" printed points to lose")
    assert hungry == f"{plain} by attackers, some of whom are out of supply"


@pytest.mark.parametrize(
    "question",
    [
        "reach",
        "cost",
        "allowance",
        "one_hex",
        "rail_reach",
        "rail_points",
        "overruns",
        "retreats",
        "digging",
        "supply",
        "sea_way",
    ],
)
def test_who_is_off_the_map_is_told_that_whatever_is_asked_of_him(question: str) -> None:
    s = placed("overlord_1944")
    waiting = next(unit for unit, hex in enumerate(s.position.at) if hex < 0)
    arguments = {"unit": s.scenario.ids[waiting], "to": "B2133"}
    taken = {
        name: arguments[name] for name in (("unit", "to") if question in ("cost", "sea_way") else ("unit",))
    }
    with pytest.raises(ValueError, match="is not on the map"):
        GAME.questions[question](s, taken)


def test_reach_is_drawn_as_a_unit_goes() -> None:
    s = placed("overlord_1944")
    there = s.on_map(ALLIED)
    fitter = next(hexes(there & s.scenario.repairers))
    tank = next(hexes(there & s.scenario.mechanized))
    view = GAME.view(s, ALLIED)
    drawn = GAME.aids.overlay(s, view, "reach", fitter).areas
    assert {hex for one in drawn for hex in one.hexes} == set(hexes(repair.routes(s, fitter).all))
    assert GAME.aids.overlay(s, view, "march", tank).note == "It makes no forced marches."
    assert GAME.aids.overlay(s, view, "march", next(hexes(there & s.scenario.marchers))).areas
