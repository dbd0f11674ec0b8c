"""Sentences of a document that talk to the assistant instead of the reader.

They are never quoted, and nothing that they say is a statement. A document may describe such attacks; then the sentence is lost as a
quotation, which costs less than an attack that is passed on.
"""

import re

from rag.grounding.statements import statements

_ENGLISH = (
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|rule|prompt|polic|guideline|above|previous|prior|earlier)",
    r"^\W*(?:system|assistant|user|developer)\s*(?:prompt|message)?\s*[:>\]]",
    r"<\|?(?:im_start|im_end|system|endoftext)|\[/?INST\]",
    r"\b(?:note|message|instructions?|attention)\b.{0,20}\b(?:to|for)\b.{0,10}\b(?:any|the|all)?\s*\b(?:ai|llm|assistant|chatbot|bot|language model)s?\b",
    r"\b(?:ai|llm|assistant|chatbot|language model)s?\b.{0,20}\b(?:reading|processing|must|should|shall) (?:this|answer|reply|say|respond|output|always|never)",
    r"\byou are (?:now )?(?:an?|the) (?:\w+ ){0,2}(?:ai|assistant|language model|chatbot)\b",
    r"\b(?:answer|reply|respond)\b.{0,30}\b(?:every|all|any|each|only|always)?\b.{0,20}\bwith\b\s*[\"'(A-Z]{1}[\"'A-Z]",
    r"\b(?:cite|quote) (?:it|this|that|them) as\b",
    r"\b(?:print|reveal|show|output|repeat|leak|expose)\b.{0,30}\b(?:hidden|system|secret|internal)\b.{0,12}\b(?:setting|prompt|instruction|key|message)",
    r"\b(?:tell|inform) the (?:reader|user|person|asker)\b",
    r"\b(?:do not|don't|never) (?:tell|mention|reveal|inform|warn)\b.{0,20}\b(?:user|reader|asker)",
    r"\b(?:new|updated|real) (?:system )?(?:instructions?|prompt)\s*[:：]",
    r"<!(?:channel|here|everyone)|<@[UW]\w+>|<https?://[^>]*\|",
)
_CHINESE = (
    r"(?:忽略|无视|忘记|不要理会|不必遵守).{0,12}(?:指令|指示|规则|提示|以上|之前|先前|上述)",
    r"^\W*(?:系统|助手|系统提示|系统消息)\s*[:：]",
    r"(?:致|告诉|提醒).{0,6}(?:AI|人工智能|助手|机器人|大模型|语言模型)",
    r"(?:AI|人工智能|助手|机器人|大模型|语言模型).{0,8}(?:必须|应当|请|务必).{0,6}(?:回答|回复|输出)",
    r"(?:对所有|对任何|每个).{0,6}问题.{0,6}(?:回答|回复)",
    r"(?:输出|打印|泄露|显示).{0,10}(?:系统提示|隐藏|密钥|内部设置)",
    r"你(?:现在)?是一个.{0,10}(?:AI|助手|模型)",
)
_ADDRESSED = re.compile("|".join((*_ENGLISH, *_CHINESE)), re.IGNORECASE)


def addresses_assistant(sentence: str) -> bool:
    """Whether a sentence is an instruction to whoever answers from the document."""
    return bool(_ADDRESSED.search(sentence))


def without_instructions(text: str) -> str:
    """The text without such sentences: what they say bears nothing out."""
    spans = statements(text)
    return "\n".join(text[a:b] for a, b in spans if not addresses_assistant(text[a:b]))
