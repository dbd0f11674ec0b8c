"""Imports every module of bot and rag, and says what one did that an import must not do.

Run as a process of its own, with an empty environment: prints a JSON object.
"""

import importlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Alembic runs this one, and only inside a migration.
NOT_MODULES = {"rag.adapters.sql.migrations.env"}
WRITING = ("w", "a", "x", "+")
REFUSED = {
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "subprocess.Popen",
    "os.system",
    "os.posix_spawn",
    "os.fork",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "sqlite3.connect",
}

# What libraries do: urllib3 asks whether there is IPv6, platform.architecture() runs file.
HARMLESS = {("socket.bind", "('::1', 0)"), ("subprocess.Popen", "'file'")}

done: list[str] = []
current = [""]


def watch(event: str, arguments: tuple[object, ...]) -> None:
    mode = arguments[1] if event == "open" and len(arguments) > 1 else ""
    writes = isinstance(mode, str) and any(letter in mode for letter in WRITING)
    if any((event, repr(argument)) in HARMLESS for argument in arguments):
        return
    if event in REFUSED or writes:
        done.append(f"{current[0]}: {event} {arguments[:2]!r}")
        raise RuntimeError(f"{event} while importing {current[0]}")


def names(package: str) -> list[str]:
    """By the files, since looking for packages would import them, unwatched."""
    files = (path.relative_to(ROOT).with_suffix("") for path in (ROOT / package).rglob("*.py"))
    return [".".join(file.parts).removesuffix(".__init__") for file in files]


def held(module: object) -> list[str]:
    """What a module keeps that only a running process may have."""
    kinds = {"CompiledStateGraph", "AsyncApp", "App", "AsyncEngine", "Engine", "DBOS"}
    return [
        f"{current[0]}.{name} is a {type(value).__name__}"
        for name, value in vars(module).items()
        if type(value).__name__ in kinds
    ]


def main() -> None:
    everything = sorted({*names("bot"), *names("rag")} - NOT_MODULES)
    sys.addaudithook(watch)
    failed: list[str] = []
    kept: list[str] = []
    for name in everything:
        current[0] = name
        try:
            kept += held(importlib.import_module(name))
        except Exception as error:  # noqa: BLE001 - whatever it was, it is told
            failed.append(f"{name}: {type(error).__name__}: {error}")
    found = {"count": len(everything), "failed": failed, "did": done, "holds": kept}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
