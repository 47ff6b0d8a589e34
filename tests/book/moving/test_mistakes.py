"""A mistake in a directive stops the build with a sentence that says what is wrong, and where."""

import pytest

from .small_book import build

GOOD = ":::{question} one\nWhat?\n\n- (x) Yes\n\n  Because.\n- ( ) No\n\n  Because.\n:::"
NUMBER = ":::{question} one\n:answer: 2 + 2\n\nWhat?\n\n- (x) Yes.\n- (`5`) Counted twice.\n- (else) Count.\n:::"
MISTAKES = {
    "no_feedback": (GOOD.replace("\n\n  Because.\n:::", "\n:::"), "has no feedback"),
    "two_right": (GOOD.replace("( )", "(x)"), "one right answer"),
    "none_right": (GOOD.replace("(x)", "( )"), "one right answer"),
    "no_marker": (GOOD.replace("( ) No", "No"), "begins with none of"),
    "no_list": (":::{question} one\nWhat?\n:::", "the list of its answers"),
    "twice": (GOOD + "\n\n" + GOOD, "already a question of this name"),
    "prose": ("Some prose.\n\n" + GOOD, "nothing else"),
    "no_hint": (NUMBER.replace("\n- (else) Count.", ""), "(else)"),
    "same_number": (NUMBER.replace("`5`", "`4`"), "equal within the tolerance"),
    "no_number": (NUMBER.replace("2 + 2", "gelu"), "gives no number"),
    "unknown_name": (NUMBER.replace("2 + 2", "gelu2(1)"), "NameError"),
    "not_finite": (NUMBER.replace("2 + 2", "np.inf"), "nobody can type"),
    "bad_id": (GOOD.replace("} one", "} one!"), "named by letters"),
}
FIGURE_MISTAKES = {
    "figure_name": ("```{moving-figure} carousel\n:alt: It.\n\nIt.\n```", "No moving figure `carousel`"),
    "figure_alt": ("```{moving-figure} stepper\n\nIt.\n```", "needs `:alt:`"),
    "figure_caption": ("```{moving-figure} stepper\n:alt: It.\n```", "the caption"),
    "figure_option": ("```{moving-figure} stepper\n:alt: It.\n:example: 9-9\n\nIt.\n```", "cannot be drawn"),
    "role": ("{ffn}`1 / 0`", "ZeroDivisionError"),
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    texts = {name: f"# T\n\n::::{{quiz}}\n{body}\n::::\n" for name, (body, _) in MISTAKES.items()}
    texts |= {name: f"# T\n\n{body}\n" for name, (body, _) in FIGURE_MISTAKES.items()}
    texts["index"] = "# T\n\n```{toctree}\n:glob:\n*\n```\n"
    return build(tmp_path_factory.mktemp("mistakes"), texts)[1]


@pytest.mark.parametrize("name", [*MISTAKES, *FIGURE_MISTAKES])
def test_an_authors_mistake_is_a_warning_with_its_place(complaints, name):
    said = (MISTAKES | FIGURE_MISTAKES)[name][1]
    assert any(f"{name}.md:" in line and said in line for line in complaints.splitlines()), complaints
