"""The few structures that cross the border by layout; everything else crosses it by name."""

from __future__ import annotations

import ctypes

from .errors import Error

ABI = 15
"""Version of the interface that these structures and the prototypes follow: LF_ABI."""

EVERY = 0xFFFFFFFF
"""In place of a component's number: every component of the role at once."""

ROLES = ("objective", "inner", "constraint", "upper", "lower")


class _RoleNumber(dict[str, int]):
    def __missing__(self, role: str) -> int:
        raise Error(f"there is no role {role!r}: expected one of {', '.join(ROLES)}")


ROLE_NUMBER = _RoleNumber((name, number) for number, name in enumerate(ROLES))
KINDS = {"real": 0, "count": 1, "choice": 2, "text": 3}
FORMS = {"own": 0, "dense": 1}

INIT = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 5)
STEP = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 2)
SAID = ctypes.CFUNCTYPE(None, ctypes.c_char_p)


class Batch(ctypes.Structure):
    """A ticket for samples: ask about it at any number of points. It holds no samples."""

    role: int
    component: int
    n: int
    draw: int
    made: int
    seal: int

    _fields_ = [
        ("role", ctypes.c_int),
        ("component", ctypes.c_uint32),
        ("n", ctypes.c_size_t),
        ("draw", ctypes.c_uint64),
        ("made", ctypes.c_uint64),
        ("seal", ctypes.c_uint64),
    ]

    def __repr__(self) -> str:
        which = "every" if self.component == EVERY else self.component
        return f"<Batch: {self.n} samples of {ROLES[self.role]} {which}>"


class Param(ctypes.Structure):
    """One row of a parameter table: lf_param."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("kind", ctypes.c_int),
        ("offset", ctypes.c_size_t),
        ("value", ctypes.c_double),
        ("min", ctypes.c_double),
        ("max", ctypes.c_double),
        ("doc", ctypes.c_char_p),
        ("text", ctypes.c_char_p),
    ]


class MethodStruct(ctypes.Structure):
    """What lf_binding_add() takes: lf_binding_method."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("doc", ctypes.c_char_p),
        ("source", ctypes.c_char_p),
        ("view", ctypes.c_char_p),
        ("params", ctypes.POINTER(Param)),
        ("params_size", ctypes.c_size_t),
        ("averages", ctypes.c_bool),
        ("file", ctypes.c_char_p),
        ("init", INIT),
        ("step", STEP),
    ]


class Interpreter(ctypes.Structure):
    """The interpreter's lock and what it does around a fork: lf_binding_interpreter."""

    _fields_ = [
        (name, ctypes.c_void_p) for name in ("hold", "release", "before", "parent", "child")
    ]


class Point(ctypes.Structure):
    """Where a run stands: lf_point."""

    _fields_ = [("w", ctypes.c_void_p), ("y", ctypes.c_void_p)]


LAYOUT = (ABI, ctypes.sizeof(Batch), ctypes.sizeof(Param), ctypes.sizeof(MethodStruct))
"""What lf_binding_layout() must say."""
