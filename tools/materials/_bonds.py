"""Bonds in a crystal by distance, and the graph they make; shared by the tools of this package.

Two atoms are bonded when they are nearer than the sum of their covalent radii plus 0.45 Å (Meng and Lewis 1991,
doi:10.1002/jcc.540120716), with the radii of Cordero et al. 2008. Two corrections keep metal-organic frameworks right:
metals bind no metals where there is a non-metal, and metals reach less far to carbon, because the carbon of a
carboxylate lies just behind its oxygens. A metal or alloy has no such scale; there the nearest shell counts.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._elements import elements, is_metal
from scitoolagent.tools.materials._structure import symbols_of

if TYPE_CHECKING:
    from pymatgen.core.structure import Structure

TOLERANCE = 0.45
METAL_CARBON_TOLERANCE = 0.3
# Neighbours up to this ratio of the shortest distance are the shell of an atom in a metal: all 12 of zinc, 8 of bcc.
METAL_SHELL = 1.1
_METAL_REACH = 6.0


@dataclass(frozen=True, slots=True)
class Bond:
    """From site `start` to the copy of site `end` in the cell `image`."""

    start: int
    end: int
    image: tuple[int, int, int]
    length: float


def bonds_of(structure: Structure) -> list[list[Bond]]:
    """The bonds from each site, the shortest first; every bond is listed from both its ends.

    Raises:
        ToolInputError: an element has no covalent radius, or two atoms lie on each other.
    """
    symbols = symbols_of(structure)
    only_metal = all(is_metal(symbol) for symbol in set(symbols))
    reach = {} if only_metal else _reaches(set(symbols))
    starts, ends, images, lengths = structure.get_neighbor_list(_METAL_REACH if only_metal else max(reach.values()))
    found: list[list[Bond]] = [[] for _ in symbols]
    for start, end, image, length in zip(starts, ends, images, lengths, strict=True):
        if length < 0.4:
            raise ToolInputError(
                f"sites {start} and {end} are {length:.2f} Å apart; remove the disorder from the structure"
            )
        if only_metal or length <= reach[symbols[start], symbols[end]]:
            a, b, c = (int(value) for value in image)
            found[start].append(Bond(int(start), int(end), (a, b, c), float(length)))
    for index, bonds in enumerate(found):
        bonds.sort(key=lambda bond: (round(bond.length, 4), bond.end, bond.image))
        if only_metal:
            found[index] = [bond for bond in bonds if bond.length <= METAL_SHELL * bonds[0].length]
    return found


def _reaches(symbols: set[str]) -> dict[tuple[str, str], float]:
    radii = {symbol: elements()[symbol]["covalent_radius_cordero"] for symbol in symbols}
    missing = [symbol for symbol, radius in radii.items() if radius is None]
    if missing:
        raise ToolInputError(f"{missing[0]} has no covalent radius, so its bonds are unknown")
    return {(a, b): _reach(a, b, (float(radii[a]) + float(radii[b])) / 100) for a in symbols for b in symbols}


def _reach(a: str, b: str, radii: float) -> float:
    metals = [symbol for symbol in (a, b) if is_metal(symbol)]
    if len(metals) == 2:
        return 0.0
    if metals and "C" in (a, b):
        group = elements()[metals[0]]["group_id"]
        # Large metals (groups 1 to 3 and the f block) hold both oxygens of a carboxylate, and so come near its carbon.
        return radii + (0.0 if group is None or group <= 3 else METAL_CARBON_TOLERANCE)
    return radii + TOLERANCE


@dataclass(frozen=True, slots=True)
class Component:
    """Sites that hang together; `cells` unwraps them into one piece, `dimension` counts the periodic directions."""

    sites: tuple[int, ...]
    cells: dict[int, tuple[int, int, int]]
    dimension: int


def components_of(bonds: list[list[Bond]], left_out: frozenset[int] = frozenset()) -> list[Component]:
    """The connected parts of the bond graph, without the sites in `left_out`.

    The rank of the translations found on closed walks is the dimension (Larsen et al. 2019,
    doi:10.1103/PhysRevMaterials.3.034003).
    """
    import numpy as np

    cells: dict[int, tuple[int, int, int]] = {}
    parts = []
    for first in range(len(bonds)):
        if first in cells or first in left_out:
            continue
        cells[first] = (0, 0, 0)
        sites, waiting, loops = [first], [first], set()
        while waiting:
            site = waiting.pop()
            for bond in bonds[site]:
                if bond.end in left_out:
                    continue
                here = tuple(a + b for a, b in zip(cells[site], bond.image, strict=True))
                if bond.end not in cells:
                    cells[bond.end] = (here[0], here[1], here[2])
                    sites.append(bond.end)
                    waiting.append(bond.end)
                elif here != cells[bond.end]:
                    loops.add(tuple(a - b for a, b in zip(here, cells[bond.end], strict=True)))
        rank = int(np.linalg.matrix_rank(np.array(sorted(loops)))) if loops else 0
        parts.append(Component(tuple(sorted(sites)), {site: cells[site] for site in sites}, rank))
    return parts


def bridges_of(bonds: list[list[Bond]]) -> list[list[int]]:
    """Bonds without which a part falls in two, as pairs of sites, the lower index first."""
    import networkx as nx  # type: ignore[import-untyped]

    images: dict[tuple[int, int], int] = defaultdict(int)
    for bond in (bond for site in bonds for bond in site if bond.start < bond.end):
        images[bond.start, bond.end] += 1
    graph = nx.Graph(list(images))
    # Two bonds between the same sites lead into two cells: cutting one leaves the other.
    pairs: list[tuple[int, int]] = list(nx.bridges(graph))  # pyright: ignore[reportAssignmentType]
    return sorted(sorted(pair) for pair in pairs if images[min(pair), max(pair)] == 1)
