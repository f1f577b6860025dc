"""What came of a case: whether it holds, and if not, a report that a person can work with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.casefile.matching import Mismatch


@dataclass
class CaseResult:
    """The result of one case.

    `mismatches` are expectations that do not hold; `error` is what is wrong with the case itself; `trace` a fault of
    the program. `log` tells what happened, one line each; `refusals` are those of its lines that tell of an order that
    was refused or could not be taken back. `remarks` say what the author should know, whether the case holds or not.
    """

    id: str
    title: str = ""
    game: str = ""
    cases: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    error: CaseFileError | None = None
    trace: str = ""
    log: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def status(self) -> Literal["passed", "failed", "error"]:
        """`failed`: the game does not do what the case expects; `error`: the case cannot be run."""
        if self.error is not None or self.trace:
            return "error"
        return "failed" if self.mismatches else "passed"

    @property
    def passed(self) -> bool:
        """Whether all is as expected."""
        return self.status == "passed"

    def text(self, *, verbose: bool = False) -> str:
        """The result for people: one line when it passed, else what differs and what happened; and any remarks.

        `verbose` adds the refusals that a case got which passed.
        """
        place = f"{self.file}:{self.line}" if self.line else self.file
        lines = [f"{self.status:6}  {self.id}  {self.title}".rstrip() + (f"  ({place})" if place else "")]
        lines += [f"  remark: {remark}" for remark in self.remarks]
        if verbose and self.passed:
            lines += [f"  {refusal}" for refusal in self.refusals]
        if self.error is not None:
            lines += [f"  {self.error}"]
        for mismatch in self.mismatches:
            where = f"{self.file}:{mismatch.line}" if mismatch.line else place
            lines += [f"  {where}: {mismatch.field}".rstrip(": ")]
            lines += [f"    expected  {mismatch.expected}", f"    is        {mismatch.actual}"]
            lines += [f"    {mismatch.hint}"] if mismatch.hint else []
        if self.trace:
            lines += ["  a fault of the program:", *(f"    {line}" for line in self.trace.splitlines())]
        if not self.passed and self.log:
            lines += ["  what happened:", *(f"    {line}" for line in self.log)]
        return "\n".join(lines)
