"""Wargame mechanics as small pure functions that any game may combine.

They take plain values and sets of hexes, know no game and keep no state.

- `strength`: what a unit counts after terrain, supply and weather, exactly, each factor named.
- `odds`: ratios in the defender's favour, the columns of a table, named shifts.
- `weighing`: an attack summed up term by term, and the odds table that settles it.
- `bands`, `tables`: results tables from data files, and their die modifiers, named.
- `distributions`: exact chances of table rolls, buckets of dice and whatever follows from them.
- `zones`: zones of control, and who controls a hex.
- `supply`: lines of supply by any legs, links and movement points; where they run and where they are cut.
- `retreat`: where beaten units may go, and how far victors may follow.
- `causes`: which rule bars a way, by itself or together with others: what a refusal names.
- `weather`: what a month or turn brings, fixed or rolled.
- `rosters`: facts by unit number, read for a whole roster at once.
- `grades`: results of a match by points.
- `words`: numbers of things, as people say them.
- `lines`: lines over the map, which zones, supply and retreat share.
"""
