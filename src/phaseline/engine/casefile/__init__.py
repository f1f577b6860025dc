"""Case files: examples of a rulebook as text that runs. The format is described in `docs/reference/case-files.md`."""

from phaseline.engine.casefile.cases import Case, load, read
from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.casefile.maps import CaseNumbering
from phaseline.engine.casefile.questions import QuestionError, answer, question
from phaseline.engine.casefile.result import CaseResult
from phaseline.engine.casefile.runner import run_case, run_file, run_files
from phaseline.engine.casefile.setup import CaseSetup, Setup
from phaseline.engine.casefile.vocabulary import vocabulary

__all__ = [
    "Case",
    "CaseFileError",
    "CaseNumbering",
    "CaseResult",
    "CaseSetup",
    "QuestionError",
    "Setup",
    "answer",
    "load",
    "question",
    "read",
    "run_case",
    "run_file",
    "run_files",
    "vocabulary",
]
