"""What a careless submission is: a whole right one but for a cell or a few."""

from dataclasses import dataclass, field

from tests.submissions.answers import RIGHT


@dataclass(frozen=True)
class Careless:
    """cells: what differs from a right submission. lost: words of the sentence, for each question that is lost."""

    cells: dict[str, str]
    lost: dict[str, str] = field(default_factory=dict)


def first(code: str, **more: str) -> dict[str, str]:
    """`code` in front of the right answer of question `one_token`, and so for others."""
    return {name: f"{text}\n{RIGHT[name]}" for name, text in {"one_token": code, **more}.items()}


def inside(code: str, question: str = "forward") -> dict[str, str]:
    """`code` as the body of a function, which runs only when `check` calls it."""
    head, _ = RIGHT[question].split("\n", 1)
    return {question: head + "\n" + "\n".join(f"    {line}" for line in code.splitlines())}


def stopped(cells: dict[str, str], *words: str, question: str = "forward") -> Careless:
    return Careless(cells, dict.fromkeys([question], words))
