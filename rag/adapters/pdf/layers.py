"""Optional content: which layers of a document a viewer does not show."""

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, PdfObject

_DEEPEST = 20


def hidden_layers(document: PdfReader) -> frozenset[int]:
    """Object numbers of the layers that are off when the file is opened."""
    try:
        properties = document.root_object.get("/OCProperties")
        return _hidden(properties.get_object()) if properties is not None else frozenset()
    except Exception:  # noqa: BLE001 - one bad field never fails a file
        return frozenset()


def _hidden(properties: PdfObject | None) -> frozenset[int]:
    if not isinstance(properties, DictionaryObject):
        return frozenset()
    default = properties.get("/D", DictionaryObject()).get_object()
    off = _numbers(default.get("/OFF"))
    if default.get("/BaseState") == "/OFF":
        return (_numbers(properties.get("/OCGs")) | off) - _numbers(default.get("/ON"))
    return off


def _numbers(layers: PdfObject | None) -> frozenset[int]:
    entries = layers.get_object() if layers is not None else None
    if not isinstance(entries, ArrayObject):
        return frozenset()
    return frozenset(e.idnum for e in entries if isinstance(e, IndirectObject))


def is_hidden(membership: PdfObject | None, hidden: frozenset[int]) -> bool:
    """Whether content that belongs to this layer, or group of layers, is not shown."""
    if membership is None or not hidden:
        return False
    if isinstance(membership, IndirectObject) and membership.idnum in hidden:
        return True
    group = membership.get_object()
    if not isinstance(group, DictionaryObject) or group.get("/Type") != "/OCMD":
        return False
    if "/VE" in group:
        return not _holds(group.raw_get("/VE"), hidden, _DEEPEST)
    return _group_hidden(group, hidden)


def _holds(expression: PdfObject, hidden: frozenset[int], depth: int) -> bool:
    """Whether content is shown by an expression over layers; what can't be told is shown."""
    if isinstance(expression, IndirectObject) and expression.idnum in hidden:
        return False
    terms = expression.get_object()
    if not isinstance(terms, ArrayObject) or len(terms) <= 1 or depth <= 0:
        return True
    values = [_holds(term, hidden, depth - 1) for term in terms[1:]]
    operators = {"/Not": not values[0], "/And": all(values), "/Or": any(values)}
    return operators.get(str(terms[0]), True)


def _group_hidden(group: DictionaryObject, hidden: frozenset[int]) -> bool:
    raw = group.raw_get("/OCGs") if "/OCGs" in group else None
    listed = raw.get_object() if raw is not None else None
    layers = list(listed) if isinstance(listed, ArrayObject) else [raw]
    off = [isinstance(layer, IndirectObject) and layer.idnum in hidden for layer in layers]
    policy = group.get("/P", "/AnyOn")
    shown = {
        "/AllOn": not any(off),
        "/AnyOn": not all(off),
        "/AnyOff": any(off),
        "/AllOff": all(off),
    }
    return not shown.get(str(policy), True)
