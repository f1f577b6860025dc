"""A text that somebody wrote is repeated short and tame."""

from phaseline.wording.shown import shown


def test_a_text_is_shown_short_and_tame() -> None:
    assert shown("move 84-Inf Lyon") == "move 84-Inf Lyon"
    assert shown("a\x1b[2Jb\n\u202e") == "a\\x1b[2Jb\\n\\u202e"
    assert len(shown("\x1b" * 10_000)) < 400
