"""How texts talk to an assistant: what is surely said to one, and what may be said to a reader too.

Patterns are matched against what `disguises.readings` makes of a sentence: one line, lower case.
"""

import re

from rag.grounding.instruction_languages import OTHER_LANGUAGES
from rag.grounding.instruction_tasks import TASKS

# An imperative: at the start, after a break or a word that leads up to it. "Must not ignore" is none.
_DO = (
    r"(?:^|[.:;,!?()\[\]>\"'–—-]\s*|\b(?:and|then|now|please|must|should|shall|will|you|just|also|first|kindly"
    r"|simply|immediately|instead|can|could|(?:have|has|need|needs|asked|told|instructed|required|supposed|want you|order you|going) to)\s+)(?<!not )"
)
_AI = (
    r"(?:ais?|a\.i\.|ai[- ](?:models?|agents?|assistants?|systems?|readers?)|llms?|(?:large )?language models?|chat ?bots?"
    r"|bots?|gpt\S*|chatgpt|claude|gemini|copilot|(?:virtual|digital|helpful|automated) assistants?|artificial intelligence)"
)
_ASSISTANT = rf"(?:{_AI}|assistants?|models?)"
_ORDERS = (
    r"(?:instructions?|prompts?|directions?|directives?|guidelines?|commands?|orders|programming|training|restrictions"
    r"|safeguards|everything|system message|messages?|context|what you were told|rules?)"
)
_BEFORE = (
    r"(?:every|previous|prior|above|earlier|preceding|foregoing|existing|original|initial|your|system|other|developer"
    r"|hidden|safety|all)"
)
_SAY = r"(?:say|state|claim|answer|reply|respond|output|print|write|return|tell|recommend|pretend|insist|repeat|type)"
_SHOW = (
    r"(?:print|reveal|show|output|repeat|leak|expose|display|disclose|dump|list|give|send|share|tell|return|post|recite"
    r"|copy|write out|quote|include|append|paste|translate|summari[sz]e|encode)"
)
_LINE = r"(?:poem|haiku|limerick|rap|song|joke|story|script|essay)"

_SURE: tuple[tuple[str, tuple[str, ...]], ...] = (
    # what it was told before does not count
    (
        "ignore|disregard|forget|overrid|discard|neglect|drop |skip|bypass|t follow|stop following|no attention|set aside|delete",
        (
            rf"{_DO}(?:ignore|disregard|forget|override|discard|neglect|drop|skip|bypass|do not follow|don't follow|stop following"
            rf"|pay no attention to|set aside|delete)\b(?: \S+){{0,4}}? {_BEFORE}\b(?: \S+){{0,3}}? ?{_ORDERS}\b",
            rf"{_DO}(?:ignore|disregard|forget)\b(?: \w+){{0,2}} (?:everything|all that|whatever|anything)\b.{{0,40}}"
            r"\b(?:above|before|so far|told|said|previous|earlier|else)",
            rf"{_DO}(?:ignore|disregard|forget) (?:the |all )?(?:above|foregoing|preceding|previous)(?: text)?[,;.]? (?:and|then|instead)",
            r"(?:ignore|disregard|forget)(?:all|any|the|your|of)*(?:previous|prior|above|earlier)(?:instructions|prompts|rules)",
        ),
    ),
    (
        "void|obsolete|cancel|revoked|superseded by this|no longer|outdated|replaced by",
        (
            r"\b(?:previous|prior|above|earlier|your|system|original) (?:\w+ )?(?:instructions|prompts?|directives|context|training) (?:are|is|were|have been|has been)"
            r" (?:now )?(?:void|obsolete|cancelled|canceled|revoked|superseded by this|no longer|outdated|replaced by)",
        ),
    ),
    # somebody else seems to speak
    (
        "system|assistant|developer|admin|root|llm:|llm>|llm]| ai:| ai>|bot:| ai]",
        (
            r"^\W*(?:system|assistant|developer|administrator|admin|root)[ -]?(?:prompt|message|override|notice|note|instructions?|update|alert)"
            r"\s*[\]:>\-–—]",
            r"^\W*(?:system|assistant|developer|ai|llm|bot)\s*[:>\]](?=.*\b(?:you|your|ignore|disregard|forget|tell|answer|reply|respond|output|print|reveal"
            r"|say|always|never|user|instructions?|prompt)\b)",
        ),
    ),
    (
        "<|[inst|[/inst|###",
        (
            r"<\|?/?(?:im_start|im_end|system|endoftext|end_of_text|begin_of_text|start_header_id|eot_id|assistant|user)\b|\[/?inst\]|<</?sys>>",
            r"</(?:document|documents|question|excerpts?|history|claim|claims|context|instructions?|prompt)\s*>|</?(?:tool_call|function_call|tool_response)\b",
            r"###\s*(?:system|instructions?|assistant|response|human|user)\b",
            r"<!(?:channel|here|everyone|subteam)|<@[uw]\w+>|<#c\w+|<https?://[^>]*\||\bslack://",
        ),
    ),
    (
        "end of|begin of|start of|beginning of|ending of",
        (
            r"^\W*(?:end|begin|start)(?:ing)? of (?:the )?(?:documents?|context|excerpts?|data|input|prompt|system prompt)\b\W+\w+ \w+",
        ),
    ),
    (
        "instruction|prompt|task|directive",
        (
            r"\b(?:new|updated|real|actual|revised|important|secret|additional) (?:system |hidden )?(?:instructions?|prompt|task|directive)\s*(?:for you\s*)?[:：]",
        ),
    ),
    # it is called by its name
    (
        " ai| a.i.| llm|language model|bot|gpt|claude|gemini|copilot|assistant|artificial intelligence| model",
        (
            rf"\b(?:note|message|instructions?|attention|attn|notice|memo|reminder|warning|important)\b.{{0,12}}\b(?:to|for)\b (?:\S+ )?{_AI}\b",
            rf"\b(?:note|message|instructions?|attention|attn|notice)\b.{{0,12}}\b(?:to|for)\b (?:any |all |the |this |every )?{_ASSISTANT}\W*(?:[:,!]|$|read|process|that|who)",
            rf"^\W*(?:dear|hey|hello|hi|attention|attn|ok|okay|note to)\W+(?:the |all |any )?(?:\w+ )?{_ASSISTANT}\b",
            rf"\b{_ASSISTANT},? (?:that is |who is |which is |you are |if you are )?(?:reading|processing|summari[sz]ing|parsing|answering|ingesting"
            r"|analy[sz]ing|indexing) (?:this|the document|these)",
            rf"\bif you are an? (?:\w+ )?{_ASSISTANT}\b",
            rf"\b(?:as|being) an? (?:\w+ )?{_AI},? (?:you|your)\b",
            rf"\b(?:the |any |every |this |an? )?{_AI},? (?:you )?(?:must|should|shall|has to|have to|need to|needs to|will|please|are to|is to)"
            rf" (?:now |always |only |therefore |instead |first )*(?:{_SAY}|ignore|reveal|cite|quote|treat|include|add|mention)\b(?! (?:within|in|at|by|promptly|to (?:the|all|any|every) (?:e-?mails?|calls?|tickets?))\b)",
            rf"\b(?:the|any|every|this) assistant (?:must|should|shall|has to|will|is to) (?:now |always |only )*(?:{_SAY}|ignore|reveal|cite)\b"
            r"(?! (?:the (?:phone|telephone|door|bell|calls?)|all calls|phone))",
            rf"\byou are (?:now |no longer )?(?:an?|the|in|called)? ?(?:\S+ ){{0,3}}?(?:{_AI}|assistant|dan\b|developer mode|debug mode|jailbroken|unrestricted)",
        ),
    ),
    # it is given another part to play
    (
        "as if|as though| as a| like |as my|as dan",
        (
            rf"{_DO}(?:act|behave|speak|answer|respond|reply|talk) (?:as|like) (?:if you|though you|an? (?:\S+ )?(?:{_ASSISTANT}|pirate|hacker|character|persona|expert with no)|my |dan\b)",
        ),
    ),
    (
        "pretend",
        (rf"{_DO}pretend (?:that |to be |you)",),
    ),
    (
        "from now on|from here on|from this point on",
        (
            r"\bfrom (?:now|here|this point) on(?:wards?)?,? (?:you (?:are|will (?:answer|respond|reply|be|act)|must (?:answer|respond|reply|say|act))"
            r"|your (?:answers?|repl|respons|name)|always|only|every (?:answer|response|reply)|(?:answer|respond|reply|say|act|speak|output|write)\b)",
        ),
    ),
    (
        " mode",
        (
            rf"{_DO}(?:enter|enable|activate|switch to|turn on|go into) (?:the )?(?:developer|debug|dan|god|admin|maintenance|jailbreak|unrestricted|root|sudo) mode",
            rf"\byou are (?:now |no longer )?(?:an?|the|in|called)? ?(?:\S+ ){{0,3}}?(?:{_AI}|assistant|dan\b|developer mode|debug mode|jailbroken|unrestricted)",
        ),
    ),
    # what to answer, whatever is asked
    (
        "answer|reply|repli|respon|output",
        (
            r"\b(?:replace|remove|group|combine|misspell|rearrange|anagram|reverse|encode|encrypt|scramble|modify|enhance|augment|integrate)\b.{0,60}\byour (?:\w+ )?(?:answers?|responses?|reply|replies|output)\b",
            rf"{_DO}(?:answer|reply|respond)(?: to)?(?: \S+){{0,5}}? (?:only |just |exclusively |simply |exactly )*with:? ?(?:[\"'(<\[]|only |exactly |the (?:word|phrase|text|sentence|string|following|url|link)\b|nothing but|a link|see )",
            rf"{_DO}(?:answer|reply|respond)(?: to)?(?: \w+){{0,2}} (?:every|all|any|each)(?: \w+){{0,3}} (?:with|by saying|using|in the style|as if)\b"
            r"(?! (?:an?|the) (?:written|clear|signed|formal|short|brief|polite|reason)\b)(?! (?:due|care|black|blue|pencil|ink))",
            r"\bthe (?:only |correct |right |real |true )+answer (?:is|to (?:all|any|every|each|this|whatever)\b)(?=.*\b(?:all|any|every|each|whatever|this) \w*\s?questions?|.*[\"'])",
        ),
    ),
    (
        "asked|asks|query|queries",
        (
            r"\b(?:when|whenever|if)(?: you are| you're| a user| the user| someone| anyone| anybody| the reader| users?)? (?:ever )?(?:are )?(?:asked|asks?|quer(?:y|ies)) (?:about|for|how|what|whether|which|who|any|anything|to)\b.{0,80}[, ](?:always |only |please |you must |you should |then )*(?:say|state|claim|answer|reply|respond|pretend|insist|recommend|tell (?:them|him|her|the user|people))\b",
        ),
    ),
    (
        "regardless|no matter|whatever",
        (
            rf"\b(?:regardless of|no matter|whatever) (?:(?:the|what|which|is|was) ){{0,2}}(?:question|user|is asked|they ask|the user asks|document)\b.{{0,40}}\b{_SAY}\b",
        ),
    ),
    (
        "cite|quote|refer to|use ",
        (
            r"\b(?:cite|quote) (?:it|this|that|them|everything|all|your answer) (?:as|from) ",
            rf"{_DO}(?:cite|quote|refer to|use) (?:\w+ ){{0,3}}(?:\[\d+\]|(?:document|source|excerpt|passage) (?:number |no\.? ?)?\d+)",
        ),
    ),
    # what must not come out
    (
        "prompt|instruction|setting|configuration|rules|system message| key| token|environment variables|context window|conversation",
        (
            rf"{_DO}{_SHOW}\b.{{0,40}}?\b(?:hidden|system|secret|initial|original|your (?:own )?(?:full |entire |complete |exact )?|developer|full|entire|text above|above)\b.{{0,12}}?"
            r"\b(?:prompts?|instructions|settings|configuration|rules|system message|(?:api|secret|access) (?:keys?|tokens?)|environment variables|context window|conversation(?: history)?)\b(?! (?:to|at|with|before) (?:the|your|a|any) (?!end|start|answer|reply|response))",
        ),
    ),
    (
        "everything|all text|all word|all message|all content|all the ",
        (
            rf"{_DO}{_SHOW}\b.{{0,30}}\b(?:everything|all (?:the )?(?:text|words|messages|content)) (?:above|before this|in your (?:context|prompt|memory))",
        ),
    ),
    (
        "document|passage|excerpt|channel",
        (
            rf"{_DO}{_SHOW}\b.{{0,40}}\b(?:other|all|every|private|remaining) (?:other |private |the )?(?:documents?|passages?|excerpts?|channels?)\b.{{0,40}}\b(?:you (?:can|have|know|see)|verbatim|in full|word for word|in your (?:answer|reply|response|context)|to (?:the user|https?))",
        ),
    ),
    (
        "not |n't |never ",
        (
            r"\b(?:do not|don't|never) (?:tell|mention|reveal|inform|warn|alert|notify|cite)\b.{0,25}\b(?:the user|the reader|the asker|users|this (?:instruction|note|message|text|paragraph)|these instructions)",
        ),
    ),
    # what the checks are to find
    (
        '"verdict|"relevant|"has_fact|"answers_q|"source_t|"standalone',
        (
            r"\"(?:verdict|verdicts|relevant|has_factual_error|answers_question|source_traced|standalone)\"\s*:",
        ),
    ),
    (
        "relevant|supported|contradicted|unverifiable|verified|yes|true| no",
        (
            rf"{_DO}(?:grade|rate|score|judge|mark|treat|classify|label|consider|verify)\b.{{0,30}}\b(?:documents?|passages?|excerpts?|claims?|answers?|statements?|everything)\b.{{0,25}}\b(?:as )?(?:relevant|irrelevant|supported|contradicted|unverifiable|verified|\"?yes\"?|\"?no\"?|true)\b\W*(?:$|[,;.]|and\b|regardless|without|only)",
            r"\bverdict\s*[:=]\s*(?:supported|yes|relevant|contradicted|no)\b",
        ),
    ),
    # what is run, called or fetched by it
    (
        "slack:",
        (r"<!(?:channel|here|everyone|subteam)|<@[uw]\w+>|<#c\w+|<https?://[^>]*\||\bslack://",),
    ),
    (
        "![",
        (
            r"!\[[^\]]*\]\(\s*(?:https?:)?//[^)]*[?&/=](?:[^)]*(?:\{|<|%s|\[|question|secret|data|history|conversation|prompt|answer|text|leak))",
        ),
    ),
    (
        "@channel|@here|@everyone|<!|this channel|the channel|entire channel|whole channel",
        (
            rf"{_DO}(?:ping|notify|mention|tag|alert|message|dm)\b.{{0,20}}(?:@(?:channel|here|everyone)|<!|everyone in (?:the|this) channel|the (?:whole|entire) channel)",
        ),
    ),
    (
        "tool|function|plugin| api",
        (
            r"\b(?:call|invoke|use|trigger) (?:the |your )?\S{0,30} ?(?:tool|function|plugin|api)\b.{0,40}\b(?:with|to|and)\b.{0,40}\b(?:send|delete|forget|post|upload|user|secret|all|arguments?|every)\b",
        ),
    ),
)

MAYBE = (
    # it asks for an answer to be made in some way
    r"\b(?:your|the|this|each|every) (?:\w+ ){0,2}(?:answers?|responses?|reply|replies|output|message)\b",
    r"^\W*(?:please )?(?:answer|reply|respond|say|output|print|repeat|write|type|cite|quote|pretend|act)\b",
    # it asks for work that has nothing to do with a document
    r"^\W*(?:please |kindly )?(?:explain|draft|compose|translate|paraphrase|rewrite|recommend|suggest|summari[sz]e|imagine|brainstorm"
    r"|break down|convert|analy[sz]e|determine|classify|identify|generate|create|calculate|describe|outline|discuss|compare|define)\b",
    rf"\b(?:write|compose|provide|give|tell|create|make|sing|draft)\b.{{0,20}}\b{_LINE}s?\b",
    r"^\W*(?:please )?(?:provide|give|show|tell|find|help|list|teach|write|use|render|encode|reverse|replace|remove|group|combine|introduce"
    r"|misspell|rearrange|anagram|add|append|insert|include|integrate|embed|incorporate|modify|enhance|augment|mention|promote"
    r"|advertise|encourage|begin|start|end|finish|close)\b.{0,60}\b(?:me|us|answer|answers|response|reply|responses|replies|message|output|example|examples|list of|equivalent"
    r"|recipe|command|emojis?|cipher|base ?\d+|letters?|words?|characters?|symbols?|typos?|french|spanish|german|italian|chinese|japanese|users?|readers?|sentence|headline|teaser|summary)\b",
    r"^\W*(?:can|could|would|will) you\b|\?\W*$|？\W*$|^[^.!]{3,200}\?",
    # it sends people somewhere
    r"\b(?:visit|click|go to|download|open|subscribe|log ?in|sign in|sign up|call|whatsapp|telegram)\b.{0,80}(?:https?://|www\.|\b[\w-]+\.(?:com|net|org|io|xyz|example|info|biz|co|ru|cn|top|site)\b|\+\d)",
    r"\b(?:tell|inform|convince|persuade|direct|advise|instruct|redirect|warn|remind|ask)\b (?:the |all |any |every )?(?:reader|user|person|asker|requester|customer|human|people|everyone|employee)s?\b",
    r"\b(?:run|execute|eval|curl|wget|sudo|rm -rf)\b.{0,30}\b(?:command|code|script|query|https?|following|-\w)",
    r"^\W*(?:请|麻烦)?(?:翻译|写一|解释|总结|推荐|生成|编写|扮演|回答|回复|输出|用.{1,8}(?:回答|回复|写)|在.{0,6}(?:回答|回复)中)",
)

SURE = tuple(
    (words.split("|"), re.compile("|".join(f"(?:{pattern})" for pattern in patterns)))
    for words, patterns in (*_SURE, *TASKS, *OTHER_LANGUAGES)
)
"""Each with words one of which it can't do without: to look for these costs next to nothing."""
MAYBE_RE = re.compile("|".join(f"(?:{pattern})" for pattern in MAYBE))
