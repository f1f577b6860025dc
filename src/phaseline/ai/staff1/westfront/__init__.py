"""The planner of WestFront of version 0.1.0: today's, weighing by the parameters of that version."""

from dataclasses import replace

from phaseline.ai.westfront import BRAIN as TODAY
from phaseline.ai.westfront.parameters import parameters
from phaseline.ai.westfront.planner import WestFrontPlanner


class OldPlanner(WestFrontPlanner):
    """Weighs as it did then."""

    weights = parameters("phaseline.ai.staff1.westfront")


BRAIN = replace(TODAY, planner=OldPlanner)
