"""Structural alerts: substructures that disturb assays or are unwanted in drugs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

# name, RDKit catalog, title, other words, source
_CATALOGS = (
    (
        "pains_alerts",
        "PAINS",
        "PAINS",
        ("PAINS filter", "pan-assay interference", "assay interference"),
        "Baell & Holloway 2010, doi:10.1021/jm901137j",
    ),
    (
        "brenk_alerts",
        "BRENK",
        "Brenk",
        ("Brenk filter", "unwanted functionality"),
        "Brenk et al. 2008, doi:10.1002/cmdc.200700139",
    ),
    (
        "nih_alerts",
        "NIH",
        "NIH",
        ("NIH filter",),
        "Jadhav et al. 2010, doi:10.1021/jm901070c; Doveston et al. 2015, doi:10.1039/C4OB02287D",
    ),
    (
        "zinc_alerts",
        "ZINC",
        "ZINC",
        ("ZINC filter", "ZINC unwanted groups"),
        "ZINC drug-likeness filter, Irwin & Shoichet 2005, doi:10.1021/ci049714+",
    ),
)


@cache
def _catalog(name: str) -> Any:
    from rdkit.Chem import FilterCatalog

    settings = FilterCatalog.FilterCatalogParams()
    settings.AddCatalog(getattr(FilterCatalog.FilterCatalogParams.FilterCatalogs, name))
    return FilterCatalog.FilterCatalog(settings)


def _make(name: str, catalog: str, title: str, also: tuple[str, ...], source: str) -> Callable[..., Any]:
    camel = "".join(word.capitalize() for word in name.split("_"))
    found = Annotated[
        bool,
        Semantic(
            f"{camel}Found",
            parent="MolecularProperty",
            label=f"triggers {title} alerts",
        ),
    ]
    names = Annotated[
        list[str], Semantic(f"{camel}Names", parent="MolecularProperty", label=f"names of the {title} alerts")
    ]
    result: Any = dataclass(frozen=True)(
        type(f"{camel}Result", (), {"__annotations__": {"found": found, "alerts": names}, "__module__": __name__})
    )

    def check(smiles: str) -> Any:
        matches = _catalog(catalog).GetMatches(parse_smiles(smiles))
        alerts = sorted({str(match.GetDescription()) for match in matches})
        return result(found=bool(alerts), alerts=alerts)

    check.__name__ = check.__qualname__ = name
    check.__annotations__ = {"smiles": Smiles, "return": result}
    check.__doc__ = (
        f"Look for {title} structural alerts in a molecule.\n\nArgs:\n    smiles: One molecule.\n"
        f"Returns:\n    Whether an alert matches, and the names of those that do.\n"
        f"Raises:\n    ToolInputError: `smiles` is not valid SMILES.\nSource: {source}, by RDKit's `FilterCatalog`."
    )
    words = (f"{title} alert", f"{title} structural alerts", *also)
    declare = tool(
        Operation.FILTERING, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)c1ccc(C)cc1O"}, also=words
    )
    return declare(check)


TOOLS = tuple(_make(*row) for row in _CATALOGS)
