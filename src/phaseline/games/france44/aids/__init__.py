"""What helps players of France '44: forecasts and lookups."""
