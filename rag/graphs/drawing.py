"""The drawing of a graph with the way that a run took through it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

_EDGE = re.compile(r"^(\s*)(\w+) (-->|-\.->) (\w+);$")
_NODE = re.compile(r"^(\s*)(\w+)\((\w+)\)$")
_START, _END = "__start__", "__end__"
_TAKEN = "#c2410c"
_VISITED = "#1f3a5f"
_REST = "#b4b8c4"


def with_path(mermaid: str, visited: Sequence[str]) -> str:
    """LangGraph's Mermaid text, with visited nodes and taken edges marked, and how often each was.

    ``visited`` are node names in the order of their visits; a name that is no node (a run that was
    stopped) ends the way there. A node that ran beside others comes from the one that sent it.
    """
    lines = mermaid.rstrip().splitlines()
    edges = [(m[2], m[4]) for line in lines if (m := _EDGE.match(line))]
    taken = Counter(_taken(edges, visited))
    visits = Counter(visited)
    drawn = [_counted(line, visits, taken) for line in lines]
    return "\n".join([*drawn, *_styles(edges, visits, taken)]) + "\n"


def _taken(edges: Sequence[tuple[str, str]], visited: Sequence[str]) -> Iterator[tuple[str, str]]:
    known = set(edges)
    way = [_START]
    for node in visited:
        came_from = next((n for n in reversed(way) if (n, node) in known), None)
        if came_from is None:
            return
        yield came_from, node
        way.append(node)
    if (way[-1], _END) in known:
        yield way[-1], _END


def _counted(line: str, visits: Counter[str], taken: Counter[tuple[str, str]]) -> str:
    """A line of the drawing, with a count where there is more than one."""
    if (edge := _EDGE.match(line)) and (times := taken[edge[2], edge[4]]) > 1:
        return f"{edge[1]}{edge[2]} {edge[3]}|{times}×| {edge[4]};"
    if (node := _NODE.match(line)) and (times := visits[node[2]]) > 1:
        return f"{node[1]}{node[2]}({node[3]} ×{times})"
    return line


def _styles(
    edges: Sequence[tuple[str, str]], visits: Counter[str], taken: Counter[tuple[str, str]]
) -> Iterator[str]:
    gone = [str(i) for i, edge in enumerate(edges) if taken[edge]]
    left = [str(i) for i, edge in enumerate(edges) if not taken[edge]]
    nodes = {name for edge in edges for name in edge}
    marked = [name for name in visits if name in nodes]
    yield f"\tclassDef visited fill:{_VISITED},color:#ffffff,stroke:{_VISITED},stroke-width:2px"
    if marked:
        yield f"\tclass {','.join(marked)} visited"
    if left:
        yield f"\tlinkStyle {','.join(left)} stroke:{_REST},stroke-width:1px"
    if gone:
        yield f"\tlinkStyle {','.join(gone)} stroke:{_TAKEN},stroke-width:3px"
