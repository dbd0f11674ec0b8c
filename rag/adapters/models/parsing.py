"""JSON as models write it: in fences, in prose, with trailing commas, more than once."""

import ast
import json
import math
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_MAX_TEXT = 32_000
_MAX_TRIES = 40
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_NAMES = (
    (re.compile(r"\btrue\b"), "True"),
    (re.compile(r"\bfalse\b"), "False"),
    (re.compile(r"\bnull\b"), "None"),
)
_TRUE = frozenset("true yes y 1 是 对 有".split())
_FALSE = frozenset("false no n 0 否 不 无 没有 none".split())
_LEVELS = {"high": 0.9, "medium": 0.6, "low": 0.3, "高": 0.9, "中": 0.6, "低": 0.3}
_PERCENT = 100.0
_DIGITS = re.compile(r"-?\d+(?:\.\d+)?")
_LABELLED = re.compile(r"\D{0,12}?(\d{1,4})\D{0,3}")


@dataclass(frozen=True, slots=True)
class Found:
    """A JSON object or list and where it stands in the text."""

    value: object
    start: int
    end: int


def json_values(text: str) -> list[Found]:
    """Whole objects and lists in order, outermost only. What is cut off is never completed."""
    found: list[Found] = []
    position, tries = 0, 0
    text = text[:_MAX_TEXT]
    while tries < _MAX_TRIES and (match := re.compile(r"[{\[]").search(text, position)):
        tries += 1
        start = match.start()
        end = _balanced_end(text, start)
        value = _load(text[start:end]) if end else None
        position = start + 1
        if isinstance(value, dict | list) and end:
            found.append(Found(value, start, end))
            position = end
    return found


def json_object(text: str, *keys: str) -> dict[str, object] | None:
    """The last whole object that has one of the keys; None if there is none."""
    objects = [f.value for f in json_values(text) if isinstance(f.value, dict)]
    return next((o for o in reversed(objects) if any(key in o for key in keys)), None)


def truth(value: object) -> bool | None:
    """What a value says as yes or no; None if it says neither."""
    if value is None or isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    return True if word in _TRUE else False if word in _FALSE else None


def share(value: object) -> float:
    """A confidence as 0 to 1, from a number, a percentage or a word; 0 if it can't be told."""
    if isinstance(value, bool) or value is None:
        return 0.0
    word = str(value).strip().lower()
    digits = _DIGITS.search(word)
    if not digits:
        return _LEVELS.get(word, 0.0)
    number = float(digits.group())
    if not math.isfinite(number) or number < 0:
        return 0.0
    return min(1.0, number / _PERCENT if number > 1 or word.endswith("%") else number)


def number_of(value: object) -> int | None:
    """The number of a passage or claim from ``2``, ``"2"``, ``"[2]"`` or ``"doc 2"``."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value) if math.isfinite(value) and value == int(value) else None
    match = _LABELLED.fullmatch(str(value).strip())
    return int(match.group(1)) if match else None


def texts(value: object) -> list[str]:
    """The texts of a list, or the one text, without the empty ones."""
    items = value if isinstance(value, list) else [value]
    return [item.strip() for item in items if isinstance(item, str) and item.strip()]


def first(item: Mapping[str, object], *keys: str) -> object:
    """The value of the first key that is there."""
    return next((item[key] for key in keys if key in item), None)


def _balanced_end(text: str, start: int) -> int | None:
    depth = 0
    for position, sign in _signs(text, start):
        depth += 1 if sign in "{[" else -1
        if depth == 0:
            return position + 1
    return None


def _signs(text: str, start: int) -> Iterator[tuple[int, str]]:
    quoted, escaped = False, False
    for position in range(start, len(text)):
        sign = text[position]
        if escaped:
            escaped = False
        elif quoted and sign == "\\":
            escaped = True
        elif sign == '"':
            quoted = not quoted
        elif not quoted and sign in "{}[]":
            yield position, sign


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object without the keys that it gives two values: it says neither."""
    found = dict(pairs)
    return {k: v for k, v in found.items() if all(v == other for key, other in pairs if key == k)}


def _load(text: str) -> object:
    for candidate in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.loads(candidate, strict=False, object_pairs_hook=_once)
        except (ValueError, RecursionError):
            continue
    for pattern, name in _NAMES:
        text = pattern.sub(name, text)
    try:
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
