"""Questions answer back: each answer with its own words, by keyboard, and the browser remembers."""

import json

import pytest

from ffn_ref import ffn_parameters, gelu_grad, silu_grad

from .small_book import QUIZZES


@pytest.fixture
def question(open_page):
    """A question of the sample page, by its name."""
    page = open_page("sample")
    return lambda name: page.locator(f'[data-question="sample.{name}"]')


def verdict(form):
    return form.get_by_role("status").inner_text().split("\n", 1) if form.get_by_role("status").inner_text() else []


@pytest.mark.parametrize(
    ("label", "word", "why"),
    [
        ("The first", "Not yet.", "Not the first, says the feedback."),
        ("The second, σ", "Right.", "The second it is."),
        ("σ3", "Not yet.", "Third is a metal."),
    ],
)
def test_each_choice_has_its_own_feedback(question, label, word, why):
    form = question("pick")
    form.get_by_label(label).check()
    assert verdict(form) == []
    form.get_by_role("button", name="Check").click()
    assert [line.strip() for line in verdict(form)] == [word, why]


def test_numbers_are_judged_by_what_ffn_ref_computes(question):
    form = question("slope")
    answers = {
        f"{gelu_grad(2**0.5):.4f}": "It is at the root of two.",
        f"{gelu_grad(2**0.5) + 0.002:.4f}": "Look at the root of two.",
        "1": "So it is for ReLU.",
        f"{silu_grad(2**0.5):.4f}": "That is SiLU.",
        "-1,128": "Look at the root of two.",
        "one": "Write a number",
        "": "Write a number",
        "1/0": "Write a number",
    }
    for given, said in answers.items():
        form.get_by_label("Your number").fill(given)
        form.get_by_label("Your number").press("Enter")
        assert said in form.get_by_role("status").inner_text(), given


@pytest.mark.parametrize(
    "typed", ["4718592", "4,718,592", "4 718 592", "4\u00a0718\u202f592", "4.718592e6", "9437184/2"]
)
def test_a_number_may_be_written_in_many_ways(question, typed):
    assert ffn_parameters(768, 3072) == 4718592
    form = question("count")
    form.get_by_label("Your number").fill(typed)
    form.get_by_role("button", name="Check").click()
    assert "Right." in form.get_by_role("status").inner_text()


@pytest.mark.parametrize(
    ("typed", "value"),
    [("2,5", 2.5), ("−0.17", -0.17), ("1,234.5", 1234.5), ("8/3", 8 / 3), (" .5 ", 0.5), ("1,2,3", None),
     ("0x10", None), ("5 apples", None), ("1.2.3", None), ("1/2/3", None)],
)  # fmt: skip
def test_what_counts_as_a_number(open_page, typed, value):
    got = open_page("sample").evaluate("text => { const n = ffn.parseNumber(text); return isNaN(n) ? null : n }", typed)
    assert got == value


def test_the_keyboard_is_enough(open_page):
    page = open_page("sample")
    form = page.locator('[data-question="sample.pick"]')
    page.get_by_label("The first").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "The second it is." in form.get_by_role("status").inner_text()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "Third is a metal." in form.locator("details").inner_text()


def test_nothing_chosen_asks_for_a_choice_and_a_new_choice_takes_the_verdict_back(question):
    form = question("pick")
    form.get_by_role("button", name="Check").click()
    assert "Choose an answer first." in form.get_by_role("status").inner_text()
    form.get_by_label("σ3").check()
    assert form.get_by_role("status").inner_text() == ""


def test_the_prompt_belongs_to_the_group(question):
    form = question("pick")
    group = form.get_by_role("group", name="Question 1 of 3")
    described = group.get_attribute("aria-describedby")
    assert form.locator(f"#{described}").inner_text().startswith("Which of them is")


@pytest.mark.parametrize("path", QUIZZES, ids=lambda path: path.stem)
def test_the_books_quizzes(open_page, path):
    forms = open_page(f"quiz_{path.stem}").locator(".quiz-question")
    assert 4 <= forms.count() <= 6
    places = forms.evaluate_all(
        "all => all.filter(f => f.dataset.kind === 'choice')"
        ".map(f => [...f.querySelectorAll('details li')].findIndex(li => li.dataset.role === 'right'))"
    )
    assert len(set(places)) > 1, "the right choice is always at the same place"
    for form in forms.all():
        kind, items = form.get_attribute("data-kind"), form.locator("details li")
        for k in range(items.count()):
            role, value = items.nth(k).get_attribute("data-role"), items.nth(k).get_attribute("data-value")
            if kind == "choice":
                form.get_by_role("radio").nth(k).check()
            else:
                right = json.loads(form.get_attribute("data-answer"))
                form.get_by_role("textbox").fill(value or str(right if role == "right" else right + 0.777))
            form.get_by_role("button", name="Check").click()
            why = " ".join(items.nth(k).locator(".quiz-why").text_content().split())
            said = " ".join(form.get_by_role("status").text_content().split())
            assert said == f"{'Right.' if role == 'right' else 'Not yet.'} {why}"
            assert len(why) > 10
