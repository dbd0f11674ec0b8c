"""The nodes of the answer graph; each reads the state and says what it did in a line."""

from rag.graphs.answer.ending import Ending
from rag.graphs.answer.searching import Searching
from rag.graphs.answer.writing import Writing


class AnswerNodes(Searching, Writing, Ending):
    """All of them as bound methods; the fields are in `NodePorts`."""
