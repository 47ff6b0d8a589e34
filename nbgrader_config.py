"""nbgrader's configuration: where things lie, and the places where the course's own parts stand in.

The stock commands (`nbgrader autograde`, `generate_feedback`, `export`, `formgrader`) read this file.
"""

from pathlib import Path

from ffn_grader.nbgrader import (
    AUTOGRADE,
    FEEDBACK,
    SANITIZE,
    Archives,
    GradesTable,
    IntakeExporter,
    Platforms,
    mend,
)

c = get_config()  # noqa: F821  nbgrader puts it here

root = Path(__file__).resolve().parent
(root / "grading").mkdir(exist_ok=True)

c.CourseDirectory.root = str(root)
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "grading/submitted"
c.CourseDirectory.autograded_directory = "grading/autograded"
c.CourseDirectory.feedback_directory = "grading/feedback"
c.CourseDirectory.db_url = f"sqlite:///{root / 'grading' / 'gradebook.db'}"

# This list replaces nbgrader's defaults, so they are restated. Without the last two, the solution's
# source would be copied beside the exercise.
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "*.md", "*.py"]

# An unsolved cell must run, and a solved one show nothing by itself: a comment does both. Before it a function has its
# docstring, and each answer is `...`, which `check` meets with "nothing to judge yet".
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE"}
c.ClearSolutions.text_stub = "*Write your answer here.*"

# `nbgrader zip_collect` opens what a learning platform gives out: downloaded/<exercise>/archive/*.zip
c.ZipCollectApp.extractor_plugin = Archives
c.ZipCollectApp.collector_plugin = Platforms

# A submission is read by the intake step, and executed in the sandbox.
mend()
c.Autograde.exporter_class = IntakeExporter
c.Autograde.sanitize_preprocessors = SANITIZE
c.Autograde.autograde_preprocessors = AUTOGRADE

# In the table of grades, what could not be read is no 0.
c.ExportApp.plugin_class = GradesTable

# A feedback page says which of its points are none yet.
c.GenerateFeedback.preprocessors = FEEDBACK

# Feedback and formgrader show a student's Markdown; nothing in it may run in the reader's browser.
c.HTMLExporter.filters = {"markdown2html": "ffn_grader.nbgrader.pages.safe_markdown"}

# What a student's code may use; the others keep the defaults of ffn_grader.sandbox.Limits.
c.SandboxExecute.limits = {"cpu_cell": 10}
