"""Reports: what came of an experiment as one page that needs nothing else (optional: the extra `lab`)."""
