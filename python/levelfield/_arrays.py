"""Arrays at the border: checked, never copied."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]

_F8 = np.dtype(np.float64)
_BYTE = ctypes.c_char
_ADDRESS = ctypes.addressof


def _complain(array: object, n: int, what: str, write: bool) -> str:
    """What is wrong with it, in one line."""
    expected = f"{what}: expected a C-contiguous float64 array of shape ({n},)"
    if not isinstance(array, np.ndarray):
        return f"{expected}, got {type(array).__name__}: make it one with np.asarray"
    if array.dtype != _F8:
        return f"{expected}, got dtype {array.dtype}: make it one with .astype(np.float64)"
    if array.shape != (n,):
        return f"{expected}, got shape {array.shape}"
    if not array.flags.c_contiguous or not array.flags.aligned:
        return f"{expected}, got one with strides {array.strides}: np.ascontiguousarray copies it"
    if write and not array.flags.writeable:
        return f"{expected} that can be written to, got a read-only one: take a .copy()"
    return ""


def address(array: Vector, n: int, what: str, write: bool = False) -> int:
    """Where the n numbers of an array are; TypeError or ValueError with one line if it is none."""
    if (
        not isinstance(array, np.ndarray)
        or array.dtype != _F8
        or array.shape != (n,)
        or not array.flags.carray
    ):
        wrong = _complain(array, n, what, write)
        if wrong:
            raise (ValueError if isinstance(array, np.ndarray) else TypeError)(wrong)
        return int(array.ctypes.data)  # read-only, or with nothing in it
    if n == 0:
        return int(array.ctypes.data)
    buffer: Any = array
    return _ADDRESS(_BYTE.from_buffer(buffer))  # three times as fast as array.ctypes.data


def fresh(n: int) -> tuple[Vector, int]:
    """n zeros, and where they are."""
    array: Any = np.zeros(n)
    return array, _ADDRESS(_BYTE.from_buffer(array)) if n else int(array.ctypes.data)


def view(pointer: int, n: int) -> Vector:
    """The n numbers at a pointer as an array that does not own them."""
    if not pointer or n == 0:
        return np.zeros(0)
    buffer: Any = (ctypes.c_double * n).from_address(pointer)
    numbers: Vector = np.frombuffer(buffer, dtype=np.float64)
    return numbers
