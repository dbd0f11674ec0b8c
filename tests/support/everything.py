"""All that is kept, as bytes: every table of every database of a bot, and its index."""

import base64
import binascii
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
from pymilvus import MilvusClient


def everything(home: Path, database_url: str = "") -> Iterator[tuple[str, bytes]]:
    """Where each value stands, and the value; what is packed in base64 is unpacked too."""
    if database_url:
        yield from _of_postgres(database_url)
    for path in sorted(home.glob("*.db")):
        if path.is_file():
            yield from _of_sqlite(path)
    yield from _of_milvus(home / "milvus.db")


def _of_sqlite(path: Path) -> Iterator[tuple[str, bytes]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("select name from sqlite_master where type = 'table'")
        for (table,) in tables.fetchall():
            for row in connection.execute(f'select * from "{table}"'):
                yield from _of_row(f"{path.name}:{table}", row)


def _of_postgres(url: str) -> Iterator[tuple[str, bytes]]:
    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "select table_schema, table_name from information_schema.tables where table_type ="
            " 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in tables:
            rows = connection.execute(f'select * from "{schema}"."{table}"'.encode()).fetchall()
            for row in rows:
                yield from _of_row(f"{schema}.{table}", row)


def _of_milvus(folder: Path) -> Iterator[tuple[str, bytes]]:
    client = MilvusClient(str(folder))
    try:
        for collection in client.list_collections():
            client.load_collection(collection)
            for row in client.query(collection, filter='id != ""', output_fields=["*"]):
                yield from _of_row(f"milvus:{collection}", tuple(row.values()))
    finally:
        client.close()


def _of_row(where: str, row: tuple[object, ...]) -> Iterator[tuple[str, bytes]]:
    for value in row:
        if isinstance(value, bytes):
            yield where, value
        elif isinstance(value, dict | list):
            yield where, json.dumps(value, ensure_ascii=False, default=str).encode()
        else:
            text = str(value).encode()
            yield where, text
            yield from _unpacked(where, text)


def _unpacked(where: str, text: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        yield where, base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return
