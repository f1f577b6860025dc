"""Solving puzzles: search by players that are told the task."""

from phaseline.ai.solving.proposals import Proposals
from phaseline.ai.solving.seeking import Found, Seeker
from phaseline.ai.solving.solver import SolverAgent, Solving
from phaseline.ai.solving.subject import Subject
from phaseline.ai.solving.worlds import worlds

__all__ = ["Found", "Proposals", "Seeker", "SolverAgent", "Solving", "Subject", "worlds"]
