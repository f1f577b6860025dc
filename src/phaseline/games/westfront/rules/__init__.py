"""The rules of WestFront, a module a concern."""
