"""A study in short, for pages of text: a table of Markdown, a row a series, and the chart of who wins as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import vl_convert

from phaseline.lab.report import charts
from phaseline.lab.report.figures import Figures
from phaseline.lab.statistics import wilson

QUARTERS = (0.25, 0.5, 0.75)
EVERY = "*"
"""All games of a study."""
_BLOCK = re.compile(r"(<!-- study: (\S+) -->\n).*?(?=<!-- end of study -->)", re.DOTALL)


def digest(all_figures: Sequence[Figures]) -> Iterator[str]:
    """The lines of a table of series whose seats are the same: who won how often, by how much, and when it was over.

    Shares have their 95 % intervals (Wilson); lead and length are medians, with the range of the middle half.
    """
    seats = all_figures[0].seats
    lead = [f"lead of {seats[0]}"] if any(figures.scored for figures in all_figures) else []
    headings = ["scenario", "matches", *seats, "drawn", *lead, "over in turn", "orders"]
    yield f"| {' | '.join(headings)} |"
    yield "|---" + "|---:" * (len(headings) - 1) + "|"
    for figures in all_figures:
        played = figures.matches - figures.faults
        wins = [party.wins for _, party in sorted(figures.parties.items())]
        margins = [value for (value, _), count in figures.margins.items() for _ in range(count)]
        turns = [turn for (turn, _), count in figures.lengths.items() for _ in range(count)]
        cells = (
            f"*{figures.series.setting.scenario.title}*",
            str(played) + (f" (and {figures.faults} that broke down)" if figures.faults else ""),
            *(_share(won, played) for won in (*wins, figures.draws)),
            *(_range(margins) for _ in lead),
            _range(turns),
            f"{figures.orders.mean:,.0f}",
        )
        yield f"| {' | '.join(cells)} |"


def picture(all_figures: Sequence[Figures]) -> str:
    """The chart of who wins how often, as SVG."""
    drawn: str = vl_convert.vegalite_to_svg(charts.wins(all_figures), vl_version=charts.VEGA_LITE)
    return drawn


def rewritten(text: str, study: Mapping[str, Sequence[Figures]], played: str, *, whole: bool = True) -> str:
    """A page of text with its marked blocks made anew: what is between `<!-- study: GAME -->` and `<!-- end of study -->`.

    `study` has the series of each game by its key, `played` says in a sentence with what they were played. The game `*`
    stands for all, each under a heading. A block of a game that was not played stays as it is, and that of all unless the
    study is `whole`.
    """

    def made(block: re.Match[str]) -> str:
        mark, key = block.groups()
        if key == EVERY and whole:
            parts = [f"### {_title(found)}\n\n{_lines(found)}\n" for found in study.values()]
            return f"{mark}\n{played}\n\n" + "\n".join(parts) + "\n"
        return f"{mark}\n{_lines(study[key])}\n\n{played}\n\n" if key in study else block[0]

    return _BLOCK.sub(made, text)


def _title(found: Sequence[Figures]) -> str:
    return str(found[0].series.setting.game.title)


def _lines(found: Sequence[Figures]) -> str:
    return "\n".join(digest(found))


def _share(won: int, of: int) -> str:
    """A share of matches in per cent, with its interval.

    >>> _share(3, 10)
    '30% (11 to 60)'
    """
    low, high = wilson(won, of)
    return f"{won / of:.0%} ({100 * low:.0f} to {100 * high:.0f})" if of else ""


def _range(values: Iterable[float]) -> str:
    """The median, and between which values the middle half lies.

    >>> _range([5, 1, 2, 9, 3]), _range([4, 4])
    ('3 (2 to 5)', '4')
    """
    found = sorted(values)
    if not found:
        return ""
    low, middle, high = (found[min(len(found) - 1, int(share * len(found)))] for share in QUARTERS)
    return f"{middle:g}" if low == high else f"{middle:g} ({low:g} to {high:g})"
