"""The proof that grades can be trusted: every known answer, right or wrong, through the real path.

For each question: the right answers in other styles earn everything, the catalogued mistakes earn less and are
called by their names, and mutants of the solution do not survive. `ffn-grade matrix` shows it.

styles    right answers in other styles, from `ffn_grader/styles/<chapter>/<style>.py`
lesson    an exercise, question by question, run with other answers in its cells
trials    answers asked and judged on many seeds and students
margins   how far float32 errors and the nearest mistakes lie from the tolerance
mutants   small changes to a solution
killing   mutants asked and judged
boxed     answers as submissions, graded in the sandbox
matrix    all of it for one chapter
table     what is shown of it
"""
