"""The answer graph: understand, search, grade, write from the pages, verify, or refuse."""

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.routing import (
    AFTER_LEDGER,
    AFTER_REWRITE,
    AFTER_ROUTE,
    by_excerpts,
    by_findings,
    by_ledger,
    by_relevance,
    by_route,
    by_sides,
)
from rag.graphs.answer.state import AnswerState, Asked, RunContext
from rag.graphs.answer.tracing import traced, watched

AnswerGraph = CompiledStateGraph[AnswerState, RunContext, Asked, AnswerState]
Graph = StateGraph[AnswerState, RunContext, Asked, AnswerState]


def build_answer_graph(nodes: AnswerNodes) -> AnswerGraph:
    """The nodes in the order they run, then the edges: they are the diagram."""
    graph = StateGraph(AnswerState, context_schema=RunContext, input_schema=Asked)
    _add_nodes(graph, nodes)
    _add_edges(graph)
    return graph.compile(name="answer")


def _add_nodes(graph: Graph, nodes: AnswerNodes) -> None:
    graph.add_node("understand", traced("understand", nodes.understand))
    graph.add_node("reply", traced("reply", nodes.reply))
    graph.add_node("list_documents", traced("list_documents", nodes.list_documents))
    graph.add_node("retrieve", traced("retrieve", nodes.retrieve))
    graph.add_node("rerank", traced("rerank", nodes.rerank))
    graph.add_node("grade_documents", traced("grade_documents", nodes.grade_documents))
    graph.add_node("ask_back", traced("ask_back", nodes.ask_back))
    graph.add_node("rewrite_query", traced("rewrite_query", nodes.rewrite_query))
    graph.add_node("web_search", traced("web_search", nodes.web_search))
    graph.add_node("compress", traced("compress", nodes.compress))
    graph.add_node("generate", watched("generate", nodes.generate))
    graph.add_node("verify", traced("verify", nodes.verify))
    graph.add_node("publish", traced("publish", nodes.publish))
    graph.add_node("refuse", traced("refuse", nodes.refuse))


def _add_edges(graph: Graph) -> None:
    graph.add_edge(START, "understand")
    # Where a search may be sent for each side of a comparison, the router's targets are given.
    graph.add_conditional_edges("understand", by_route, AFTER_ROUTE)
    graph.add_edge("reply", END)
    graph.add_edge("list_documents", END)
    graph.add_edge("retrieve", "rerank")
    graph.add_edge("rerank", "grade_documents")
    graph.add_conditional_edges("grade_documents", by_relevance)
    graph.add_edge("ask_back", END)
    graph.add_conditional_edges("rewrite_query", by_sides, AFTER_REWRITE)
    graph.add_conditional_edges("web_search", by_findings)
    graph.add_conditional_edges("compress", by_excerpts)
    graph.add_edge("generate", "verify")
    graph.add_conditional_edges("verify", by_ledger, AFTER_LEDGER)
    graph.add_edge("publish", END)
    graph.add_edge("refuse", END)
