"""Read what a student's process published. It may be anything: nothing here trusts it, and nothing is executed.

`read` gives an Answer with arrays, or raises Unreadable with one clear line.
"""

from dataclasses import dataclass, field

import numpy as np

from ffn_check.plain import NOT_YET, Unreadable, text, unpack
from ffn_check.publish import VERSION
from ffn_check.uses import MOST


@dataclass
class Value:
    """One published value: an array (or a list of them), or the reason why there is none.

    nested: it was written as a list or tuple, so it may also stand for several things.
    """

    array: np.ndarray | list | None = None
    problem: str = ""
    untouched: bool = False
    nested: bool = False


@dataclass
class Record:
    """What one call of a student's function did."""

    value: Value
    error: str = ""
    where: str = ""
    changed: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()


@dataclass
class Answer:
    """One cell's answer, as read."""

    student: str = ""
    untouched: bool = False
    problem: str = ""
    records: list[Record] = field(default_factory=list)
    uses: tuple[str, ...] = ()
    values: dict[str, Value] = field(default_factory=dict)


def read(published, question, count: int = 0) -> Answer:
    """The answer to `question` in `published`: one packet, or a list of all packets of the cell.

    count: the number of cases that were asked, for a function question.
    """
    packet = one_packet(published)
    if type(packet.get("version")) is not int or packet["version"] != VERSION:
        raise Unreadable("What the cell handed in was not written by this version of `check`.")
    if packet.get("question") != question.id:
        other = text(packet.get("question"), 60) or "no question"
        raise Unreadable(f"The cell handed in an answer to {other}, but this cell belongs to {question.id}.")
    if packet.get("kind") != question.kind:
        wanted = {"function": "a function", "answer": "answer=…", "stages": "named answers"}[question.kind]
        raise Unreadable(f"This question needs {wanted}: see the line that the notebook came with.")
    answer = Answer(text(packet.get("student"), 200), packet.get("untouched") is True, text(packet.get("problem"), 100))
    if question.kind == "function":
        if not answer.untouched and not answer.problem:
            answer.records = records(packet.get("cases"), count)
            answer.uses = lines(packet.get("uses"), MOST)
    elif question.kind == "answer":
        answer.values = {"answer": value(packet.get("answer"))}
    else:
        answer.values = stages(packet.get("stages"), question)
    return answer


def one_packet(published) -> dict:
    """The only packet of a cell. The same one twice is fine, two different ones are not."""
    packets = published if type(published) is list else [published]
    if not packets or packets == [None]:
        raise Unreadable("The cell ended before `check` could hand in an answer.")
    if any(not isinstance(packet, dict) for packet in packets):
        raise Unreadable("What the cell handed in is not an answer written by `check`.")
    if any(packet != packets[0] for packet in packets[1:8]) or len(packets) > 8:
        raise Unreadable("The cell handed in several different answers. Keep one `check` in it.")
    return packets[0]


def records(cases, count: int) -> list[Record]:
    """The records of all `count` calls."""
    if type(cases) is not list or len(cases) != count:
        raise Unreadable("The cell did not hand in one result for each case.")
    found = []
    for case in cases:
        if not isinstance(case, dict):
            raise Unreadable("A result that the cell handed in is not one that `check` writes.")
        if "error" in case:
            raised = text(case["error"]) or "an error without a text"
            record = Record(Value(), raised, text(case.get("where"), 200))
        else:
            record = Record(value(case.get("value")))
        record.changed, record.warned = lines(case.get("changed")), lines(case.get("warned"))
        found.append(record)
    return found


def stages(given, question) -> dict[str, Value]:
    """The named answers that the question asks for; others are passed over."""
    if not isinstance(given, dict):
        raise Unreadable("The cell handed in no named answers.")
    return {name: value(given[name]) for name in question.names if name in given}


def value(plain) -> Value:
    """One plain value, or why it cannot be used."""
    try:
        return Value(unpack(plain), nested=plain.get("python") in ("list", "tuple"))
    except Unreadable as error:
        undone = isinstance(plain, dict) and plain.get("python") in NOT_YET and "unsupported" in plain
        return Value(None, str(error), undone)


def lines(given, most: int = 8) -> tuple[str, ...]:
    """A short list of short texts; () for anything else."""
    if type(given) is not list:
        return ()
    return tuple(line for line in (text(item, 120) for item in given[:most]) if line)
