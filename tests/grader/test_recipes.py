"""The recipes in ffn_check are those that the questions ask for, and hold no answers."""

import json

import pytest

from ffn_check.draw import load
from ffn_grader.recipes import BUCKETS, FOLDER, skips
from tests.grader.answers import OWN, name


def test_there_is_one_recipe_for_each_question_with_own_numbers():
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(question.id for question in OWN)


@pytest.mark.parametrize("question", OWN, ids=name)
def test_a_recipe_holds_how_to_draw_and_nothing_else(question):
    written = json.loads((FOLDER / f"{question.id}.json").read_text(encoding="utf-8"))
    assert set(written) == {"question", "example", "fixed", "draw", "buckets", "skips"}
    assert json.loads(json.dumps(question.recipe())).items() <= written.items(), (
        f"run: python -m ffn_grader.recipes {question.id}"
    )


@pytest.mark.parametrize("question", OWN, ids=name)
def test_the_table_of_skips_is_what_the_misconceptions_ask_for(question):
    table = load(question.id)["skips"]
    assert len(table) == BUCKETS == load(question.id)["buckets"]
    sample = range(7, BUCKETS, BUCKETS // 150)
    assert [int(table[bucket]) for bucket in sample] == [skips(question, bucket) for bucket in sample], (
        f"run: python -m ffn_grader.recipes {question.id}"
    )


@pytest.mark.parametrize("question", OWN, ids=name)
def test_the_example_has_the_names_and_shapes_of_the_drawn_numbers(question):
    example, drawn = question.numbers(""), question.numbers("ann")
    assert {n: getattr(v, "shape", ()) for n, v in example.items()} == {
        n: getattr(v, "shape", ()) for n, v in drawn.items()
    }
