"""Chapter 5: stances, chosen by both sides in secret at the same time."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, options
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import STANCES
from phaseline.games.skirmish.state import SkirmishState


@case("5.1")
class ChooseStance(OrderRule[orders.Stance, SkirmishState]):
    """Each side picks one of three stances; the other sees it only when both have (5.1)."""

    order = orders.Stance

    def stance(self, s: SkirmishState) -> Narrowing:
        """Any of the three."""
        return options(STANCES, "5.1", f"a stance is one of {', '.join(STANCES)}")

    def apply(self, s: SkirmishState, order: orders.Stance) -> None:
        """Note the choice for the side's own eyes."""
        chosen = next(stance for stance in STANCES if stance == order.stance)
        s.position.stances[s.acting] = chosen
        s.tell_only(
            (s.acting,),
            "stance",
            "5.1",
            "{seat:seat} takes the stance {stance}",
            instead="{seat:seat} has chosen a stance",
            seat=s.acting,
            stance=chosen,
        )
        s.finish()


@case("5.1")
def forget_stances(s: SkirmishState) -> None:
    """Last turn's stances no longer hold (5.1)."""
    s.position.stances = [None, None]


@case("5.1")
def show_stances(s: SkirmishState) -> None:
    """Both stances are shown together (5.1)."""
    for seat in (0, 1):
        text = "{seat:seat} shows its stance: {stance}"
        s.reveal("stance shown", "5.1", text, seat=seat, stance=s.position.stances[seat])
