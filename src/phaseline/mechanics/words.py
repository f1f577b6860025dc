"""Numbers of things, as people say them: `phaseline.wording.counts`, by its former name."""

from __future__ import annotations

from phaseline.wording.counts import several

__all__ = ["several"]
