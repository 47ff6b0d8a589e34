"""What each of the sample class must get: the credit of every part that is not full, and words of its sentence.

A part that is not named has full credit. `width` is written, and read by a person, where there is an answer.
"""

from tests.submissions.sample import ANSWERS, CODE, HAND

NOTHING_YET = "Write your answer above"
LATER = (0, NOTHING_YET)


def all_of(names, credit, words) -> dict:
    return {f"check_{name}": (credit, words) for name in names}


def cheats(code: str, hand: str) -> dict:
    return all_of(CODE, 0, code) | all_of(HAND, 0, hand)


EXPECTED = {name: {} for name in ANSWERS} | {
    "empty": cheats(NOTHING_YET, NOTHING_YET),
    "half_by_hand": all_of(CODE, *LATER),
    "half_in_code": all_of(HAND, *LATER),
    "slip_in_one_stage": {"check_by_hand_relu": (2 / 3, "2 of 3 answers are right")},
    "relu_for_gelu": {"check_by_hand_gelu": (2 / 3, "2 of 3 answers are right")},
    "no_activation": {"check_forward": (0, "There is no activation between the two layers")},
    "activation_after_second_layer": {"check_one_token": (0, "ReLU stands after the second layer")},
    "positions_summed": {"check_forward": (0, "The positions are added up")},
    "weights_not_transposed": {"check_out_in": (0, "For row vectors transpose both")},
    "first_bias_lost": {"check_collapse": (0, "b1 is missing from b")},
    "changes_the_callers_array": {"check_forward": (0.5, "changes the caller's W1")},
    "syntax_error": {"check_forward": (0, "SyntaxError")},
    "infinite_loop": {"check_collapse": (0, "more than 10 seconds of CPU time")},
    "ends_python": {"check_collapse": (0, "ended Python itself")},
    "borrowed_id": all_of(HAND, None, "These are the numbers of 'passes_all'; you are 'borrowed_id'"),
    "cheat_tampered_tests": cheats(NOTHING_YET, NOTHING_YET),
    "cheat_patched_checker": cheats("before `check` could hand in", ""),
    "cheat_imports_the_reference": cheats("is not defined", ""),
    "cheat_equals_everything": cheats("", ""),
    "cheat_nan_and_broadcast": cheats("", ""),
    "cheat_forged_score": cheats("", ""),
}

#: Mistakes that the record must name.
NAMED = {
    "no_activation": "no_activation",
    "activation_after_second_layer": "activation_after_second_layer",
    "positions_summed": "positions_summed",
    "weights_not_transposed": "not_transposed",
    "first_bias_lost": "first_bias_lost",
    "relu_for_gelu": "relu_for_gelu",
    "changes_the_callers_array": "changes_the_callers_array",
    "borrowed_id": "borrowed_numbers",
}
