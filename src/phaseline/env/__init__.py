"""Standard environments for research: PettingZoo, Gymnasium and OpenSpiel, over every game and scenario.

Each seat sees its own view and nothing more. An order is given choice by choice, as the kernel stages it: first its
kind, then each of its fields, each a whole number with a mask of those that lead to a legal order. What is observed is
made from what a page draws of the view, as arrays of fixed shape that mean the same in every game. The three
environments are `phaseline.env.pettingzoo`, `phaseline.env.gymnasium` and `phaseline.env.openspiel`; each needs the
library of its name (`pip install phaseline[env]`).
"""
