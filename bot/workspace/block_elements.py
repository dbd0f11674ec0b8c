"""Checks the text objects and interactive elements inside blocks."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Problems = Iterator[str]
Element = dict[str, Any]

MAX_OPTIONS, MAX_OVERFLOW = 100, 5

_OTHERS = frozenset(
    (
        "plain_text_input email_text_input url_text_input number_input rich_text_input datepicker "
        "timepicker datetimepicker checkboxes radio_buttons image file_input workflow_button "
        "users_select multi_users_select conversations_select multi_conversations_select "
        "channels_select multi_channels_select external_select multi_external_select"
    ).split()
)


def text_problems(text: object, most: int, where: str, *, plain: bool = False) -> Problems:
    """Check one text object against its length and kind."""
    if not isinstance(text, dict) or text.get("type") not in ("plain_text", "mrkdwn"):
        yield f"{where}: must be a text object"
        return
    if plain and text["type"] != "plain_text":
        yield f"{where}: must be plain_text"
    length = len(str(text.get("text") or ""))
    if length == 0:
        yield f"{where}: must be more than 0 characters"
    if length > most:
        yield f"{where}: must be less than {most + 1} characters"


def length_problems(holder: Element, name: str, most: int) -> Problems:
    """Check the length of a plain field, which may be missing."""
    if len(str(holder.get(name) or "")) > most:
        yield f"{name}: must be less than {most + 1} characters"


def check_elements(elements: Sequence[Element], most: int) -> Problems:
    """Check the elements of one block, and that their action ids differ."""
    if not 1 <= len(elements) <= most:
        yield f"elements: must be 1 to {most} items"
    named = [e["action_id"] for e in elements if e.get("action_id")]
    if len(named) != len(set(named)):
        yield "action_id: must be unique within its block"
    for element in elements:
        yield from _check_element(element)


def _check_element(element: Element) -> Problems:
    kind = str(element.get("type"))
    check = _CHECKS.get(kind)
    if check is None and kind not in _OTHERS:
        yield f"unsupported type: {kind}"
        return
    yield from length_problems(element, "action_id", 255)
    if check:
        yield from check(element)


def _button(element: Element) -> Problems:
    yield from text_problems(element.get("text"), 75, "text", plain=True)
    yield from length_problems(element, "value", 2_000)
    yield from length_problems(element, "url", 3_000)
    if element.get("style", "primary") not in ("primary", "danger"):
        yield "style: must be primary or danger"
    yield from length_problems(element, "accessibility_label", 75)


def _feedback(element: Element) -> Problems:
    for name in ("positive_button", "negative_button"):
        button = element.get(name)
        if not isinstance(button, dict):
            yield f"missing required field: {name}"
            continue
        yield from text_problems(button.get("text"), 75, name, plain=True)
        yield from length_problems(button, "value", 2_000)
        yield from length_problems(button, "accessibility_label", 75)


def _icon(element: Element) -> Problems:
    if not element.get("icon"):
        yield "missing required field: icon"
    yield from text_problems(element.get("text"), 75, "text", plain=True)
    yield from length_problems(element, "value", 2_000)


def _select(element: Element) -> Problems:
    options = element.get("options") or []
    groups = element.get("option_groups") or []
    if not options and not groups:
        yield "missing required field: options"
    if max(len(options), len(groups)) > MAX_OPTIONS:
        yield f"options: no more than {MAX_OPTIONS} items allowed"
    yield from _options(options)


def _overflow(element: Element) -> Problems:
    options = element.get("options") or []
    if not 1 <= len(options) <= MAX_OVERFLOW:
        yield f"options: must be 1 to {MAX_OVERFLOW} items"
    yield from _options(options)


def _options(options: Sequence[Element]) -> Problems:
    for option in options:
        yield from text_problems(option.get("text"), 75, "options")
        yield from length_problems(option, "value", 150)


_CHECKS: dict[str, Callable[[Element], Problems]] = {
    "button": _button,
    "feedback_buttons": _feedback,
    "icon_button": _icon,
    "static_select": _select,
    "multi_static_select": _select,
    "overflow": _overflow,
}
