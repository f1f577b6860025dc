"""What is written is there wholly, or what was there before still is."""

from pathlib import Path

import pytest

from phaseline.lab.whole import whole


def test_a_file_is_there_when_it_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    with whole(path) as part:
        part.write_text("all of it", "utf-8")
        assert not path.exists()
        assert part.name.startswith("."), "whoever reads the whole folder passes it over"
    assert path.read_text("utf-8") == "all of it"
    assert list(path.parent.iterdir()) == [path]


def test_what_goes_wrong_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    path.write_text("before", "utf-8")
    with pytest.raises(UnicodeEncodeError), whole(path) as part:
        part.write_text("half of it, and then é", "ascii")
    assert path.read_text("utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]
