"""The rules that single scenarios have: neutrals, surrenders, an armistice, limits, and what counts at the end."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.particulars import Count
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    DEAD,
    OUT,
    Campaign,
    CombatPhase,
    InitialMovement,
    PlayerTurn,
    Reinforcement,
    Turn,
)
from phaseline.games.war_in_europe.rules import (
    attack,
    combining,
    control,
    events,
    movement,
    moves,
    neutrals,
    odds,
    reinforcement,
    replacement,
    sailing,
    supply,
    turns,
    victory,
)
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of


def state(
    key: str, turn: int = 1, seat: int = AXIS, dice: tuple[int, ...] = (), *, surprise: bool = True
) -> WarState:
    """A scenario in the initial movement of a side."""
    found = load(key, Options(ardennes_surprise=surprise), ())
    position = first_position(found)
    position.turn = turn
    s = WarState(GAME, found, position, ScriptedDice(dice))
    position.stack = [Campaign(), Turn(turn=turn), PlayerTurn(seat=seat), InitialMovement(seat=seat)]
    s.changed()
    return s


def area(s: WarState, *labels: str) -> Mask:
    return mask_of(s.scenario.map.hex(label) for label in labels)


def take(s: WarState, seat: int, *labels: str) -> None:
    held = area(s, *labels)
    s.position.owner[seat] |= held
    s.position.owner[1 - seat] &= ~held
    s.changed()


def count(s: WarState, what: str, side: int = ALLIED) -> Count:
    (found,) = (c for c in s.scenario.special.counts if c.rule.what == what and c.seat == side)
    return found


@pytest.mark.case("war_in_europe", "9.0")
def test_the_first_week_in_the_ardennes_is_a_surprise() -> None:
    luxembourg = "C3012"

    def opened(*, surprise: bool) -> WarState:
        s = state("sichelschnitt", surprise=surprise)
        neutrals.DeclareWar().apply(s, orders.Declare())
        s.put(s.scenario.number["fr-41-di"], s.scenario.map.hex("C2911"))
        return s

    assert opened(surprise=False).zone(ALLIED) & area(opened(surprise=False), luxembourg)
    s = opened(surprise=True)
    assert not s.zone(ALLIED) & area(s, luxembourg)
    s.position.turn = 2
    assert s.zone(ALLIED) & area(s, luxembourg)


@pytest.mark.case("war_in_europe", "4.3")
def test_dutch_and_belgians_surrender() -> None:
    s = state("sichelschnitt")
    neutrals.DeclareWar().apply(s, orders.Declare())
    take(s, AXIS, "C3204")
    events.end_player_turn(s)
    assert "surrender dutch" not in s.position.flags
    take(s, AXIS, "C3405")
    events.end_player_turn(s)
    dutch = [n for n, unit in enumerate(s.scenario.units) if unit.nation == "dutch"]
    assert {s.position.at[n] for n in dutch} == {OUT}
    assert s.position.owner[AXIS] & area(s, "C3404") == area(s, "C3404")
    assert not s.position.rail[ALLIED] & area(s, "C3404")
    take(s, AXIS, "C3007", "C3106", "C2906")
    events.end_player_turn(s)
    assert "surrender belgian" in s.position.flags
    assert s.position.owner[ALLIED] & area(s, "C3008"), "Belgian hexes stay whose they are"
    assert not s.position.rail[ALLIED] & area(s, "C3008")


@pytest.mark.case("war_in_europe", "4.3")
@pytest.mark.parametrize(("die", "over"), [(2, True), (3, False)])
def test_france_may_ask_for_an_armistice(die: int, over: bool) -> None:
    s = state("france_1940", turn=6, dice=(die,))
    take(s, AXIS, "C2706", "C2610", "C2106", "C2316", "C1920")
    events.end_turn(s)
    take(s, AXIS, "C2109")
    events.end_turn(s)
    assert ("armistice" in s.position.flags) is over
    assert (turns.next_turn(s, 6) is None) is over
    lyon = 3
    without = {"C2109": 10, "C2706": 2, "C2610": 1, "C2106": 1, "C2316": 1}
    assert victory.points(s) == sum(without.values()) + (0 if over else lyon)
    victory.settle(s)
    assert s.position.outcome is not None
    assert s.position.outcome.reason.endswith("points, after an armistice in turn 6" if over else "18 points")


@pytest.mark.case("war_in_europe", "4.3")
def test_france_may_ask_for_an_armistice_in_the_last_week_too() -> None:
    s = state("france_1940", turn=7, dice=(1,))
    take(s, AXIS, "C2109", "C2706", "C2610", "C2106", "C2316", "C1920", "C1426")
    events.end_turn(s)
    assert victory.points(s) == 10 + 2 + 1 + 1 + 1, "Lyon and Marseille count as French"


@pytest.mark.case("war_in_europe", "4.3")
def test_fortress_divisions_do_not_count_for_the_pocket() -> None:
    rule = count(state("sichelschnitt"), "trapped")
    s = state("sichelschnitt")
    works = [n for n, entry in enumerate(s.scenario.entries) if entry.type == "fr_fort"]
    assert len(works) == 12
    assert not rule.units & mask_of(works)


@pytest.mark.case("war_in_europe", "14.31")
@pytest.mark.parametrize("key", ["sichelschnitt", "france_1940"])
def test_belgians_draw_on_france_too(key: str) -> None:
    s = state(key)
    neutrals.DeclareWar().apply(s, orders.Declare())
    unit = next(n for n, unit in enumerate(s.scenario.units) if unit.nation == "belgian")
    s.put(unit, s.scenario.map.hex("C2706"))
    take(s, AXIS, "C3007", "C3106", "C3109")
    assert supply.is_supplied(s, unit)


@pytest.mark.case("war_in_europe", "4.3")
def test_sichelschnitt_counts_who_is_cut_off() -> None:
    s = state("sichelschnitt", turn=3)
    rule = count(s, "trapped")
    assert victory.counted(s, rule) == 0
    briton = s.scenario.number["br-1"]
    s.put(briton, DEAD)
    assert victory.counted(s, rule) == 1
    s.put(s.scenario.number["br-2"], s.scenario.map.hex("B2433"))
    assert victory.counted(s, rule) == 1, "who is in Britain is not cut off"
    assert victory.counted(s, count(s, "home")) == 1
    take(s, AXIS, "C2109")
    s.put(s.scenario.number["ge-1-pz"], s.scenario.map.hex("C2109"))
    for unit in hexes(s.units_in(area(s, "C2109"), ALLIED)):
        s.put(unit, DEAD)
    assert victory.counted(s, rule) > 50, "nobody is joined to a lost Paris"


@pytest.mark.case("war_in_europe", "4.3", "7.23", "17.0b")
def test_sichelschnitt_does_not_count_who_was_evacuated_as_destroyed() -> None:
    s = state("sichelschnitt", turn=3)
    french = next(
        unit
        for unit in hexes(count(s, "trapped").units & s.scenario.divisions & ~s.scenario.reducible)
        if s.scenario.units[unit].nation == "french" and s.position.at[unit] >= 0
    )
    sailing.salvage(s, french, s.scenario.map.hex("C1702"))
    assert victory.counted(s, count(s, "saved")) == 1
    assert victory.counted(s, count(s, "trapped")) == 0
    s.position.steps[french] = 1
    s.put(french, s.scenario.map.hex("C2109"))
    replacement.returned(s, french)
    s.eliminate(french, "12.2")
    assert victory.counted(s, count(s, "trapped")) == 1, "raised anew and destroyed in earnest"


@pytest.mark.case("war_in_europe", "4.3", "14.0")
def test_who_starves_at_the_end_is_judged_at_the_end() -> None:
    s = state("diadem", turn=13)
    before = victory.points(s)
    s.position.unsupplied |= 1 << s.scenario.number["ge-94"]
    assert victory.points(s) == before + 1, "as last judged"
    victory.settle(s)
    assert s.position.points[ALLIED] == before


@pytest.mark.case("war_in_europe", "4.3")
@pytest.mark.parametrize(("points", "told"), [(1, "1 point"), (2, "2 points")])
def test_the_end_says_whose_points_have_decided(
    points: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = state("sichelschnitt", turn=3)
    monkeypatch.setattr(victory, "points", lambda _: points)
    victory.settle(s)
    assert s.position.outcome is not None
    assert s.position.outcome.reason == f"Allied decisive: the Axis side has {told}"


@pytest.mark.case("war_in_europe", "4.3")
def test_german_losses_of_1940() -> None:
    s = state("france_1940")
    s.eliminate(s.scenario.number["ge-1-pz"], "12.2")
    assert victory.counted(s, count(s, "lost", AXIS)) == 1
    for name in ("ge-7", "ge-18", "ge-35"):
        s.lose_step(s.scenario.number[name], "12.2")
    s.eliminate(s.scenario.number["ge-14"], "12.2")
    assert victory.counted(s, count(s, "weak", AXIS)) == 4
    assert victory.points(s) == -2


@pytest.mark.case("war_in_europe", "4.3", "16.0")
def test_battlegroups_that_make_another_one_whole_count_as_reduced_still() -> None:
    s = state("france_1940")
    names = ("ge-7", "ge-18", "ge-35")
    units = [s.scenario.number[name] for name in names]
    for unit in units:
        s.lose_step(unit, "12.2")
        s.put(unit, s.position.at[units[0]])
    assert victory.counted(s, count(s, "weak", AXIS)) == 3
    s.position.stack[-1] = Reinforcement(seat=AXIS)
    s.changed()
    combining.CombineUnits().apply(s, orders.Combine(units[0]))
    s.changed()
    assert [s.position.at[unit] == OUT for unit in units] == [False, True, True]
    assert victory.counted(s, count(s, "weak", AXIS)) == 2, "one is whole again, two were given up for it"


@pytest.mark.case("war_in_europe", "4.3")
def test_a_withdrawn_division_that_was_lost_counts_as_lost_and_as_missing() -> None:
    s = state("italy_1943", turn=10)
    unit = s.scenario.number["br-7-arm"]
    before = victory.points(s)
    s.eliminate(unit, "12.2")
    assert victory.points(s) == before - 1, "a division lost"
    reinforcement.withdraw(s, ALLIED)
    assert victory.points(s) == before - 2, "and it is not there when it is called for"


@pytest.mark.case("war_in_europe", "4.3")
def test_anzio_antwerp_and_the_starving_count() -> None:
    s = state("diadem")
    before = victory.points(s)
    take(s, AXIS, "D2608")
    assert victory.points(s) == before - 8
    s.position.unsupplied |= 1 << s.scenario.number["ge-94"]
    assert victory.points(s) == before - 7
    west = state("westwall")
    before = victory.points(west)
    take(west, AXIS, "C3106", "C2814")
    assert victory.points(west) == before - 8


@pytest.mark.case("war_in_europe", "4.3")
def test_lent_ports_go_back_unless_somebody_is_there() -> None:
    s = state("italy_1943", turn=3, seat=ALLIED)
    taranto, brindisi = s.scenario.map.hex("D3517"), s.scenario.map.hex("D3717")
    s.put(s.scenario.number["br-78"], brindisi)
    events.begin_turn(s)
    assert s.position.owner[AXIS] >> taranto & 1
    assert s.position.owner[ALLIED] >> brindisi & 1


@pytest.mark.case("war_in_europe", "4.3", "3.26")
def test_a_lent_port_stays_with_whom_has_been_there() -> None:
    s = state("italy_1943", turn=2, seat=ALLIED)
    taranto, brindisi = s.scenario.map.hex("D3517"), s.scenario.map.hex("D3717")
    control.enter(s, s.scenario.number["br-78"], 1 << taranto)
    s.position.turn = 3
    events.begin_turn(s)
    assert s.position.owner[ALLIED] >> taranto & 1, "he has gone on, and the port is his all the same"
    assert s.position.owner[AXIS] >> brindisi & 1
    again = state("italy_1943", turn=3, seat=ALLIED)
    control.enter(again, again.scenario.number["br-78"], 1 << taranto)
    control.enter(again, again.scenario.number["ge-26-pz"], 1 << taranto)
    events.begin_turn(again)
    assert again.position.owner[AXIS] >> taranto & 1


@pytest.mark.case("war_in_europe", "tbl.5.8.fort")
def test_the_northern_end_of_the_west_wall_has_a_rear_too() -> None:
    s = state("westwall", turn=3, seat=ALLIED)
    cleves, aachen = area(s, "C3508"), area(s, "C3309")
    assert odds.works(s, AXIS, area(s, "C3507")) & cleves
    for behind in ("C3509", "C3607", "C3608"):
        assert not odds.works(s, AXIS, area(s, behind)) & cleves
    assert odds.works(s, AXIS, area(s, "C3408")) & aachen, "who stands in the line is not behind it"
    assert not odds.works(s, AXIS, area(s, "C3409")) & aachen


@pytest.mark.case("war_in_europe", "4.3", "17.0a")
def test_nobody_is_rebuilt_in_rome() -> None:
    s = state("diadem", turn=2)
    s.position.stack[-1] = Reinforcement(seat=AXIS)
    inside, outside = s.scenario.number["ge-71"], s.scenario.number["ge-92"]
    for unit in (inside, outside):
        s.lose_step(unit, "12.2")
    s.put(inside, s.scenario.map.hex("D2707"))
    reinforcement.begin(s)
    s.changed()
    able = replacement.RebuildUnit().unit(s)
    assert able.mask == 1 << outside
    refused = able.why_not(inside)
    assert refused is not None
    assert refused.case == "4.3"


@pytest.mark.case("war_in_europe", "5.11")
def test_troops_at_dover_do_not_rouse_the_fifteenth_army() -> None:
    s = state("overlord_1944")
    calais, boulogne = s.scenario.number["ge-47"], s.scenario.map.hex("C2504")
    dover = s.units_in(area(s, "C2502"), ALLIED)
    assert dover, "nearer than four hexes, but in Britain"
    turns.begin_movement(s)
    assert s.position.released == 0
    assert not movement.movable(s).mask >> calais & 1
    s.put(s.scenario.number["ge-49"], DEAD)
    s.put(next(hexes(dover)), boulogne)
    turns.begin_movement(s)
    s.changed()
    assert movement.movable(s).mask >> calais & 1


@pytest.mark.case("war_in_europe", "5.11")
@pytest.mark.parametrize("key", sorted(GAME.titles))
def test_who_keeps_to_some_hexes_begins_in_them_and_is_free_only_when_somebody_comes(key: str) -> None:
    s = state(key)
    turns.begin_movement(s)
    assert s.position.released == 0
    for leash in s.scenario.confined:
        if leash.hexes:
            start = s.where(leash.units)
            assert not start & ~leash.hexes


@pytest.mark.case("war_in_europe", "5.11")
def test_the_gustav_line_is_held_by_whoever_stands_in_it() -> None:
    s = state("diadem", turn=2)
    mine, come, gone = (s.scenario.number[name] for name in ("ge-94", "ge-44", "ge-71"))
    cassino, behind = s.scenario.map.hex("D2910"), s.scenario.map.hex("D2808")
    s.put(come, cassino)
    s.put(gone, behind)
    s.changed()
    able = movement.movable(s)
    assert not able.mask & (1 << mine | 1 << come)
    assert able.mask >> gone & 1, "who has been driven out of it is free"
    refused = able.why_not(come)
    assert refused is not None
    assert (refused.case, "Gustav Line" in refused.reason) == ("5.11", True)
    s.position.turn = 3
    s.changed()
    assert movement.movable(s).mask >> come & 1


@pytest.mark.case("war_in_europe", "5.11")
def test_who_comes_to_the_gustav_line_may_go_on_up_to_the_end_of_the_phase() -> None:
    s = state("diadem")
    panzers, formia = s.scenario.number["ge-15-pzgr"], s.scenario.map.hex("D2810")
    home = s.scenario.map.hex("D2809")
    moves.MoveUnit().apply(s, orders.Move(unit=panzers, to=formia))
    s.changed()
    assert movement.movable(s).mask >> panzers & 1
    turns.begin_movement(s)
    s.changed()
    assert not movement.movable(s).mask >> panzers & 1
    assert s.position.at[panzers] == formia != home


@pytest.mark.case("war_in_europe", "tbl.5.8.fort")
def test_a_line_is_not_dug_where_the_enemy_is_already() -> None:
    """Ortona was lost, and left again, before the Winter Line was ready."""
    s = state("italy_1943", turn=10)
    ortona, cassino = s.scenario.map.hex("D3208"), s.scenario.map.hex("D2910")
    take(s, ALLIED, "D3208")
    events.begin_turn(s)
    take(s, AXIS, "D3208")
    assert s.works(AXIS) >> cassino & 1
    assert not s.works(AXIS) >> ortona & 1, "it is lost for good"


@pytest.mark.case("war_in_europe", "5.11", "8.52a")
def test_paratroops_of_the_gustav_line_are_free_in_the_third_week() -> None:
    s = state("diadem", turn=2)
    paratroops = s.scenario.number["ge-1-fj"]
    s.advance()
    assert paratroops not in s.legal(AXIS).values(orders.Prepare)
    s.position.turn = 3
    s.changed()
    assert paratroops in s.legal(AXIS).values(orders.Prepare), "nothing but the week is different"


@pytest.mark.case("war_in_europe", "5.11", "12.62b")
def test_who_is_too_many_in_the_gustav_line_may_leave_it() -> None:
    s = state("diadem", turn=2)
    cassino, behind = s.scenario.map.hex("D2910"), s.scenario.map.hex("D2909")
    others = [s.scenario.number[name] for name in ("ge-94", "ge-44", "ge-71", "ge-5-geb")]
    for unit in others:
        s.put(unit, cassino)
    s.changed()
    stack = s.units_in(1 << cassino, AXIS)
    assert stack.bit_count() > 4
    assert not movement.movable(s).mask & stack
    s.position.pressed = 1 << cassino
    s.changed()
    assert movement.movable(s).mask & stack == stack, "a retreat has filled the hex: it is put in order"
    for unit in others:
        if not s.crowded(AXIS) >> cassino & 1:
            break
        assert moves.MoveUnit().to(s, unit).mask >> behind & 1
        moves.MoveUnit().apply(s, orders.Move(unit=unit, to=behind))
        s.changed()
        assert movement.movable(s).mask >> unit & 1, "he is on his way, and goes on"
    assert not movement.movable(s).mask & s.units_in(1 << cassino, AXIS), "and four hold it"


@pytest.mark.case("war_in_europe", "11.12")
def test_a_port_in_enemy_hands_brings_no_shells() -> None:
    s = state("westwall", turn=8, seat=ALLIED)
    s.position.flags["open C3106"] = 2
    assert events.allowed(s, ALLIED) == 64
    take(s, AXIS, "C3106")
    assert events.allowed(s, ALLIED) == 40


@pytest.mark.case("war_in_europe", "11.12")
def test_no_more_than_twenty_divisions_attack_a_week() -> None:
    s = state("westwall", turn=2, seat=ALLIED)
    s.position.stack[-1] = CombatPhase(seat=ALLIED)
    s.changed()
    allied = [
        n for n in s.scenario.rosters[ALLIED] if s.scenario.divisions >> n & 1 and s.position.at[n] >= 0
    ]
    brigades = [
        n
        for n in s.scenario.rosters[ALLIED]
        if s.position.at[n] >= 0 and not (s.scenario.divisions | s.scenario.support) >> n & 1
    ]
    s.position.fought = mask_of(allied[:19]) | 1 << brigades[0]
    s.changed()
    narrowed = attack.ready(s, ALLIED).mask
    assert not narrowed >> allied[20] & 1
    assert "have attacked" not in events.too_many(s, ALLIED), "nineteen and a half have"
    assert narrowed >> brigades[1] & 1
    s.position.fought |= 1 << brigades[1]
    s.changed()
    assert not attack.ready(s, ALLIED).mask
    assert "suffice for 20 divisions" in events.too_many(s, ALLIED)


@pytest.mark.case("war_in_europe", "11.12")
def test_the_break_out_from_anzio_waits() -> None:
    s = state("diadem", seat=ALLIED)
    s.position.stack[-1] = CombatPhase(seat=ALLIED)
    s.changed()
    unit = s.scenario.number["us-3"]
    assert not attack.ready(s, ALLIED).mask >> unit & 1
    s.position.turn = 2
    s.changed()
    assert attack.ready(s, ALLIED).mask >> unit & 1


@pytest.mark.case("war_in_europe", "6.51")
def test_the_railways_behind_the_west_wall_are_torn() -> None:
    s = state("westwall")
    torn = area(s, "C2814", "C3109", "C3012")
    assert not (s.position.rail[ALLIED] | s.position.rail[AXIS]) & torn
    assert s.position.rail[ALLIED] & area(s, "C3007", "C3008")


@pytest.mark.case("war_in_europe", "4.3")
def test_points_are_noted_turn_by_turn() -> None:
    s = state("diadem")
    take(s, ALLIED, "D2710")
    victory.note(s)
    assert s.position.points == [0, 1]
