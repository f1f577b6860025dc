"""The rules of France '44, a module a chapter."""
