"""The questions of `cost`: the book's numbers, errors carried forward, rounding, the real models counted anew."""

import math

import pytest

from ffn_data import parameter_counts
from ffn_grader.questions import get_question
from ffn_grader.questions.cost import smollm2
from ffn_ref import MODELS, MoEParameters, moe_parameters
from tests.grader.answers import right_answers, verdict_on

STUDENTS = ("", "ann", "Bob", "Čeněk (2)", *map(str, range(30)))


def test_the_empty_student_counts_2_4_2():
    verdict = verdict_on("cost.by_hand", student="", weights=16, biases=6, both=22, gated=34)
    assert verdict.credit == 1, str(verdict)
    assert (
        verdict_on("cost.kept", student="", kept_each=10, kept_gated=14, kept_all=150, kept_checkpointed=30).credit == 1
    )
    assert verdict_on("cost.work", student="", macs=96, flops=192, ffn_factor=2, attention_factor=2.86).credit == 1
    assert verdict_on("cost.experts", student="", expert=24, moe_total=208, moe_active=64).credit == 1


def test_a_slip_in_the_weights_costs_the_weights_alone():
    n = get_question("cost.by_hand").numbers("ann")
    right = right_answers(get_question("cost.by_hand"), "ann")
    slip = right | {"weights": n.d_model * n.d_ff, "both": n.d_model * n.d_ff + n.d_model + n.d_ff}
    verdict = verdict_on("cost.by_hand", student="ann", **slip)
    assert verdict.credit == pytest.approx(3 / 4) and verdict.misconception == "one_matrix_counted"


@pytest.mark.parametrize(
    ("question", "stage", "later"),
    [
        ("cost.work", "macs", {"flops"}),
        ("cost.kept", "kept_each", {"kept_all"}),
        ("cost.real_model", "ffn", {"total", "ffn_share"}),
        ("cost.experts", "expert", {"moe_total", "moe_active"}),
    ],
)
def test_an_unknown_slip_is_carried_forward(question, stage, later):
    asked = get_question(question)
    for student in ("ann", "Bob"):
        right = right_answers(asked, student)
        slip = next(s for s in asked.stages if s.name == stage)
        given = vars(asked.path(asked.numbers(student), slip, lambda n, s, value=right[stage]: value + 1000))
        assert {name for name in given if given[name] != right[name]} == later | {stage}
        verdict = verdict_on(question, student=student, **given)
        assert verdict.credit == pytest.approx(1 - 1 / len(asked.stages)), str(verdict)
        assert verdict.misconception is None


@pytest.mark.parametrize("student", STUDENTS)
def test_rounding_to_the_decimals_that_the_task_allows_costs_nothing(student):
    for question, stage, decimals in (("cost.work", "attention_factor", 2), ("cost.real_model", "ffn_share", 3)):
        right = right_answers(get_question(question), student)
        step = 10.0**-decimals
        for rounded in (round(float(right[stage]), decimals), math.floor(right[stage] / step + 0.5) * step):
            assert verdict_on(question, student=student, **right | {stage: rounded}).credit == 1


def test_the_real_model_is_counted_as_elsewhere():
    """The judge's own counts against the whole model's and the configuration's."""
    smol = parameter_counts("smollm2")
    real = type("Numbers", (), {"layers": smollm2.LAYERS, "d_ff": smollm2.D_FF})
    assert smollm2.ffn(real) == smol["ffn"]
    assert smollm2.ffn(real) + smollm2.rest(real) == sum(smol.values()) == MODELS["SmolLM2-135M"].parameters


def test_layers_that_were_kept_cost_one_answer_though_they_show_in_two():
    n = get_question("cost.real_model").numbers("ann")
    ffn = smollm2.LAYERS * 3 * smollm2.D * n.d_ff
    total = ffn + smollm2.rest(type("Numbers", (), {"layers": smollm2.LAYERS}))
    verdict = verdict_on("cost.real_model", student="ann", ffn=ffn, total=total, ffn_share=ffn / total)
    assert verdict.credit == pytest.approx(2 / 3) and verdict.misconception == "number_of_layers_ignored"


def test_the_table_of_the_real_model_answers_nothing_but_a_share():
    """The counts that ffn_data gives are those of the unchanged model."""
    smol = parameter_counts("smollm2")
    total = sum(smol.values())
    for student in STUDENTS[1:]:
        answers = dict(ffn=smol["ffn"], total=total, ffn_share=smol["ffn"] / total)
        assert verdict_on("cost.real_model", student=student, **answers).credit <= 1 / 3


@pytest.mark.parametrize("share", ["the router", "its score"])
def test_a_router_in_each_expert_costs_one_answer(share):
    n = get_question("cost.experts").numbers("ann")
    expert = 3 * n.d_model * n.d_ff + n.d_model * (n.n_experts if share == "the router" else 1)
    answers = dict(expert=expert, moe_total=n.n_experts * expert, moe_active=n.n_active * expert)
    verdict = verdict_on("cost.experts", student="ann", **answers)
    assert verdict.credit == pytest.approx(2 / 3), str(verdict)
    assert verdict.misconception == ("router_counted" if share == "the router" else "score_counted")


def test_experts_agree_with_the_reference():
    for student in STUDENTS:
        n = get_question("cost.experts").numbers(student)
        right = right_answers(get_question("cost.experts"), student)
        wanted = moe_parameters(n.d_model, n.d_ff, n.n_experts, n.n_active)
        assert MoEParameters(int(right["moe_total"]), int(right["moe_active"])) == wanted


def test_the_crossing_is_where_trying_finds_it():
    for seed in range(20):
        for d, m, gated in (case.args for case in get_question("cost.crossing").cases(seed)):
            n = next(n for n in range(1, 10**4) if 4 * n * d * d + 2 * n * n * d > n * (3 if gated else 2) * d * m)
            assert get_question("cost.crossing").reference(d, m, gated) == n


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda n: -n, "The sign is flipped, in all cases."),
        (lambda n: 3 * n, "The value is 3 times the right one, in all cases."),
        (lambda n: n - 5, "The value is off by the same amount, -5, in all cases."),
        (lambda n: n**2, "The number is too large, by 20 in the case shown."),
    ],
)
def test_a_number_that_is_off_is_described_by_all_cases_or_by_the_one_shown(change, said):
    verdict = verdict_on("cost.crossing", lambda *sizes: change(get_question("cost.crossing").reference(*sizes)))
    assert verdict.sentence.startswith(said), str(verdict)


def test_an_exponent_that_is_set_instead_of_measured_is_wrong():
    for guess in (1, 2):
        assert verdict_on("cost.growth", lambda n, seconds, guess=guess: guess).credit == 0
