"""From a sealed file to the match in it, and from orders to the next sealed part."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice, mix
from phaseline.engine.match import Match
from phaseline.server.mail.identity import Identity, seal_for
from phaseline.server.mail.letter import (
    FORMAT,
    Acceptance,
    Letter,
    Offer,
    Part,
    Tampered,
    acceptance_bytes,
    beacon_bytes,
    offer_bytes,
    part_bytes,
)

CHUNK = 1024
"""Bodies are filled up to a multiple of so many bytes, so that their length tells little."""


class NotYours(ValueError):
    """The file is a match of other people: no key here opens it."""


class Body(Struct, frozen=True):
    """What is encrypted in a part: the orders in notation, and the fingerprint of the position they lead to."""

    orders: tuple[str, ...]
    digest: str


def offered(offer: Offer, who: Identity) -> Letter:
    """A file that offers a match."""
    return Letter(phaseline_mail=FORMAT, offer=offer, signature=who.sign(offer_bytes(offer)))


def accepted(letter: Letter, who: Identity, seat: int) -> Letter:
    """The file with the acceptance of the player in `seat`, who makes the key to all that follows."""
    head = letter.heads()[0]
    key = secrets.token_bytes(SecretBox.KEY_SIZE)
    keys = {letter.offer.seat: letter.offer.key, seat: who.public}
    acceptance = Acceptance(
        seat=seat,
        name=who.name,
        key=who.public,
        wrapped={str(number): seal_for(public, key) for number, public in keys.items()},
        beacon=who.sign(beacon_bytes(head)),
        signature="",
    )
    return replace(
        letter, acceptance=replace(acceptance, signature=who.sign(acceptance_bytes(head, acceptance)))
    )


def seat_of(letter: Letter, who: Identity) -> int | None:
    """The seat that this identity plays; None when it plays none."""
    return next((seat for seat, (_, key) in letter.seats().items() if key == who.public), None)


def with_part(letter: Letter, who: Identity, seat: int, orders: Sequence[str], digest: str) -> Letter:
    """The file with one more part. Raises `NotYours`."""
    head = letter.heads()[-1]
    plain = msgspec.json.encode(Body(tuple(orders), digest))
    plain += b" " * (-len(plain) % CHUNK)
    body = SecretBox(_key(letter, who, seat)).encrypt(plain).hex()
    part = Part(seat=seat, beacon=who.sign(beacon_bytes(head)), body=body, signature="")
    return replace(letter, parts=(*letter.parts, replace(part, signature=who.sign(part_bytes(head, part)))))


def dice_seed(letter: Letter, seat: int, part: int) -> bytes:
    """The seed of the dice in part number `part` (from 0), if `seat` makes it."""
    return hashlib.sha256(f"phaseline dice of part\n{letter.beacon_for(seat, part)}".encode()).digest()


def replayed(letter: Letter, who: Identity) -> Match:
    """The match as it stands after the last part, every order checked by the rules. Raises `Tampered`, `NotYours`."""
    seat = seat_of(letter, who)
    if seat is None or letter.acceptance is None:
        raise NotYours("this match is between other people, or not yet accepted")
    key = _key(letter, who, seat)
    offer = letter.offer
    try:
        game = registry.game(offer.game)
        scenario = game.load(offer.scenario, offer.options)
    except (LookupError, ValueError, ImportError) as error:
        raise Tampered(f"what it offers cannot be played here: {error}") from error
    if (game.version, scenario.digest) != (offer.rules, offer.data):
        raise Tampered(
            f"the other side plays by another version of {game.title} (rules {offer.rules}, data {offer.data}; "
            f"here {game.version}, {scenario.digest}): install the same version of the program"
        )
    start = mix(bytes.fromhex(letter.signature), bytes.fromhex(letter.acceptance.beacon))
    match = Match.new(game, scenario, dice=SeededDice(start))
    for number, part in enumerate(letter.parts):
        _carry_out(match, letter, number, _body(part, key, number + 1))
    return match


def set_dice(match: Match, seed: bytes) -> None:
    """Go on with other dice; how far dice have been used up goes on counting."""
    match.state.dice = SeededDice(seed, match.state.dice.drawn)


def _carry_out(match: Match, letter: Letter, number: int, body: Body) -> None:
    part = letter.parts[number]
    name = letter.seats()[part.seat][0]
    set_dice(match, dice_seed(letter, part.seat, number))
    for text in body.orders:
        try:
            match.submit(part.seat, text)
        except (ValueError, LookupError) as error:
            raise Tampered(f"part {number + 1}: {name} gave an order that is not legal: {error}") from error
    if match.position.digest() != body.digest:
        raise Tampered(
            f"part {number + 1} does not lead where {name} says; the dice or the rules were not those here"
        )
    decision = match.decision
    if decision is not None and part.seat in decision.seats:
        raise Tampered(f"part {number + 1} ends before {name} has decided everything")


def _key(letter: Letter, who: Identity, seat: int) -> bytes:
    if letter.acceptance is None:
        raise NotYours("nobody has accepted this match yet")
    try:
        return who.unseal(letter.acceptance.wrapped[str(seat)])
    except (KeyError, ValueError, CryptoError) as error:
        raise NotYours("the key to this match was not sealed for you") from error


def _body(part: Part, key: bytes, number: int) -> Body:
    try:
        plain = SecretBox(key).decrypt(bytes.fromhex(part.body))
        return msgspec.json.decode(plain, type=Body)
    except (ValueError, CryptoError, msgspec.DecodeError) as error:
        raise Tampered(f"part {number} cannot be opened with the key of this match") from error
