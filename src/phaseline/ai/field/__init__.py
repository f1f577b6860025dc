"""What staffs of units on hexes think alike: threats, attacks with their forces, tasks, marches and replies.

A game tells what it knows of a position through `Field`; how it weighs what is found stays its own.
"""

from phaseline.ai.field.attacks import Assault, AttackStaff, Candidate
from phaseline.ai.field.forces import Detail, least_force
from phaseline.ai.field.outlook import Outlook
from phaseline.ai.field.placing import Placing
from phaseline.ai.field.potential import Potential
from phaseline.ai.field.protocol import Field
from phaseline.ai.field.sharing import gathered, most_drawn
from phaseline.ai.field.threat import Threat, strikes
from phaseline.ai.field.vigilance import Vigilance

__all__ = [
    "Assault",
    "AttackStaff",
    "Candidate",
    "Detail",
    "Field",
    "Outlook",
    "Placing",
    "Potential",
    "Threat",
    "Vigilance",
    "gathered",
    "least_force",
    "most_drawn",
    "strikes",
]
