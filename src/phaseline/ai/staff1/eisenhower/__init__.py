"""The planner of Eisenhower's War of version 0.1.0: landings as constants, no operations, always on its guard."""

from dataclasses import replace

from phaseline.ai.eisenhower import BRAIN as TODAY
from phaseline.ai.staff1.eisenhower.planner import EisenhowerPlanner

BRAIN = replace(TODAY, planner=EisenhowerPlanner)
