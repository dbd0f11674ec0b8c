"""What the engine needs from outside, as protocols. One adapter, one file."""

from rag.ports.judging import Compressor, Reasoner
from rag.ports.observing import Metrics, NoTracer, Span, Tracer
from rag.ports.reading import GraphPainter, PagePainter, PicturePainter, Reader
from rag.ports.running import FREE, FreePurse, Purse, Turns, Waited
from rag.ports.searching import Embedder, Reranker, Vector, VectorCache, VectorIndex, WebSearch
from rag.ports.stores import (
    AnswerStore,
    Bin,
    DocumentStore,
    Memory,
    OpinionStore,
    PreferenceStore,
    Spending,
    Statistics,
)
from rag.ports.telling import Offer, Progress, Tell, Watch, silent

__all__ = [
    "FREE",
    "AnswerStore",
    "Bin",
    "Compressor",
    "DocumentStore",
    "Embedder",
    "FreePurse",
    "GraphPainter",
    "Memory",
    "Metrics",
    "NoTracer",
    "Offer",
    "OpinionStore",
    "PagePainter",
    "PicturePainter",
    "PreferenceStore",
    "Progress",
    "Purse",
    "Reader",
    "Reasoner",
    "Reranker",
    "Span",
    "Spending",
    "Statistics",
    "Tell",
    "Tracer",
    "Turns",
    "Vector",
    "VectorCache",
    "VectorIndex",
    "Waited",
    "Watch",
    "WebSearch",
    "silent",
]
