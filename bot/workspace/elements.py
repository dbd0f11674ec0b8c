"""Finds interactive elements in blocks and says in Slack's shape what was chosen in them. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.workspace.errors import SlackError

Element = dict[str, Any]
Found = tuple[Element, Element]

_ONE_OPTION = ("static_select", "external_select", "radio_buttons", "overflow")
_MANY_OPTIONS = ("multi_static_select", "multi_external_select", "checkboxes")
_NAMED = {
    "users_select": "selected_user",
    "conversations_select": "selected_conversation",
    "channels_select": "selected_channel",
    "multi_users_select": "selected_users",
    "multi_conversations_select": "selected_conversations",
    "multi_channels_select": "selected_channels",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
}


def find_element(blocks: Sequence[Element], pick: Element) -> Found:
    """Return the block and the element that `pick` names by any of action_id, block_id and value."""
    wanted = {name: pick[name] for name in ("action_id", "block_id") if pick.get(name)}
    candidates = [
        (block, element)
        for block, element in interactive(blocks)
        if all(wanted[name] in (element.get(name), block.get(name)) for name in wanted)
    ]
    value = pick.get("value")
    exact = [found for found in candidates if value is not None and value in values_of(found[1])]
    # Without a match by value the first one stands: its value is free text.
    if not candidates or not (wanted or exact):
        raise SlackError("element_not_found")
    return (exact or candidates)[0]


def interactive(blocks: Sequence[Element]) -> Iterator[Found]:
    """Yield every element that can be used, with its block."""
    for block in blocks:
        inside = [*(block.get("elements") or []), block.get("accessory"), block.get("element")]
        for element in inside:
            if isinstance(element, dict) and element.get("action_id"):
                yield block, element


def values_of(element: Element) -> list[str]:
    """Return the values that using an element can yield."""
    buttons = [element.get(name) or {} for name in ("positive_button", "negative_button")]
    holders = [element, *buttons, *(element.get("options") or [])]
    return [str(holder["value"]) for holder in holders if "value" in holder]


def chosen(block: Element, element: Element, pick: Element) -> Element:
    """Return what `actions` says of an element that was used."""
    action = {
        "type": element["type"],
        "action_id": element.get("action_id", ""),
        "block_id": block.get("block_id", ""),
    }
    if element["type"] == "button":
        action |= {name: element[name] for name in ("text", "value", "style") if name in element}
        return action
    if element["type"] in ("feedback_buttons", "icon_button"):
        value = pick.get("value", element.get("value", ""))
        return action | {"value": value}
    return action | _answer(element, pick.get("value"))


def state_values(blocks: Sequence[Element], values: Element) -> Element:
    """Return `state.values` from what a person filled in by block and action."""
    state: Element = {}
    for block, element in interactive(blocks):
        given = (values.get(block["block_id"]) or {}).get(element["action_id"])
        state.setdefault(block["block_id"], {})[element["action_id"]] = _answer(element, given)
    return state


def unfilled(blocks: Sequence[Element], values: Element) -> dict[str, str]:
    """Return the input blocks that must not be left empty but are."""
    return {
        block["block_id"]: "Please complete this required field."
        for block in blocks
        if block.get("type") == "input"
        and not block.get("optional")
        and not any((values.get(block["block_id"]) or {}).values())
        and not any(name.startswith("initial_") for name in block["element"])
    }


def _answer(element: Element, given: object) -> Element:
    kind = element["type"]
    options = {str(option.get("value")): option for option in element.get("options") or []}
    if kind in _ONE_OPTION:
        default = element.get("initial_option")
        return {"type": kind, "selected_option": options.get(str(given), default)}
    if kind in _MANY_OPTIONS:
        picked = [options[str(value)] for value in _list(given) if str(value) in options]
        return {"type": kind, "selected_options": picked or element.get("initial_options", [])}
    if kind in _NAMED:
        return {"type": kind, _NAMED[kind]: given}
    return {"type": kind, "value": given if given is not None else element.get("initial_value")}


def _list(given: object) -> list[object]:
    if given is None:
        return []
    return given if isinstance(given, list) else [given]
