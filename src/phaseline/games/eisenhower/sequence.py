"""The sequence of play (5.2), top to bottom as the rules list it."""

from __future__ import annotations

from phaseline.drill.crowding import Excess
from phaseline.drill.passing import EndStep
from phaseline.engine.flow import Decide, Do, Flow, Loop, Run, procedure, seat_in
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, options
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import (
    ALLIED,
    GERMAN,
    NOWHERE,
    PARTS,
    AlliedCombat,
    AlliedMovement,
    AlliedPhase,
    Bridge,
    Campaign,
    Combat,
    Elbe,
    GermanCombat,
    GermanMovement,
    GermanPhase,
    Landing,
    Muster,
    Turn,
    Window,
)
from phaseline.games.eisenhower.rules import (
    advance,
    airborne,
    combat,
    events,
    invasion,
    losses,
    movement,
    offensives,
    opening,
    rebuilding,
    reinforcement,
    supply,
    victory,
)
from phaseline.games.eisenhower.state import EisenhowerState


@case("5.1a")
def next_turn(s: EisenhowerState, count: int) -> Turn | None:
    """Nine turns at most (5.1)."""
    if count == len(s.scenario.track):
        return None
    s.position.turn = count + 1
    return Turn(turn=count + 1)


@case("7.11b", "7.11d", "7.15a", "13.2m", "5.2a")
def begin_turn(s: EisenhowerState) -> None:
    """What held for one turn no longer does."""
    p = s.position
    p.moved = p.fought = p.acted = p.ashore = 0
    p.drops = p.dropped = p.secured = p.waived = 0
    p.aerial, p.aerial_used = NOWHERE, False
    p.airborne_seen = bool(s.on_map(ALLIED) & s.scenario.paratroops)
    p.difficulty = ""
    offensives.issue_markers(s)


def begin_phase(s: EisenhowerState) -> None:
    """A Movement and Attack Phase begins."""
    s.position.moved = s.position.fought = s.position.waived = 0


@case("12.2.1c")
def begin_german_phase(s: EisenhowerState) -> None:
    """Phase V begins; an offensive keeps to its units."""
    if s.frame(GermanPhase).hex == NOWHERE:
        begin_phase(s)
        reinforcement.forfeit_hex_units(s)


def end_german_phase(s: EisenhowerState) -> None:
    """Phase V or an offensive is over."""
    offensives.offensive_ends(s)
    if s.frame(GermanPhase).hex == NOWHERE:
        reinforcement.forfeit_army(s)


@case("5.5", "5.5.1", "5.5.2")
class BeginWith(OrderRule[orders.Begin, EisenhowerState]):
    """The active player declares which comes first (5.5)."""

    order = orders.Begin

    def first(self, s: EisenhowerState) -> Narrowing:
        """Movement or combat."""
        return options(PARTS, "5.5", "a phase begins with movement or with combat")

    def apply(self, s: EisenhowerState, order: orders.Begin) -> None:
        """Note it for the whole phase."""
        frame = s.frame(AlliedPhase) if s.acting == ALLIED else s.frame(GermanPhase)
        s.update(frame, first=order.first)
        s.tell("order", "5.5", "{seat:seat} begins with {first}", seat=s.acting, first=order.first)
        s.finish()


@case("5.5.1", "5.5.2")
def allied_part(s: EisenhowerState, count: int) -> AlliedMovement | AlliedCombat | None:
    """Movement and attacks in the order declared."""
    if count > 1:
        return None
    moves = (s.frame(AlliedPhase).first == "movement") == (count == 0)
    return AlliedMovement() if moves else AlliedCombat()


@case("5.5.1", "5.5.2", "13.6c")
def german_part(s: EisenhowerState, count: int) -> GermanMovement | GermanCombat | None:
    """Movement and attacks in the order declared."""
    if count > 1:
        return None
    moves = (s.frame(GermanPhase).first == "movement") == (count == 0)
    return GermanMovement() if moves else GermanCombat()


@case("5.5", "10.0a", "13.6d")
class EndCombat(EndStep[orders.Done, EisenhowerState]):
    """The side makes no more attacks (10.0); an offensive must make one if it can (13.6)."""

    order = orders.Done
    told = ("5.5", "{seat:seat} has finished attacking")

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """An offensive without an attack is not over while one is possible (13.6, R133)."""
        if s.acting == GERMAN and s.frame(GermanPhase).hex != NOWHERE:
            idle = not s.frame(GermanPhase).attacks
            if idle and combat.DeclareAttack().unit(s):
                return Refusal("13.6d", "an offensive must make at least one attack")
        return None


class LetPass(EndStep[orders.Pass, EisenhowerState]):
    """Do nothing of what is offered."""

    order = orders.Pass


FLOW = Flow(
    procedure(
        Campaign,
        "",
        Decide(
            "german deployment",
            "3.3.1",
            [opening.DeployUnit(), opening.EndDeployment()],
            opening.german_if_alternate,
            "set up your mobile units of France and Belgium",
        ),
        Decide(
            "first plan",
            "3.3.2b",
            [opening.ChooseAirborne(), opening.PlanFirst()],
            opening.allied_first_plan,
            "plan the first invasion in secret",
        ),
        Decide(
            "second plan",
            "3.2.3a",
            [opening.PlanSecond(), opening.PlanNone()],
            opening.allied_second_plan,
            "plan the second invasion in secret, or pretend to",
        ),
        Decide(
            "infantry move",
            "3.3.3",
            [opening.ShiftInfantry(), opening.EndDeployment()],
            opening.german_if_alternate,
            "move one weak infantry corps?",
        ),
        Do("set-up done", "3.4b", opening.set_up_done),
        Loop("turns", "5.1a", next_turn),
    ),
    procedure(
        Turn,
        "Turn {turn}",
        Do("new turn", "5.1a", begin_turn),
        Loop("reserves at once", "12.2.2b", events.reserves_at_once),
        Decide(
            "supply difficulties",
            "7.15a",
            [supply.NameGroup()],
            supply.asked_for_group,
            "which army group has supply difficulties?",
        ),
        Decide(
            "alpine fortress",
            "13.8a",
            [events.PlaceFortress(), events.Decline()],
            events.asked_for_fortress,
            "build the Alpine Fortress?",
        ),
        Do("allied invasion", "5.3b", invasion.first_invasion),
        Decide(
            "second invasion",
            "13.1a",
            [invasion.RevealPlan(), invasion.CallOffPlan()],
            invasion.asked_to_invade,
            "invade, or wait?",
            phase=True,
        ),
        Do("allied arrivals", "5.4", reinforcement.allied_arrivals),
        Decide(
            "allied reinforcement",
            "5.4",
            [
                rebuilding.AlliedRebuild(),
                rebuilding.MergeUnits(),
                reinforcement.WithdrawFrench(),
                events.StrikeCity(),
                supply.CommitAerial(),
                rebuilding.EndReinforcement(),
            ],
            ALLIED,
            "rebuild units",
            phase=True,
        ),
        Run("allied phase", "5.5", AlliedPhase(), phase=True),
        Do("allied supply", "7.12c", supply.allied_check, phase=True),
        Run("german phase", "5.5", GermanPhase(), phase=True),
        Do("german arrivals", "5.4", reinforcement.german_arrivals),
        Decide(
            "german reinforcement",
            "5.4",
            [rebuilding.GermanRebuild(), reinforcement.PlaceSS(), rebuilding.EndReinforcement()],
            GERMAN,
            "rebuild a unit",
            phase=True,
        ),
        Do("german supply", "7.12c", supply.german_check, phase=True),
        Loop("stacking", "6.3d", events.turn_excess),
        Do("victory", "5.6", victory.check, phase=True),
    ),
    procedure(
        Landing,
        "landing at {hex:hex}",
        Decide(
            "force",
            "5.3.1b",
            [invasion.EmbarkUnit(), invasion.SendAshore()],
            ALLIED,
            "choose the landing force",
        ),
        Loop("assault", "5.3.5a", invasion.next_assault),
        Do("ashore", "5.3.2c", invasion.step_ashore),
    ),
    procedure(
        AlliedPhase,
        "Allied phase",
        Do("allied phase begins", "5.2a", begin_phase),
        Decide("allied order", "5.5", [BeginWith()], ALLIED, "movement or combat first?"),
        Loop("allied parts", "5.5", allied_part),
        Decide(
            "conversion",
            "13.2o",
            [airborne.ConvertUnit(), supply.CommitAerial(), events.Decline()],
            airborne.asked_to_convert,
            "change the form of an airborne corps?",
        ),
    ),
    procedure(
        AlliedMovement,
        "",
        Do("first window", "13.6b", movement.open_window),
        Decide(
            "allied movement",
            "8.0a",
            [
                movement.MoveUnit(),
                reinforcement.PlaceUnit(),
                airborne.DropUnit(),
                supply.CommitAerial(),
                movement.EndMovement(),
            ],
            ALLIED,
            "move your units",
        ),
        Loop("last window", "13.6b", movement.last_window),
        Loop("allied excess", "6.2b", events.after_allied_moves),
    ),
    procedure(
        AlliedCombat,
        "",
        Decide(
            "allied combat",
            "10.0a",
            [
                combat.DeclareAttack(),
                combat.DropAttack(),
                reinforcement.PlaceUnit(),
                supply.CommitAerial(),
                EndCombat(),
            ],
            ALLIED,
            "attack, or finish",
        ),
    ),
    procedure(
        GermanPhase,
        "German phase",
        Do("german phase begins", "5.2a", begin_german_phase),
        Decide("german order", "5.5", [BeginWith()], GERMAN, "movement or combat first?"),
        Loop("german parts", "5.5", german_part),
        Do("german phase ends", "5.2a", end_german_phase),
    ),
    procedure(
        GermanMovement,
        "",
        Decide(
            "german movement",
            "8.0a",
            [
                movement.MoveUnit(),
                reinforcement.PlaceUnit(),
                reinforcement.ExchangeUnit(),
                movement.UseScheldt(),
                movement.EndMovement(),
            ],
            GERMAN,
            "move your units",
        ),
        Loop("german excess", "6.2b", events.after_german_moves),
    ),
    procedure(
        GermanCombat,
        "",
        Decide(
            "german combat",
            "10.0a",
            [
                combat.DeclareAttack(),
                reinforcement.PlaceUnit(),
                reinforcement.ExchangeUnit(),
                EndCombat(),
            ],
            GERMAN,
            "attack, or finish",
        ),
    ),
    procedure(
        Window,
        "",
        Decide(
            "mandated offensive",
            "13.6b",
            [offensives.DeclareOffensive(), LetPass(), offensives.WaiveWindow()],
            GERMAN,
            "declare an offensive?",
        ),
    ),
    procedure(
        Bridge,
        "bridge at {hex:hex}",
        Decide(
            "bridge", "13.5a", [events.SeizeBridge()], events.asked_for_bridge, "which bridge to try for?"
        ),
    ),
    procedure(
        Muster,
        "",
        Decide(
            "yugoslav garrison",
            "12.2.3b",
            [events.MusterUnit()],
            events.asked_to_muster,
            "place the garrison of Yugoslavia",
        ),
    ),
    procedure(
        Elbe,
        "",
        Decide(
            "last reserves",
            "12.2.2b",
            [events.PlaceReserves(), LetPass()],
            events.asked_for_reserves,
            "bring in the last reserves?",
        ),
    ),
    procedure(
        Excess,
        "",
        Decide("excess", "6.2b", [events.RemoveUnit()], events.RemoveUnit().owing, "which unit is too many?"),
    ),
    procedure(
        Combat,
        "combat at {target:hex}",
        Decide(
            "plan",
            "10.0d",
            [
                combat.JoinAttack(),
                combat.DropJoin(),
                combat.CommitBombers(),
                supply.CommitAerial(),
                combat.RollAttack(),
                combat.CallOffAttack(),
            ],
            seat_in(Combat, "attacker"),
            "add units to the attack, then roll",
        ),
        Decide(
            "interdiction",
            "10.10a",
            [combat.CommitBombers(), supply.CommitAerial(), LetPass(), offensives.WaiveWindow()],
            combat.asked_to_interdict,
            "commit bombers or aerial supply to the defence?",
        ),
        Decide(
            "inland",
            "5.3.5d",
            [losses.GoInland(), LetPass()],
            losses.asked_to_go_inland,
            "retreat inland?",
        ),
        Do("bombers", "10.10b", combat.fly),
        Do("result", "11.0c", combat.resolve),
        Decide(
            "retreat",
            "11.1a",
            [losses.DefenderLoses(), losses.RetreatUnit()],
            losses.DefenderLoses().owing,
            "take losses or retreat",
        ),
        Do("zones entered", "9.6", losses.forgive_zones),
        Decide(
            "retreat losses",
            "9.6",
            [losses.PayZone()],
            losses.PayZone().owing,
            "choose a unit to lose a step",
        ),
        Do("retreat ends", "11.2g", losses.carry_out_retreat),
        Decide(
            "attacker losses",
            "11.1a",
            [losses.AttackerLoses()],
            losses.AttackerLoses().owing,
            "choose a unit to lose a step",
        ),
        Do("outcome", "11.3a", advance.settle),
        Decide(
            "advance",
            "11.3a",
            [advance.AdvanceUnit(), advance.EndAdvance()],
            advance.AdvanceUnit().owing,
            "advance?",
        ),
        Loop("excess", "6.2b", events.retreat_excess),
    ),
)
