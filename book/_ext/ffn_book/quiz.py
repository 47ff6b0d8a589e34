"""The directives quiz and question: from a Markdown list to nodes; quiz_html.py writes them.

A question's list says everything: `(x)` the right answer, `( )` a wrong choice, (`expression`) a wrong
number, `(else)` the hint for every other number. Each carries its feedback; `ffn_ref` computes expressions.
"""

import re
from itertools import combinations
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from . import quiz_html
from .values import evaluate, written


class quiz(nodes.Element):
    """Holds the questions of one page."""


class question(nodes.Element):
    """Attributes: key, kind ("choice" or "number"), answer, tolerance, text.

    Children: a container with the prompt, then the answers.
    """


class answer(nodes.Element):
    """Attributes: role ("right", "wrong" or "else"); value and text of a wrong number.

    Children: the choice (a paragraph; none for a number), then the feedback.
    """


MARKER = re.compile(r"\s*\((x| |else|)\)\s*")


class Quiz(SphinxDirective):
    has_content = True

    def run(self):
        node = quiz("", *self.parse_content_to_nodes())
        if not node.children or not all(isinstance(child, question | nodes.system_message) for child in node):
            raise self.error("A quiz holds questions, and nothing else.")
        questions = [child for child in node if isinstance(child, question)]
        for number, child in enumerate(questions, 1):
            child["number"], child["count"] = number, len(questions)
        self.set_source_info(node)
        return [node]


class Question(SphinxDirective):
    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        "answer": directives.unchanged_required,
        "tolerance": directives.unchanged_required,
    }

    def run(self):
        key = f"{self.env.docname.rpartition('/')[2]}.{self.arguments[0]}"
        if not re.fullmatch(r"[\w.-]+", key):
            raise self.error(f"`{key}`: a question is named by letters, digits, _ and - alone.")
        *prompt, choices = self.parse_content_to_nodes() or [None]
        if not prompt or not isinstance(choices, nodes.bullet_list):
            raise self.error(f"{key}: a question is a prompt, and then the list of its answers.")
        kind = "number" if "answer" in self.options else "choice"
        node = question("", nodes.container("", *prompt), key=key, kind=kind)
        self.set_source_info(node)
        try:
            node += [read_answer(item, kind) for item in choices.children]
            check_choices(node) if kind == "choice" else self.check_number(node)
            self.remember(node)
        except ValueError as error:
            raise self.error(f"{key}: {error}") from error
        return [node]

    def check_number(self, node):
        value = node["answer"] = evaluate(self.options["answer"])
        usual = "0" if isinstance(value, int) else "0.001"
        node["tolerance"] = evaluate(self.options.get("tolerance", usual))
        node["text"] = written(value)
        if [child["role"] for child in node[1:]].count("right") != 1 or node[-1]["role"] != "else":
            raise ValueError("a number needs `(x)` once, and `(else)`, the hint for all others, as the last.")
        numbers = [value, *(child["value"] for child in node[1:] if child["role"] == "wrong")]
        for a, b in combinations(numbers, 2):
            if abs(a - b) <= 2 * node["tolerance"]:
                raise ValueError(f"{a} and {b} mean different things, but are equal within the tolerance.")

    def remember(self, node):
        """Keys are unique: two questions with one key would share the reader's record."""
        known = vars(self.env).setdefault("ffn_questions", {}).setdefault(self.env.docname, [])
        if node["key"] in known:
            raise ValueError("there is already a question of this name on the page.")
        known.append(node["key"])


def read_answer(item: nodes.list_item, kind: str) -> answer:
    """One list item: its marker, its choice (none for a number), its feedback. ValueError if missing."""
    first = item[0] if item.children else None
    if not isinstance(first, nodes.paragraph):
        raise ValueError("an answer begins with its marker, such as (x).")
    marker = MARKER.match(first.astext())
    node = answer("", role={"x": "right", "else": "else"}.get(marker[1], "wrong") if marker else "wrong")
    if marker:
        first[0] = nodes.Text(MARKER.sub("", first[0].astext(), count=1))
    elif kind == "number" and [part.astext()[:1] for part in list(first)[:3:2]] == ["(", ")"]:
        node["value"] = evaluate(first[1].astext())
        node["text"] = written(node["value"])
        first[:3] = [nodes.Text(first[2].astext().removeprefix(")").lstrip())]
    else:
        raise ValueError(f"“{first.astext()}” begins with none of (x), ( ), (else), (`expression`).")
    wrong = kind == "choice" or "value" in node
    if node["role"] not in ("right", "wrong" if wrong else "", "else" if kind == "number" else ""):
        raise ValueError(f"a {kind} question cannot have the answer “{item.astext()}”.")
    feedback = item[1:] if kind == "choice" else item[:]
    if not "".join(part.astext() for part in feedback).strip():
        raise ValueError(f"the answer “{item.astext()}” has no feedback.")
    node += [first, *feedback] if kind == "choice" else feedback
    return node


def check_choices(node):
    if [child["role"] for child in node[1:]].count("right") != 1 or len(node) < 3:
        raise ValueError("a choice needs one right answer, marked (x), and at least one wrong, marked ( ).")


def forget(app, env, docname):
    vars(env).setdefault("ffn_questions", {}).pop(docname, None)


def merge(app, env, docnames, other):
    known = vars(env).setdefault("ffn_questions", {})
    known |= {name: keys for name, keys in vars(other).get("ffn_questions", {}).items() if name in docnames}


def setup(app):
    for part in (quiz, question, answer):
        visitors = [getattr(quiz_html, f"{verb}_{part.__name__}") for verb in ("visit", "depart")]
        app.add_node(part, html=tuple(visitors))
    app.add_directive("quiz", Quiz)
    app.add_directive("question", Question)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
