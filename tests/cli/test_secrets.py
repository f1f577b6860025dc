"""What one seat is told on the command line is the same, whatever the other has chosen in secret."""

from tests.cli.conftest import Answer, Shell

COMMANDS = (
    ("show", "-s", "red"),
    ("show", "-s", "red", "--json"),
    ("show", "-s", "nobody", "--units"),
    ("log", "-s", "red", "--json"),
    ("log", "-s", "nobody"),
    ("legal", "-s", "red", "--all"),
    ("why", "-s", "red", "stance", "hold"),
    ("why", "-s", "red", "move", "71st-Grenadiers", "0304"),
    ("do", "-s", "red", "move", "71st-Grenadiers", "0304"),
    ("do", "-s", "red", "stance", "march"),
    ("do", "stance", "hold"),
    ("undo", "-s", "red"),
    ("undo",),
    ("ask", "zone", "side=blue", "-s", "red"),
    ("ask", "supplied", "unit=1st-Armoured", "-s", "red"),
    ("look", "Tilly", "-s", "red"),
    ("forecast", "a.match", "-s", "red"),
    ("forces", "-s", "red"),
    ("forces", "-s", "nobody", "--turns"),
    ("odds", "a.match", "target=0301", "attackers=71st-Grenadiers,", "-s", "red"),
)


def answers(shell: Shell, stance: str) -> list[Answer]:
    """All that Red and spectators can get to hear after Blue's secret choice."""
    (shell.folder / "a.match").unlink(missing_ok=True)
    shell.run("new", "skirmish", "--seed", "a", "-o", "a.match")
    shell.run("do", "-s", "blue", "stance", stance)
    return [shell.run(*words, code=None) for words in COMMANDS]


def test_a_secret_choice_shows_in_nothing_the_others_are_told(shell: Shell) -> None:
    first, *others = (answers(shell, stance) for stance in ("assault", "hold", "screen"))
    for other in others:
        for words, here, there in zip(COMMANDS, first, other, strict=True):
            assert here == there, words
    assert all(answer.out or answer.err for answer in first)
