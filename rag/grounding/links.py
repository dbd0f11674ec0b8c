"""Addresses in a text: of the web, of other schemes, of mail, with or without a scheme."""

import re

_ENDINGS = (
    "com|net|org|io|ai|app|dev|xyz|info|biz|co|me|tv|cc|ru|cn|top|site|online|shop|club|example|test|invalid|tld|zip|mov|link"
    "|click|live|pro|eu|uk|de|fr|es|it|nl|ch|at|jp|in|us|gov|edu|mil|int"
)
_LINK = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}:/{1,3}[^\s<>()\[\]|\"'，。；、）】」]+"  # a scheme and slashes
    r"|\b(?:mailto|javascript|data|tel|sms|callto|vbscript):[^\s<>()\[\]|\"']+"
    r"|(?<![\w:])//[\w-]+(?:\.[\w-]+)+[^\s<>()\[\]|\"']*"
    r"|\bwww\.[^\s<>()\[\]|\"'，。；、）】」]+"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    rf"|(?<![\w@.-])(?:[\w-]+\.)+(?:{_ENDINGS})(?![\w-])(?:[/?:#][^\s<>()\[\]|\"'，。；、）】」]*)?"
    r"|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?/[^\s<>()\[\]|\"']*"
    # made unrecognisable on purpose: "hxxp", "evil[.]example", "evil dot example"
    r"|\bhxxps?[^\s<>()|\"']+"
    rf"|\b[\w-]+\s?(?:\[\.\]|\(\.\)|\[dot\]|\(dot\)|\sdot\s)\s?(?:{_ENDINGS})(?!\w)",
    re.IGNORECASE,
)


def links_of(text: str) -> list[str]:
    """Every address, as it is written, without the full stop that ends the sentence."""
    return [match.group().rstrip(".,;:!?") for match in _LINK.finditer(text)]


def strange_links(text: str, page: str) -> list[str]:
    """Those that the page does not have, letter for letter."""
    have = {link.casefold() for link in links_of(page)}
    return [link for link in links_of(text) if link.casefold() not in have]
