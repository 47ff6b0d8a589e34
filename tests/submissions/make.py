"""Write the notebooks of the sample class: python -m tests.submissions.make

They are made from the released exercise, so they are made again when it changes; a test compares.
"""

import json
from pathlib import Path

from .sample import ANSWERS, TYPED, saved, tampered

HERE = Path(__file__).parent
RELEASE = HERE.parents[1] / "exercises" / "position_wise" / "position_wise.ipynb"


def made(name: str) -> str:
    """The notebook of one student, as text."""
    notebook = json.loads(RELEASE.read_text(encoding="utf-8"))
    answers = {**ANSWERS[name], "student": f'student = "{TYPED.get(name, name)}"'}
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(grade_id, cell["source"])
    notebook = saved(name, tampered(name, notebook))
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    folder = HERE / "position_wise"
    folder.mkdir(exist_ok=True)
    for name in ANSWERS:
        (folder / f"{name}.ipynb").write_text(made(name), encoding="utf-8")
    print(f"{len(ANSWERS)} notebooks in {folder.relative_to(HERE.parents[1])}")


if __name__ == "__main__":
    main()
