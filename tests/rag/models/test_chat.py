"""The chat client against an endpoint that can't do everything and sometimes misbehaves."""

import asyncio

import pytest

from rag.adapters.models.chat import Format, Unreadable
from rag.adapters.models.gate import Gate, GateLimits
from rag.adapters.models.parsing import json_object
from rag.adapters.models.prompt import Prompt
from rag.adapters.models.shortening import Block
from rag.errors import ContentFiltered, ModelBusy, ModelUnavailable
from rag.types import Usage
from tests.support.model_endpoint import (
    Scripted,
    busy,
    calls_tool,
    cut_off,
    dropped,
    empty,
    fails,
    filtered_error,
    filtered_reply,
    malformed,
    refuses,
    says,
    says_json,
    thinks,
    too_long,
)

PROMPT = Prompt("Be brief. Reply in JSON.", ("1 + 1?", '{"sum": 2}'), "2 + 2?")
SCHEMA = {"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]}
FORM = Format("sum", SCHEMA, lambda text: (json_object(text, "sum") or {}).get("sum"))


def kind(request):
    body = request.body
    if "tools" in body:
        return "tool"
    return body["response_format"]["type"] if "response_format" in body else "text"


def kinds(endpoint):
    return [kind(request) for request in endpoint.chats]


async def test_words_and_their_cost(endpoint, make_chat):
    endpoint.script(says("four"))
    assert await make_chat().text(PROMPT) == ("four", Usage(1, 11, 7))
    request = endpoint.chats[0]
    assert request.authorization == "Bearer k"
    assert [m["role"] for m in request.messages] == ["system", "user", "assistant", "user"]
    assert not {"temperature", "max_tokens", "max_completion_tokens"} & set(request.body)


async def test_usage_may_be_unknown(endpoint, make_chat):
    endpoint.script(says("four", usage=None))
    assert await make_chat().text(PROMPT) == ("four", Usage(1))


async def test_what_is_configured_is_sent(endpoint, make_chat):
    endpoint.script(says("four"))
    await make_chat(temperature=0.0, max_tokens=99).text(PROMPT)
    assert endpoint.chats[0].body["temperature"] == 0.0
    assert endpoint.chats[0].body["max_tokens"] == 99


async def test_what_cannot_be_sent_is_left_out(endpoint, make_chat):
    endpoint.script(says("four"))
    await make_chat().text(Prompt("s", ("a", "b"), "x\ud800y\x00z"))
    assert endpoint.chats[0].prompt == "xyz"


async def test_refused_temperature_is_dropped_once_and_remembered(endpoint, make_chat):
    message = "Unsupported value: 'temperature' does not support 0 with this model."
    error = fails(400, message, param="temperature", code="unsupported_value")
    endpoint.script(error, says("four"), says("five"))
    await make_chat(temperature=0.0).text(PROMPT)
    await make_chat(temperature=0.0).text(PROMPT)
    assert ["temperature" in r.body for r in endpoint.chats] == [True, False, False]


async def test_the_newer_name_of_max_tokens(endpoint, make_chat):
    message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    endpoint.script(fails(400, message, code="unsupported_parameter"), says("a"), says("b"))
    for _ in range(2):
        await make_chat(max_tokens=50).text(PROMPT)
    sent = [sorted({"max_tokens", "max_completion_tokens"} & set(r.body)) for r in endpoint.chats]
    assert sent == [["max_tokens"], ["max_completion_tokens"], ["max_completion_tokens"]]


async def test_an_endpoint_that_takes_no_limit_at_all(endpoint, make_chat):
    endpoint.never_takes("max_tokens", "max_completion_tokens", "temperature")
    endpoint.script(says("a"))
    assert (await make_chat(max_tokens=50, temperature=1.0).text(PROMPT))[0] == "a"


async def test_a_model_without_a_system_role(endpoint, make_chat):
    endpoint.script(fails(400, "System role not supported"), says("a"))
    await make_chat().text(PROMPT)
    messages = endpoint.chats[1].messages
    assert [m["role"] for m in messages] == ["user", "assistant", "user"]
    assert messages[0]["content"].startswith("Be brief.")


async def test_json_schema_first(endpoint, make_chat):
    endpoint.script(says_json({"sum": 4}))
    assert await make_chat().structured(PROMPT, FORM) == (4, Usage(1, 11, 7))
    sent = endpoint.chats[0].body["response_format"]
    assert sent["json_schema"]["schema"] == SCHEMA


async def test_degrades_step_by_step_and_remembers(endpoint, make_chat):
    endpoint.never_takes("response_format", "tools")
    endpoint.script(says('Sure:\n```json\n{"sum": 4}\n```'), says_json({"sum": 5}))
    assert (await make_chat().structured(PROMPT, FORM))[0] == 4
    assert (await make_chat().structured(PROMPT, FORM))[0] == 5
    # A refused response_format is tried as json_object too, which more endpoints know.
    assert kinds(endpoint) == ["json_schema", "tool", "json_object", "text", "text"]


async def test_degrades_by_the_message_alone(endpoint, make_chat):
    message = "This response_format type is unavailable now"
    endpoint.script(
        fails(400, message, type="invalid_request_error"), calls_tool('{"sum": 4}', "sum")
    )
    assert (await make_chat().structured(PROMPT, FORM))[0] == 4
    assert kinds(endpoint) == ["json_schema", "tool"]


async def test_thinking_mode_without_a_forced_tool(endpoint, make_chat):
    message = "Thinking mode does not support this tool_choice"
    endpoint.script(
        refuses("response_format"),
        fails(400, message, type="invalid_request_error"),
        calls_tool('{"sum": 4,}', "sum"),
        calls_tool('{"sum": 5}', "sum"),
    )
    client = make_chat()
    assert (await client.structured(PROMPT, FORM))[0] == 4
    assert (await client.structured(PROMPT, FORM))[0] == 5
    assert ["tool_choice" in r.body for r in endpoint.chats] == [False, True, False, False]


async def test_a_model_that_ignores_its_tools_may_answer_in_words(endpoint, make_chat):
    endpoint.script(refuses("response_format"), says('It is {"sum": 4}'))
    assert (await make_chat().structured(PROMPT, FORM))[0] == 4


@pytest.mark.parametrize("status", [404, 422, 501])
async def test_refusals_come_with_other_statuses(endpoint, make_chat, status):
    endpoint.script(
        refuses("response_format"),
        fails(status, "No endpoints found that support tool use"),
        says_json({"sum": 4}),
    )
    assert (await make_chat().structured(PROMPT, FORM))[0] == 4
    assert kinds(endpoint)[-1] == "json_object"


async def test_an_unexplained_refusal_is_tried_as_text_and_not_remembered(endpoint, make_chat):
    endpoint.script(fails(400, "bad request"), says_json({"sum": 4}), says_json({"sum": 5}))
    client = make_chat()
    assert (await client.structured(PROMPT, FORM))[0] == 4
    assert (await client.structured(PROMPT, FORM))[0] == 5
    assert kinds(endpoint) == ["json_schema", "text", "json_schema"]


async def test_an_endpoint_that_refuses_everything(endpoint, make_chat):
    endpoint.always(lambda body: fails(400, "bad request"))
    with pytest.raises(ModelUnavailable):
        await make_chat().structured(PROMPT, FORM)
    assert len(endpoint.chats) == 2


async def test_thinking_is_not_parsed(endpoint, make_chat):
    endpoint.script(thinks('maybe {"sum": 3}', '\n{"sum": 4}'))
    assert (await make_chat().structured(PROMPT, FORM))[0] == 4


async def test_thinking_that_never_ends_is_no_reply(endpoint, make_chat):
    reply = thinks('{"sum": 3}', "", closed=False)
    endpoint.script(reply, reply)
    with pytest.raises(ModelUnavailable):
        await make_chat().structured(PROMPT, FORM)


async def test_reasoning_fields_are_not_the_reply(endpoint, make_chat):
    endpoint.script(says("four", reasoning_content="it could be five", reasoning="five"))
    assert (await make_chat().text(PROMPT))[0] == "four"


async def test_content_in_parts(endpoint, make_chat):
    parts = [{"type": "thinking", "thinking": "five?"}, {"type": "text", "text": "four"}]
    endpoint.script(says(parts))  # type: ignore[arg-type] # what some endpoints send
    assert (await make_chat().text(PROMPT))[0] == "four"


async def test_empty_json_mode_is_tried_without(endpoint, make_chat):
    endpoint.script(empty(), says_json({"sum": 4}))
    assert await make_chat().structured(PROMPT, FORM) == (4, Usage(2, 22, 14))
    assert kinds(endpoint) == ["json_schema", "text"]


async def test_empty_twice_is_unavailable(endpoint, make_chat):
    for content in ("", None, "  \n"):
        endpoint.script(says(content), says(content))
        with pytest.raises(ModelUnavailable):
            await make_chat().text(PROMPT)
    assert len(endpoint.chats) == 6


async def test_a_way_that_fails_twice_is_left(endpoint, make_chat):
    client = make_chat()
    for _ in range(2):
        endpoint.script(says("{}"), says_json({"sum": 4}))
        await client.structured(PROMPT, FORM)
    endpoint.script(says_json({"sum": 4}))
    await client.structured(PROMPT, FORM)
    assert kinds(endpoint) == ["json_schema", "text", "json_schema", "text", "text"]


async def test_cut_off_json_is_never_completed(endpoint, make_chat):
    endpoint.script(cut_off('{"sum": 14'), cut_off('{"sum": 14}'))
    with pytest.raises(Unreadable) as raised:
        await make_chat().structured(PROMPT, FORM)
    assert raised.value.usage == Usage(2, 22, 14)


async def test_cut_off_words_get_more_room_once(endpoint, make_chat):
    endpoint.script(cut_off("The limit is 140"), says("The limit is 1400."))
    assert (await make_chat(max_tokens=50).text(PROMPT))[0] == "The limit is 1400."
    assert [r.body["max_tokens"] for r in endpoint.chats] == [50, 100]


async def test_cut_off_words_are_never_a_reply(endpoint, make_chat):
    endpoint.script(cut_off("The limit is 140"))
    with pytest.raises(ModelUnavailable):
        await make_chat().text(PROMPT)


@pytest.mark.parametrize("reply", [filtered_error(), filtered_reply()])
async def test_a_filter_is_named_and_not_asked_again(endpoint, make_chat, reply):
    endpoint.script(reply, says("later"))
    client = make_chat()
    with pytest.raises(ContentFiltered):
        await client.text(PROMPT)
    assert len(endpoint.chats) == 1
    assert (await client.text(PROMPT))[0] == "later"


async def test_a_filter_under_json_is_named_too(endpoint, make_chat):
    endpoint.script(filtered_reply())
    with pytest.raises(ContentFiltered):
        await make_chat().structured(PROMPT, FORM)


@pytest.mark.parametrize(
    ("status", "message"), [(400, "Content Exists Risk"), (400, "data_inspection_failed")]
)
async def test_filters_of_other_providers(endpoint, make_chat, status, message):
    endpoint.script(fails(status, message))
    with pytest.raises(ContentFiltered):
        await make_chat().structured(PROMPT, FORM)


async def test_a_refusal_field_is_a_filter(endpoint, make_chat):
    endpoint.script(says(None, refusal="I can't help with that."))
    with pytest.raises(ContentFiltered):
        await make_chat().text(PROMPT)


LONG = Prompt("s", ("a", "b"), "task", tuple(map(Block, "ABCDEF")), tuple("1234"))


async def test_an_overflow_is_halved(endpoint, make_chat):
    endpoint.script(too_long(), says("fits"))
    assert (await make_chat().text(LONG))[0] == "fits"
    assert endpoint.chats[1].prompt.split("\n\n") == ["3", "4", "A", "B", "C", "task"]


async def test_an_overflow_that_stays_is_unavailable(endpoint, make_chat):
    endpoint.always(lambda body: too_long())
    with pytest.raises(ModelUnavailable):
        await make_chat().text(LONG)
    assert [r.prompt.count("\n\n") for r in endpoint.chats] == [10, 5, 2, 1]


ESSAY = " ".join(f"Rule {n} says that nothing is to be done about number {n}." for n in range(900))
ANSWER = "A hotel in Porto may cost up to 120 euros a night."


@pytest.mark.parametrize(
    "refusal",
    [
        too_long(),
        fails(400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"),
        fails(400, "prompt is too long: 210000 tokens > 200000 maximum"),
        fails(413, "Request Entity Too Large"),
        fails(400, "Range of input length should be [1, 6144]"),
        fails(400, "Invalid request: Your request exceeded model token limit: 8192"),
        fails(400, "The input token count (9000) exceeds the maximum number of tokens allowed (8192)."),
        fails(422, "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens"),
        fails(400, "Input length 9000 exceeds maximum length 8192"),
        fails(500, "the request exceeds the available context size, try increasing it"),
        fails(429, "Request too large for m on tokens per min (TPM): Limit 1000, Requested 9000."),
    ],
)  # fmt: skip
async def test_one_long_document_is_cut_around_what_was_asked(endpoint, make_chat, refusal):
    """Whatever words the endpoint has for it; and what has room is remembered."""
    endpoint.always(lambda body: refusal if len(str(body["messages"])) > 6_000 else None)
    endpoint.otherwise = says("fits")
    text = ESSAY.replace("Rule 700 says", f"{ANSWER} Rule 700 says")
    block = Block(text, '<document number="1">\n', "\n</document>")
    asked = "What may a hotel in Porto cost a night?"
    prompt = Prompt("s", ("a", "b"), "task", (block,), about=asked)
    client = make_chat(context_tokens=20_000)
    assert (await client.text(prompt))[0] == "fits"
    sent = endpoint.chats[-1].prompt
    assert ANSWER in sent
    assert sent.startswith('<document number="1">')
    assert sent.endswith("</document>\n\ntask")
    for sentence in sent.removeprefix('<document number="1">\n').partition("\n</")[0].split(" … "):
        assert sentence in text
    tries = len(endpoint.chats)
    await client.text(prompt)
    assert len(endpoint.chats) == tries + 1


async def test_a_long_document_is_cut_before_it_is_sent(endpoint, make_chat):
    endpoint.script(says("fits"))
    wide = "，".join(f"第{n}条规定如下" for n in range(3_000)) + "，报销期限为三十天"
    prompt = Prompt("s", ("a", "b"), "task", (Block(wide),), about="报销期限是多久？")
    await make_chat(context_tokens=1_000).text(prompt)
    sent = endpoint.chats[0].prompt
    assert "报销期限为三十天" in sent
    assert 500 < len(sent) < 1_500


async def test_an_overflow_that_mentions_max_tokens_drops_no_parameter(endpoint, make_chat):
    message = (
        "'max_tokens' is too large: 4096. This model's maximum context length is 8192 tokens "
        "and your request has 7000 input tokens"
    )
    endpoint.script(fails(400, message), says("fits"))
    await make_chat(max_tokens=4096).text(LONG)
    assert endpoint.chats[1].body["max_tokens"] == 4096


async def test_a_prompt_is_fitted_before_it_is_sent(endpoint, make_chat):
    endpoint.script(says("a"))
    documents = tuple(Block(f"{n} " + "word " * 700) for n in range(20))
    history = tuple(f"h{n} " + "word " * 400 for n in range(60))
    prompt = Prompt("s", ("a", "b"), "task", documents, history)
    await make_chat(context_tokens=8_192).text(prompt)
    sent = endpoint.chats[0].prompt
    assert sent.endswith("task")
    assert "\n\n0 word" in sent or sent.startswith("0 word")
    assert len(sent) / 3.5 < 8_192


async def test_429_waits_as_told(endpoint, make_chat, sleeps):
    endpoint.script(busy("20"), says("four"))
    assert (await make_chat().text(PROMPT))[0] == "four"
    assert sleeps[0] == 20.0
    assert sum(sleeps) == 20.0


async def test_5xx_backs_off(endpoint, make_chat, sleeps):
    endpoint.script(busy(status=500), busy(status=503), busy(status=529), says("four"))
    assert (await make_chat().text(PROMPT))[0] == "four"
    assert sleeps == [1, 2, 4]


async def test_busy_to_the_end(endpoint, make_chat):
    endpoint.always(lambda body: busy("30"))
    with pytest.raises(ModelBusy):
        await make_chat().text(PROMPT)


async def test_no_money_is_not_waited_for(endpoint, make_chat, sleeps):
    endpoint.script(fails(429, "You exceeded your quota", code="insufficient_quota"))
    with pytest.raises(ModelUnavailable):
        await make_chat().text(PROMPT)
    assert sleeps == []


@pytest.mark.parametrize("status", [401, 402, 403, 404])
async def test_what_an_operator_must_mend_is_not_repeated(endpoint, make_chat, status):
    endpoint.script(fails(status, "no"))
    with pytest.raises(ModelUnavailable):
        await make_chat().structured(PROMPT, FORM)
    assert len(endpoint.chats) == 1


@pytest.mark.parametrize(
    "reply",
    [
        malformed(),
        malformed('{"choices": [{"mess'),
        Scripted({"choices": None}),
        Scripted({"choices": []}),
        Scripted({"choices": [{"index": 0, "message": None}]}),
        Scripted({"error": {"message": "overloaded"}}),
        Scripted({}),
        dropped(),
    ],
)
async def test_malformed_replies_are_repeated_then_unavailable(endpoint, make_chat, reply):
    client = make_chat()
    endpoint.script(reply, says("four"))
    assert (await client.text(PROMPT))[0] == "four"
    endpoint.script(reply, reply, reply)
    with pytest.raises(ModelUnavailable):
        await client.text(PROMPT)


async def test_a_slow_endpoint_is_not_waited_for(endpoint, make_chat):
    endpoint.script(says("late", delay=3), says("late", delay=3))
    with pytest.raises(ModelUnavailable):
        await make_chat(timeout=0.1).text(PROMPT)


async def test_nobody_is_there(make_chat):
    with pytest.raises(ModelUnavailable):
        await make_chat(endpoint="http://127.0.0.1:9/v1").text(PROMPT)


async def test_an_endpoint_without_a_key(endpoint, make_chat):
    from pydantic import SecretStr  # noqa: PLC0415 - for this test alone

    endpoint.script(says("four"))
    assert (await make_chat(key=SecretStr("")).text(PROMPT))[0] == "four"


async def test_streams_what_may_be_shown(endpoint, make_chat):
    seen = []

    async def watch(text):
        seen.append(text)

    endpoint.script(thinks("secret", "The answer is four."))
    assert await make_chat().text(PROMPT, watch=watch) == ("The answer is four.", Usage(1, 11, 7))
    assert seen[-1] == "The answer is four."
    assert all("The answer is four.".startswith(text) for text in seen)


async def test_stream_options_are_dropped_and_usage_stays_unknown(endpoint, make_chat):
    async def watch(text):
        pass

    endpoint.never_takes("stream_options")
    endpoint.script(says("four", usage=None), says("five", usage=None))
    client = make_chat()
    assert await client.text(PROMPT, watch=watch) == ("four", Usage(1, retries=1))
    await client.text(PROMPT, watch=watch)
    assert ["stream_options" in r.body for r in endpoint.chats] == [True, False, False]


async def test_a_stream_with_little_in_it(endpoint, make_chat):
    async def watch(text):
        pass

    pieces = (
        {"choices": [{"delta": {"content": "Hi"}}]},
        {"choices": [{"index": 0, "delta": None}]},
        {"choices": [], "usage": {"total_tokens": 5}},
    )
    endpoint.script(Scripted("", pieces=pieces))
    text, usage = await make_chat().text(PROMPT, watch=watch)
    assert (text, usage.calls) == ("Hi", 1)


async def test_errors_inside_a_stream(endpoint, make_chat):
    async def watch(text):
        pass

    client = make_chat()
    endpoint.script(Scripted("", pieces=({"error": {"message": "overloaded"}},)), says("four"))
    assert (await client.text(PROMPT, watch=watch))[0] == "four"
    endpoint.script(Scripted("", pieces=({"error": {"code": "content_filter"}},)))
    with pytest.raises(ContentFiltered):
        await client.text(PROMPT, watch=watch)


async def test_a_long_thread_fits_a_small_context(endpoint, make_chat):
    def rule(body):
        size = sum(len(str(m["content"])) for m in body["messages"]) / 3
        return too_long() if size > 8_192 else says("fits")

    endpoint.always(rule)
    documents = tuple(Block(f"document {n} " + "7,310.25 " * 300) for n in range(20))
    history = tuple(f"turn {n} " + "x" * 2_000 for n in range(60))
    text, _ = await make_chat().text(Prompt("s", ("a", "b"), "task", documents, history))
    assert text == "fits"
    assert "document 0" in endpoint.chats[-1].prompt


async def test_a_cut_off_stream_is_no_reply(endpoint, make_chat):
    async def watch(text):
        pass

    endpoint.script(cut_off("The limit is 140"))
    with pytest.raises(ModelUnavailable):
        await make_chat().text(PROMPT, watch=watch)


async def test_an_error_in_whoever_watches_is_their_own(endpoint, make_chat):
    async def watch(text):
        raise ValueError("not the endpoint's")

    endpoint.script(says("four"))
    with pytest.raises(ValueError, match="not the endpoint's"):
        await make_chat().text(PROMPT, watch=watch)
    assert len(endpoint.chats) == 1


async def test_concurrency_holds_over_http(endpoint, make_chat, gate):
    endpoint.otherwise = says("four", delay=0.02)
    client = make_chat()
    await asyncio.gather(*(client.text(PROMPT) for _ in range(9)))
    assert endpoint.most_running <= GateLimits().concurrency
    assert isinstance(gate, Gate)
