"""Whether a notebook is that of another exercise, saved or uploaded in the wrong place."""

from pathlib import Path

import nbformat

from ffn_grader.intake.match import Match, match, recognised
from ffn_grader.intake.release import ReleaseCell, read_release
from ffn_grader.intake.repair import Cell


def another(course: list[ReleaseCell], cells: list[Cell], found: Match, others: list[Path]) -> str | None:
    """The exercise whose notebook this is, by most of its cells, where it is not by most of this one's."""
    sure, ours = recognised(course, found)
    if 2 * sure >= ours:
        return None
    best, name = sure, None
    for path in others:
        release = read_release(nbformat.read(path, as_version=4))
        count, all_of_it = recognised(release, match(release, cells))
        if count > best and 2 * count > all_of_it:
            best, name = count, path.stem
    return name
