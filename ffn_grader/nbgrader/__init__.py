"""Our parts in nbgrader's chain, in the order in which they run, and why they stand there.

Reading   IntakeExporter   reads the submission through the intake step: repaired, and rebuilt from the release.
Sanitize  nbgrader's own   OverwriteCells puts the graded cells back, hidden tests included.
Autograde SandboxExecute   stands where nbgrader's `Execute` stood: runs in the sandbox, judges outside, and
                           writes the outputs of the graded cells itself.
          LimitOutput, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata: nbgrader's own.
          FlagDoubt        last: what needs a person keeps no automatic score, so it follows SaveAutoGrades.
"""

from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    LimitOutput,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)

from .execute import SandboxExecute
from .flag import FlagDoubt
from .mended import mend
from .reading import IntakeExporter
from .table import GradesTable

SANITIZE = [ClearOutput, DeduplicateIds, OverwriteKernelspec, OverwriteCells, CheckCellMetadata]
AUTOGRADE = [SandboxExecute, LimitOutput, SaveAutoGrades, AssignLatePenalties, FlagDoubt, CheckCellMetadata]

__all__ = ["AUTOGRADE", "SANITIZE", "FlagDoubt", "GradesTable", "IntakeExporter", "SandboxExecute", "mend"]
