"""Commands about orders: legal, why, do."""

from __future__ import annotations

import shlex
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, SeatName
from phaseline.cli.display import prompt, show_events
from phaseline.cli.errors import Refused, UserError, blaming
from phaseline.cli.orderwords import acting_seat, split_orders
from phaseline.cli.terminal import FAINT, say, show_json
from phaseline.engine.events import Event, redact
from phaseline.engine.ledger import Ledger, UnknownCase
from phaseline.engine.legal import LegalOrders
from phaseline.engine.match import Match
from phaseline.engine.orders import (
    Begun,
    NotationError,
    Order,
    begin,
    field_kinds,
    usage,
    write,
    write_value,
)
from phaseline.engine.packs import DataError
from phaseline.engine.refusal import IllegalOrder, Refusal

app = typer.Typer()
PANEL = "A match"
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[MATCH] ORDER", help="The match file, if it has to be named, then the order's words."
    ),
]


@app.command(rich_help_panel=PANEL)
def legal(
    words: Words = None,
    seat: SeatName = None,
    every: Annotated[bool, typer.Option("--all", help="Every order in full, one a line.")] = False,
    as_json: AsJson = False,
) -> None:
    """List what may be ordered now, step by step: `legal`, then `legal move`, then `legal move UNIT`."""
    name, beginning = matchfile.split_name(words or [])
    match = matchfile.read(name).match
    who = acting_seat(match, seat)
    begun = begin_order(match, beginning) if beginning else None
    if as_json or every:
        orders = _below(match, who, begun)
        texts = [write(order, match.scenario.lexicon) for order in orders]
        if as_json:
            show_json({"seat": match.game.seats[who], "orders": texts})
        else:
            for text in texts:
                say(text)
        return
    if not list_orders(match, who, begun):
        raise typer.Exit(1)


@app.command(rich_help_panel=PANEL)
def why(words: Words = None, seat: SeatName = None, as_json: AsJson = False) -> None:
    """Say whether an order (or the beginning of one) may be given, and if not, which case forbids it."""
    name, beginning = matchfile.split_name(words or [], needed=1)
    match = matchfile.read(name).match
    who = acting_seat(match, seat)
    begun = begin_order(match, beginning)
    refusal = why_not(match, who, begun)
    if as_json:
        text = None if refusal is None else {"case": refusal.case, "reason": refusal.reason}
        show_json({"legal": refusal is None, "refusal": text})
        if refusal is not None:
            raise typer.Exit(1)
        return
    if refusal is None:
        say("legal" if begun.complete else f"legal so far; {next_choice(match, who, begun)}")
        return
    explain(match, refusal)
    raise typer.Exit(1)


@app.command(rich_help_panel=PANEL)
def do(words: Words = None, seat: SeatName = None, as_json: AsJson = False) -> None:
    """Give one or more orders: `do "move 84-Inf 0304" done`. Those before a refused one stand."""
    name, rest = matchfile.split_name(words or [], needed=1)
    file = matchfile.read(name)
    match = file.match
    texts = split_orders(rest, match.game.flow.order_types())
    if not texts:
        raise UserError("an order is needed; phaseline legal lists what may be ordered")
    # All are read before any is carried out, so that a slip of the pen changes nothing.
    orders = [read_order(match, text) for text in texts]
    done: list[dict[str, Any]] = []
    refused: dict[str, str] | None = None
    told = []
    try:
        for order in orders:
            who = acting_seat(match, seat)
            if as_json and (refusal := match.check(who, order)) is not None:
                refused = {"order": match.write(order), "case": refusal.case, "reason": refusal.reason}
                break
            events = redact(submit(match, who, order), who)
            done.append(_as_data(match, who, order, events))
            told.append((f"{match.game.seats[who]}: {match.write(order)}", events))
    finally:
        if done:
            file.save()  # nothing is told that is not kept
        for line, events in told if not as_json else ():
            say(Text(line, style="bold"))
            show_events(match, events)
    if as_json:
        show_json({"done": done, "refused": refused})
        if refused is not None:
            raise typer.Exit(1)
    else:
        say(prompt(match, match.view(None)))


def submit(match: Match, seat: int, order: Order) -> list[Event]:
    """Carry out an order; raises `Refused`."""
    try:
        return list(match.submit(seat, order))
    except IllegalOrder as error:
        text = write(order, match.scenario.lexicon)
        raise Refused(
            f"{match.game.seats[seat]}: {text}: refused: {_with_summary(match, error.refusal)}"
        ) from error


def read_order(match: Match, text: str) -> Order:
    """The order that a text spells; raises `UserError`."""
    with blaming("", NotationError, hint="phaseline legal lists what may be ordered"):
        return match.parse(text)


def begin_order(
    match: Match, words: list[str], hint: str = "phaseline legal lists what may be ordered"
) -> Begun:
    """The beginning of an order that some words spell; raises `UserError`."""
    text = words[0] if len(words) == 1 else " ".join(map(shlex.quote, words))
    with blaming("", NotationError, hint=hint):
        return begin(text, match.game.flow.order_types(), match.scenario.lexicon)


def why_not(match: Match, seat: int, begun: Begun) -> Refusal | None:
    """Why no order of `seat` may begin like this; None when one may."""
    if begun.complete:
        return match.check(seat, begun.kind(*begun.values))
    decision = match.decision
    if decision is None or seat not in decision.seats:
        blank = match.game.seats[seat]
        owing = "nobody: the match is over" if decision is None else _names(match, decision.seats)
        case = decision.case if decision is not None else getattr(match.outcome, "case", "-")
        return Refusal(case, f"it is not for {blank} to decide now, but for {owing}")
    return match.legal(seat).why_not(begun.kind, *begun.values)


def explain(match: Match, refusal: Refusal) -> None:
    """A refusal, with the summary of the case it rests on."""
    say(Text.assemble(("refused: ", "bold red"), str(refusal)))
    found = summary(match, refusal.case)
    if found:
        say(Text(f"  {refusal.case}: {found}", style=FAINT))


def summary(match: Match, case: str) -> str:
    """Our summary of a case; "" when the ledger has none."""
    try:
        return Ledger.read(match.game.package)[case].summary
    except (DataError, UnknownCase):
        return ""


def list_orders(match: Match, seat: int, begun: Begun | None) -> bool:
    """Show one stage of what may be ordered: the kinds of order with their first choices, or the next choice.

    False when no order may begin like this; then the reason has been shown.
    """
    listed = match.legal(seat)
    if begun is None:
        kinds = listed.kinds()
        if not kinds:
            say(f"{match.game.seats[seat]} has nothing to decide now")
        for kind in kinds:
            line = Text.assemble((usage(kind), "bold"), (f"  ({kind.case})", FAINT))
            if field_kinds(kind):
                line.append(f"  {_choices(match, listed, kind, ())}")
            say(line)
        return True
    refusal = why_not(match, seat, begun)
    if refusal is not None:
        explain(match, refusal)
        return False
    say("this order is complete and legal" if begun.complete else next_choice(match, seat, begun))
    return True


def next_choice(match: Match, seat: int, begun: Begun) -> str:
    """What the next word of an order may be."""
    field = list(field_kinds(begun.kind))[len(begun.values)]
    return f"{field.upper()}: {_choices(match, match.legal(seat), begun.kind, begun.values)}"


def _choices(match: Match, listed: LegalOrders, kind: type[Order], chosen: tuple[Any, ...]) -> str:
    lexicon = match.scenario.lexicon
    return (
        ", ".join(write_value(kind, len(chosen), value, lexicon) for value in listed.values(kind, *chosen))
        or "none"
    )


def _below(match: Match, seat: int, begun: Begun | None) -> list[Order]:
    """The legal orders that begin like this."""
    orders = list(match.legal(seat))
    if begun is None:
        return orders
    return [
        order
        for order in orders
        if type(order) is begun.kind
        and tuple(getattr(order, name) for name in order.__struct_fields__)[: len(begun.values)]
        == begun.values
    ]


def _as_data(match: Match, seat: int, order: Order, events: list[Event]) -> dict[str, Any]:
    return {
        "seat": match.game.seats[seat],
        "order": write(order, match.scenario.lexicon),
        "events": [msgspec.to_builtins(event) for event in events],
    }


def _with_summary(match: Match, refusal: Refusal) -> str:
    found = summary(match, refusal.case)
    return f"{refusal} [{refusal.case}: {found}]" if found else str(refusal)


def _names(match: Match, seats: tuple[int, ...]) -> str:
    return " and ".join(match.game.seats[seat] for seat in seats)
