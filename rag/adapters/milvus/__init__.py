"""Children by vector and by BM25 in Milvus: a Milvus Lite folder by default, or a server."""
