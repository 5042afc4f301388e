"""Find groups of alike rows, and the directions in which rows differ most."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows, with_values
from scitoolagent.tables.column_units import sign
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, TableFolder, made
from scitoolagent.tools.tables.columns import RowsUsed

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_ROWS, _MOST_CLUSTERS, _MOST_COLUMNS = 5000, 1000, 500
_LINKAGES = ("Ward", "average", "complete", "single")

RowClusters = Annotated[
    int, Semantic("NumberOfRowClusters", parent="Parameter", unit="1", label="number of clusters of rows")
]
Seed = Annotated[int, Semantic("RandomSeed", parent="Parameter", unit="1", label="random seed", also=("seed",))]
Standardised = Annotated[
    bool, Semantic("Standardised", parent="Parameter", label="whether columns are brought to one spread")
]
LinkageName = Annotated[
    str,
    Semantic(
        "LinkageOfClusters",
        parent="Parameter",
        label="linkage of clusters",
        pattern="Ward|average|complete|single",
        needs_context=True,
    ),
]
Components = Annotated[
    int, Semantic("NumberOfComponents", parent="Parameter", unit="1", label="number of principal components")
]
RowClusterSizes = Annotated[list[int], Semantic("RowClusterSizes", unit="1", label="sizes of clusters of rows")]
BetweenShare = Annotated[
    float, Semantic("BetweenClusterShare", unit="%", label="share of the spread that lies between clusters")
]
Silhouette = Annotated[
    float, Semantic("SilhouetteScore", unit="1", label="silhouette score of clusters", also=("silhouette score",))
]
Explained = Annotated[
    list[float], Semantic("ExplainedShares", unit="%", label="share of the variance of each principal component")
]


@dataclass(frozen=True)
class RowClusterResult:
    """The table with a column of clusters, and how well these are apart."""

    table: TableFolder
    sizes: RowClusterSizes
    between: BetweenShare
    silhouette: Silhouette
    rows: RowsUsed


@dataclass(frozen=True)
class ComponentResult:
    """The table with a column for each component, and what these are made of."""

    table: TableFolder
    explained: Explained
    loadings: TableFolder
    rows: RowsUsed


_EXAMPLE = {"table": ASSAY, "columns": ["retention (min)", "logD"], "clusters": 2}


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example=_EXAMPLE, also=("k-means",))
def k_means_rows(
    table: TableFolder,
    columns: list[ColumnName],
    clusters: RowClusters,
    standardised: Standardised = True,
    seed: Seed = 0,
) -> RowClusterResult:
    """Cluster the rows of a table by k-means on columns of numbers.

    Args:
        table: The table.
        columns: Those of numbers that say how alike two rows are.
        clusters: How many clusters are made.
        standardised: Whether each column is brought to mean 0 and standard deviation 1 first.
        seed: Of the ten random starts, of which the best is kept.
    Returns:
        The table with a column of clusters, numbered from 1 by falling size; their sizes, the share of the sum of
        squares that lies between them, the mean silhouette, and the number of rows with all values.
    Raises:
        ToolInputError: a column holds no numbers or one value, the units differ and the columns are not standardised,
            or there are fewer different rows than clusters.
    Source: Lloyd 1982 with starts by Arthur and Vassilvitskii 2007, by `KMeans` of scikit-learn.
    """
    from sklearn.cluster import KMeans

    given, points = _points(table, columns, clusters, standardised)
    kind: Any = KMeans
    found = kind(n_clusters=clusters, n_init=10, random_state=_seed(seed)).fit(points)
    return _clustered(given, points, found.labels_.tolist(), "k-means cluster")


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example=_EXAMPLE)
def hierarchical_row_clusters(
    table: TableFolder,
    columns: list[ColumnName],
    clusters: RowClusters,
    standardised: Standardised = True,
    linkage: LinkageName = "Ward",
) -> RowClusterResult:
    """Cluster the rows of a table hierarchically on columns of numbers.

    Args:
        table: The table; at most 5000 rows.
        columns: Those of numbers that say how alike two rows are.
        clusters: How many clusters are made.
        standardised: Whether each column is brought to mean 0 and standard deviation 1 first.
        linkage: Ward, average, complete or single, on Euclidean distances.
    Returns:
        The table with a column of clusters, numbered from 1 by falling size; their sizes, the share of the sum of
        squares that lies between them, the mean silhouette, and the number of rows with all values.
    Raises:
        ToolInputError: a column holds no numbers or one value, the units differ and the columns are not standardised,
            or there are too many rows, or fewer different rows than clusters.
    Source: Ward 1963, by `scipy.cluster.hierarchy`.
    """
    from scipy.cluster import hierarchy

    given, points = _points(table, columns, clusters, standardised)
    tree = linked(points, linkage)
    labels: Any = hierarchy.cut_tree(tree, n_clusters=clusters)
    return _clustered(given, points, labels[:, 0].tolist(), "cluster")


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "columns": ["first assay (nM)", "retention (min)", "logD"]},
    also=("principal component analysis", "PCA"),
)
def principal_components(
    table: TableFolder, columns: list[ColumnName], components: Components = 2, standardised: Standardised = True
) -> ComponentResult:
    """Compute the principal components of columns of a table.

    Args:
        table: The table.
        columns: Two or more of numbers.
        components: How many are kept; at most as many as there are columns.
        standardised: Whether each column is brought to standard deviation 1 first, and not only to mean 0.
    Returns:
        The table with a column for each component; the share of the variance of each in percent; a table with the
        loading of each column, whose largest one is positive in each component; the number of rows with all values.
    Raises:
        ToolInputError: a column holds no numbers or one value, the units differ and the columns are not standardised,
            or there are too few rows or columns.
    Source: Pearson 1901, by the singular values of the centred columns, `numpy.linalg.svd`.
    """
    import numpy as np

    given = numbers_of(table, columns, 3, varied=True)
    if not 1 <= components <= len(columns) or len(columns) < 2:
        raise ToolInputError(f"{len(columns)} columns have no {components} components; name two columns or more")
    points = _scaled(given, standardised)
    _, singular, axes = np.linalg.svd(points, full_matrices=False)
    # The sign of a component is free.
    axes = axes * np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)])[:, None]
    shares = 100 * singular**2 / (singular**2).sum()
    scores = points @ axes[:components].T
    names = [f"PC{number}" for number in range(1, components + 1)]
    unit = "1" if standardised else given.columns[0].unit
    new = [Column(name=name, kind="number", unit=unit) for name in names]
    folder = made(
        lambda: with_values(
            given.table, new, [given.spread(values.tolist()) for values in scores.T[:components]], given.notes
        )
    )
    described = [Column(name="column"), *(Column(name=name, kind="number", unit="1") for name in names)]
    rows = [[column.name, *axes[:components, place].tolist()] for place, column in enumerate(given.columns)]
    loadings = made(lambda: of_rows(given.table, described, rows))
    return ComponentResult(folder, shares[:components].tolist(), loadings, len(given.kept))


def linked(points: NDArray[Any], linkage: str) -> NDArray[Any]:
    """The tree of merges of some points.

    Raises:
        ToolInputError: there is no such linkage, or there are too many points.
    """
    from scipy.cluster import hierarchy

    if linkage not in _LINKAGES:
        raise ToolInputError(f"{linkage!r} is no linkage; those are {', '.join(_LINKAGES)}")
    if len(points) > _MOST_ROWS:
        raise ToolInputError(f"{len(points):,} rows are too many for a tree; at most {_MOST_ROWS:,}; use k-means")
    tree: NDArray[Any] = hierarchy.linkage(points, linkage.lower())
    return tree


def scaled_rows(
    table: Path, columns: list[str], least: int, standardised: bool, others: tuple[str, ...] = ()
) -> tuple[Numbers, NDArray[Any]]:
    """The rows that have all values, centred, and brought to one spread where that is wanted."""
    given = numbers_of(table, columns, least, others, varied=True)
    return given, _scaled(given, standardised)


def _points(table: Path, columns: list[str], clusters: int, standardised: bool) -> tuple[Numbers, NDArray[Any]]:
    import numpy as np

    if not columns:
        raise ToolInputError("name at least one column to cluster by")
    given, points = scaled_rows(table, columns, 3, standardised)
    most = min(len(np.unique(points, axis=0)) - 1, _MOST_CLUSTERS)
    if not 2 <= clusters <= most:
        raise ToolInputError(f"{len(points):,} rows make 2 to {most:,} clusters, not {clusters}")
    return given, points


def _scaled(given: Numbers, standardised: bool) -> NDArray[Any]:
    if len(given.columns) > _MOST_COLUMNS:
        raise ToolInputError(f"{len(given.columns)} columns are named; at most {_MOST_COLUMNS} are taken")
    centred: NDArray[Any] = given.values - given.values.mean(axis=0)
    if standardised:
        centred /= given.values.std(axis=0, ddof=1)
        return centred
    if len(units := {sign(column.unit) for column in given.columns}) > 1:
        raise ToolInputError(
            f"the columns are in {', '.join(sorted(units))}; standardise them, or distances mean nothing"
        )
    return centred


def _clustered(given: Numbers, points: NDArray[Any], labels: list[int], title: str) -> RowClusterResult:
    """Clusters numbered by falling size, equal ones by their first row."""
    import numpy as np
    from sklearn.metrics import silhouette_score

    order = sorted(set(labels), key=lambda label: (-labels.count(label), labels.index(label)))
    found = np.array([order.index(label) + 1 for label in labels])
    within = sum(
        float(((points[found == number] - points[found == number].mean(axis=0)) ** 2).sum())
        for number in range(1, len(order) + 1)
    )
    total = float((points**2).sum())
    # Of more rows a sample, since it looks at each two of them.
    sample = _MOST_ROWS if len(points) > _MOST_ROWS else None
    score = float(silhouette_score(points, found, sample_size=sample, random_state=0))
    column = Column(name=title, kind="integer", unit="1")
    folder = made(lambda: with_values(given.table, [column], [given.spread(found.tolist())], given.notes))
    sizes = [int((found == number).sum()) for number in range(1, len(order) + 1)]
    return RowClusterResult(folder, sizes, 100 * (1 - within / total), score, len(given.kept))


def _seed(seed: int) -> int:
    if not 0 <= seed < 2**32:
        raise ToolInputError(f"a seed is a whole number from 0 to {2**32 - 1}, not {seed}")
    return seed
