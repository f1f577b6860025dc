"""Make the chart of a map from its control points."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from phaseline.atlas.build.chart import Chart, Residual, nearest_inside
from phaseline.atlas.build.fit import Fit, fit, given_fit
from phaseline.atlas.build.projection import Points, Projection, points
from phaseline.atlas.build.source import FitSpec, Source, within
from phaseline.atlas.build.towns import Town
from phaseline.atlas.build.warp import Warp
from phaseline.atlas.errors import MapFileError
from phaseline.hexgrid import Grid, Hex, Numbering, hexes


def make_chart(source: Source, grid: Grid, numbering: Numbering, towns: Sequence[Town]) -> Chart:
    """Project, fit, warp.

    After it every control point lies in its hex: moved just as far as it takes to be ``warp.margin`` inside.

    Raises:
        MapFileError: the controls fix nothing, or pull so hard against each other that the map folds over itself.
    """
    projection = Projection(source.projection.definition)
    controls = [town for town in towns if town.is_control]
    homes = [control_hex(town, numbering) for town in controls]
    with within("source.toml"):
        plane = projection.forward(points([(town.lon, town.lat) for town in controls]))
    for town, spot in zip(controls, plane, strict=True):
        if not np.isfinite(spot).all():
            raise MapFileError(
                "the projection does not reach it; look at lat, lon and [projection]",
                file="places.toml",
                key=f"places.{town.name!r}",
            )
    centres = points([grid.centre(h) for h in homes])
    with within("source.toml", "fit"):
        fitted = _fit(source.fit, projection, grid, plane, centres)
    before = fitted.forward(plane)
    after = np.array(
        [nearest_inside(grid, h, spot, source.warp.margin)[0] for h, spot in zip(homes, before, strict=True)]
    ).reshape(-1, 2)
    warp = Warp(before, after, source.warp.fade)
    warp.require_no_fold([grid.centre(h) for h in hexes(grid.all)])
    residuals = tuple(
        Residual(town.name, h, math.dist(spot, centre), math.dist(spot, goal))
        for town, h, spot, centre, goal in zip(controls, homes, before, centres, after, strict=True)
    )
    return Chart(grid, projection, fitted, warp, residuals)


def control_hex(town: Town, numbering: Numbering) -> Hex:
    """The hex a town is said to stand in."""
    try:
        return numbering.parse(town.hex or "")
    except ValueError as error:
        raise MapFileError(str(error), file="places.toml", key=f"places.{town.name!r}.hex") from error


def _fit(spec: FitSpec, projection: Projection, grid: Grid, plane: Points, centres: Points) -> Fit:
    if spec.kind != "given":
        return fit(plane, centres, spec.kind)
    if spec.anchor is None or spec.km_per_hex <= 0:
        raise MapFileError(
            "a given fit needs km_per_hex above 0 and an anchor (at, lat, lon)", file="source.toml", key="fit"
        )
    anchor = projection.forward([[spec.anchor.lon, spec.anchor.lat]])
    try:
        centre = grid.centre(grid.hex(*spec.anchor.at))
    except ValueError as error:
        raise MapFileError(str(error), file="source.toml", key="fit.anchor.at") from error
    return given_fit(km_per_hex=spec.km_per_hex, rotation=spec.rotation, plane=anchor, grid=[centre])
