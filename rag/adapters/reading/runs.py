"""The text of a paragraph of a Word file as a reader sees it, with its symbols and formulas."""

from collections.abc import Iterator
from typing import Any

from docx.oxml.ns import qn

PAGE = "\f"
"""A new page; a return after it says that Word rendered it there."""

_P, _RUN, _TEXT = qn("w:p"), qn("w:r"), qn("w:t")
_BREAK, _SYMBOL, _CONTROL = qn("w:br"), qn("w:sym"), qn("w:sdt")
_SKIPPED = frozenset(
    {qn("w:del"), qn("w:moveFrom"), qn("w:pPr"), qn("w:rPr"), qn("w:rt"), qn("w:sdtPr")}
)
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MARKS = {
    qn("w:lastRenderedPageBreak"): f"{PAGE}\r",
    _BREAK: "\n",
    qn("w:cr"): "\n",
    qn("w:tab"): "\t",
    qn("w:ptab"): "\t",
    qn("w:noBreakHyphen"): "-",
}
_BEFORE = {f"{_MATH}sup": "^", f"{_MATH}den": "/"}
_OFF = frozenset({"0", "false", "off"})
_BOXES = {
    "FB": "✗", "FC": "✓", "FD": "☒", "FE": "☑", "A8": "☐", "6F": "☐", "71": "☐", "72": "☐",
    "78": "☒", "9F": "•", "A7": "▪", "D8": "➢", "E0": "→", "E8": "→", "6C": "●", "6E": "■", "76": "❖",
}  # fmt: skip
_SIGNS = {
    "A3": "≤", "B3": "≥", "B1": "±", "B0": "°", "B4": "×", "B8": "÷", "B9": "≠", "BB": "≈", "B7": "•",
    "A5": "∞", "AE": "→", "AB": "↔", "AC": "←", "DE": "⇒", "D6": "√", "E5": "∑", "F2": "∫", "B6": "∂",
    "61": "α", "62": "β", "67": "γ", "64": "δ", "65": "ε", "6C": "λ", "6D": "μ", "70": "π", "72": "ρ",
    "73": "σ", "74": "τ", "6A": "φ", "77": "ω", "71": "θ", "44": "Δ", "53": "Σ", "57": "Ω", "46": "Φ",
    "2D": "−", "A2": "′", "B2": "″", "CE": "∈", "C7": "∩", "C8": "∪",
}  # fmt: skip
_TINY = frozenset("1234")  # half points
_UNKNOWN = "\ufffd"


def pieces(element: Any) -> Iterator[str]:  # noqa: ANN401 - lxml's elements have no types
    """Text in order: no deleted or hidden text, no fields' instructions, nothing to be filled in."""
    for child in element:
        if child.tag in _SKIPPED or child.tag == _FALLBACK or _is_unseen(child):
            continue
        if child.tag in {_TEXT, f"{_MATH}t"}:
            yield (child.text or "").replace("\n", " ").replace(PAGE, " ")
        elif child.tag == _BREAK and child.get(qn("w:type")) == "page":
            yield PAGE
        elif child.tag == _SYMBOL:
            yield _symbol(child)
        elif child.tag in _MARKS:
            yield _MARKS[child.tag]
        elif isinstance(child.tag, str):
            yield _BEFORE.get(child.tag, "")
            yield from pieces(child)
            yield "\n" if child.tag == _P else ""


def is_on(element: Any) -> bool:  # noqa: ANN401
    """Whether a property is set, and not to off."""
    return element is not None and element.get(qn("w:val"), "1") not in _OFF


def _is_unseen(element: Any) -> bool:  # noqa: ANN401
    if element.tag == _CONTROL:
        return is_on(element.find(f"{qn('w:sdtPr')}/{qn('w:showingPlcHdr')}"))
    properties = element.find(qn("w:rPr")) if element.tag == _RUN else None
    if properties is None:
        return False
    size = properties.find(qn("w:sz"))
    is_tiny = size is not None and str(size.get(qn("w:val"))) in _TINY
    return is_tiny or is_on(properties.find(qn("w:vanish")))


def _symbol(element: Any) -> str:  # noqa: ANN401
    """A character of a font of symbols in Unicode."""
    font, code = str(element.get(qn("w:font"))).lower(), str(element.get(qn("w:char"))).upper()
    known = _SIGNS if font == "symbol" else _BOXES if font.startswith("wingdings") else {}
    return known.get(code.removeprefix("F0").removeprefix("00"), _UNKNOWN)
