"""The kernel every game shares: position, order, decision, flow, dice, events, views, match and record."""
