"""The written part of each exercise, which a person reads: `hint` has steps for it too."""

from typing import NamedTuple


class Written(NamedTuple):
    """A written part: the book's section on it, and the hints."""

    section: str
    hints: tuple[str, ...]


WRITTEN = {
    "motivation.bank": Written(
        "A division of labour",
        (
            "Take attention away, and give the network both texts. What goes in at the word “bank” in each of them?",
            "What can a function give for two inputs that are equal, however wide it is?",
            "Read the theorem once more: a function of what does it speak, and under which conditions?",
        ),
    ),
    "position_wise.width": Written(
        "Without the activation it is one map",
        (
            "Write the layer down without its activation and multiply out. What is left?",
            "Which shape has that one matrix, and does `d_ff` occur in it?",
            "Then put the activation back: what does each further hidden unit add now?",
        ),
    ),
    "activations.skipping": Written(
        "Few positive, hardly any zero",
        (
            "Compare two of your counts: the units that are not positive, and those that are nearly zero.",
            "A unit that is skipped leaves the sum. How large may one be, and how many are there?",
            "For ReLU ask the same question: how large is a unit that is not positive?",
        ),
    ),
    "gating.claim": Written(
        "The same budget",
        (
            "One flaw is in the comparison, one in the word “probability”.",
            "For the first, count the parameters of both layers. What would make it a fair comparison?",
            "For the second, which of your numbers in part 8 could no set of probabilities have?",
        ),
    ),
    "cost.machine": Written(
        "Experts",
        (
            "There are two claims: that it fits, and that it is as quick. Take them one by one.",
            "For the first: which experts will the next token choose? So what has to be there?",
            "For the second, separate the arithmetic of one token from the weights that a batch of many tokens wakes.",
        ),
    ),
}
