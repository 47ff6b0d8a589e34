"""What needs a person is flagged in the gradebook, and keeps no automatic score."""

from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from ..gradebook import flag
from ..outputs import needs_person


class FlagDoubt(NbGraderPreprocessor):
    """Flag the graded cells whose verdict says that a person has to look."""

    def preprocess(self, nb, resources):
        names = resources["nbgrader"]
        doubtful = [cell.metadata.nbgrader["grade_id"] for cell in nb.cells if needs_person(cell)]
        if doubtful:
            with Gradebook(names["db_url"]) as book:
                for grade_id in doubtful:
                    flag(book, names["assignment"], names["student"], grade_id)
                book.db.commit()
        return nb, resources
