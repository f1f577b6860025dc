"""Orders that only end a step: who gives one waits for the others; what is owed is done first."""

from tests.drill.field import BLUE, GONE, RED, Done, Halt, field


def test_the_step_is_over_when_all_have_finished() -> None:
    s = field(". a . n")
    s.apply(BLUE, Done())
    assert [event.text for event in s.events] == ["{seat:seat} has marched"]
    assert s.events[0].facts == {"seat": BLUE}
    assert s.decision is not None
    assert s.decision.seats == (RED,)
    s.apply(RED, Halt())
    assert len(s.events) == 1
    assert s.decision is None


def test_a_gate_keeps_it_closed() -> None:
    s = field(". a . n")
    s.put(1, GONE)
    assert str(s.check(RED, Done())) == "case 3.2: nobody is left to march"
    assert s.check(RED, Halt()) is None
