"""What Word shows apart from the text: notes at the foot of a page, headers and footers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from docx.document import Document as WordDocument
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from rag.adapters.reading.runs import pieces

_KINDS = {"footnote": "footnotes.xml", "endnote": "endnotes.xml"}


@dataclass(frozen=True, slots=True)
class Notes:
    """Footnotes and endnotes by their kind and number."""

    texts: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, document: WordDocument) -> "Notes":
        """All of a document; one whose notes can't be parsed has none."""
        parts = {str(p.partname).rsplit("/", 1)[-1]: p for p in document.part.package.iter_parts()}
        found: dict[tuple[str, str], str] = {}
        for kind, name in _KINDS.items():
            if name not in parts:
                continue
            try:
                root: Any = parse_xml(parts[name].blob)
            except ValueError:
                continue
            for note in root.iter(qn(f"w:{kind}")):
                text = " ".join("".join(pieces(note)).split())
                if text:
                    found[kind, str(note.get(qn("w:id")))] = text
        return cls(found)

    def under(self, element: Any) -> Iterator[str]:  # noqa: ANN401 - lxml's elements have no types
        """Those that a paragraph or a table refers to, in order, each a line."""
        for kind in _KINDS:
            for reference in element.iter(qn(f"w:{kind}Reference")):
                if text := self.texts.get((kind, str(reference.get(qn("w:id"))))):
                    yield f"[{kind}] {text}"


def running_lines(document: WordDocument, kind: str) -> list[str]:
    """The ``header`` or ``footer`` of every section once, whatever pages it stands on."""
    kinds = [kind]
    if document.settings.odd_and_even_pages_header_footer:
        kinds.append(f"even_page_{kind}")
    found: list[str] = []
    for section in document.sections:
        first = [f"first_page_{kind}"] if section.different_first_page_header_footer else []
        for name in (*first, *kinds):
            part: Any = getattr(section, name)
            if not part.is_linked_to_previous:
                found.extend(_lines(part._element))
    return list(dict.fromkeys(found))


def _lines(parent: Any) -> Iterator[str]:  # noqa: ANN401
    for child in parent:
        if child.tag == qn("w:p"):
            lines = "".join(pieces(child)).split("\n")
            yield from filter(None, (" ".join(line.split()) for line in lines))
        elif child.tag == qn("w:tr"):
            cells = (" ".join("".join(pieces(c)).split()) for c in child.iter(qn("w:tc")))
            yield " | ".join(dict.fromkeys(filter(None, cells)))
        elif isinstance(child.tag, str):
            yield from _lines(child)
