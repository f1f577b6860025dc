"""Many games at once: series, balance, reports."""
