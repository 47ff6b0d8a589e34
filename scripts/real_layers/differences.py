"""Compare fresh arrays with shipped ones: weights and labels to the bit, inputs and outputs by tolerance."""

import numpy as np

TOLERANCE = 1e-5  # of the row's largest entry: processors add in different orders


def row_error(found, expected):
    """max|Δ| / max|expected| of each row: rows differ in size by a factor of thousands."""
    return np.abs(found - expected).max(axis=-1) / np.abs(expected).max(axis=-1)


def differences(shipped, fresh):
    """Sentences that say what differs; none if nothing does."""
    if shipped.keys() != fresh.keys():
        return [f"arrays {sorted(shipped)} shipped, {sorted(fresh)} made"]
    lines = []
    for name, expected in shipped.items():
        found = fresh[name]
        if (found.shape, found.dtype) != (expected.shape, expected.dtype):
            lines.append(f"{name} is {found.dtype}{found.shape}, shipped {expected.dtype}{expected.shape}")
        elif name in ("x", "y"):
            worst = row_error(found, expected).max()
            if not worst <= TOLERANCE:  # so that NaN is a difference too
                lines.append(f"{name} differs by {worst:.1e} of a row's largest entry")
        elif not np.array_equal(found, expected):
            lines.append(f"{name} differs")
    return lines
