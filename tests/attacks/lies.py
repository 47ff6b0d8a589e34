"""Values that lie about what they are, so that a comparison comes out right."""

from .attack import Attack, everywhere

LIES = {
    "array that agrees": Attack(
        """
class Agrees(np.ndarray):
    __array_priority__ = 1e9
    __eq__ = __le__ = __lt__ = __ge__ = __gt__ = lambda self, other: True
    def __array_ufunc__(self, ufunc, method, *args, **kwargs): return np.zeros(())
    def __array_function__(self, function, *rest): return True
"""
        + everywhere("np.zeros((3, 2)).view(Agrees)")
    ),
    "number that agrees": Attack(
        """
class Agrees(float):
    __eq__ = __le__ = __lt__ = lambda self, other: True
    __hash__ = float.__hash__
    __sub__ = __rsub__ = __abs__ = lambda self, *other: Agrees(0)
"""
        + everywhere("Agrees(7)")
    ),
    "class that says it is an array": Attack(
        """
class Meta(type):
    __eq__ = lambda self, other: True
    __hash__ = type.__hash__
    __instancecheck__ = __subclasscheck__ = lambda self, other: True
    __name__ = property(lambda self: "ndarray")
class Liar(metaclass=Meta):
    __class__ = property(lambda self: np.ndarray)
    shape, dtype, ndim, size, nbytes = (2,), np.dtype(float), 1, 2, 16
    def __getattr__(self, name): return lambda *a, **k: np.zeros(2)
"""
        + everywhere("Liar()")
    ),
    "array made anew at each look": Attack(
        """
class Fickle:
    looks = 0
    def __array__(self, dtype=None, copy=None):
        Fickle.looks += 1
        return np.full((3, 2), Fickle.looks, dtype=float)
    there = {"shape": (10**9, 10**9), "typestr": "<f8", "data": (1, True), "version": 3}
    __array_interface__ = property(lambda self: self.there)
"""
        + everywhere("Fickle()")
    ),
    "object that is code when unpickled": Attack(
        """
import os
class Bomb:
    def __reduce__(self): return (os.system, ("touch /tmp/attack-was-here",))
    def __repr__(self): os._exit(0)
held = np.empty(2, dtype=object); held[:] = Bomb()
"""
        + everywhere("held")
    ),
    "pickle as bytes in an array": Attack(
        "import os, pickle\n"
        "class Bomb:\n    def __reduce__(self): return (os.system, ('touch /tmp/attack-was-here',))\n"
        + everywhere("np.frombuffer(pickle.dumps(Bomb()), np.uint8)")
    ),
    "nan": Attack(everywhere('float("nan")')),
    "nan in the right shape": Attack(everywhere("None", "lambda x, *w: np.asarray(x) * np.nan")),
    "infinity": Attack(everywhere("np.inf", "lambda x, *w: np.asarray(x) + np.inf")),
    "a scalar to broadcast": Attack(everywhere("np.float64(0)")),
    "an empty array": Attack(everywhere("np.zeros((0, 2))")),
    "huge integer": Attack(everywhere("10 ** 400")),
    "masked array": Attack(everywhere("np.ma.masked_all((3, 2))")),
    "text that is a number": Attack(everywhere("'3.0'")),
    "zero strides": Attack(everywhere("np.lib.stride_tricks.as_strided(np.zeros(1), (10**6, 10**6), (0, 0))")),
    "second call differs": Attack(
        """
calls = []
def twice(*a):
    calls.append(a)
    return [a[0], np.zeros(2), None][min(len(calls), 3) - 1]
"""
        + everywhere("None", "twice")
    ),
    "output is the input": Attack(everywhere("None", "lambda *a: a")),
    "generator and coroutine": Attack(everywhere("(i for i in range(3))", "(lambda: (yield 1))")),
}
