"""What does not fit is told by the service as by files, with the field; entries count from 0, as a program counts."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from phaseline.server.problems import misfit


class Sit(Struct, tag_field="do", tag="sit", forbid_unknown_fields=True):
    """One message of two."""

    seat: Literal["blue", "red"]


class Options(Struct, tag_field="do", tag="set", forbid_unknown_fields=True):
    """The other message."""

    options: dict[str, int]
    players: list[Sit] = []


@pytest.mark.parametrize(
    ("written", "error", "field"),
    [
        ({"do": "sit"}, '"seat" is missing', "seat"),
        ({"do": "sit", "seat": "red", "seats": 1}, 'there is no "seats" here; did you mean seat?', "seats"),
        (
            {"do": "sit", "seat": "red", "colour": 1},
            'there is no "colour" here; known are seat',
            "colour",
        ),
        (
            {"do": "set", "options": {"fog": 1, "mud": []}},
            "options.mud: a list stands here; a whole number is needed",
            "options.mud",
        ),
        (
            {"do": "set", "options": {}, "players": [{"do": "sit", "seat": "red"}, {"do": "sit"}]},
            'players[1]: "seat" is missing',
            "players[1].seat",
        ),
        (
            {"do": "set", "options": {}, "players": [{"do": "sit", "seat": "green"}]},
            'players[0].seat: "green" is not possible here; possible are blue, red',
            "players[0].seat",
        ),
        ([], "a list stands here; a mapping is needed", None),
    ],
)
def test_what_does_not_fit_is_told_with_its_field(written: Any, error: str, field: str | None) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(written, Sit | Options)
    wrong = misfit(str(caught.value), Sit | Options, written, "see there")
    assert (wrong.error, wrong.field, wrong.hint) == (error, field, "see there")


def test_what_a_client_sends_is_repeated_short_and_tame() -> None:
    written: dict[str, object] = {"do": "sit", "seat": "\x1b[2J" + "x" * 10_000}
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(written, Sit)
    wrong = misfit(str(caught.value), Sit, written, "see there")
    assert len(wrong.error) < 200
    assert "\x1b" not in wrong.error
    written = {"do": "sit", "seat": "red", "\n" * 10_000: 1}
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(written, Sit)
    wrong = misfit(str(caught.value), Sit, written, "see there")
    assert len(wrong.error + str(wrong.field)) < 600
    assert "\n" not in wrong.error + str(wrong.field)
