"""Bot tokens as they are kept: sealed with a key if one is set, else as they are."""

import base64
import hashlib
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken
from pydantic import SecretStr

_SEALED, _PLAIN = "sealed:", "plain:"


class WrongKey(Exception):
    """What was sealed can't be opened with the key that is set."""


@dataclass(frozen=True, slots=True)
class Vault:
    """Any text serves as the key: it is hashed to the length that the cipher needs."""

    key: SecretStr

    @property
    def seals(self) -> bool:
        """Whether a key is set."""
        return bool(self.key.get_secret_value())

    def seal(self, text: str) -> str:
        """The text as it is to be kept."""
        if not self.seals:
            return _PLAIN + text
        return _SEALED + self._cipher().encrypt(text.encode()).decode()

    def open(self, kept: str) -> str:
        """The text again, also if it was kept before a key was set. Raises `WrongKey`."""
        if kept.startswith(_PLAIN):
            return kept.removeprefix(_PLAIN)
        try:
            return self._cipher().decrypt(kept.removeprefix(_SEALED)).decode()
        except InvalidToken:
            raise WrongKey(
                "A kept bot token can't be opened: INSTALLATION_KEY is not the one that it was "
                "sealed with. Set that one, or install the app again."
            ) from None

    def _cipher(self) -> Fernet:
        return cipher_of(self.key)


def cipher_of(secret: SecretStr) -> Fernet:
    """A cipher whose key is made from a secret."""
    digest = hashlib.sha256(secret.get_secret_value().encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
