"""mail: a match in a file, from both sides."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.server.mail import chain
from phaseline.server.mail.identity import Identity
from phaseline.server.mail.letter import read


def test_a_match_goes_to_and_fro(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = shell.folder / "ada", shell.folder / "bob"

    def at(home: Path) -> None:
        monkeypatch.setenv("PHASELINE_HOME", str(home))

    at(ada)
    shell.run("mail", "new", "skirmish", "ford", "--name", "Ada", "-o", "offer.mail")
    assert "Nobody has accepted" in shell.run("mail", "open", "offer.mail").out
    at(bob)
    answer = shell.run("mail", "accept", "offer.mail", "--name", "Bob").out
    assert "Red: Bob (you)" in answer
    assert "you have to decide" in answer
    assert "You have accepted" in shell.run("mail", "open", "offer.mail").out
    assert "still have to decide" in shell.run("mail", "send", "offer.mail", code=2).err
    at(ada)
    assert "nobody has accepted" in shell.run("mail", "send", "offer.mail", code=2).err
    assert [path.name for path in shell.folder.glob("*.mail")] == ["offer.mail"]


def test_no_file_is_overwritten_and_no_offer_made_for_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHASELINE_HOME", str(shell.folder / "ada"))
    Path("letter.mail").write_text("precious", "utf-8")
    for words in (("mail", "new", "skirmish"), ("mail", "send", "letter.mail")):
        assert "there is such a file already" in shell.run(*words, "-o", "letter.mail", code=2).err
        assert "no folder nowhere" in shell.run(*words, "-o", "nowhere/letter.mail", code=2).err
    assert Path("letter.mail").read_text("utf-8") == "precious"
    assert not (shell.folder / "ada").exists()


def test_a_file_that_is_missing_or_none_is_told_as_one_of_mail(shell: Shell) -> None:
    assert "name the one that came" in shell.run("mail", "open", "gone.mail", code=2).err
    Path("picture.mail").write_bytes(b"\xff\xfe")
    assert (
        "this is no text file; what comes by mail is" in shell.run("mail", "open", "picture.mail", code=2).err
    )


def test_an_acceptance_without_orders_lies_beside_the_offer(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = str(shell.folder / "ada"), str(shell.folder / "bob")
    monkeypatch.setenv("PHASELINE_HOME", ada)
    shell.run("mail", "new", "westfront", "husky", "--seat", "allied", "--name", "Ada")
    [offer] = Path().glob("westfront-husky-*-0.mail")
    text = offer.read_text("utf-8")
    monkeypatch.setenv("PHASELINE_HOME", bob)
    assert "your part is over" in shell.run("mail", "accept", offer.name, "--name", "Bob").out
    accepted = offer.name.replace("-0.mail", "-0-accepted.mail")
    assert f"written: {accepted}" in shell.run("mail", "send", offer.name).out
    assert offer.read_text("utf-8") == text
    monkeypatch.setenv("PHASELINE_HOME", ada)
    assert "you have to decide" in shell.run("mail", "open", accepted).out


def test_the_record_of_a_match_is_written_when_it_is_over(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes = [shell.folder / "ada", shell.folder / "bob"]
    monkeypatch.setenv("PHASELINE_HOME", str(homes[0]))
    shell.run("mail", "new", "skirmish", "ford", "--name", "Ada", "-o", "offer.mail")
    monkeypatch.setenv("PHASELINE_HOME", str(homes[1]))
    shell.run("mail", "accept", "offer.mail", "--name", "Bob")
    shell.run("mail", "send", "offer.mail", "stance hold", "-o", "begun.mail")
    assert "the match is not over" in shell.run("mail", "record", "begun.mail", code=2).err
    letter, rng = read(Path("begun.mail").read_text("utf-8")), random.Random(2)
    people = [Identity.kept_in(home) for home in homes]
    over = False
    while not over:
        seat = 1 - letter.parts[-1].seat
        match = chain.replayed(letter, people[seat])
        chain.set_dice(match, chain.dice_seed(letter, seat, len(letter.parts)))
        orders = []
        while match.decision is not None and seat in match.decision.seats:
            orders.append(match.write(match.legal(seat).sample(rng)))
            match.submit(seat, orders[-1])
        letter = chain.with_part(letter, people[seat], seat, orders, match.position.digest())
        over = match.decision is None
    Path("last.mail").write_text(letter.write(), "utf-8")
    records = []
    for home in homes:
        monkeypatch.setenv("PHASELINE_HOME", str(home))
        if home == homes[0]:
            shell.run("mail", "record", "last.mail")
            [path] = Path().glob("skirmish-ford-*.match")
            assert "there is such a file already" in shell.run("mail", "record", "last.mail", code=2).err
        else:
            path = Path("bobs.match")
            shell.run("mail", "record", "last.mail", "-o", str(path))
        assert "verified: " in shell.run("replay", str(path), "--verify", "--quiet").out
        records.append(path.read_text("utf-8"))
    assert records[0] == records[1]
    assert "seat Blue: Ada\nseat Red: Bob\n" in records[0]


def test_orders_are_given_and_sealed(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    homes = {"ada": str(shell.folder / "ada"), "bob": str(shell.folder / "bob")}
    monkeypatch.setenv("PHASELINE_HOME", homes["ada"])
    shell.run("mail", "new", "skirmish", "ford", "--seat", "red", "--name", "Ada", "-o", "offer.mail")
    monkeypatch.setenv("PHASELINE_HOME", homes["bob"])
    shell.run("mail", "accept", "offer.mail", "--name", "Bob")
    refused = shell.run("mail", "send", "offer.mail", "move 3rd-foot 0303", code=1).err
    assert "order 1" in refused
    shell.run("mail", "send", "offer.mail", "stance hold", "-o", "one.mail")
    assert "hold" not in Path("one.mail").read_text("utf-8")
    monkeypatch.setenv("PHASELINE_HOME", homes["ada"])
    out = shell.run("mail", "open", "one.mail").out
    assert "The match is on; the other side has moved." in out
    assert "Blue has chosen a stance" in out
    assert "This offer of yours has been accepted" in shell.run("mail", "open", "offer.mail").out
    out = shell.run("mail", "send", "one.mail", "stance screen", "-o", "two.mail").out
    assert "send it to your opponent" in out
    plain = json.loads(Path("two.mail").read_text("utf-8"))
    plain["parts"][1]["seat"] = 0
    Path("bad.mail").write_text(json.dumps(plain), "utf-8")
    monkeypatch.setenv("PHASELINE_HOME", homes["bob"])
    assert "is of Bob again" in shell.run("mail", "open", "bad.mail", code=2).err
    assert "you have to decide" in shell.run("mail", "open", "two.mail").out
    assert "Nothing in it is new" in shell.run("mail", "open", "two.mail").out


@pytest.fixture
def accepted(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match in which Jürgen, who is red, has accepted what Ada offers; the folder of his matches."""
    monkeypatch.setenv("PHASELINE_HOME", str(shell.folder / "ada"))
    shell.run(
        "mail", "new", "skirmish", "ford", "--name", "Ada", "--option", "weather=dry", "-o", "offer.mail"
    )
    home = shell.folder / "juergen"
    monkeypatch.setenv("PHASELINE_HOME", str(home))
    shell.run("mail", "accept", "offer.mail", "--name", "J\u00fcrgen")
    return home


@pytest.mark.usefixtures("accepted")
def test_what_came_of_orders_is_told_and_that_they_are_kept(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.run("mail", "send", "offer.mail", "stance hold", "-o", "one.mail")
    monkeypatch.setenv("PHASELINE_HOME", str(shell.folder / "ada"))
    told = shell.run("mail", "send", "one.mail", "stance screen", "move 3rd-foot 0303", code=2)
    assert told.out.splitlines()[-1] == "  3rd Foot moves from 0302 to 0303 for 1 (6.1)"
    assert "your orders are kept; you still have to decide: move" in told.err
    told = shell.run("mail", "send", "one.mail", "move", "nobody", "0101", code=2)
    assert "kept" not in told.err
    told = shell.run("mail", "send", "one.mail", "move 4th-foot 0503", "move nobody 0101", code=2)
    assert "order 2: " in told.err
    assert "(those before it are kept, so give only this one and the next anew)" in told.err
    told = shell.run("mail", "send", "one.mail", "undo", "move 4th-foot 0501", "move 4th-foot 0502", code=1)
    assert "order 3, move 4th-foot 0502: case " in told.err
    assert told.out.startswith("taken back: move 4th-Foot 0503\n  4th Foot moves from 0502 to 0501")
    told = shell.run("mail", "send", "one.mail", "undo", "undo", "undo", code=1)
    assert "order 3, undo: case " in told.err
    assert "(those before it are kept" in told.err


@pytest.mark.usefixtures("accepted")
def test_a_file_passes_through_mail_in_the_letters_of_any_country(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.run("mail", "send", "offer.mail", "stance hold", "-o", "one.mail")
    text = Path("one.mail").read_text("ascii")
    Path("came.mail").write_bytes(f"Gr\u00fc\u00dfe\n{text}\nJ\u00fcrgen\n".encode("latin-1"))
    monkeypatch.setenv("PHASELINE_HOME", str(shell.folder / "ada"))
    assert "Red: J\u00fcrgen" in shell.run("mail", "open", "came.mail").out


def test_a_lost_key_is_told_with_where_it_belongs(shell: Shell, accepted: Path) -> None:
    key = accepted / "identity.json"
    kept = key.read_bytes()
    for spoilt in (b"", b"{}"):
        key.write_bytes(spoilt)
        told = shell.run("mail", "open", "offer.mail", code=2).err
        assert "put your copy of it back, or remove it to get a new one" in told
    key.unlink()
    for words in (("open", "offer.mail"), ("send", "offer.mail", "stance hold")):
        told = shell.run("mail", *words, code=2).err
        assert "your key is not the one with which you began this match" in told
        assert f"(put the copy of your identity.json back into {accepted})" in told
    key.write_bytes(kept)
    assert "you have to decide" in shell.run("mail", "open", "offer.mail").out


def test_what_is_wrong_with_the_key_or_its_folder_is_told_with_the_file(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHASELINE_HOME", "ada")
    key = Path("ada/identity.json")
    key.parent.mkdir()
    for written, said in (
        ("", "nothing stands here"),
        ("{}", '"name" is missing'),
        ("{", "it ends in the middle"),
    ):
        key.write_text(written, "utf-8")
        told = shell.run("mail", "new", "skirmish", code=2).err
        assert told.startswith(
            "phaseline: ada/identity.json: the key to your matches by mail cannot be read: "
        )
        assert f"{said}; put your copy of it back" in told
    Path("file").touch()
    monkeypatch.setenv("PHASELINE_HOME", "file")
    told = shell.run("mail", "new", "skirmish", code=2).err
    assert (
        told == "phaseline: file/phaseline.sqlite3: its folder cannot be made: there is a file of this name\n"
    )


def test_a_key_that_is_a_link_stays_one(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASELINE_HOME", "ada")
    Path("ada").mkdir()
    Path("stick").mkdir()
    shell.run("mail", "new", "skirmish", "--name", "Ada")
    Path("ada/identity.json").rename("stick/identity.json")
    Path("ada/identity.json").symlink_to("../stick/identity.json")
    shell.run("mail", "new", "skirmish", "--name", "Bea")
    assert Path("ada/identity.json").is_symlink()
    assert '"Bea"' in Path("stick/identity.json").read_text("utf-8")
