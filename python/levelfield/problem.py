"""What a problem says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Mapping, Optional

__all__ = ["Component", "Domain", "Problem"]


@dataclass(frozen=True)
class Component:
    """One component map g_i: how many outputs and samples it has."""

    outputs: int
    samples: int
    outers: int
    strata: tuple[int, ...]


@dataclass(frozen=True)
class Domain:
    """A simple set: ``space``, ``ball``, ``box`` or ``simplex``."""

    kind: str
    n: int
    radius: Optional[float]
    lower: Optional[float]
    upper: Optional[float]


@dataclass(frozen=True)
class Problem:
    """The shape of a problem, as <levelfield/info.h> has it; what is not known is None."""

    dim: int
    auxiliary: int
    n: int
    domain: Domain
    domain_y: Domain
    components: Mapping[str, tuple[Component, ...]]
    always: Mapping[str, int]
    direct: bool
    has_jvp: bool
    data: str
    constants: Mapping[str, Optional[float]]

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> "Problem":
        """From what lf_binding_describe() says."""
        components = {
            role: tuple(
                Component(c["outputs"], c["samples"], c["outers"], tuple(c["strata"]))
                for c in of["components"]
            )
            for role, of in said["roles"].items()
        }
        return cls(
            dim=said["dim"],
            auxiliary=said["auxiliary"],
            n=said["n"],
            domain=Domain(**said["domain"]),
            domain_y=Domain(**said["domain_y"]),
            components=MappingProxyType(components),
            always=MappingProxyType({role: of["always"] for role, of in said["roles"].items()}),
            direct=said["direct"],
            has_jvp=said["has_jvp"],
            data=said["data"],
            constants=MappingProxyType(dict(said["constants"])),
        )
