"""The collection of children: fields of fixed types and sizes, written by hand.

Sizes are in UTF-8 bytes, which is what a Milvus server counts (Milvus Lite counts characters).
"""

import re

from langchain_core.embeddings import Embeddings
from langchain_milvus import BM25BuiltInFunction, Milvus
from pymilvus import DataType, MilvusClient, MilvusException

ID_BYTES = 96
WORKSPACE_BYTES = 64
LANGUAGE_BYTES = 8
TERMS_BYTES = 65_535

_PREFIX = "children_"
_DENSE = {"index_type": "FLAT", "metric_type": "IP", "params": {}}
_SPARSE = {"index_type": "SPARSE_INVERTED_INDEX", "metric_type": "BM25", "params": {}}


class GivenVectors(Embeddings):
    """Stands where LangChain wants an embedder; vectors always come with the rows."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Never called: rows bring their vectors."""
        raise TypeError(f"{len(texts)} texts without vectors")

    def embed_query(self, text: str) -> list[float]:
        """Never called: searches bring their vector."""
        raise TypeError(f"a query of {len(text)} characters without its vector")


def collection_name(embedder: str, dimension: int) -> str:
    """One collection an embedder, so that vectors of two can't meet."""
    slug = re.sub(r"[^A-Za-z0-9]+", "_", embedder).strip("_").lower()[:80]
    return f"{_PREFIX}{slug}_{dimension}"


def open_store(uri: str, name: str, dimension: int) -> Milvus:
    """Connects and makes the collection if it is not there. Blocks: call it in a thread.

    Milvus Lite writes an index after the flush that it belongs to has returned; a process that was
    killed meanwhile leaves half of it, and the collection can't be loaded. Rows are never lost so.
    """
    try:
        return _open(uri, name, dimension)
    except MilvusException:
        _index_again(uri, name)
        return _open(uri, name, dimension)


def _index_again(uri: str, name: str) -> None:
    client = MilvusClient(uri=uri)
    try:
        client.drop_index(name, index_name="dense")
        indexes = client.prepare_index_params()
        indexes.add_index(field_name="dense", index_name="dense", **_DENSE)
        client.create_index(name, indexes)
    finally:
        client.close()


def _open(uri: str, name: str, dimension: int) -> Milvus:
    bm25 = _bm25()
    store = Milvus(
        GivenVectors(),
        collection_name=name,
        connection_args={"uri": uri},
        consistency_level="Strong",
        primary_field="id",
        text_field="terms",
        vector_field=["dense", "sparse"],
        builtin_function=bm25,
        index_params=[_DENSE, _SPARSE],
        search_params=[{"metric_type": "IP"}, {"metric_type": "BM25"}],
    )
    if not store.client.has_collection(name):
        _create(store.client, name, dimension, bm25)
    store.client.load_collection(name)
    return store


def remake(client: MilvusClient, name: str, dimension: int) -> None:
    """Drops every collection of ours, whatever its embedder, and makes this one empty."""
    for found in client.list_collections():
        if found.startswith(_PREFIX):
            client.drop_collection(found)
    _create(client, name, dimension, _bm25())
    client.load_collection(name)


def _bm25() -> BM25BuiltInFunction:
    return BM25BuiltInFunction(
        input_field_names="terms",
        output_field_names="sparse",
        function_name="bm25",
        analyzer_params={"tokenizer": "standard"},
    )


def _create(client: MilvusClient, name: str, dimension: int, bm25: BM25BuiltInFunction) -> None:
    schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=ID_BYTES)
    schema.add_field("workspace", DataType.VARCHAR, max_length=WORKSPACE_BYTES)
    schema.add_field("version", DataType.VARCHAR, max_length=ID_BYTES)
    schema.add_field("language", DataType.VARCHAR, max_length=LANGUAGE_BYTES)
    schema.add_field(
        "terms",
        DataType.VARCHAR,
        max_length=TERMS_BYTES,
        **bm25.get_input_field_schema_kwargs(),
    )
    schema.add_field("dense", DataType.FLOAT_VECTOR, dim=dimension)
    schema.add_field("sparse", DataType.SPARSE_FLOAT_VECTOR)
    schema.add_function(bm25.function)
    indexes = client.prepare_index_params()
    indexes.add_index(field_name="dense", **_DENSE)
    indexes.add_index(field_name="sparse", **_SPARSE)
    client.create_collection(name, schema=schema, index_params=indexes, consistency_level="Strong")
