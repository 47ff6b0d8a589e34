"""A network that takes given values in four corners, with weights set by hand."""

import numpy as np

from ffn_ref import ffn

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
WORDS = ("(0, 0)", "(0, 1)", "(1, 0)", "(1, 1)")
TOLERANCE = 0.01
DIGITS = list(range(-4, 10))


def bent(n) -> bool:
    """Whether the values are like XOR: the two middle corners both above, or both below, the two others."""
    first, second, third, fourth = n.t.tolist()
    low, high = sorted([(first, fourth), (second, third)], key=sum)
    return max(low) < min(high)


def outputs(a, corners=CORNERS, W1=None, b1=None):
    """What the network gives in the corners."""
    return ffn(corners, a.W1 if W1 is None else W1, a.W2, a.b1 if b1 is None else b1, a.b2)[:, 0]


def off(n, out):
    """The largest error in a corner."""
    return float(np.abs(out - n.t).max())


def fits(n, out):
    return off(n, out) <= TOLERANCE


def _network(W1, b1, W2, b2):
    return {"W1": np.array(W1, float), "b1": np.array(b1, float), "W2": np.array(W2, float), "b2": np.array(b2, float)}


def last_corner(n, t=None, size=3.0):
    """An affine map by a unit that is always on, and one unit that is on in the last corner only."""
    good, bad, not_good, not_bad = (n.t if t is None else np.asarray(t)).tolist()
    p, q = not_good - good, bad - good
    on = abs(p) + abs(q) + 1
    rest = not_bad - (good + p + q)
    return _network([[p, size], [q, size]], [on, -size], [[1], [rest / size]], [good - on])


def first_corner(n):
    """The same from the other end: the second unit is on in the first corner only."""
    good, bad, not_good, not_bad = n.t.tolist()
    p, q = not_bad - bad, not_bad - not_good
    on = abs(p) + abs(q) + 1
    start = not_bad - p - q
    return _network([[-p, -1], [-q, -1]], [on, 1], [[-1], [good - start]], [start + on])


def affine(n):
    """Right in three corners, by one unit that is always on."""
    good, bad, not_good, _ = n.t.tolist()
    return last_corner(n, [good, bad, not_good, bad + not_good - good])


def changed(n, **changes):
    net = last_corner(n)
    return net | {name: change(net[name]) for name, change in changes.items()}


def spare(n):
    """A third unit that does nothing."""
    net = last_corner(n)
    return _network(np.hstack([net["W1"], [[1], [1]]]), [*net["b1"], 0], np.vstack([net["W2"], [[0]]]), net["b2"])


def reversed_signs(n):
    """The right network, with every output turned round."""
    return changed(n, W2=np.negative, b2=np.negative)


def start_kept(n):
    """An affine part that rises from the first corner by the outputs themselves, not by their differences."""
    first, second, third, fourth = n.t.tolist()
    return last_corner(n, [first, first + second, first + third, fourth])


def dead(n):
    """Right in three corners, with a second unit that never fires: in the last corner it reaches 0."""
    return changed(n, b1=lambda b1: b1 * [1, 2])


def silent(a) -> list[int]:
    """The hidden units, counted from 1, that are 0 in all four corners."""
    return [k + 1 for k, off in enumerate((CORNERS @ a.W1 + a.b1 <= 0).all(axis=0)) if off]


def wrong_at(n, out):
    return [word for word, bad in zip(WORDS, np.abs(out - n.t) > TOLERANCE, strict=True) if bad]
