"""Makes maps from real geography (optional extra ``atlas``).

`build` turns a source folder into a `HexMap`; `check` proves that a checked-in map is what the builder makes.
``docs/how-to/build-a-map.md`` explains the source folder.
"""

from phaseline.atlas.build.check import Difference, check, left_out, rebuild
from phaseline.atlas.build.pipeline import build, chart_of
from phaseline.atlas.build.report import residual_table

__all__ = ["Difference", "build", "chart_of", "check", "left_out", "rebuild", "residual_table"]
