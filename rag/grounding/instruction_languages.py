"""How texts talk to an assistant in other languages than English: patterns as `instruction_words` has them."""

OTHER_LANGUAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "ignorier|vergiss|vergess|missacht",
        (
            r"\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*)\b.{0,30}\b(?:vorherig|bisherig|vorig|früher|obig|alle)\w*\b.{0,20}\b(?:anweisung|anleitung|instruktion|befehl|regel|vorgabe)\w*",
        ),
    ),
    (
        "ignor|oublie|ne tiens|ne tenez|olvida|esque|desconsider|dimentica|negeer|vergeet|zignoruj|pomi|zapomnij",
        (
            r"\b(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte(?: de)?)\s+(?:toutes?|tous|les|ces|vos|des)\b.{0,20}\b(?:instructions?|consignes?|directives?|règles)\b",
            r"\b(?:ignor[aeá]\w*|olvida\w*|esque[çc]a\w*|desconsider[ae]\w*|dimentica\w*)\s+(?:de )?(?:todas?|las|los|as|os|le|gli|tutte|tutti|cualquier|qualquer)\b.{0,20}\b(?:instruc|instruç|istruzion|indicacion|órdenes|ordens|reglas|regras|regole)\w*",
            r"\b(?:negeer|vergeet)\b.{0,30}\b(?:vorige|eerdere|alle|bovenstaande)\b.{0,20}\b(?:instructies|aanwijzingen|regels|opdrachten)",
            r"\b(?:zignoruj|pomiń|zapomnij)\b.{0,30}\b(?:instrukcj|poleceni|polecen|zasad)\w*",
        ),
    ),
    (
        "antwort|répon|respond|rispond",
        (
            r"\b(?:antwort\w*|répon\w*|respond[ea]\w*|rispond\w*)\b.{0,20}\b(?:auf (?:jede|alle)\w*|à toutes?|a (?:todas?|tutte)|immer|toujours|siempre|sempre|nur|uniquement|solo|seulement)\b.{0,30}\b(?:mit|par|avec|con|com)\b",
        ),
    ),
    (
        "инструкци|указани|правил|команд",
        (
            r"(?:игнориру\w*|забуд\w*|проигнорируй\w*|не обращай\w*).{0,30}(?:инструкци|указани|правил|команд)\w*",
        ),
    ),
    (
        "指示|命令|ルール|プロンプト|説明",
        (
            r"(?:以前|前|上記|これまで|すべて|全て)の.{0,12}(?:指示|命令|ルール|プロンプト|説明)を?.{0,6}(?:無視|忘れ)",
        ),
    ),
    (
        "지시|명령|지침|규칙|프롬프트",
        (r"(?:이전|위|모든|앞).{0,10}(?:지시|명령|지침|규칙|프롬프트).{0,8}(?:무시|잊)",),
    ),
    (
        "التعليمات|الأوامر|القواعد",
        (r"(?:تجاهل|انس).{0,20}(?:التعليمات|الأوامر|القواعد)",),
    ),
    # and in Chinese
    (
        "忽略|无视|忘|不要理会|遵守|抛开|跳过|绕过",
        (
            r"(?:忽略|无视|忘记|忘掉|不要理会|不必遵守|不要遵守|抛开|跳过|绕过).{0,12}(?:指令|指示|规则|提示|以上|之前|先前|上述|前面|设定)(?!.{0,6}(?:版本|通知|表格))",
        ),
    ),
    (
        "系统|助手|开发者",
        (r"^\W*(?:系统|助手|系统提示|系统消息|系统指令|开发者)\s*[:：]",),
    ),
    (
        "ai|人工智能|助手|机器人|模型|智能体",
        (
            r"(?:致|告诉|提醒|给|写给|通知).{0,6}(?:\bai|人工智能|助手|机器人|大模型|语言模型|智能体)",
            r"(?:\bai|人工智能|助手|机器人|大模型|语言模型).{0,8}(?:必须|应当|应该|请|务必|要|只能).{0,8}(?:回答|回复|输出|说|声称|忽略)",
            r"你(?:现在|从现在起)?(?:是|扮演|不再是)(?:一个|一名|一位)?.{0,10}(?:\bai|助手|模型|机器人)",
        ),
    ),
    (
        "回答|回复|输出|都说|声称|说|扮演",
        (
            r"(?:对所有|对任何|对每个|每个|无论|不管|所有).{0,8}(?:问题|提问|问什么).{0,8}(?:回答|回复|都说|输出)",
            r"(?:从现在(?:起|开始)|接下来).{0,6}(?:你|请|只|总是|都).{0,8}(?:回答|回复|输出|扮演|说)",
            r"(?:只|仅|请|直接)(?:需)?(?:回答|回复|输出|说)\s*[:：]?\s*[「“\"'‘《]",
            r"(?:当|如果|若).{0,6}(?:被问|有人问|用户问|问到|询问).{0,20}(?:请|就|都|一律|必须)?.{0,4}(?:回答|回复|说|声称|输出)",
        ),
    ),
    (
        "提示|隐藏|密钥|设置|指令",
        (
            r"(?:输出|打印|泄露|显示|公布|复述|告诉我|展示).{0,10}(?:系统提示|提示词|隐藏|密钥|内部设置|系统设置|初始指令|你的指令)",
        ),
    ),
)
