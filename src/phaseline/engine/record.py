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
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from phaseline import __version__
from phaseline.engine import registry
from phaseline.engine.dice import Draw, ScriptedDice, commitment
from phaseline.engine.events import redact, tell
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import Entry, Match
from phaseline.engine.orders import NotationError
from phaseline.engine.packs import DataPack, PackMark
from phaseline.engine.refusal import IllegalOrder

FORMAT = 1
_TITLE = "Phaseline record"
_TRANSCRIPT = "Phaseline transcript"
_ROUND = str.maketrans("[]\n", "() ")
"""Square brackets are for dice; a purpose is written with round ones."""
_DICE = re.compile(r"(?: \[[^\[\]]*\])+$")
_DRAW = re.compile(
    r"\[(?P<purpose>[^\[\]]*?) ?d(?P<sides>[0-9]{1,9}): (?P<values>[0-9]{1,9}(?: [0-9]{1,9})*)\]"
)


class RecordError(ValueError):
    """A record that cannot be read, or that does not replay; the message begins with the line number."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {reason}" if line else reason)


def dump(match: Match, *, reveal: bool | None = None, note: str = "") -> str:
    """The match as text. The seed is included if `reveal` (default: when the match is over).

    A text without the seed can be replayed by anyone but gives nothing away about dice to come; it still holds every
    order, so do not hand it to a player while the match has secrets (see `transcript`). `note` goes into the header.
    """
    reveal = match.outcome is not None if reveal is None else reveal
    head = [
        f"{_TITLE} {FORMAT}",
        *(f"note: {line}" for line in note.splitlines()),
        f"engine: phaseline {__version__}",
        f"game: {match.game.key} {match.game.version}",
        f"scenario: {match.scenario.key}",
        f"options: {json.dumps(msgspec.to_builtins(match.scenario.options), sort_keys=True)}",
        f"data: {match.scenario.digest}",
    ]
    if match.scenario.packs:
        head.append(f"packs: {json.dumps(msgspec.to_builtins(match.scenario.packs), ensure_ascii=False)}")
    head += [
        f"seat {name}: {' '.join(match.players.get(seat, '?').split())}"
        for seat, name in enumerate(match.game.seats)
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
        f"{_TRANSCRIPT} {FORMAT}",
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
    dice = "".join(f" [{str(draw).translate(_ROUND)}]" for draw in entry.draws)
    if entry.order is None or entry.seat is None:
        first = f"start{dice}"
    else:
        first = f"{match.game.seats[entry.seat]}: {match.write(entry.order)}{dice}"
    ends = [f"= {end.digest} {', '.join(end.path)}" for end in entry.phase_ends]
    comments = [f"; {line}".rstrip() for line in entry.comment.splitlines()]
    return [first, *comments, *ends]


def packs_of(text: str) -> tuple[PackMark, ...]:
    """The data packs that a record was made with, in their order. Raises `RecordError`."""
    return _marks(_parse_head(text)[0])


@dataclass(frozen=True)
class _Line:
    number: int
    seat: str
    order: str
    dice: tuple[Draw, ...]
    comments: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    last: str | None = None


def load(
    text: str,
    *,
    packs: tuple[DataPack, ...] = (),
    verify: bool = True,
    game: Game[Any, Any] | None = None,
    scenario: Scenario | None = None,
) -> Match:
    """The match that a record describes, replayed order by order.

    Game and scenario are loaded as the header says, unless they are given; `packs` are the data packs it names.

    With `verify`, packs and fingerprints must agree, and if the seed is given, it must fit the commitment and every die
    must be the seed's. Without, fingerprints are ignored: for records of other versions of the rules.
    Raises `RecordError` at the first line that does not hold.
    """
    head, start = _parse_head(text)
    body = _parse_body(text.split("\n"), start)
    try:
        game = game or registry.game(head.get("game", "").split(" ")[0])
        if scenario is None:
            if verify:
                packs = _chosen(_marks(head), packs)
            scenario = game.load(head.get("scenario"), _options(head), packs)
    except (LookupError, ValueError) as error:
        raise RecordError(0, f"header: {error}") from error
    if verify:
        _check_data(head, scenario)
    players = _players(head, game)
    seed = _seed(head, verify=verify)
    scripted = ScriptedDice(value for draw in body[0].dice for value in draw.values)
    match = Match.new(
        game,
        scenario,
        players=players,
        seed=seed,
        dice=None if seed is not None else scripted,
    )
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
    return match


def _play(match: Match, line: _Line, *, verify: bool) -> None:
    try:
        match.submit(match.game.seat(line.seat), match.parse(line.order))
    except (NotationError, IllegalOrder, LookupError, RuntimeError, ValueError) as error:
        raise RecordError(line.number, str(error)) from error
    entry = match.entries[-1]
    entry.comment = "\n".join(line.comments)
    _compare(entry, line, verify=verify)


def _compare(entry: Entry, line: _Line, *, verify: bool) -> None:
    drawn = [(draw.sides, draw.values) for draw in entry.draws]
    noted = [(draw.sides, draw.values) for draw in line.dice]
    if drawn != noted:
        raise RecordError(
            line.number, f"the dice are {_show(entry.draws)}, but the record has {_show(line.dice)}"
        )
    digests = tuple(end.digest for end in entry.phase_ends)
    if verify and digests != line.digests:
        raise RecordError(
            line.number, f"the fingerprints after it are {digests}, but the record has {line.digests}"
        )


def _show(draws: tuple[Draw, ...]) -> str:
    return ", ".join(map(str, draws)) or "none"


def _seed(head: dict[str, str], *, verify: bool) -> bytes | None:
    if "seed" not in head:
        return None
    try:
        seed = bytes.fromhex(head["seed"])
    except ValueError as error:
        raise RecordError(0, f"header: seed: {error}") from error
    if verify and "commitment" in head and commitment(seed) != head["commitment"]:
        raise RecordError(0, "header: the seed is not the one that was committed to")
    return seed


def _options(head: dict[str, str]) -> dict[str, Any]:
    try:
        return msgspec.json.decode(head.get("options", "{}"), type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise RecordError(0, f"header: options: {error}") from error


def _players(head: dict[str, str], game: Game[Any, Any]) -> dict[int, str]:
    try:
        return {game.seat(key[5:]): value for key, value in head.items() if key.startswith("seat ")}
    except LookupError as error:
        raise RecordError(0, f"header: {error}") from error


def _marks(head: dict[str, str]) -> tuple[PackMark, ...]:
    try:
        return msgspec.json.decode(head.get("packs", "[]"), type=tuple[PackMark, ...])
    except msgspec.DecodeError as error:
        raise RecordError(0, f"header: packs: {error}") from error


def _chosen(wanted: tuple[PackMark, ...], packs: tuple[DataPack, ...]) -> tuple[DataPack, ...]:
    """The packs that are wanted, in their order."""
    here = {pack.head.name: pack for pack in packs}
    for mark in wanted:
        if mark.name not in here:
            raise RecordError(0, f"header: packs: it was made with the data pack {mark}, which is not given")
    return tuple(here[mark.name] for mark in wanted)


def _check_data(head: dict[str, str], scenario: Scenario) -> None:
    if head.get("data", scenario.digest) == scenario.digest:
        return
    changed = [
        f"{then}, now {now}" for then, now in zip(_marks(head), scenario.packs, strict=False) if then != now
    ]
    hint = f"; the data pack has changed: it was {', '.join(changed)}" if changed else ""
    raise RecordError(
        0, f"header: data: the record was made with {head['data']}, this is {scenario.digest}{hint}"
    )


def _parse_head(text: str) -> tuple[dict[str, str], int]:
    """The header, and the number of its last line."""
    lines = text.split("\n")
    if lines and lines[0].startswith(_TRANSCRIPT):
        raise RecordError(
            1, "this is a transcript, what one seat knows of a match; only a record can be replayed"
        )
    if not lines or not lines[0].startswith(_TITLE):
        raise RecordError(1, f'a record begins with "{_TITLE} {FORMAT}"')
    if lines[0] != f"{_TITLE} {FORMAT}":
        raise RecordError(1, f"this program reads record format {FORMAT}; the file says {lines[0]!r}")
    head: dict[str, str] = {}
    number = 1
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            break
        key, colon, value = line.partition(": ")
        if not colon:
            raise RecordError(number, f'a header line is "key: value", not {line!r}')
        head[key] = value
    return head, number


def _parse_body(lines: list[str], start: int) -> list[_Line]:
    body: list[_Line] = []
    for number, line in enumerate(lines[start:], start=start + 1):
        if not line.strip():
            continue
        if line[0] in "=;":
            if not body:
                raise RecordError(number, "an order or `start` must come first")
            body[-1] = _annotated(body[-1], number, line)
        else:
            body.append(_order_line(number, line, first=not body))
    if not body:
        raise RecordError(len(lines), "the record has no `start` line")
    return body


def _annotated(entry: _Line, number: int, line: str) -> _Line:
    if line[0] == ";":
        text = line[1:].removeprefix(" ")
        return replace(entry, comments=(*entry.comments, text))
    words = line[1:].split()
    if not words:
        raise RecordError(number, "after `=` comes a fingerprint")
    if words[1:] == ["end"]:
        return replace(entry, last=words[0])
    return replace(entry, digests=(*entry.digests, words[0]))


def _order_line(number: int, line: str, *, first: bool) -> _Line:
    tail = _DICE.search(line)
    text = line if tail is None else line[: tail.start()]
    dice = tuple(
        Draw(found["purpose"], int(found["sides"]), tuple(map(int, found["values"].split())))
        for found in _DRAW.finditer(line, len(text))
    )
    if tail is not None and len(dice) != tail[0].count("["):
        raise RecordError(number, f"brackets hold dice, as in [attack d6: 3 5], not {tail[0].strip()[:60]}")
    if first:
        if text != "start":
            raise RecordError(
                number, "the first line after the header is `start` with the dice rolled at once"
            )
        return _Line(number, "", "", dice)
    seat, colon, order = text.partition(": ")
    if not colon:
        raise RecordError(number, f'an order line is "seat: order [dice]", not {line!r}')
    return _Line(number, seat, order, dice)
