"""Tables about a build for people to read."""

from __future__ import annotations

import statistics

from phaseline.atlas.build.chart import Chart
from phaseline.atlas.build.projection import points
from phaseline.hexgrid import hexes
from phaseline.wording.counts import several


def residual_table(chart: Chart, *, least: float = 0.0) -> str:
    """A Markdown table of the control points, worst first: miss and pull in hexes and kilometres.

    ``least`` leaves out control points the warp moved less than that many hexes.
    """
    km = chart.fit.km_per_hex
    lines = [
        "| place | from fit to hex centre (hexes) | moved by the warp (hexes) | moved (km) |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {r.name} | {r.miss:.2f} | {r.moved:.2f} | {r.moved * km:.0f} |"
        for r in sorted(chart.residuals, key=lambda r: (-r.moved, -r.miss, r.name))
        if r.moved >= least
    ]
    return "\n".join(lines)


def summary(chart: Chart) -> str:
    """One line: scale, turn, number of control points, how far they miss and are moved, whether the warp folds."""
    miss = [r.miss for r in chart.residuals]
    moved = [r.moved for r in chart.residuals]
    grid = chart.grid
    swollen = chart.warp.stretch(points([grid.centre(h) for h in hexes(grid.all)]))
    folded = int((swollen <= 0).sum())
    still = sum(1 for value in moved if value < 0.005)
    return (
        f"{chart.fit.km_per_hex:.1f} km a hex, turned {chart.fit.rotation:.2f} degrees; {len(miss)} control points, "
        f"root mean square {statistics.fmean(m * m for m in miss) ** 0.5:.2f} hexes from their hex centres; "
        f"{still} need no warp, the others move {statistics.fmean(moved) if moved else 0:.2f} on average, "
        f"{max(moved, default=0):.2f} at most; "
        + (f"the warp folds at {several(folded, 'hex')}" if folded else "the warp folds nowhere")
    )
