"""Our parts in nbgrader's chain, in the order in which they run, and why they stand there.

Reading   IntakeExporter   reads the submission through the intake step: repaired, and rebuilt from the release.
Sanitize  nbgrader's own   OverwriteCells puts the graded cells back, hidden tests included.
Autograde SandboxExecute   stands where nbgrader's `Execute` stood: runs in the sandbox, judges outside, and
                           writes the outputs of the graded cells itself.
          LimitOutput, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata: nbgrader's own.
          FlagDoubt        last: what needs a person keeps no automatic score, so it follows SaveAutoGrades.
Collect   Archives, Platforms  a learning platform's archive, opened with care, and whose each file in it is.
Feedback  GetGrades, CSSHTMLHeaderPreprocessor: the defaults.
          OpenPoints       says which of the points that GetGrades brought are none yet.
"""

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    GetGrades,
    LimitOutput,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)

from .collecting import Archives, Platforms
from .execute import SandboxExecute
from .flag import FlagDoubt
from .mended import mend
from .open_points import OpenPoints
from .reading import IntakeExporter
from .table import GradesTable

SANITIZE = [ClearOutput, DeduplicateIds, OverwriteKernelspec, OverwriteCells, CheckCellMetadata]
AUTOGRADE = [SandboxExecute, LimitOutput, SaveAutoGrades, AssignLatePenalties, FlagDoubt, CheckCellMetadata]
FEEDBACK = [GetGrades, OpenPoints, CSSHTMLHeaderPreprocessor]

__all__ = ["AUTOGRADE", "FEEDBACK", "SANITIZE", "Archives", "FlagDoubt", "GradesTable"]
__all__ += ["IntakeExporter", "Platforms", "SandboxExecute", "mend"]
