"""What players keep with a match for the eyes of their seat alone: notes on hexes and units, and names of moments.

Nothing of it is ever sent unasked, and a seat is answered with its own notes only. In an open match those of a viewer
without a seat belong to all who look on.
"""

from __future__ import annotations

from phaseline.server import wire
from phaseline.server.problems import Wrong
from phaseline.server.service import Service
from phaseline.server.storage.rows import NoteRow
from phaseline.server.viewing.session import Session

LONGEST = 400
"""Characters of a note."""
MOST = 400
"""Notes of a seat in one match."""
EVERYBODY = -1
"""Whose notes are those of who looks at an open match without a seat."""


async def notes(service: Service, session: Session, ask: wire.AskNotes) -> wire.NotesReply:
    """The notes of the viewer's seat. Raises `Wrong` for one who has none."""
    kept = await service.keeper.run(service.keeper.store.notes, session.room.id, _owner(session))
    found = [wire.Note(sort=row.sort, number=row.number, text=row.text) for row in kept]
    return wire.NotesReply(id=ask.id, notes=found)


async def keep_note(service: Service, session: Session, ask: wire.KeepNote) -> wire.Reply:
    """Keep or take away a note. Raises `Wrong`."""
    room, store = session.room, service.keeper.store
    owner = _owner(session)
    text = ask.text.strip()
    if len(text) > LONGEST:
        raise Wrong(f"a note has at most {LONGEST} characters", field="text")
    if not _is_there(session, ask.sort, ask.number):
        raise Wrong(f"there is no {ask.sort} {ask.number}", field="number")
    if text:
        there = await service.keeper.run(store.notes, room.id, owner)
        if len(there) >= MOST and (ask.sort, ask.number) not in {(row.sort, row.number) for row in there}:
            raise Wrong(
                f"a seat keeps at most {MOST} notes with a match", field="text", hint="take others away first"
            )
    row = NoteRow(match_id=room.id, seat=owner, sort=ask.sort, number=ask.number, text=text)
    await service.keeper.run(store.keep_note, row)
    return wire.Reply(id=ask.id)


async def forget_moments(service: Service, session: Session, entry: int) -> None:
    """After an undo: names of moments that were taken back go with them."""
    await service.keeper.run(service.keeper.store.forget_moments, session.room.id, entry)


def _owner(session: Session) -> int:
    """Whose notes a viewer reads and writes."""
    if session.seat is None and session.room.header.open:
        return EVERYBODY
    if session.seat is None or session.seat not in session.room.humans():
        raise Wrong("notes belong to a seat that a person plays; take one first", status=403)
    return session.seat


def _is_there(session: Session, sort: str, number: int) -> bool:
    match = session.room.match
    if number < 0:
        return False
    if sort == "entry":
        return number < len(match.entries)
    try:
        if sort == "hex" and not match.scenario.map.on_map >> number & 1:
            return False
        match.scenario.lexicon[sort].token(number)
    except (LookupError, ValueError):
        return False
    return True
