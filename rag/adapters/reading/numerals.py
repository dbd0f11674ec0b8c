"""Numbers written in the ways in which Word counts."""

from collections.abc import Callable

_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
_MOST_ROMAN = 4000
_FIGURES = "〇一二三四五六七八九"
_TENS = ("", "十", "百", "千")
_MOST_CHINESE = 10_000
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_LETTERS = 26


def numeral(value: int, form: str) -> str:
    """The number in a form by Word's name for it; in figures if that is not known."""
    write = _FORMS.get(form, str)
    return write(value) if value > 0 or form == "decimalZero" else str(value)


def _roman(value: int) -> str:
    if value >= _MOST_ROMAN:
        return str(value)
    found = ""
    for size, mark in _ROMAN:
        while value >= size:
            found, value = found + mark, value - size
    return found


def _letters(value: int) -> str:
    """A to z, then aa to zz, as Word goes on."""
    times, place = divmod(value - 1, _LETTERS)
    return chr(ord("a") + place) * (times + 1)


def _chinese(value: int) -> str:
    """Twenty-one as 二十一, ten as 十, one hundred and one as 一百零一."""
    if value >= _MOST_CHINESE:
        return str(value)
    found, gap = "", False
    for power in range(3, -1, -1):
        figure = value // 10**power % 10
        if figure:
            one = figure == 1 and power == 1 and not found
            found += ("零" if gap else "") + ("" if one else _FIGURES[figure]) + _TENS[power]
        gap = bool(found) and not figure
    return found


def _by_figure(value: int) -> str:
    return "".join(_FIGURES[int(figure)] for figure in str(value))


def _ordinal(value: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    teen = value // 10 % 10 == 1
    return f"{value}{'th' if teen else ends.get(value % 10, 'th')}"


_FORMS: dict[str, Callable[[int], str]] = {
    "lowerRoman": _roman,
    "upperRoman": lambda value: _roman(value).upper(),
    "lowerLetter": _letters,
    "upperLetter": lambda value: _letters(value).upper(),
    "decimalZero": lambda value: f"{value:02}",
    "ordinal": _ordinal,
    "none": lambda _: "",
    "chineseCounting": _chinese,
    "chineseCountingThousand": _chinese,
    "taiwaneseCountingThousand": _chinese,
    "japaneseCounting": _chinese,
    "ideographDigital": _by_figure,
    "taiwaneseDigital": _by_figure,
    "ideographTraditional": lambda v: _STEMS[v - 1] if v <= len(_STEMS) else str(v),
}
