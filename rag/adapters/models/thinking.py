"""Reasoning that a model writes into its reply, taken out of it."""

import re

_NAMES = "think|thinking|thought|thoughts|reasoning|reflection"
_TAG = re.compile(
    rf"<\s*(?P<close>/?)\s*(?:{_NAMES})\s*>|(?P<open>◁think▷)|(?P<end>◁/think▷)", re.IGNORECASE
)
_HARMONY = re.compile(
    r"<\|channel\|>\s*(?:analysis|commentary).*?(?=<\|channel\|>\s*final|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_HARMONY_MARKS = re.compile(
    r"<\|start\|>\s*assistant|<\|channel\|>\s*final|<\|(?:start|end|message|return|im_end|eot_id)\|>",
    re.IGNORECASE,
)
_BEGUN_TAG = re.compile(r"[<◁][^<>◁▷]{0,16}$")


def without_thinking(text: str) -> str:
    """What is left without reasoning.

    A block that is never closed goes to the end of the text; a closing tag without an opening one
    ends a block that began before the text did.
    """
    kept, depth, position = "", 0, 0
    for tag in _TAG.finditer(text):
        if depth == 0:
            kept += text[position : tag.start()]
        position = tag.end()
        if not (tag["close"] or tag["end"]):
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept = ""
    if depth == 0:
        kept += text[position:]
    return _HARMONY_MARKS.sub("", _HARMONY.sub("", kept)).strip()


def shown_so_far(text: str) -> str:
    """Like `without_thinking` for a reply that is still being written: no half of a tag either."""
    return without_thinking(_BEGUN_TAG.sub("", text))
