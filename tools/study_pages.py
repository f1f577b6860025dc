"""Write what came of a study into the documentation: `study_pages.py DIR`, where DIR is the folder of the run.

Every marked block of a page (`<!-- study: GAME -->`) gets the table of that game, or of all with `*`, and the picture of who
wins is drawn anew. What is of a game of which a scenario has not been played yet stays as it is. `tools/every_scenario.sh`
does this after playing. Without DIR the picture is drawn from the tables of the page: a part of the study was played anew.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from phaseline.engine import registry
from phaseline.lab.lessons import DIGEST
from phaseline.lab.report import digest
from phaseline.lab.report.figures import Figures, gather
from phaseline.lab.statistics import wilson
from phaseline.lab.store import MANIFEST, Store

DOCS = Path(__file__).parents[1] / "docs"
PICTURE = DOCS / "images/every-scenario.svg"
STUDY = DOCS / "explanation/every-scenario.md"
_TABLE = re.compile(r"^### (.+)\n\n((?:\|.+\n)+)", re.MULTILINE)
_ROW = re.compile(r"^\| \*(.+)\* \| (\d+) \| (\d+)% .*?\| (\d+)% ", re.MULTILINE)
"""Scenario, matches, and the shares of both seats in per cent."""
_CHANCES = re.compile(r"(?<=<!-- chances -->\n).*?(?=<!-- end of chances -->)", re.DOTALL)


def main(folder: Path) -> None:
    """Write them all, and tell which."""
    store = Store.open(folder)
    study: dict[str, list[Figures]] = {}
    for series in store.series:
        figures = gather(store, series)
        if figures.matches > figures.faults:
            study.setdefault(series.recipe.game, []).append(figures)
    begun = {key: len(found) for key, found in study.items()}
    asked = Counter(series.recipe.game for series in store.series)
    for key in [key for key in study if begun[key] < asked[key]]:
        print(
            f"{key}: {begun[key]} of {asked[key]} scenarios were played; its tables stay as they are",
            file=sys.stderr,
        )
        del study[key]
    whole = len(study) == len(asked)
    for key, found in study.items():
        order = list(registry.game(key).scenarios())
        found.sort(key=lambda figures: order.index(figures.series.recipe.scenario))
    for page in sorted(DOCS.rglob("*.md")):
        before = page.read_text("utf-8")
        after = digest.rewritten(before, study, played(store), whole=whole)
        if after != before:
            page.write_text(after, "utf-8")
            print(page.relative_to(DOCS.parent))
    foretold = folder / "chances" / DIGEST
    if foretold.exists():
        before = STUDY.read_text("utf-8")
        STUDY.write_text(_CHANCES.sub(lambda _: f"\n{foretold.read_text('utf-8')}\n", before), "utf-8")
    if whole:
        PICTURE.write_text(digest.picture([each for found in study.values() for each in found]), "utf-8")
        print(PICTURE.relative_to(DOCS.parent))


def tabled(text: str) -> list[Any]:
    """Who won how often by the tables of a page, in what the picture is drawn from; shares are those that are printed."""
    found: list[Any] = []
    for game, table in _TABLE.findall(text):
        seats = tuple(cell.strip() for cell in table.splitlines()[0].split("|")[3:5])
        for scenario, matches, *shares in _ROW.findall(table):
            wins = [round(int(share) * int(matches) / 100) for share in shares]
            parties = {
                seat: SimpleNamespace(
                    agent="staff",
                    seat=seat,
                    matches=int(matches),
                    wins=won,
                    interval=wilson(won, int(matches)),
                )
                for seat, won in enumerate(wins)
            }
            title = f"{game}, {scenario}: staff against staff"
            found.append(SimpleNamespace(title=title, seats=seats, parties=parties))
    return found


def played(store: Store) -> str:
    """When and with what."""
    began = datetime.fromtimestamp((store.folder / MANIFEST).stat().st_mtime, UTC)
    return (
        f"Measured in {began:%B %Y} with Phaseline {store.manifest.phaseline}: `staff` in every seat, seed {store.experiment.seed}. "
        "Shares have their 95 % intervals;\nlead and length are medians, with the range of the middle half. "
        "`tools/every_scenario.sh` plays it anew."
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        PICTURE.write_text(digest.picture(tabled(STUDY.read_text("utf-8"))), "utf-8")
