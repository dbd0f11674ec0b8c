"""Which files are meant by the paths that were given."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rag.text.titles import kept_name

_SUFFIXES = frozenset({".pdf", ".docx", ".md", ".markdown", ".txt"})


def found_files(paths: Sequence[str]) -> dict[Path, str]:
    """Files as given, and those of a supported type in folders, each with its document's name.

    That is the file's own; of several that are called the same, it begins with their folders, or
    each would become a new version of the one before. A folder that can't be looked into is among
    them, and so is a link that leads nowhere, so that it can be said.
    """
    found: dict[str, tuple[Path, str]] = {}
    for given in map(Path, paths):
        if _is_folder(given):
            inside = sorted(_inside(given))
            longer = {path: path.relative_to(given).as_posix() for path in inside}
        else:
            longer = {given: given.as_posix()}
        for path, name in longer.items():
            found.setdefault(os.path.normpath(path), (path, name))
    often = Counter(kept_name(path.name) for path, _ in found.values())
    return {
        path: longer if often[kept_name(path.name)] > 1 else path.name
        for path, longer in found.values()
    }


def is_readable(path: Path) -> bool:
    """Whether it is a file, or nothing: a pipe or a device would be waited for without end."""
    try:
        return path.is_file() or not path.exists()
    except OSError:  # it stands where nobody may look: who opens it is told so
        return True


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _inside(folder: Path) -> Iterator[Path]:
    refused: list[OSError] = []
    for parent, _, names in os.walk(folder, onerror=refused.append):
        yield from (path for path in map(Path(parent).joinpath, names) if _is_meant(path))
    yield from (Path(error.filename) for error in refused)


def _is_meant(path: Path) -> bool:
    return (
        path.suffix.lower() in _SUFFIXES
        and not path.name.startswith((".", "~$"))
        and (path.is_file() or (path.is_symlink() and not path.exists()))
    )
