"""The preprocessor that stands where nbgrader's `Execute` stood."""

from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Dict

from ..course import Course
from ..examine import examine
from ..sandbox import SandboxOptions


class SandboxExecute(NbGraderPreprocessor):
    """Run the notebook in the sandbox, judge outside, write the verdicts as the graded cells' outputs."""

    limits = Dict(help="Fields of ffn_grader.sandbox.Limits that differ from its defaults").tag(config=True)

    def preprocess(self, nb, resources):
        student, chapter = resources["nbgrader"]["student"], resources["nbgrader"]["assignment"]
        course = Course.find()
        folder = course.submitted(student, chapter)
        options = SandboxOptions(limits=course.limits, folder=folder if folder.is_dir() else None)
        parts = examine(nb, chapter, student, course.secret(), options)
        for part in parts:
            score = "needs a person" if part.score is None else f"{part.score:g} of {part.points:g}"
            self.log.info("%s: %s. %s", part.grade_id, score, part.sentence)
        return nb, resources
