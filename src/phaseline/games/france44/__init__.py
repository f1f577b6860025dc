"""France '44: the campaign in the west from D-Day to the end of April 1945."""
