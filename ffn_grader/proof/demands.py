"""What must hold in a proof. Each fault is one line that says where to look."""

from ..question import SEPARATION
from .killing import equivalents

STYLES = 4  # right answers in other styles than the solution's, at least


def faults(proof: dict) -> list[str]:
    """Everything in a proof that is not as it must be."""
    found = [f"{row['id']}: {fault}" for row in proof["questions"] for fault in _of(row)]
    return found + _equivalents(proof)


def _of(row: dict) -> list[str]:
    found = []
    own = [a for a in row["answers"] if a["right"] and a["answer"] != "solution" and "reference" not in a["answer"]]
    if len(own) < STYLES:
        found.append(f"only {len(own)} right answers in other styles ({', '.join(a['answer'] for a in own)})")
    for answer in row["answers"]:
        if answer["as_it_must"] != answer["tried"]:
            kind = "right answer" if answer["right"] else "mistake"
            missed = answer["tried"] - answer["as_it_must"]
            found.append(f"{kind} “{answer['answer']}” fails {missed} of {answer['tried']}: {answer['failures'][0]}")
    if row["nearest"] is not None and row["nearest"] <= SEPARATION:
        found.append(f"two results lie only {row['nearest']} tolerances apart")
    if row["float32_error"] is not None and row["float32_error"] >= 1:
        found.append(f"single precision is {row['float32_error']} tolerances away")
    if not row["mutants"]["made"]:
        found.append("the solution has no mutants")
    for mutant in row["mutants"]["survivors"]:
        if mutant["why"] is None:
            found.append(f"a mutant survives in {mutant['cell']}: {mutant['change']}")
    found += [f"in the sandbox: {failure}" for failure in row["boxed"]["failures"]]
    return found


def _equivalents(proof: dict) -> list[str]:
    """Mutants that are listed as equivalent and do not survive, or do not exist."""
    survivors = {(m["cell"], m["change"]) for row in proof["questions"] for m in row["mutants"]["survivors"]}
    listed = [(known["cell"], known["mutant"]) for known in equivalents(proof["chapter"])]
    return [f"{cell}: listed as equivalent, but no survivor: {m}" for cell, m in listed if (cell, m) not in survivors]
