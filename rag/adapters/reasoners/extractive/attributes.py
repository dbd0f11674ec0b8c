"""Properties that a question may ask for by name, and what a value of each looks like."""

import re
from dataclasses import dataclass

from rag.adapters.reasoners.extractive.windows import Window

_COLOURS = (
    "red|orange|yellow|green|blue|navy|purple|violet|pink|brown|black|white|gr[ae]y|silver|gold|beige|"
    "红|橙|黄|绿|蓝|紫|粉|棕|黑|白|灰|银|金"
)
_LENGTHS = "km|kilomet(?:re|er)s?|m|met(?:re|er)s?|cm|centimet(?:re|er)s?|mm|millimet(?:re|er)s?|feet|ft|inch(?:es)?|公里|千米|米|厘米|毫米"
# (how it is asked for, its units or its values, the words by which a text names it). Several
# properties share a unit, so where the first word is "!", the text has to name the property.
_TABLE = (
    (r"\bhow heavy\b|\bweights?\b(?! (?:of|does|has|have) the (?:price|criteri))|\bweighs?\b|多重|重量",
     "kg|kilos?|kilograms?|g|grams?|t|tonnes?|tons?|lbs?|pounds?|%|公斤|千克|克|吨", r"\bweigh\w*|\bheavy\b|重"),
    (r"\bhow (?:hot|warm|cold)\b|\btemperatures?\b|温度", "°|℃|°c|c|f|degrees|celsius|fahrenheit|度", r"\btemperature|\bwarm|\bhot\b|温度"),
    (r"\bpressure\b|压力", "bar|psi|k?pa|mpa", r"\bpressure|压力"),
    (r"\btorque\b|扭矩", "nm", r"\btorque|扭矩"),
    (r"\bhow loud\b|\bnoise\b|噪音", r"db(?:\(a\))?|decibels?|分贝", r"\bnoise|\bloud|\bsound|噪"),
    (r"\bvoltage\b|电压", "v|volts?|kv|伏", r"\bvoltage|电压"),
    (r"\bwattage\b|\bpower (?:of|rating|consumption)\b|功率", "w|kw|watts?|hp|千瓦|瓦", r"\bpower|功率"),
    (r"\bhow wide\b|\bwidth\b|多宽|宽度", _LENGTHS, r"!\bwid(?:e|th)\b|宽"),
    (r"\bhow deep\b|\bdepth\b|多深|深度", _LENGTHS, r"!\bdeep|\bdepth|深"),
    (r"\bhow tall\b|\bheight\b|多高|高度", _LENGTHS, r"!\bhigh\b|\bheight|\btall\b|高"),
    (r"\bdiameter\b|直径", _LENGTHS, r"!\bdiameter|直径|⌀|Ø"),
    (r"\bspeed\b|\bhow fast (?:may|can|does|do|should|must) [\w ]+ (?:go|drive|run|spin|turn|rotate|travel|fly)\b|速度|转速",
     "km/h|mph|m/s|rpm|knots|转|公里", r"\bspeed|\bfast\b|速"),
)  # fmt: skip
_COLOUR = re.compile(r"\b(?:what|which) colou?rs?\b|\bcolou?r (?:is|are|of)\b|什么颜色|颜色", re.IGNORECASE)  # fmt: skip
_COLOUR_VALUE = re.compile(rf"(?<![a-z])(?:{_COLOURS})(?![a-z])", re.IGNORECASE)
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property; ``named`` says that its units are not enough to know it by."""

    asked: re.Pattern[str]
    value: re.Pattern[str]
    words: re.Pattern[str]
    named: bool


def _attribute(asked: str, units: str, words: str) -> Attribute:
    return Attribute(
        re.compile(asked, re.IGNORECASE),
        re.compile(rf"\d\s?-?(?:{units})(?![a-z])", re.IGNORECASE),
        re.compile(words.removeprefix("!"), re.IGNORECASE),
        words.startswith("!"),
    )


_ATTRIBUTES = tuple(_attribute(*row) for row in _TABLE)


def attribute_match(question: str, window: Window, text: str) -> float | None:
    """1 if a text has a value of the property asked for, 0 if not; None if none is asked for.

    ``text`` is the window's without what is no value: numbering, and figures of the question.
    """
    if _COLOUR.search(question):
        return float(bool(_COLOUR_VALUE.search(text)))
    for attribute in _ATTRIBUTES:
        if not attribute.asked.search(question):
            continue
        named = attribute.words.search(f"{window.lead} {window.text}")
        if attribute.named and not named:
            return 0.0
        return float(bool(attribute.value.search(text) or (named and _DIGIT.search(text))))
    return None
