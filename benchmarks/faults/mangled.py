"""Mangled submissions: a right notebook, and what editors, browsers and students do to the file."""

import copy
import json

from .case import Case, write


def bare(made, path):
    for cell in made["cells"]:
        cell["metadata"] = {}
    write(made, path)


def cell_of(made, grade_id):
    return next(c for c in made["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def check_deleted(made, path):
    made["cells"].remove(cell_of(made, "check_forward"))
    write(made, path)


def check_copied(made, path):
    made["cells"].append(copy.deepcopy(cell_of(made, "check_forward")))
    write(made, path)


def answer_copied(made, path):
    made["cells"].append(copy.deepcopy(cell_of(made, "forward")))
    write(made, path)


def old_schema(made, path):
    for cell in made["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"]["schema_version"] = 1
    write(made, path)


def unknown_schema(made, path):
    cell_of(made, "forward")["metadata"]["nbgrader"]["schema_version"] = 99
    write(made, path)


def swapped(made, path):
    one, two = cell_of(made, "one_token")["metadata"]["nbgrader"], cell_of(made, "collapse")["metadata"]["nbgrader"]
    one["grade_id"], two["grade_id"] = two["grade_id"], one["grade_id"]
    write(made, path)


def renamed(made, path):
    cell_of(made, "forward")["metadata"]["nbgrader"]["grade_id"] = "forward-copy"
    write(made, path)


def points_raised(made, path):
    cell_of(made, "check_forward")["metadata"]["nbgrader"]["points"] = 100
    write(made, path)


def text(change):
    return lambda made, path: path.write_bytes(change(json.dumps(made, indent=1, ensure_ascii=False)))


def by_browser(made, path):
    write(made, path.with_name(f"{path.stem} (1).ipynb"))


def a_folder(made, path):
    path.mkdir()


def a_link(made, path):
    (path.parent / "mine.txt").write_text(json.dumps(made))
    path.symlink_to("mine.txt")


STRIPPED, LOST = "metadata stripped or labels lost", "a graded cell deleted"
COPIED, SCHEMA, IDS = "a cell copied", "another schema version", "ids renamed or swapped"
EDITED, BROKEN, BYTES = "a graded cell edited", "no notebook at all", "other encodings"
NAME, LINK, ID = "renamed by a browser", "a link", "an id with brackets"
MANGLED = [
    Case("bare", STRIPPED, {}, change=bare),
    Case("no check", LOST, {}, change=check_deleted),
    Case("check twice", COPIED, {}, change=check_copied),
    Case("answer twice", COPIED, {}, change=answer_copied),
    Case("old schema", SCHEMA, {}, change=old_schema),
    Case("unknown schema", SCHEMA, {}, change=unknown_schema),
    Case("swapped ids", IDS, {}, change=swapped),
    Case("renamed id", IDS, {}, change=renamed),
    Case("points raised", EDITED, {}, change=points_raised),
    Case("cut off", BROKEN, {}, None, text(lambda whole: whole[: len(whole) // 2].encode())),
    Case("empty file", BROKEN, {}, None, text(lambda whole: b"")),
    Case("a list", BROKEN, {}, None, text(lambda whole: b"[]")),
    Case("a folder", BROKEN, {}, None, a_folder),
    Case("byte order mark", BYTES, {}, change=text(lambda whole: whole.encode("utf-8-sig"))),
    Case("UTF-16", BYTES, {}, change=text(lambda whole: whole.encode("utf-16"))),
    Case("Windows-1252", BYTES, {}, change=text(lambda whole: whole.encode("cp1252", "replace"))),
    Case("by a browser", NAME, {}, change=by_browser),
    Case("a link", LINK, {}, None, a_link),
    Case("zoë [2]", ID, {}),
]
