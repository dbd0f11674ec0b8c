"""Replies as small and cheap models really write them."""

import time

import pytest

from rag.adapters.models.citations import normalise
from rag.adapters.models.parsing import json_object, json_values, number_of, share, truth
from rag.adapters.models.thinking import shown_so_far, without_thinking
from rag.adapters.models.verdicts import read_relevance, read_verdicts


def relevance(text, count=3):
    judged = read_relevance(text, count)
    return None if judged is None else {n: j.relevant for n, j in judged.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', {"a": 1}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Sure! Here it is:\n{"a": 1}\nI hope it helps {smile}', {"a": 1}),
        ('{"a": 1,}', {"a": 1}),
        ("{'a': True, 'b': null}", {"a": True, "b": None}),
        ('{"a": "line\nline"}', {"a": "line\nline"}),
        ('{"a": "} brace {"}', {"a": "} brace {"}),
        ('{"a": 1}\n{"a": 2}', {"a": 2}),
        ('set {x} then {"b": 1} then {"a": [1, {"c": 2}]}', {"a": [1, {"c": 2}]}),
        ('{"a": "The limit is 140', None),
        ('{"a": [1, 2, \n \t\t\t\t', None),
        ("no json", None),
        ("[1, 2]", None),
        ("{" * 5_000, None),
        ("", None),
    ],
)
def test_finds_the_object(text, expected):
    assert json_object(text, "a") == expected


def test_finds_all_values_with_their_places():
    text = 'x {"a": 1} y [2]'
    assert [(f.value, text[f.start : f.end]) for f in json_values(text)] == [
        ({"a": 1}, '{"a": 1}'),
        ([2], "[2]"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1: yes\n2: no\n3: yes", {1: True, 2: False, 3: True}),
        ("[文档1] yes\n[文档2] no", {1: True, 2: False}),
        ("[文档0] yes\n1. no\nN: no\n2: yes – because", {1: False, 2: True}),
        ("N: no\nN: no\nN: no", None),
        ("1: yes\ngarbage\n3: no", {1: True, 3: False}),
        ("Verdicts:\n3) no\n1) yes", {1: True, 3: False}),
        ("1: yes\n2: no\n3: yes\n4: no\n17: yes", {1: True, 2: False, 3: True}),
        ("1: yes\n1: no\n2: no", {2: False}),
        ("1: yes\n1: yes", {1: True}),
        ("1: yes/no\n2: yes or no\n3: no", {3: False}),
        ("1: yes, 2: no; 3: yes", {1: True, 2: False, 3: True}),
        ("**1**: yes\n- 2: **no**\n| 3 | yes |", {1: True, 2: False, 3: True}),
        ("Passage 1 is relevant\nDocument #2 is not relevant", {1: True, 2: False}),
        ("【1】相关，因为\n[编号2] 不相关\n3、是", {1: True, 2: False, 3: True}),
        ("1. Not sure\n2. Nothing here\n3. No.", {3: False}),
        ("5 days are allowed", None),
        ('{"verdicts": [{"passage": 2, "relevant": false}]}', {2: False}),
        ('[{"passage": "[1]", "verdict": "yes"}, {"relevant": false}]', {1: True}),
        ('{"1": "yes", "2": "no", "N": "no"}', {1: True, 2: False}),
        ('```json\n{"verdicts": [{"passage": 1, "relevant": "irrelevant"}]}\n```', {1: False}),
        ("yes\nno\nyes", None),
        ("", None),
    ],
)
def test_verdicts_stay_with_their_number(text, expected):
    assert relevance(text) == expected


def test_reasons_are_kept():
    judged = read_relevance("2: yes – because it states the price", 3)
    assert judged is not None
    assert judged[2].reason == "because it states the price"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1: supported\n2: contradicted – 3 kg", {1: "supported", 2: "contradicted"}),
        ("1: not supported\n2: Unverifiable", {1: "unverifiable", 2: "unverifiable"}),
        ("1. yes\n2. no", {1: "supported", 2: "unverifiable"}),
        ('{"claims": [{"claim": 2, "verdict": "SUPPORTED"}]}', {2: "supported"}),
        ('{"claims": [{"claim": 1, "supported": true}]}', {1: "supported"}),
        ("1: supported or contradicted", None),
        ("No, every claim in the answer is", None),
    ],
)
def test_verdicts_of_claims(text, expected):
    read = read_verdicts(text, 2)
    assert (None if read is None else {n: v[0] for n, v in read.items()}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Up to 140 euros. [1]", "Up to 140 euros. [1]"),
        ("650元/晚[编号1]。", "650元/晚[1]。"),
        ("十万元【2】。", "十万元[2]。"),
        ("It is emailed. [N]", "It is emailed."),
        ("It is so [9].", "It is so."),
        (
            "Both [1, 2] and [1-2] and [Source 1] and [^2].",
            "Both [1][2] and [1][2] and [1] and [2].",
        ),
        ("Twice [1][1].", "Twice [1]."),
        ("Linked [1](https://evil.example/x).", "Linked [1]."),
        ("必须分片上传。[来源：资料中没有相关信息]", "必须分片上传。"),
        ("国发[2023]15号 [1]", "国发[2023]15号 [1]"),
        ("Mixed [1, 9].", "Mixed [1]."),
        ("Dagger 【1†source】", "Dagger [1]"),
        ("", ""),
    ],
)
def test_citations(text, expected):
    assert normalise(text, {1, 2}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<think>maybe {"draft": true}</think>\n{"answer": 1}', '{"answer": 1}'),
        ("<THINK>a</THINK >b", "b"),
        ("<think>never closed {}", ""),
        ("begun before</think>\nanswer", "answer"),
        ("<think>a<think>b</think>c</think>d", "d"),
        ("one <think>a</think>two <think>b</think>three", "one two three"),
        ("◁think▷x◁/think▷y", "y"),
        ("<reasoning>x</reasoning>y", "y"),
        (
            "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>ok",
            "ok",
        ),
        ("I think so", "I think so"),
    ],
)
def test_thinking_is_taken_out(text, expected):
    assert without_thinking(text) == expected


def test_no_half_of_a_tag_is_shown():
    text = "<think>secret plan</think>The answer"
    for end in range(len(text) + 1):
        shown = shown_so_far(text[:end])
        assert "The answer".startswith(shown), (text[:end], shown)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.7, 0.7),
        ("0.7", 0.7),
        (90, 0.9),
        ("90%", 0.9),
        ("high", 0.9),
        (True, 0.0),
        (None, 0.0),
        ("nonsense", 0.0),
        (-1, 0.0),
        (1, 1.0),
        (float("nan"), 0.0),
        (1_000, 1.0),
    ],
)
def test_confidence(value, expected):
    assert share(value) == pytest.approx(expected)


def test_numbers_and_truths():
    values = [2, "2", "[2]", "doc 2", 2.0, "2.5.1", True, None, float("nan")]
    assert [number_of(v) for v in values] == [2, 2, 2, 2, 2, None, None, None, None]
    assert [truth(v) for v in (True, "yes", "否", "maybe", None)] == [
        True,
        True,
        False,
        None,
        None,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{" * 30_000,
        " " * 30_000,
        "\n" * 30_000,
        "[来源：" * 9_000,
        "[1," * 9_000,
        "<think>" * 5_000,
    ],
)
def test_a_reply_gone_wild_costs_little(text):
    began = time.process_time()  # not of the clock: others may have the cores
    json_values(text)
    read_relevance(text, 3)
    read_verdicts(text, 3)
    normalise(text, {1})
    without_thinking(text)
    assert time.process_time() - began < 3
