"""Events: told in words, and to each seat only what it may know."""

from phaseline.engine.dice import Draw
from phaseline.engine.events import Event, redact, tell
from phaseline.engine.lexicon import Lexicon, Names

LEXICON = Lexicon({"unit": Names("unit", ["84 Inf", "9 Pz"]), "hex": Names("hex", ["Lyon", "Paris"])})

OPEN = Event(kind="a", case="1", text="dusk falls")
SECRET = Event(
    kind="move",
    case="2",
    text="{unit:unit} goes to {to:hex}",
    facts={"unit": 0, "to": 1},
    seats=(0,),
    instead="somebody goes to {to:hex}",
)
SILENT = Event(
    kind="plan", case="3", text="plan {x}", facts={"x": 7}, seats=(1,), draw=Draw("d", 6, (4,), (1,))
)


def test_events_are_told_with_names() -> None:
    assert tell(SECRET, LEXICON) == "84 Inf goes to Paris"
    several = Event(kind="a", case="1", text="{units:unit} wait {n} days", facts={"units": (0, 1), "n": 3})
    assert tell(several, LEXICON) == "84 Inf, 9 Pz wait 3 days"


def test_each_seat_learns_what_it_may() -> None:
    events = [OPEN, SECRET, SILENT]
    assert redact(events, 0) == [OPEN, SECRET]
    assert [tell(event, LEXICON) for event in redact(events, 1)] == [
        "dusk falls",
        "somebody goes to Paris",
        "plan 7",
    ]
    assert [tell(event, LEXICON) for event in redact(events, None)] == [
        "dusk falls",
        "somebody goes to Paris",
    ]


def test_what_is_left_out_is_nowhere_in_the_redacted_event() -> None:
    known = SECRET.for_seat(1)
    assert known is not None
    assert known.facts == {"to": 1}
    assert "unit" not in known.text
    assert known.seats is None
