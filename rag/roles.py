"""Models in their roles: who writes, who judges small things, and who checks."""

from rag.adapters.models.abilities import KnownAbilities
from rag.adapters.models.chat import ChatClient, ChatSettings
from rag.adapters.models.gate import Gate
from rag.adapters.reasoners.compressing import ModelCompressor
from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.adapters.reasoners.llm import LLMReasoner, ReasonerSettings
from rag.config import RagSettings
from rag.ports import Compressor, Tracer

_ROLE = (
    *("model", "base_url", "api_key", "temperature", "max_tokens", "timeout"),
    *("prompt_price", "completion_price"),
)


def written(
    settings: RagSettings, quoting: ExtractiveReasoner, gate: Gate, tracer: Tracer
) -> tuple[LLMReasoner, Compressor | None]:
    """The reasoner on models, to be closed; and the model that compresses, if one is to."""
    known = KnownAbilities()  # what an endpoint refuses is learned once for all roles
    answer, small, check = (ChatClient(r, gate, known, tracer) for r in roles_of(settings))
    by_margin = settings.grade_by == "margin"
    writing = LLMReasoner(answer, small, check, quoting, ReasonerSettings(by_margin=by_margin))
    by_model = settings.compression == "model"
    return writing, ModelCompressor(small, quoting) if by_model else None


def roles_of(s: RagSettings) -> tuple[ChatSettings, ChatSettings, ChatSettings]:
    """Of the one that answers, the small one and the one that checks."""
    answer = ChatSettings(
        model=s.answer_model,
        endpoint=s.endpoint,
        key=s.openai_api_key,
        temperature=s.model_temperature,
        max_tokens=s.model_max_tokens,
        timeout=s.model_timeout,
        context_tokens=s.context_tokens,
        prompt_price=s.prompt_price,
        completion_price=s.completion_price,
    )
    return answer, _other(s, answer, "small"), _other(s, answer, "check")


def _other(settings: RagSettings, answer: ChatSettings, role: str) -> ChatSettings:
    """A role's own settings, and the answer's for those that it leaves out."""
    own = {name: getattr(settings, f"{role}_{name}") for name in _ROLE}
    temperature, price = own["temperature"], own["prompt_price"]
    completion = own["completion_price"]
    return ChatSettings(
        model=own["model"] or answer.model,
        endpoint=own["base_url"] or answer.endpoint,
        key=own["api_key"] if own["api_key"].get_secret_value() else answer.key,
        temperature=answer.temperature if temperature is None else temperature,
        max_tokens=own["max_tokens"] or answer.max_tokens,
        timeout=own["timeout"] or answer.timeout,
        context_tokens=answer.context_tokens,
        prompt_price=answer.prompt_price if price is None else price,
        completion_price=answer.completion_price if completion is None else completion,
        role=role,
    )
