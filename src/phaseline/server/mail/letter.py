"""The sealed match file: an offer, its acceptance, and parts, each signed by the seat that made it.

What is signed includes a hash of all before it (`head`), so that no part can be changed, exchanged or left out in the
middle. The orders in a part are encrypted with a key that the acceptance holds, sealed for each player.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from phaseline.engine import canonical
from phaseline.engine.plain import misread, read_json
from phaseline.engine.recordtext import TITLE
from phaseline.server.mail.identity import checked_name, is_signed
from phaseline.server.wire.base import LONGEST_NAME, LONGEST_TITLE

FORMAT = 1
LARGEST = 8_000_000
MOST_PARTS = 2000
"""A long match goes to and fro a few hundred times."""
_BEGUN = re.compile(r"((?:> ?)*)\{")
"""The first line of a file, as a mail program quotes it."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_HEX = Meta(pattern=r"^(?:[0-9a-f]{2})*\Z")

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
Seat = Annotated[int, Meta(ge=0, le=1)]
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.+-]{1,64}\Z")]
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z\Z")]


class Tampered(ValueError):
    """A file is not what its players signed; the message says which part and what is wrong with it."""


class Offer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be played, and the seat that the player who offers it takes.

    Somebody else has written it, so each field is held to what this program itself would write.
    """

    id: Id
    title: str
    game: Word
    scenario: Word
    options: dict[Word, Any]
    rules: Word
    data: Word
    created: Time
    seat: Seat
    name: str
    key: Key


class Acceptance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The other player. `wrapped` is the key to the parts, sealed for each seat; `beacon` see `Part`."""

    seat: Seat
    name: str
    key: Key
    wrapped: Annotated[dict[str, Annotated[str, _HEX]], Meta(max_length=2)]
    beacon: Signature
    signature: Signature


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat's orders until the other had to decide.

    `beacon` is its author's signature of the head as it came to it: nobody could foresee it, nor choose it. The dice of
    the other's next part follow from it.
    """

    seat: Seat
    beacon: Signature
    body: Annotated[str, _HEX]
    signature: Signature


class _Heading(Struct, frozen=True):
    """What every format begins with, whatever else it holds."""

    phaseline_mail: int


class Letter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file."""

    phaseline_mail: int
    offer: Offer
    signature: Signature
    acceptance: Acceptance | None = None
    parts: Annotated[tuple[Part, ...], Meta(max_length=MOST_PARTS)] = ()

    def write(self) -> str:
        """The file as text: JSON, indented for those who look into it, in ASCII, which every mail program leaves as it is."""
        text = msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"
        return _BEYOND_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)

    def seats(self) -> dict[int, tuple[str, str]]:
        """Name and public key by seat."""
        known = {self.offer.seat: (self.offer.name, self.offer.key)}
        if self.acceptance is not None:
            known[self.acceptance.seat] = (self.acceptance.name, self.acceptance.key)
        return known

    def heads(self) -> list[str]:
        """The hash of everything up to the offer, the acceptance, and each part, in this order."""
        heads = [_hash("offer", canonical.encode(self.offer), self.signature)]
        if self.acceptance is not None:
            heads.append(_hash("acceptance", heads[-1], canonical.encode(self.acceptance)))
        for part in self.parts:
            heads.append(_hash("part", heads[-1], canonical.encode(part)))
        return heads

    def beacon_for(self, seat: int, part: int) -> str:
        """What the dice of part number `part`, made by `seat`, follow from: the last beacon of the other seat before it."""
        for earlier in reversed(self.parts[:part]):
            if earlier.seat != seat:
                return earlier.beacon
        if self.acceptance is not None and self.acceptance.seat != seat:
            return self.acceptance.beacon
        return self.signature


def read(text: str) -> Letter:
    """The file, with every signature checked; what a mail program has laid around it is passed over. Raises `Tampered`."""
    text = text.removeprefix("\ufeff")  # some editors put this mark before whatever they save
    if text.startswith(TITLE):
        raise Tampered(
            "this is the record of a match, and no file that came by mail: phaseline replay shows it, and the lobby takes it in"
        )
    text = _unwrapped(text)
    kind: Any = _Heading
    try:
        written = read_json(text, _Heading).phaseline_mail
        if written != FORMAT:
            raise Tampered(
                f"this program reads mail of format {FORMAT}, and the file is of format {written}: "
                "open it with the version of Phaseline that made it"
            )
        kind = Letter
        letter = read_json(text, Letter)
    except msgspec.ValidationError as error:
        said = misread(error, text, kind)
        raise Tampered(
            f"this is no match file that came by mail, or it was damaged: {said}; ask for it again"
        ) from error
    except msgspec.DecodeError as error:
        raise Tampered(
            "this is no match file that came by mail, or it was damaged on its way: ask for it again"
        ) from error
    _check_words(letter)
    _check(letter)
    return letter


def _unwrapped(text: str) -> str:
    """The file without a greeting above it, a signature below it, and marks of quotation before its lines."""
    lines = text.splitlines()
    marks = next((found[1] for line in lines if (found := _BEGUN.fullmatch(line))), "")
    lines = [line.removeprefix(marks) for line in lines]
    # As it is written only the first brace and the last one stand alone, and not indented.
    if "{" not in lines or "}" not in lines:
        return text
    last = len(lines) - lines[::-1].index("}")
    return "\n".join(lines[lines.index("{") : last])


def offer_bytes(offer: Offer) -> bytes:
    """What the player who offers a match signs."""
    return b"phaseline offer\n" + canonical.encode(offer)


def beacon_bytes(head: str) -> bytes:
    """What is signed for a beacon: the head as it came."""
    return f"phaseline dice\n{head}".encode()


def acceptance_bytes(head: str, acceptance: Acceptance) -> bytes:
    """What the player who accepts a match signs."""
    plain = msgspec.structs.replace(acceptance, signature="")
    return f"phaseline acceptance\n{head}\n".encode() + canonical.encode(plain)


def part_bytes(head: str, part: Part) -> bytes:
    """What the author of a part signs."""
    plain = msgspec.structs.replace(part, signature="")
    return f"phaseline part\n{head}\n".encode() + canonical.encode(plain)


def _check_words(letter: Letter) -> None:
    """What people read of a file is one line each, and not endless."""
    title = letter.offer.title
    if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable() or title != title.strip():
        raise Tampered(f"the title of the match is not one line of at most {LONGEST_TITLE} characters")
    accepted = [] if letter.acceptance is None else [letter.acceptance.name]
    for name in (letter.offer.name, *accepted):
        if not name or name != checked_name(name):
            raise Tampered(f"a player's name is not one line of at most {LONGEST_NAME} characters")


def _check(letter: Letter) -> None:
    offer = letter.offer
    if not is_signed(offer.key, offer_bytes(offer), letter.signature):
        raise Tampered(f"the offer was changed after {offer.name} signed it")
    heads = letter.heads()
    accepted = letter.acceptance
    if accepted is None:
        if letter.parts:
            raise Tampered(
                "there are orders in a match that nobody has accepted: the acceptance was taken out"
            )
        return
    if accepted.seat == offer.seat:
        raise Tampered("the match was accepted for the seat that its offer takes already")
    if not is_signed(accepted.key, acceptance_bytes(heads[0], accepted), accepted.signature):
        raise Tampered(
            f"the acceptance was changed after {accepted.name} signed it, or belongs to another offer"
        )
    if not is_signed(accepted.key, beacon_bytes(heads[0]), accepted.beacon):
        raise Tampered("the acceptance has dice of its own choosing: its beacon was changed")
    seats = letter.seats()
    for number, part in enumerate(letter.parts, start=1):
        _check_part(number, part, heads[number], seats, letter.parts[number - 2].seat if number > 1 else None)


def _check_part(
    number: int, part: Part, head: str, seats: dict[int, tuple[str, str]], before: int | None
) -> None:
    if part.seat not in seats:
        raise Tampered(f"part {number} is of a seat that nobody plays")
    name, key = seats[part.seat]
    if part.seat == before:
        raise Tampered(f"part {number} is of {name} again: the other's part before it was taken out")
    if not is_signed(key, part_bytes(head, part), part.signature):
        raise Tampered(
            f"part {number} was changed after {name} signed it, or something before it was changed, added or taken out"
        )
    if not is_signed(key, beacon_bytes(head), part.beacon):
        raise Tampered(f"part {number}: its beacon, from which dice follow, is not {name}'s")


def _hash(*things: str | bytes) -> str:
    digest = hashlib.sha256()
    for thing in things:
        data = thing if isinstance(thing, bytes) else thing.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()
