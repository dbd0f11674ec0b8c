"""Errors of the engine. Each has a name; none of their texts is shown to a user."""


class FootnoteError(Exception):
    """Base of all errors that the engine raises on purpose."""


class SettingsError(FootnoteError):
    """A setting is missing or wrong; the text tells the operator which one and what to do."""


class RejectedFile(FootnoteError):
    """A file that can't become a document. ``reason`` selects the sentence that people read."""

    reason = "unreadable"

    def __init__(self, detail: str = "", *, pages: int = 0) -> None:
        super().__init__(detail or self.reason)
        self.pages = pages


class NotAPdf(RejectedFile):
    """The bytes are not a PDF, whatever the name says."""

    reason = "not_pdf"


class EmptyFile(RejectedFile):
    """There are no bytes."""

    reason = "empty"


class PasswordProtected(RejectedFile):
    """A password is needed to open it."""

    reason = "password"


class DamagedFile(RejectedFile):
    """It says it is a PDF but its structure can't be followed."""

    reason = "damaged"


class NoText(RejectedFile):
    """It opens, but no page has text that can be read (scans, blank pages, no pages)."""

    reason = "no_text"


class TooLarge(RejectedFile):
    """More bytes, pages or characters than the limits allow."""

    reason = "too_large"


class TooComplex(RejectedFile):
    """Reading it went over the limits of time or memory."""

    reason = "too_complex"


class Superseded(FootnoteError):
    """A file of that name that was dropped later answers already, or was forgotten since."""

    def __init__(self, name: str, number: int) -> None:
        super().__init__(f"version {number} of {name} was dropped later")
        self.number = number


class UnknownDocument(FootnoteError):
    """No document of that name or id can be seen there; ``near`` are names that are like it."""

    def __init__(self, document: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(document)
        self.near = near


class AmbiguousDocument(FootnoteError):
    """Several documents are called so: ``choices`` are their ids and file names."""

    def __init__(self, document: str, choices: tuple[tuple[str, str], ...]) -> None:
        super().__init__(document)
        self.choices = choices


class UnknownAnswer(FootnoteError):
    """No answer of that id can be seen there."""


class AccessChanged(FootnoteError):
    """Who would read an answer may not see all that it was made from any more."""


class ContentChanged(FootnoteError):
    """The file is not the one any more that the answer cites."""


class StoreBusy(FootnoteError):
    """Another process holds the vector store and does not share it."""


class IndexMismatch(FootnoteError):
    """The index was made with another embedder; it must be made again before it is used."""


class ModelUnavailable(FootnoteError):
    """The model's endpoint gave no usable reply within its limits."""


class ContentFiltered(ModelUnavailable):
    """The endpoint's content filter refused; the same prompt would be refused again."""


class ModelRefused(ModelUnavailable):
    """The endpoint refuses the key: nobody is answered until somebody puts that right."""


class EmbeddingsUnavailable(ModelUnavailable):
    """The embeddings endpoint gave no usable reply: nothing is read, or found by its meaning."""


class EmbeddingsRefused(ModelRefused, EmbeddingsUnavailable):
    """It refuses the key."""


class ModelBusy(ModelUnavailable):
    """The endpoint kept saying that it is busy until there was no time left to wait."""


class DeadlineExceeded(FootnoteError):
    """A run took longer than it may."""


class BudgetSpent(FootnoteError):
    """The tokens or the money that a question or a day may cost are spent.

    ``scope`` is ``question`` or ``day``.
    """

    def __init__(self, scope: str) -> None:
        super().__init__(f"the budget of the {scope} is spent")
        self.scope = scope
