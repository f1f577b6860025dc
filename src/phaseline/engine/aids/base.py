"""`Aids`: the play aids of a game, with defaults that serve any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec.structs import astuple, replace

from phaseline.engine.aids import chances, clock, ground, stakes, tables
from phaseline.engine.aids.parts import (
    Area,
    Forecast,
    HexText,
    Hint,
    LegendEntry,
    Line,
    Measure,
    Overlay,
    OverlayOffer,
    Path,
    Table,
    TurnCell,
)
from phaseline.engine.aids.stakes import Briefing, Objective, Outlook, Prospectus
from phaseline.engine.orders import Order, field_kinds, text_of, write_value
from phaseline.engine.packs import DataPack
from phaseline.hexgrid import Mask

if TYPE_CHECKING:
    from phaseline.engine.game import Game, Scenario, View
    from phaseline.engine.legal import LegalOrders
    from phaseline.engine.state import State

S = TypeVar("S", bound="State[Any, Any]")
C = TypeVar("C", bound="Scenario")

Hinter = Callable[[Any, Hint, Sequence[Any], Any], Hint]
"""Says what a value means: the state, its plain hint, the values chosen before it, the value."""
Maker = Callable[[Any, int | None], Overlay | Iterable[Area]]
"""Makes an overlay of a state, for one unit or for all."""


class Aids(Generic[S, C]):
    """What helps the players of a game. A game subclasses it and sets `aids_type`; every default is usable as it is.

    `state` is always one sampled from the view of `seat` (or the true one in a match that is open to all), so that
    nothing here can tell a secret; `view` is that view. What is stated as a fact is read off the view; what rests on
    the sample says that it is guessed.
    """

    offers: ClassVar[tuple[OverlayOffer, ...]] = ()
    """The overlays that the game has, in the order to offer them."""
    makers: ClassVar[Mapping[str, Maker]] = {}
    """What makes the overlay of each key."""
    committed: ClassVar[frozenset[type[Order]]] = frozenset()
    """Orders upon which dice of a battle may fall at once, and whose values everybody learns."""
    planning: ClassVar[frozenset[str]] = frozenset()
    """Steps of the sequence of play in which an attack is put together, by their labels."""
    hinters: ClassVar[Mapping[type[Order], Hinter]] = {}
    """What says more of the values of an order than their names."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    # -- what it is about --------------------------------------------------------------------------------------------

    def briefing(self, scenario: C, seat: int | None) -> Briefing | None:
        """What `seat` should know before its first decision, from the scenario's file; None if it has none."""
        if scenario.task is not None:
            return scenario.task.briefing(scenario)
        text = stakes.read_briefing(self.game.package, scenario.key, scenario.overlays)
        return None if text is None else stakes.brief(text, scenario.map, self.game.seats, seat)

    def prospectus(self, key: str, packs: tuple[DataPack, ...] = ()) -> Prospectus | None:
        """What helps to choose the scenario `key`, from its file; None if it has none. No scenario is set up for it."""
        text = stakes.read_briefing(self.game.package, key, packs)
        return None if text is None else stakes.prospectus(text)

    def outlook(self, state: S, view: View) -> Outlook:  # noqa: ARG002
        """What ends the match, what is due, and what would happen if the phase ended now."""
        return Outlook()

    def standing(self, state: S, view: View) -> Outlook:
        """The outlook; of a puzzle, how far it is solved, with the places that it is about by who holds them."""
        task = state.scenario.task
        if task is None:
            return self.outlook(state, view)
        found: Outlook = task.outlook(state)
        if not task.briefing(state.scenario).objectives:
            return found
        # Who holds a hex only the game can say.
        return replace(found, objectives=self.outlook(state, view).objectives)

    def objectives(self, scenario: C, held: Sequence[Mask]) -> tuple[Objective, ...]:
        """The objectives of the briefing by who holds them; `held` are the hexes of each seat. For `outlook`."""
        told = self.briefing(scenario, None)
        return () if told is None else stakes.by_holder(told.objectives, held)

    # -- orders ------------------------------------------------------------------------------------------------------

    def hint(self, state: S, seat: int, kind: type[Order], chosen: Sequence[Any], value: Any) -> Hint:
        """What a value of the next field means, after the values `chosen`. It must be cheap: lists are long."""
        state.acting = seat
        plain = self.plain_hint(state, kind, len(chosen), value)
        hinter = self.hinters.get(kind)
        return plain if hinter is None else hinter(state, plain, chosen, value)

    def path(self, state: S, seat: int, kind: type[Order], chosen: Sequence[Any]) -> Path | None:  # noqa: ARG002
        """The way that the order begun with `chosen` would take over the map; None when it takes none."""
        return None

    def left(self, state: S, seat: int, legal: LegalOrders | None = None) -> list[str]:
        """What `seat` must still do in the present step, then what it can: `3 units can still move`.

        Only what an order can really be given for is counted. What is counted an order says itself (`OrderText.one`);
        a game says what is owed (`owed`). `legal` are the seat's legal orders, if they are known: a sample has the
        same as the match.
        """
        decision = state.decision
        if decision is None or seat not in decision.seats:
            return []
        legal = state.legal(seat) if legal is None else legal
        texts = [(kind, text_of(kind)) for kind in legal.kinds()]
        found = [(len(legal.able(kind)), text) for kind, text in texts if text.many]
        return [
            *self.owed(state, seat),
            *(f"{n} {text.one if n == 1 else text.many}" for n, text in found if n),
        ]

    def owed(self, state: S, seat: int) -> Iterable[str]:  # noqa: ARG002
        """What `seat`, which is to move, must do in the present step, or what it has left to spend."""
        return ()

    def unspent(self, state: S, seat: int, legal: LegalOrders | None = None) -> list[Line]:
        """What `seat` has left that an order can still spend now, and that is lost when it ends the present step.

        What keeps is no loss, and what nothing can be bought with is none either. `legal` are as in `left`.
        """
        decision = state.decision
        if decision is None or seat not in decision.seats:
            return []
        return list(self.lapsing(state, seat, state.legal(seat) if legal is None else legal))

    def lapsing(self, state: S, seat: int, legal: LegalOrders) -> Iterable[Line]:  # noqa: ARG002
        """What a game has to say to `unspent`, for `seat`, which is to move and may give these orders."""
        return ()

    def futile(self, state: S, seat: int) -> bool:  # noqa: ARG002
        """Whether nothing that `seat`, which is to move, can do in the present step is of any use to anybody any more."""
        return False

    def idle(self, state: S, seat: int, kind: type[Order]) -> Mask:  # noqa: ARG002
        """The units that `seat`, which is to move, may give such an order, but that have nothing to gain by it just now."""
        return 0

    def forecast(
        self,
        state: S,  # noqa: ARG002
        view: View,  # noqa: ARG002
        kind: type[Order] | None = None,  # noqa: ARG002
        chosen: Sequence[Any] = (),  # noqa: ARG002
    ) -> Forecast | None:
        """The prospects of the battle under way, or of the one that an order begun so leads to; None without one."""
        return None

    def weighing(self, state: S) -> bool:
        """Whether an attack is being put together: then its odds are worth showing unasked."""
        decision = state.decision
        return decision is not None and decision.step.label in self.planning

    def before_the_dice(
        self,
        state: S,
        view: View,
        order: Order,
        fallen: Sequence[int] = (),  # noqa: ARG002
    ) -> Forecast | None:
        """The prospects of the battle whose dice fell upon `order`, with what was known just before it was given.

        Only what everybody learns of the order is made use of: the values of those that are `committed`. `fallen` are the dice
        that the viewer saw fall upon it before, for games in which one order brings about several battles.
        """
        if type(order) not in self.committed:
            return self.forecast(state, view)
        return self.forecast(state, view, type(order), astuple(order))

    # -- the map -----------------------------------------------------------------------------------------------------

    def overlay(self, state: S, view: View, key: str, unit: int | None = None) -> Overlay:  # noqa: ARG002
        """The overlay `key` of `offers`, for all or for one unit. Raises `LookupError` for another."""
        if key in self.makers:
            found = self.makers[key](state, unit)
            return found if isinstance(found, Overlay) else Overlay(areas=tuple(found))
        known = ", ".join(offer.key for offer in self.offers)
        raise LookupError(f'there is no overlay "{key}"; this game has: {known or "none"}')

    def legend(self, scenario: C) -> list[LegendEntry]:
        """What the map shows, and what it does: terrain and hexsides, each with its `effect`."""
        return [replace(entry, text=self.effect(scenario, entry)) for entry in ground.legend(scenario.map)]

    def effect(self, scenario: C, entry: LegendEntry) -> str:  # noqa: ARG002
        """What terrain or a hexside does, in a few words; by default nothing is said of it."""
        return ""

    def hex_text(self, state: S, view: View, hex: int) -> HexText:
        """A hex in words."""
        return HexText(
            label=state.scenario.map.label(hex),
            title=ground.hex_title(state.scenario.map, hex),
            lines=tuple(self.hex_lines(state, view, hex)),
        )

    def hex_lines(self, state: S, view: View, hex: int) -> Iterator[Line]:  # noqa: ARG002
        """All there is to know of a hex; by default what the map knows of it."""
        return ground.hex_lines(state.scenario.map, hex)

    # -- tables ------------------------------------------------------------------------------------------------------

    def order_of_battle(self, scenario: C, view: View) -> Table:
        """All that the viewer knows of both sides' units; by default the pieces of the sheet."""
        return tables.order_of_battle(self.game.seats, scenario.map, self.game.sheet(scenario, view))

    def charts(self, scenario: C) -> list[Table]:  # noqa: ARG002
        """The tables that battles are settled by, as printed; [] for a game without any. What terrain does is in `legend`."""
        return []

    def turns(self, scenario: C, view: View) -> list[TurnCell]:  # noqa: ARG002
        """The turn track; [] for a game without one."""
        return []

    def arrivals(self, scenario: C, view: View) -> Table:  # noqa: ARG002
        """What is yet to come, and when; by default nothing."""
        return Table(
            key="arrivals", title="Arrivals", columns=(), sections=(), note="Nobody else is to come."
        )

    def measures(self, scenario: C, view: View) -> list[Measure]:  # noqa: ARG002
        """Numbers for charts, read off the view alone."""
        return []

    def chances(self, state: S, view: View) -> list[Measure]:
        """The chance of each seat to win, as matches went on from such positions, in per cent; none if nobody knows.

        Nobody does with data packs: those matches were played on other data.

        Once the match is over it is certain who has won, which no model need know: some games count only then.
        It is learned from what everybody knows once a match is over: `view` must be one from which nothing is hidden.
        """
        game = self.game
        model = chances.read_chances(game.package, len(game.seats)).get(state.scenario.key)
        if model is None or state.scenario.packs:
            return []
        if (outcome := state.position.outcome) is not None:
            return chances.settled(game.seats, outcome.winner)
        turn, _ = clock.turn_of(state)
        return chances.measures(model, game.seats, turn, self.measures(state.scenario, view))

    # -- for subclasses ----------------------------------------------------------------------------------------------

    def plain_hint(self, state: S, kind: type[Order], index: int, value: Any) -> Hint:
        """A value of field number `index` by its name alone."""
        lexicon = state.scenario.lexicon
        sort = list(field_kinds(kind).values())[index]
        if sort in lexicon and isinstance(value, int) and not isinstance(value, bool):
            if sort == "hex":
                return Hint(title=ground.hex_title(state.scenario.map, value), hexes=(value,))
            return Hint(title=lexicon[sort].told(value), units=(value,) if sort == "unit" else ())
        return Hint(title=write_value(kind, index, value, lexicon))
