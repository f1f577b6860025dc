"""The checks `phaseline.atlas.validate` runs, one module a part of the map."""
