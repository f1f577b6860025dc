"""Records: a whole match as a text that a person can read, like PGN for chess.

A header of `key: value` lines, an empty line, then one line an order: the seat, the order in notation, and in brackets
the dice it drew. A line that begins with `=` gives the position's fingerprint at the end of a phase, one that begins
with `;` is a comment on the order before. Replaying needs no random numbers, and proves every fingerprint.
Header lines that this program does not know (`note: ...`) are passed over.

A record holds every secret of its match. What one seat may read while it is under way is its `transcript`.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec

from phaseline import __version__
from phaseline.engine import registry
from phaseline.engine.dice import Dice, DiceExhausted, Draw, ScriptedDice, commitment
from phaseline.engine.events import redact, tell
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import Entry, Match
from phaseline.engine.orders import NotationError
from phaseline.engine.packs import DataPack, PackMark, require_packs
from phaseline.engine.plain import misread, read_json
from phaseline.engine.recordtext import (
    FORMAT,
    SEAT,
    TITLE,
    TRANSCRIPT,
    Line,
    RecordError,
    Text,
    entry_lines,
    packs_line,
    parse,
    parse_head,
)
from phaseline.engine.refusal import IllegalOrder
from phaseline.wording.shown import shown

T = TypeVar("T")
__all__ = ["FORMAT", "RecordError", "dump", "game_of", "load", "packs_of", "remarks", "transcript"]


def dump(match: Match, *, reveal: bool | None = None, note: str = "") -> str:
    """The match as text. The seed is included if `reveal` (default: when the match is over).

    A text without the seed can be replayed by anyone but gives nothing away about dice to come; it still holds every
    order, so do not hand it to a player while the match has secrets (see `transcript`). `note` goes into the header.
    """
    reveal = match.outcome is not None if reveal is None else reveal
    head = [
        f"{TITLE} {FORMAT}",
        *(f"note: {line}" for line in note.splitlines()),
        f"engine: phaseline {__version__}",
        f"game: {match.game.key} {match.game.version}",
        f"scenario: {match.scenario.key}",
        f"options: {json.dumps(msgspec.to_builtins(match.scenario.options), sort_keys=True)}",
        f"data: {match.scenario.digest}",
        *packs_line(match.scenario.packs),
        *(
            f"seat {name}: {' '.join(match.players.get(seat, '?').split())}"
            for seat, name in enumerate(match.game.seats)
        ),
    ]
    if match.commitment:
        head.append(f"commitment: {match.commitment}")
    if match.seed is not None and reveal:
        head.append(f"seed: {match.seed.hex()}")
    head.append(f"result: {_result(match)}")
    body = [line for entry in match.entries for line in _lines(match, entry)]
    return "\n".join([*head, "", *body, f"= {match.position.digest()} end", ""])


def transcript(match: Match, seat: int | None) -> str:
    """What `seat` (None: a spectator) knows of the match: its own orders and, indented, all it was told.

    The text may be given to that seat at any time. It cannot be replayed: it lacks the others' orders, and the
    fingerprints, which a patient reader could search for secrets.
    """
    head = [
        f"{TRANSCRIPT} {FORMAT}",
        f"game: {match.game.key} {match.game.version}",
        f"scenario: {match.scenario.key}",
        f"seen by: {'a spectator' if seat is None else match.game.seats[seat]}",
    ]
    if match.commitment:
        head.append(f"commitment: {match.commitment}")
    body = []
    for entry in match.entries:
        if seat is not None and entry.seat == seat and entry.order is not None:
            body.append(f"{match.game.seats[seat]}: {match.write(entry.order)}")
        known = redact(entry.events, seat)
        body += [f"  {tell(event, match.scenario.lexicon)} ({event.case})" for event in known]
    return "\n".join([*head, "", *body, ""])


def _result(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return "under way"
    winner = "draw" if outcome.winner is None else match.game.seats[outcome.winner]
    return f"{winner}, case {outcome.case}, {outcome.reason}"


def _lines(match: Match, entry: Entry) -> list[str]:
    order = None
    if entry.order is not None and entry.seat is not None:
        order = f"{match.game.seats[entry.seat]}: {match.write(entry.order)}"
    ends = [(end.digest, end.path) for end in entry.phase_ends]
    return entry_lines(order, entry.draws, entry.comment, ends)


def game_of(text: str) -> str:
    """The key of the game that a record is of; "" when it names none. Raises `RecordError`."""
    return parse_head(text).get("game", "").split(" ")[0]


def packs_of(text: str) -> tuple[PackMark, ...]:
    """The data packs that a record was made with, in their order. Raises `RecordError`."""
    return _marks(parse_head(text))


def load(
    text: str,
    *,
    packs: tuple[DataPack, ...] = (),
    verify: bool = True,
    game: Game[Any, Any] | None = None,
    scenario: Scenario | None = None,
    orders: int | None = None,
    then: Dice | None = None,
) -> Match:
    """The match that a record describes, replayed order by order.

    Game and scenario are loaded as the header says, unless they are given; `packs` are the data packs it names. With
    `orders` only so many orders are replayed. `then` are the dice for playing on; a match that has them does not claim
    the seed. Without, they are those of the seed if the record tells it, else there are none.

    With `verify`, packs, fingerprints and result must agree, and if the seed is given, it must fit the commitment and
    every die must be the seed's. A record of another version of the rules is held to its positions alone. Without,
    fingerprints are ignored: for records that no longer play the same. `remarks` says what is left unproven.
    Raises `RecordError` at the first line that does not hold.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"a record is loaded from its text, not from {shown(repr(text))}; of a file: path.read_text('utf-8')"
        )
    require_packs(packs)
    parsed = parse(text)
    head = parsed.head
    for key, known in (("game", game), ("scenario", scenario)):
        if known is None and not head.get(key):
            raise RecordError(0, f"header: there is no line `{key}: ...`, which says what was played")
    try:
        game = game or registry.game(head.get("game", "").split(" ")[0])
        if scenario is None:
            if verify:
                packs = _chosen(_marks(head), packs)
            scenario = game.load(head.get("scenario"), _options(head), packs)
    except RecordError:
        raise
    except (LookupError, ValueError) as error:
        raise RecordError(0, f"header: {error}") from error
    try:
        return _replayed(parsed, game, scenario, verify=verify, orders=orders, then=then)
    except RecordError as error:
        if _version(head) == game.version:
            raise
        raise RecordError(error.line, f"{error.reason} ({_other_version(head, game)})") from error


def _replayed(
    parsed: Text,
    game: Game[Any, Any],
    scenario: Scenario,
    *,
    verify: bool,
    orders: int | None,
    then: Dice | None,
) -> Match:
    head, body = parsed.head, parsed.body
    if verify:
        _check_data(head, game, scenario)
    whole = orders is None or orders + 1 >= len(body)
    if orders is not None:
        body = body[: orders + 1]
    players = _players(head, game)
    seed = _seed(head, verify=verify) if then is None else None
    scripted = ScriptedDice((value for draw in body[0].dice for value in draw.values), then)
    try:
        match = Match.new(
            game,
            scenario,
            players=players,
            seed=seed,
            dice=None if seed is not None else scripted,
        )
    except (DiceExhausted, ValueError) as error:
        raise RecordError(body[0].number, str(error)) from error
    if then is None:
        match.commitment = head.get("commitment", match.commitment)
    match.entries[0].comment = "\n".join(body[0].comments)
    _compare(match.entries[0], body[0], verify=verify)
    for line in body[1:]:
        if seed is None:
            scripted.add(value for draw in line.dice for value in draw.values)
        _play(match, line, verify=verify)
    last = body[-1]
    if verify and last.last is not None and last.last != match.position.digest():
        raise RecordError(last.number, f"the final position is {match.position.digest()}, not {last.last}")
    if verify and whole:
        _check_result(head, match)
    return match


def remarks(text: str, match: Match) -> list[str]:
    """What whoever reads a record should know though it replays: what in it cannot be proven, and who wrote it.

    `match` is what `load` made of the text.
    """
    parsed = parse(text)
    head, found = parsed.head, []
    if _version(head) != match.game.version:
        found.append(_other_version(head, match.game))
    if head.get("data", match.scenario.digest) != match.scenario.digest:
        found.append("map, roster or tables were others then")
    if "seed" not in head:
        over = "" if match.outcome is None else ", though the match is over"
        found.append(f"the seed is missing{over}: nobody can check that the dice fell as recorded")
    elif "commitment" not in head:
        found.append("the commitment is missing: the seed may have been chosen afterwards")
    if parsed.body[-1].last is None:
        found.append("its last line is missing: orders may have been cut off")
    return found


def _version(head: dict[str, str]) -> str:
    """The version of the game's rules that a record names."""
    return head.get("game", "").partition(" ")[2]


def _other_version(head: dict[str, str], game: Game[Any, Any]) -> str:
    then = shown(_version(head)) or "that it does not name"
    return f"it was played by the rules of {game.title}, version {then}; these are {game.version}"


def _check_result(head: dict[str, str], match: Match) -> None:
    """The result that the header claims must be the one played. How another version words the reason does not count."""
    said, true = head.get("result"), _result(match)
    if said is None or said == true:
        return
    if _version(head) != match.game.version and said.partition(",")[0] == true.partition(",")[0]:
        return
    raise RecordError(0, f"header: the result is {true!r}, but the record says {shown(said)!r}")


def _play(match: Match, line: Line, *, verify: bool) -> None:
    try:
        match.submit(match.game.seat(line.seat), match.parse(line.order))
    except (NotationError, IllegalOrder, LookupError, RuntimeError, ValueError) as error:
        raise RecordError(line.number, str(error)) from error
    entry = match.entries[-1]
    entry.comment = "\n".join(line.comments)
    _compare(entry, line, verify=verify)


def _compare(entry: Entry, line: Line, *, verify: bool) -> None:
    drawn = [(draw.sides, draw.values) for draw in entry.draws]
    noted = [(draw.sides, draw.values) for draw in line.dice]
    if drawn != noted:
        raise RecordError(
            line.number, f"the dice are {_show(entry.draws)}, but the record has {_show(line.dice)}"
        )
    digests = [end.digest for end in entry.phase_ends]
    if verify and digests != line.digests:
        raise RecordError(
            line.number,
            f"the fingerprints after it are {_listed(digests)}, but the record has {_listed(line.digests)}",
        )


def _listed(digests: list[str]) -> str:
    return shown(", ".join(digests)) or "none"


def _show(draws: tuple[Draw, ...]) -> str:
    return ", ".join(map(str, draws)) or "none"


def _seed(head: dict[str, str], *, verify: bool) -> bytes | None:
    if "seed" not in head:
        return None
    if not re.fullmatch("[0-9a-fA-F]{64}", head["seed"]):
        raise RecordError(0, "header: seed: it is 64 hexadecimal digits")
    seed = bytes.fromhex(head["seed"])
    if verify and "commitment" in head and commitment(seed) != head["commitment"]:
        raise RecordError(0, "header: the seed is not the one that was committed to")
    return seed


def _options(head: dict[str, str]) -> dict[str, Any]:
    return _json(head, "options", "{}", dict[str, Any])


def _players(head: dict[str, str], game: Game[Any, Any]) -> dict[int, str]:
    try:
        return {
            game.seat(key.removeprefix(SEAT)): value for key, value in head.items() if key.startswith(SEAT)
        }
    except LookupError as error:
        raise RecordError(0, f"header: {error}") from error


def _marks(head: dict[str, str]) -> tuple[PackMark, ...]:
    return _json(head, "packs", "[]", tuple[PackMark, ...])


def _json(head: dict[str, str], name: str, default: str, kind: type[T]) -> T:
    written = head.get(name, default)
    try:
        return read_json(written, kind)
    except msgspec.DecodeError as error:
        raise RecordError(0, f"header: {name}: {misread(error, written, kind)}") from error


def _chosen(wanted: tuple[PackMark, ...], packs: tuple[DataPack, ...]) -> tuple[DataPack, ...]:
    """The packs that are wanted, in their order: by name and, of several of one name or where there is none, by their data."""
    chosen = []
    for mark in wanted:
        named = [pack for pack in packs if pack.head.name == mark.name]
        if len(named) != 1:
            named = [*(pack for pack in named or packs if pack.mark.fingerprint == mark.fingerprint), *named]
        if not named:
            raise RecordError(0, f"header: packs: it was made with the data pack {mark}, which is not given")
        chosen.append(named[0])
    return tuple(chosen)


def _check_data(head: dict[str, str], game: Game[Any, Any], scenario: Scenario) -> None:
    """The data must be those of then; but another version may have others and play the match all the same."""
    if head.get("data", scenario.digest) == scenario.digest or _version(head) != game.version:
        return
    changed = [
        f"{then}, now {now}" for then, now in zip(_marks(head), scenario.packs, strict=False) if then != now
    ]
    hint = f"; the data pack has changed: it was {', '.join(changed)}" if changed else ""
    raise RecordError(
        0, f"header: data: the record was made with {shown(head['data'])}, this is {scenario.digest}{hint}"
    )
