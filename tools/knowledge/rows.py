"""What a knowledge graph answers, as rows that other tools work on."""

from __future__ import annotations

from scitoolagent.errors import GraphError, TableError, ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import GraphClause
from scitoolagent.tools.knowledge._graphs import opened
from scitoolagent.tools.knowledge.operations import GraphName
from scitoolagent.tools.tables._rows import TableFolder, options


@tool(
    Operation.RETRIEVAL,
    Topic.GENERAL,
    Safety.OPEN,
    example={"clause": "drugs that inhibit COX-2"},
    seconds=120.0,
)
def graph_rows(clause: GraphClause, graph: GraphName = "demo") -> TableFolder:
    """List what a knowledge graph answers to a clause as a table of rows.

    Args:
        clause: What is asked for, its relations and the names they lead to: `drugs that inhibit COX-2`.
        graph: A loaded knowledge graph; `demo` is built in.
    Returns:
        The folder of the table: name, id, type, the relation as it was read, its evidence, and other attributes.
    Raises:
        ToolInputError: no such graph, it cannot be read so that each word is used, or nothing is found.
    Source: relations of the loaded graph, each with its own evidence.
    """
    from scitoolagent.knowledge.questions.clauses import read_clause
    from scitoolagent.knowledge.questions.rows import table_of

    loaded = opened(graph)
    try:
        answer = read_clause(loaded, clause)
        if answer.plan is None:
            raise ToolInputError(f"{clause[:200]!r} cannot be asked of the graph {graph}: {answer.reason}")
        if not answer.ids:
            raise ToolInputError(f"the graph {graph} holds nothing of the kind: {answer.reading}")
        return table_of(loaded, clause, answer, options()).settled().folder
    except (GraphError, TableError) as error:
        raise ToolInputError(str(error)) from error
