"""The rules of a skirmish, a module a chapter."""
