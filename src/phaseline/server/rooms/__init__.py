"""Matches under way in this process: one room each, in which orders are taken one after the other."""
