"""The answer graph: understand, search, grade, write from the pages, verify, or refuse."""

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.routing import by_excerpts, by_ledger, by_relevance, by_route
from rag.graphs.answer.state import AnswerState, Asked, RunContext
from rag.graphs.answer.tracing import traced

AnswerGraph = CompiledStateGraph[AnswerState, RunContext, Asked, AnswerState]


def build_answer_graph(nodes: AnswerNodes) -> AnswerGraph:
    """Wire the nodes; the calls below are the diagram."""
    graph = StateGraph(AnswerState, context_schema=RunContext, input_schema=Asked)

    graph.add_node("understand", traced("understand", nodes.understand))
    graph.add_node("reply", traced("reply", nodes.reply))
    graph.add_node("list_documents", traced("list_documents", nodes.list_documents))
    graph.add_node("retrieve", traced("retrieve", nodes.retrieve))
    graph.add_node("grade_documents", traced("grade_documents", nodes.grade_documents))
    graph.add_node("rewrite_query", traced("rewrite_query", nodes.rewrite_query))
    graph.add_node("compress", traced("compress", nodes.compress))
    graph.add_node("generate", traced("generate", nodes.generate))
    graph.add_node("verify", traced("verify", nodes.verify))
    graph.add_node("publish", traced("publish", nodes.publish))
    graph.add_node("refuse", traced("refuse", nodes.refuse))

    graph.add_edge(START, "understand")
    graph.add_conditional_edges("understand", by_route)
    graph.add_edge("reply", END)
    graph.add_edge("list_documents", END)
    graph.add_edge("retrieve", "grade_documents")
    graph.add_conditional_edges("grade_documents", by_relevance)
    graph.add_edge("rewrite_query", "retrieve")
    graph.add_conditional_edges("compress", by_excerpts)
    graph.add_edge("generate", "verify")
    graph.add_conditional_edges("verify", by_ledger)
    graph.add_edge("publish", END)
    graph.add_edge("refuse", END)

    return graph.compile(name="answer")
