"""Events: told in words, and to each seat only what it may know."""

from dataclasses import replace

from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Place
from phaseline.engine.dice import Draw
from phaseline.engine.events import Event, redact, tell
from phaseline.engine.lexicon import HexNames, Lexicon, Names

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


def test_a_sentence_names_the_place_and_its_number_only_where_another_is_called_so() -> None:
    board = HexMap.from_drawing(
        "A B C .", places={"A": {"name": "Caen"}, "B": {"name": "Saint-Marcel"}, "C": {"name": "Brest"}}
    )
    other = Place("Saint-Marcel", board.hex("0104"))
    twin = replace(board, places=FrozenDict({**board.places, "the other": other}))
    event = Event(kind="air", case="1", text="raids on {over:hex}", facts={"over": tuple(range(4))})
    assert tell(event, Lexicon({"hex": HexNames(board)})) == "raids on Caen, Saint-Marcel, Brest, 0104"
    told = tell(event, Lexicon({"hex": HexNames(twin)}))
    assert told == "raids on Caen, Saint-Marcel 0102, Brest, Saint-Marcel 0104"
