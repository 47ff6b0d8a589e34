"""The seed of hidden cases: fresh for each student, the same on a regrade."""

import hashlib
import hmac

from ffn_check.draw import normalise


def case_seed(secret: bytes, assignment: str, question: str, student: str) -> int:
    """HMAC-SHA256 of the course secret over assignment, question and student, as a 64-bit integer.

    Each part is preceded by its length, so that no two triples spell the same message. Raises ValueError for
    a secret shorter than 16 bytes.
    """
    if len(secret) < 16:
        raise ValueError("The course secret must have at least 16 bytes. Make one with `secrets.token_bytes(32)`.")
    named = [part.encode() for part in (assignment, question, normalise(student))]
    spelled = b"".join(len(part).to_bytes(4, "big") + part for part in named)
    return int.from_bytes(hmac.new(secret, spelled, hashlib.sha256).digest()[:8], "big")
