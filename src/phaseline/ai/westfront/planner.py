from __future__ import annotations
from phaseline.ai.brain import Planner
class WestFrontPlanner(Planner):
    def __init__(self, scenario, seat, seed): pass
    def order(self, sight): return None
    def explain(self): return []
