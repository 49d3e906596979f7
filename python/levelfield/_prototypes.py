"""Signatures of the library's functions: a word per argument, the result first."""

from __future__ import annotations

import ctypes

from .structs import SAID, Batch, Interpreter, MethodStruct, Point


class _Size(ctypes.c_size_t):
    """A number that the library counts with: ctypes would take any, and drop what is above 64 bits."""

    @classmethod
    def from_param(cls, number: int) -> "_Size":
        if not 0 <= number < 2**64:
            raise ValueError(f"{number}: expected a whole number from 0 to 2^64 - 1")
        return cls(number)


_WORDS = {
    "-": None,
    "status": ctypes.c_int,
    "int": ctypes.c_int,
    "p": ctypes.c_void_p,  # an array of doubles, a handle, or NULL
    "pp": ctypes.POINTER(ctypes.c_void_p),
    "n": ctypes.c_size_t,
    "u64": ctypes.c_uint64,
    "x": ctypes.c_double,
    "px": ctypes.POINTER(ctypes.c_double),
    "pn": ctypes.POINTER(ctypes.c_size_t),
    "text": ctypes.c_char_p,
    "texts": ctypes.POINTER(ctypes.c_char_p),
    "batch": ctypes.POINTER(Batch),
    "method": ctypes.POINTER(MethodStruct),
    "interpreter": ctypes.POINTER(Interpreter),
    "said": SAID,
    "point": Point,
}

PROTOTYPES = {
    "lf_message": "text",
    "lf_oracle_draw": "status p int n n batch",
    "lf_oracle_full": "status p int n batch",
    "lf_oracle_block": "status p int n n n batch",
    "lf_oracle_lend": "status p batch int n batch",
    "lf_oracle_share": "n p int n n",
    "lf_oracle_sample_number": "status p batch n pn",
    "lf_oracle_components": "status p int n p",
    "lf_oracle_component_weight": "x p int n n",
    "lf_oracle_uniform": "x p",
    "lf_oracle_value": "status p batch p p",
    "lf_oracle_vjp": "status p batch p p p",
    "lf_oracle_value_vjp": "status p batch p p p p",
    "lf_oracle_jvp": "status p batch p p p",
    "lf_oracle_subgradient": "status p batch p p",
    "lf_oracle_saddle": "status p batch p p p p",
    "lf_oracle_respond": "status p batch p p",
    "lf_oracle_lower_at": "n p n",
    "lf_oracle_upper_gradient": "status p batch p p p p",
    "lf_oracle_lower_gradient": "status p batch p p p",
    "lf_oracle_lower_gradient_x": "status p batch p p p",
    "lf_oracle_lower_hvp": "status p batch p p p p",
    "lf_oracle_lower_jvp": "status p batch p p p p",
    "lf_oracle_estimate": "status p int n pn",
    "lf_oracle_estimate_add": "status p n batch p p x",
    "lf_oracle_estimate_scale": "status p n x",
    "lf_oracle_estimate_project": "status p n batch x",
    "lf_oracle_estimate_clip": "status p n x",
    "lf_oracle_estimate_hessian": "status p n p p",
    "lf_oracle_estimate_jacobian": "status p n x p p",
    "lf_oracle_estimate_jacobian_t": "status p n p p",
    "lf_oracle_outer_value": "x p int n p",
    "lf_oracle_outer_subgradient": "- p int n p p",
    "lf_oracle_outer_each": "- p int n p p",
    "lf_oracle_outer_each_subgradient": "- p int n n p p",
    "lf_oracle_outer_prox": "status p int n x p p",
    "lf_oracle_outer_envelope": "status p int n x p px p",
    "lf_oracle_regulariser": "- p p p",
    "lf_oracle_project": "- p p",
    "lf_oracle_project_y": "- p p",
    "lf_binding_layout": "pn",
    "lf_binding_fail": "status int text",
    "lf_binding_free": "- p",
    "lf_binding_interpret": "- interpreter",
    "lf_binding_blas": "text",
    "lf_binding_blas_better": "text",
    "lf_binding_catalogue": "p",
    "lf_binding_load": "status text",
    "lf_binding_add": "status method",
    "lf_binding_vector": "status p p n pp",
    "lf_binding_iterate": "- p p p",
    "lf_binding_average": "- p p p",
    "lf_binding_describe": "p p",
    "lf_binding_audit": "- texts",
    "lf_binding_serve": "int texts p",
    "lf_binding_confine": "status texts int",
    "lf_binding_command": "int int texts said",
    "lf_binding_open": "status text text u64 text pp",
    "lf_binding_close": "- p",
    "lf_binding_step": "status p u64",
    "lf_binding_cause": "text p",
    "lf_binding_status": "text p",
    "lf_binding_problem": "p p",
    "lf_binding_counter": "text n",
    "lf_binding_counts": "p p",
    "lf_binding_cost": "status p text px",
    "lf_binding_judge": "status p pp pn",
    "lf_binding_metric": "text p n",
    "lf_binding_at": "point p",
}


def declare(library: ctypes.CDLL) -> None:
    """Give every function its types, and find it: an older library lacks some of them."""
    for name, words in PROTOTYPES.items():
        result, *arguments = words.split()
        function = getattr(library, name)
        function.restype = _WORDS[result]
        function.argtypes = [_Size if word in ("n", "u64") else _WORDS[word] for word in arguments]
