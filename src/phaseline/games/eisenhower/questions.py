"""Questions about Eisenhower's War that case files, the command line and pages may ask."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.engine.game import Question

QUESTIONS: Mapping[str, Question] = {}
