"""Mutants: a solution with one small change, such as a sign flipped or a transpose left out.

    swap      a @ b → b @ a; a - b → b - a; (W, b) → (b, W); f(a, b) → f(b, a)
    drop      a + b → a; f(a) → a; -a → a; a.T → a; f(a, axis=-1) → f(a); a whole line
    replace   + ↔ -, * ↔ /, @ → *, < ↔ <= ↔ >, maximum ↔ minimum, sum ↔ mean; one parameter for another;
              one of the student's numbers for another, n.b1 → n.b2
    shift     2 → 3, 2 → 1, 0.5 → 1.5: constants, and so indices, axes and ranges too, off by one
    turn      W → W.T in a product
"""

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
OPERATORS = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Pow: (ast.Mult,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
TWINS = {"maximum": "minimum", "max": "min", "sum": "mean", "exp": "expm1", "zeros": "ones", "sqrt": "square"}
TWINS |= {twin: name for name, twin in TWINS.items()}
ALIKE = (ast.Add, ast.Mult)  # a + b is b + a: no mutant
LIBRARIES = {"np", "math"}
CONVERSIONS = {"int", "float", "list", "tuple", "asarray", "array", "tolist"}  # dropped, the numbers are the same
SIZES = {"abs", "absolute", "square"}  # of a - b as of b - a
ALIKE_CALLS = {"maximum", "minimum", "max", "min", "allclose", "array_equal"}


class Mutant(NamedTuple):
    """cell: the grade_id of the answer cell. change: the line before and after. source: the whole cell."""

    cell: str
    change: str
    source: str


def mutants(cell: str, source: str) -> list[Mutant]:
    """All mutants of an answer cell's solution, each once."""
    tree = ast.parse(source)
    lines = source.splitlines()
    marks = [i for i, line in enumerate(lines, 1) if line.strip() in (BEGIN, END)]
    regions = list(zip(marks[::2], marks[1::2], strict=True)) or [(0, len(lines) + 1)]
    found, sizes = {}, _sizes(tree)
    for place, node in enumerate(ast.walk(tree)):
        if any(first < getattr(node, "lineno", 0) < last for first, last in regions):
            if node in sizes:
                node.unsigned = True
            for changed in [*_changes(node, _parameters(tree, node)), *_siblings(tree, node)]:
                mutant = _mutant(cell, tree, place, changed)
                found.setdefault(mutant.source, mutant)
    found.pop(ast.unparse(tree), None)
    return list(found.values())


def _mutant(cell, tree, place, changed) -> Mutant:
    other = copy.deepcopy(tree)
    target = list(ast.walk(other))[place]
    other = _Put(target, changed).visit(other)
    before, after = (ast.unparse(t).splitlines() for t in (tree, ast.fix_missing_locations(other)))
    pairs = [(a.strip(), b.strip()) for a, b in zip(before, after, strict=False) if a != b] or [(before[-1], "")]
    line, new = pairs[0]
    return Mutant(cell, f"{line} → {new}", ast.unparse(other))


class _Put(ast.NodeTransformer):
    def __init__(self, target, changed):
        self.target, self.changed = target, changed

    def visit(self, node):
        return copy.deepcopy(self.changed) if node is self.target else self.generic_visit(node)


def _changes(node: ast.AST, parameters: list[str]) -> Iterator[ast.AST]:
    """What may stand in the place of `node`."""
    if isinstance(node, ast.BinOp):
        yield from _binary(node)
    elif isinstance(node, ast.Compare | ast.BoolOp | ast.AugAssign):
        yield from _operators(node)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield node.value
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    elif isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        yield type(node)(elts=[*node.elts[1:], node.elts[0]], ctx=node.ctx)
        yield type(node)(elts=node.elts[:-1], ctx=node.ctx)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in parameters:
        yield from (ast.Name(other, ast.Load()) for other in parameters if other != node.id)
    if isinstance(node, ast.Assign | ast.AugAssign):
        yield ast.Pass()


def _binary(node):
    yield node.left
    yield node.right
    if not isinstance(node.op, ALIKE) and not getattr(node, "unsigned", False):
        yield ast.BinOp(node.right, node.op, node.left)
    for op in OPERATORS.get(type(node.op), ()):
        yield ast.BinOp(node.left, op(), node.right)
    if isinstance(node.op, ast.MatMult):
        yield ast.BinOp(node.left, node.op, ast.Attribute(node.right, "T", ast.Load()))


def _operators(node):
    """The same comparison, `and`, `or` or `+=` with each operator that may be mistaken for it."""
    ops = node.ops if isinstance(node, ast.Compare) else [node.op]
    for i, old in enumerate(ops):
        for new in OPERATORS.get(type(old), ()):
            other = copy.copy(node)
            if isinstance(node, ast.Compare):
                other.ops = [*ops[:i], new(), *ops[i + 1 :]]
            else:
                other.op = new()
            yield other


def _constants(node):
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))


def _calls(node):
    name = _called(node)
    if name in TWINS:
        other = copy.deepcopy(node)
        if isinstance(other.func, ast.Attribute):
            other.func.attr = TWINS[name]
        else:
            other.func.id = TWINS[name]
        yield other
    if node.args and name not in CONVERSIONS:
        yield node.args[0]
    if len(node.args) > 1 and name not in ALIKE_CALLS:
        yield ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)
    for i in (i for i, keyword in enumerate(node.keywords) if keyword.arg != "otypes"):
        yield ast.Call(node.func, node.args, node.keywords[:i] + node.keywords[i + 1 :])


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _sizes(tree) -> set[ast.AST]:
    """The differences of which only the size counts: swapped, they are the same."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) in SIZES]
    return {argument for call in calls for argument in call.args if isinstance(argument, ast.BinOp)}


def _siblings(tree, node) -> Iterator[ast.AST]:
    """Other attributes of the same object that the cell uses: n.b2 for n.b1."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in LIBRARIES:
        same = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and ast.dump(n.value) == ast.dump(node.value)]
        for name in sorted({n.attr for n in same} - {node.attr, "T"}):
            yield ast.Attribute(node.value, name, ast.Load())


def _parameters(tree, node) -> list[str]:
    """The parameters of the function in which `node` stands."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.lineno <= node.lineno <= function.end_lineno:
            return [argument.arg for argument in function.args.args]
    return []
