"""Words of questions that say what kind of answer is wanted, or little, or what happens."""

TYPE_WORDS = frozenset(
    "loud fast long soon quickly often late early far ahead advance old pricey expensive costly high big large "
    "heavy tall wide deep hot warm cold colour color most maximum max least minimum number amount date time deadline exactly "
    "多久 多长时间 几天 多少天 多少钱 多少元 几点 什么时候 何时 最多 至少 最高 最少 多长 提前".split()
)
WEAK = frozenset(
    "company employee staff people person someone anyone office work worker use make take need "
    "allow happen policy document rule page day week month year hour thing kind type case first "
    "last new own way like want go come put let set find see one two three team member state "
    "according ask mean before after during mention describe follow list exist apply get receive entitle per "
    "done do perform summarise summarize summary overview explain outline difference compare between cost price offer our place second receive pay paid spend hold 员工 公司 人员 规定 时间 天 年 月 日 周 小时 情况 时候 人 个 每 次 元 钱 工作 "
    "每年 每月 每天 每周 一次 怎么 算 发 交 存在 属于 进行 发现 标准 部门 可 哪里 东西 物品 材料 有无 什么样 持续 享有 不能 办理".split()
)
# What happens is put in many words; who or what it happens to is not.
VERBS = frozenset(
    "call hold fly drive expire move wear connect store find charge count borrow bring send submit finish end open close arrive "
    "handle book fill order claim cover run stay visit request change build expect reach serve speak talk operate "
    "oben erlaubt möglich entscheidet darf gilt".split()
)
# Words that turn a rule into another one.
CONTRASTS = frozenset(
    "outside without except abroad online instead former previous 境外 国外 以外".split()
)
