"""The text of bytes whose encoding nothing tells, as far as it is beyond doubt.

A wrong guess would make other words and figures of a text than it has: what is not clear is refused.
"""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = re.compile(r"[\0-\x08\x0e-\x1f]")
_LEAST_NULS = 0.3  # of the characters of a text in UTF-16 that is mostly ASCII
_FEW_NULS = 8
_WESTERN = frozenset(
    "the and of in is for with that der die das und ist für mit von den dem ein eine nicht auf im le les des et est "
    "pour dans une un du au el los las es para por con una il che per della di van het een voor zijn och att är som "
    "og er det på med ikke não uma com dos da em ou sur par que la de à".split()
)
"""Small words of languages that Windows-1252 was made for, and that others don't have."""
_LETTERS = "äöüßÄÖÜéèêëàâçîïôùûœæÉÈÀÇáíóúñÁÍÓÚÑìòåøÅØãõÃÕ"
_SIGNS = "€–—‘’‚“”„…•§°²³±µ·«»½¼¾¿¡©®™£¥ªº×\xa0"
_IS_WESTERN = re.compile(f"[\t\n\r -~{_LETTERS}{_SIGNS}]*")
# Not in a word, nor where other Western encodings have another letter.
_INSIDE = re.compile(
    f"[a-z][{_SIGNS.translate({ord(c): None for c in '’·—–…'})}][a-z]|[a-z][‚„]|(?:^|[^\\d])[ºª]|[ãõ](?![oe])"
)
_LEAST_WORDS = 6
_LEAST_SMALL = 0.1
_HAN = re.compile("[\u4e00-\u9fff]")
_IS_CHINESE = re.compile("[\t\n\r -~\u3000-\u301f\u4e00-\u9fff\uff00-\uffef—…“”‘’·°×①-⑩]*")
_LEAST_HAN = 12
_LEAST_USUAL = 0.2
_USUAL = frozenset(
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么"
    "心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将"
    "外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走"
    "电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市元应条不得支付合同期租金号"
)


def decoded(content: bytes) -> tuple[str, str]:
    """The text, and the encoding if that had to be found out. Raises ValueError if it can't be told."""
    mark = next((name for start, name in _MARKS if content.startswith(start)), "")
    for name, guessed in ((mark or "utf-8", ""), (_utf_16(content), ""), *_others(content, mark)):
        try:
            text = content.decode(name) if name else "\0"
        except UnicodeDecodeError:
            continue
        is_binary = _CONTROLS.search(text) if name.startswith("utf-16-") else "\0" in text
        if not is_binary and (not guessed or _is_clear(text, name)):
            return text, guessed
    raise ValueError("bytes that are no text, or of no known encoding")


def may_be_wide(head: bytes) -> bool:
    """Whether bytes with NUL among them may be a text of two or four bytes a character."""
    is_marked = any(head.startswith(start) for start, name in _MARKS if name != "utf-8-sig")
    return is_marked or bool(_utf_16(head))


def _others(content: bytes, mark: str) -> tuple[tuple[str, str], ...]:
    if mark or b"\0" in content:
        return ()
    return ("gb18030", "GB 18030"), ("cp1252", "Windows-1252")


def _utf_16(content: bytes) -> str:
    """Which UTF-16 it is without a mark, told by where the other halves of ASCII stand."""
    half = len(content) // 2
    low, high = content[::2].count(0), content[1::2].count(0)
    if len(content) % 2 or max(low, high) < max(_LEAST_NULS * half, _FEW_NULS) or min(low, high):
        return ""
    return "utf-16-le" if high else "utf-16-be"


def _is_clear(text: str, encoding: str) -> bool:
    return _is_chinese(text) if encoding == "gb18030" else _is_western(text)


def _is_western(text: str) -> bool:
    """Whether it is of usual characters in usual places, in a language that is written with them."""
    if not _IS_WESTERN.fullmatch(text) or _INSIDE.search(text):
        return False
    words = text.lower().split()
    small = [word for word in words if word in _WESTERN]
    enough = len(small) >= _LEAST_SMALL * len(words) and len(set(small)) > 1
    return len(words) >= _LEAST_WORDS and enough


def _is_chinese(text: str) -> bool:
    """Korean and Japanese bytes decode to Chinese characters too, but not to the usual ones."""
    found = _HAN.findall(text)
    if len(found) < _LEAST_HAN or not _IS_CHINESE.fullmatch(text):
        return False
    return sum(character in _USUAL for character in found) >= _LEAST_USUAL * len(found)
