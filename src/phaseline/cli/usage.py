"""What is wrong with the arguments themselves, in the words of everything else."""

from __future__ import annotations

import re
from typing import Any

_BOUND = re.compile(r"Input should be (greater|less) than( or equal to)? (-?[\d.]+)")
_CHOICE = re.compile(r"(?:Value error, )?'(.*)' is not one of (.+)")
_FOLDER = re.compile(r"[Ff]ile '(.*)' is a directory")
_KINDS = (
    (re.compile(r"Input should be a valid integer\b.*"), "a whole number is needed"),
    (re.compile(r"Input should be a valid (number|decimal)\b.*"), "a number is needed"),
)


def usage_line(error: Any) -> str:
    """What the library that reads arguments found wrong, on one line, and which help tells more."""
    message = in_words(" ".join(error.format_message().split()).rstrip("."))
    path = error.ctx.command_path if error.ctx else "phaseline"
    return f"{message}; see {path} --help"


def in_words(message: str) -> str:
    """A message without the words of the library.

    >>> in_words("Invalid value for '--games' / '-n': Input should be greater than or equal to 2")
    '--games / -n: a number of at least 2 is needed'
    >>> in_words(
    ...     "Invalid value for '--seed': Input should be a valid integer, unable to parse string as an integer"
    ... )
    '--seed: a whole number is needed'
    >>> in_words("Invalid value for '--size': Value error, 'huge' is not one of 'large', 'small'")
    '--size: "huge" is not possible here; possible are large, small'
    >>> in_words("Invalid value for '--keep': file 'kept' is a directory")
    '--keep: kept is a folder; name a file'
    >>> in_words("No such option: --frobnicate")
    'No such option: --frobnicate'
    """
    found = re.fullmatch(r"Invalid value for (?P<where>'[^:]+'): (?P<what>.*)", message)
    if found is None:
        return message
    return f"{found['where'].replace(chr(39), '')}: {_needed(found['what'])}"


def _needed(said: str) -> str:
    if bound := _BOUND.fullmatch(said):
        way = {
            ("greater", True): "at least",
            ("greater", False): "more than",
            ("less", True): "at most",
            ("less", False): "less than",
        }[bound[1], bound[2] is not None]
        return f"a number of {way} {bound[3]} is needed"
    if choice := _CHOICE.fullmatch(said):
        return f'"{choice[1]}" is not possible here; possible are {choice[2].replace(chr(39), "")}'
    if folder := _FOLDER.fullmatch(said):
        return f"{folder[1]} is a folder; name a file" if folder[1] else "the name of a file is needed"
    return next((words for form, words in _KINDS if form.fullmatch(said)), said)
