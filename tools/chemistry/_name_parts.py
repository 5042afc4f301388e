"""The parts that names of compounds are made of: exchanging one for another of its kind names another compound.

Geranial and geraniol, xylonic and xylaric acid, dimethyl- and diethylamine differ by such a part, and none is a slip
of the keys for another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

# How a word of a name ends: saturation, characteristic group, ion, oxidation state.
_ENDINGS = """
ane ene yne an en yn in on ine one ol al yl ole ile ylene oyl oxy ether ester amide amine imide imine azide thiol diol
triol dione diene triene oic onic uronic aric ate ite ide ic ous ium ylate onate uronate ose ulose oside itol oin ein
lactone quinone azine azole oline idine olidine
""".split()
_ENDINGS += map(
    "".join,
    product(
        ("an", "en", "yn", "adien"),
        "ol al one oic oate amine amide imine oyl yl oin nitrile diol dione thiol edioic edione ediol".split(),
    ),
)
# What stands inside one: carbons, multipliers, halogens, hetero atoms, saturation, skeletons, oxidation state.
_INSIDE = tuple(
    kind.split()
    for kind in (
        "meth eth prop but pent hex hept oct non dec undec dodec",
        "mono di bi tri tetra penta hexa hepta octa",
        "fluor chlor brom iod",
        "ox thi selen tellur az phosph ars stib sil germ bor",
        "an en yn in on ol al",
        "iso neo nor homo cyclo allo epi",
        "oxy thio amino imino nitro nitroso azo",
        "hydro dehydro hydroxy deoxy oxo",
        "hypo per",
        "di de do",
    )
)
# In front of the name of a compound they make the name of another.
_PREFIXES = tuple(
    """
    seleno thio telluro nor homo iso neo cyclo deoxy dehydro hydroxy methyl ethyl dimethyl diethyl chloro bromo fluoro
    iodo amino nitro acetyl phenyl benzyl hydro dihydro tetrahydro oxo epoxy methoxy ethoxy cyano aza oxa thia sila mono
    di tri tetra penta hexa per hypo trans cis para meta ortho allo epi
    """.split()
)
_SHORTEST_STEM = 3


def base_of(word: str) -> Iterator[str]:
    """What is left of a word behind each prefix of nomenclature that it begins with."""
    return (word[len(prefix) :] for prefix in _PREFIXES if word.startswith(prefix))


@lru_cache(maxsize=256)
def relatives(name: str) -> frozenset[str]:
    """The names that exchanging one part of a name for another of its kind makes, of compounds or of none."""
    found: set[str] = set()
    for word in re.finditer(r"[a-z]+", name):
        for ending in _ENDINGS:
            if word[0].endswith(ending) and len(word[0]) - len(ending) >= _SHORTEST_STEM:
                stem = name[: word.end() - len(ending)]
                found.update(f"{stem}{other}{name[word.end() :]}" for other in _ENDINGS)
    for kind in _INSIDE:
        for part in kind:
            for place in re.finditer(part, name):
                found.update(f"{name[: place.start()]}{other}{name[place.end() :]}" for other in kind)
    return frozenset(found - {name})
