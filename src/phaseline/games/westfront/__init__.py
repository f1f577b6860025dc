"""WestFront: Western Europe 1943-45."""
