"""Taking in submissions: nothing here runs code, follows links or touches a second student's file.

`find_notebook` picks the file, `take_in` makes a notebook of it that can be graded, `unpack` opens an
archive.
"""

from ffn_grader.intake.collect import unpack
from ffn_grader.intake.find import Found, find_notebook
from ffn_grader.intake.submission import Intake, take_in

__all__ = ["Found", "Intake", "find_notebook", "take_in", "unpack"]
