"""The ingest graph: read, choose how to cut, cut, check, and store in one switch or reject."""

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from rag.graphs.ingest.nodes import IngestNodes
from rag.graphs.ingest.routing import by_reading, by_validity
from rag.graphs.ingest.state import Incoming, IngestState, RunContext
from rag.graphs.ingest.tracing import traced

IngestGraph = CompiledStateGraph[IngestState, RunContext, Incoming, IngestState]


def build_ingest_graph(nodes: IngestNodes) -> IngestGraph:
    """Wire the nodes; the calls below are the diagram."""
    graph = StateGraph(IngestState, context_schema=RunContext, input_schema=Incoming)

    graph.add_node("load", traced("load", nodes.load))
    graph.add_node("analyze", traced("analyze", nodes.analyze))
    graph.add_node("split", traced("split", nodes.split))
    graph.add_node("validate", traced("validate", nodes.validate))
    graph.add_node("next_strategy", traced("next_strategy", nodes.next_strategy))
    graph.add_node("store", traced("store", nodes.store_version))
    graph.add_node("reject", traced("reject", nodes.reject))

    graph.add_edge(START, "load")
    graph.add_conditional_edges("load", by_reading)
    graph.add_edge("analyze", "split")
    graph.add_edge("split", "validate")
    graph.add_conditional_edges("validate", by_validity)
    graph.add_edge("next_strategy", "split")
    graph.add_edge("store", END)
    graph.add_edge("reject", END)

    return graph.compile(name="ingest")
