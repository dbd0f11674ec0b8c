"""The numbers that Word sets before paragraphs by itself, written into them as text."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from rag.adapters.reading.numerals import numeral

_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_LEVELS = 9
_MOST_STYLES = 20  # one above another; more are a circle
_BULLET = "-"

Place = tuple[str, int]  # a list and the level in it


@dataclass(frozen=True, slots=True)
class _Level:
    text: str
    form: str
    start: int
    style: str | None = None
    """The style whose paragraphs are of this level."""
    plain: bool = False
    """Whether all numbers in it are written in figures."""
    restarts: bool = True


@dataclass(slots=True)
class _List:
    """A list as it is counted: several may share their numbers."""

    counted_as: str
    levels: Mapping[int, _Level]
    starts: dict[int, int] = field(default_factory=dict)
    """Where it begins anew, by level, the first time that it is met."""


def write_numbers(document: Document) -> None:
    """Puts each paragraph's number, or a hyphen for a bullet, before its text."""
    numbers = _Numbers(_lists(document), _styles(document))
    if not numbers.lists:
        return
    body: Any = document.element.body
    for paragraph in body.iter(qn("w:p")):
        if next(paragraph.iterancestors(_FALLBACK), None) is not None:
            continue
        label = numbers.label(paragraph)
        in_cell = next(paragraph.iterancestors(qn("w:tc")), None) is not None
        if label and not (label == _BULLET and in_cell):
            _put_before(paragraph, f"{label} ")


def _put_before(paragraph: Any, label: str) -> None:  # noqa: ANN401 - lxml's elements have no types
    run, text = OxmlElement("w:r"), OxmlElement("w:t")
    text.text = label
    run.append(text)
    paragraph.insert(1 if paragraph.find(qn("w:pPr")) is not None else 0, run)


@dataclass(slots=True)
class _Numbers:
    lists: Mapping[str, _List]
    styles: Mapping[str, Any]
    counts: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def label(self, paragraph: Any) -> str:  # noqa: ANN401
        """The next number of the paragraph's list; empty if it is in none."""
        place = self._place(paragraph)
        found = self.lists.get(place[0]) if place else None
        if not place or found is None or place[1] not in found.levels:
            return ""
        depth = place[1]
        self._count(found, depth)
        level = found.levels[depth]
        if level.form == "bullet":
            return _BULLET
        return self._written(found, level).strip()

    def _count(self, found: _List, depth: int) -> None:
        counts = self.counts[found.counted_as]
        for level, start in found.starts.items():
            counts[level] = start - 1
        found.starts.clear()
        first = found.levels[depth].start
        counts[depth] = counts.get(depth, first - 1) + 1
        for deeper in range(depth + 1, _LEVELS):
            if deeper in found.levels and found.levels[deeper].restarts:
                counts.pop(deeper, None)

    def _written(self, found: _List, level: _Level) -> str:
        text = level.text
        counts = self.counts[found.counted_as]
        for depth in range(_LEVELS):
            part = found.levels.get(depth)
            if part is not None and f"%{depth + 1}" in text:
                value = counts.get(depth, part.start)
                form = "decimal" if level.plain else part.form
                text = text.replace(f"%{depth + 1}", numeral(value, form))
        return text

    def _place(self, paragraph: Any) -> Place | None:  # noqa: ANN401
        properties = paragraph.find(qn("w:pPr"))
        if properties is None:
            return None
        own = _of_list(properties)
        if own is not None and own[0] is not None:
            return own[0], own[1] or 0
        style = _value(properties, "w:pStyle")
        inherited = self._of_style(style)
        if inherited is not None and own is not None and own[1] is not None:
            return inherited[0], own[1]
        return inherited

    def _of_style(self, key: str | None) -> Place | None:
        wanted = key
        for _ in range(_MOST_STYLES):
            style = self.styles.get(key or "")
            if style is None:
                return None
            properties = style.find(qn("w:pPr"))
            found = _of_list(properties) if properties is not None else None
            if found is not None and found[0] is not None:
                return found[0], self._depth(found[0], {key, wanted}, found[1])
            key = _value(style, "w:basedOn")
        return None

    def _depth(self, number: str, styles: set[str | None], given: int | None) -> int:
        """A list says which style its levels are for; else the style says its level."""
        levels = self.lists[number].levels if number in self.lists else {}
        return next((d for d, level in levels.items() if level.style in styles), given or 0)


def _of_list(properties: Any) -> tuple[str | None, int | None] | None:  # noqa: ANN401
    """The list and the level that a paragraph or a style names; no list is number 0."""
    found = properties.find(qn("w:numPr"))
    if found is None:
        return None
    level = _value(found, "w:ilvl")
    return _value(found, "w:numId"), int(level) if level and level.isdigit() else None


def _value(element: Any, tag: str) -> str | None:  # noqa: ANN401
    found = element.find(qn(tag))
    value = found.get(qn("w:val")) if found is not None else None
    return str(value) if value is not None else None


def _number(element: Any, tag: str, default: int) -> int:  # noqa: ANN401
    value = _value(element, tag) or ""
    return int(value) if value.isdigit() else default


def _styles(document: Document) -> dict[str, Any]:
    styles = document.styles.element.iter(qn("w:style"))
    return {str(style.get(qn("w:styleId"))): style for style in styles}


def _lists(document: Document) -> dict[str, _List]:
    try:
        part: Any = document.part.part_related_by(RELATIONSHIP_TYPE.NUMBERING)
    except KeyError:
        return {}
    root = part.element
    kinds = {str(k.get(qn("w:abstractNumId"))): k for k in root.findall(qn("w:abstractNum"))}
    named = {_value(kind, "w:styleLink"): key for key, kind in kinds.items()}
    found: dict[str, _List] = {}
    for entry in root.findall(qn("w:num")):
        key = _value(entry, "w:abstractNumId") or ""
        linked = _value(kinds[key], "w:numStyleLink") if key in kinds else None
        key = named.get(linked, key) if linked else key
        if key in kinds:
            found[str(entry.get(qn("w:numId")))] = _list(entry, key, kinds[key])
    return found


def _list(entry: Any, key: str, kind: Any) -> _List:  # noqa: ANN401
    levels = dict(map(_level, kind.findall(qn("w:lvl"))))
    starts: dict[int, int] = {}
    for override in entry.findall(qn("w:lvlOverride")):
        depth = int(override.get(qn("w:ilvl"), "0"))
        own = override.find(qn("w:lvl"))
        if own is not None:
            levels.update([_level(own)])
        if override.find(qn("w:startOverride")) is not None:
            starts[depth] = _number(override, "w:startOverride", 1)
    return _List(key, levels, starts)


def _level(element: Any) -> tuple[int, _Level]:  # noqa: ANN401
    level = _Level(
        text=_value(element, "w:lvlText") or "",
        form=_value(element, "w:numFmt") or "decimal",
        start=_number(element, "w:start", 0),
        style=_value(element, "w:pStyle"),
        plain=element.find(qn("w:isLgl")) is not None,
        restarts=_value(element, "w:lvlRestart") != "0",
    )
    return int(element.get(qn("w:ilvl"), "0")), level
