"""The HTML of a quiz: one form a question, native controls, and all answers explained in a closed `details`.

quiz.js copies the explanation that fits into the live region. Without JavaScript the details still open.
"""

import html
import json
import re

from docutils import nodes


def visit_quiz(translator, node):
    translator.body.append('<section class="quiz" aria-label="Questions">\n')


def depart_quiz(translator, node):
    translator.body.append('<p class="quiz-score" role="status"></p>\n</section>\n')


def written_by(translator, children) -> str:
    """The HTML of some nodes, taken out of the page's body again."""
    start = len(translator.body)
    for child in children:
        child.walkabout(translator)
    text = "".join(translator.body[start:])
    del translator.body[start:]
    return text


def visit_question(translator, node):
    key, choices = node["key"], node[1:]
    ident = "question-" + key.replace(".", "-")
    keyed = {"data-question": key, "data-kind": node["kind"]}
    if node["kind"] == "number":
        keyed |= {"data-answer": json.dumps(node["answer"]), "data-tolerance": json.dumps(node["tolerance"])}
        controls = number_box(ident)
    else:
        controls = "".join(radio(translator, ident, k, choice) for k, choice in enumerate(choices))
    attributes = " ".join(f'{name}="{html.escape(value)}"' for name, value in keyed.items())
    prompt = written_by(translator, node[0].children)
    explained = "".join(explanation(translator, node, choice) for choice in choices)
    translator.body.append(
        f'<form class="quiz-question" id="{ident}" {attributes}>\n'
        f'<fieldset aria-describedby="{ident}-prompt">\n'
        f'<legend>Question {node["number"]} of {node["count"]} <span class="quiz-mark"></span></legend>\n'
        f'<div class="quiz-prompt" id="{ident}-prompt">{prompt}</div>\n{controls}</fieldset>\n'
        f'<button type="submit" hidden>Check</button>\n'
        f'<div class="quiz-verdict" role="status"></div>\n'
        f"<details><summary>All answers, explained</summary>\n<ul>{explained}</ul></details>\n</form>\n"
    )
    raise nodes.SkipNode


def radio(translator, ident, k, choice) -> str:
    label = written_by(translator, choice[0].children)
    # Not every screen reader takes a name from MathML: then the formula's characters are the name.
    plain = re.sub(r"<[^>]+>", "", label).replace('"', "&quot;")
    name = f' aria-label="{plain}"' if "<math" in label else ""
    return (
        f'<div class="quiz-choice"><input type="radio" name="{ident}" id="{ident}-{k}" value="{k}"{name}>'
        f'<label for="{ident}-{k}">{label}</label></div>\n'
    )


def number_box(ident) -> str:
    return (
        f'<div class="quiz-choice"><label for="{ident}-number">Your number</label> '
        f'<input type="text" inputmode="decimal" autocomplete="off" id="{ident}-number"></div>\n'
    )


def explanation(translator, node, choice) -> str:
    """One line of the details: which answer, right or wrong, and why."""
    role, value = choice["role"], choice.get("value")
    if node["kind"] == "choice":
        title, why = written_by(translator, choice[0].children), choice[1:]
    else:
        titles = {"right": node.get("text"), "wrong": choice.get("text"), "else": "Any other number"}
        title, why = titles[role], choice.children
    word = "Right" if role == "right" else "Not this"
    given = "" if value is None else f' data-value="{json.dumps(value)}"'
    return (
        f'<li data-role="{role}"{given}><p><strong>{title}</strong> – {word}.</p>'
        f'<div class="quiz-why">{written_by(translator, why)}</div></li>\n'
    )


def depart_question(translator, node):
    raise NotImplementedError("visit_question writes the whole question")


visit_answer = depart_answer = depart_question
