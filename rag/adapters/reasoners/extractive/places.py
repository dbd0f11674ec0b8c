"""Capitals and large cities by their other names: the country, its adjective, in Chinese.

People ask for "the Portuguese capital" where a travel policy says Lisbon. Places that are often
travelled to, collected by hand; first the capital, then the rest.
"""

from functools import cache

_CAPITALS = """
lisbon portugal portuguese 里斯本 葡萄牙
madrid spain spanish 马德里 西班牙
paris france french 巴黎 法国
berlin germany german 柏林 德国
london england britain british uk 伦敦 英国
rome italy italian 罗马 意大利
vienna austria austrian 维也纳 奥地利
bern switzerland swiss 伯尔尼 瑞士
amsterdam netherlands dutch 阿姆斯特丹 荷兰
brussels belgium belgian 布鲁塞尔 比利时
dublin ireland irish 都柏林 爱尔兰
copenhagen denmark danish 哥本哈根 丹麦
stockholm sweden swedish 斯德哥尔摩 瑞典
oslo norway norwegian 奥斯陆 挪威
helsinki finland finnish 赫尔辛基 芬兰
warsaw poland polish 华沙 波兰
prague czechia czech 布拉格 捷克
athens greece greek 雅典 希腊
moscow russia russian 莫斯科 俄罗斯
washington usa american 华盛顿 美国
ottawa canada canadian 渥太华 加拿大
tokyo japan japanese 东京 日本
seoul korea korean 首尔 韩国
beijing china chinese 北京 中国
bangkok thailand thai 曼谷 泰国
hanoi vietnam vietnamese 河内 越南
jakarta indonesia indonesian 雅加达 印尼
canberra australia australian 堪培拉 澳大利亚
cairo egypt egyptian 开罗 埃及
brasilia brazil brazilian 巴西利亚 巴西
""".strip().splitlines()
_CITIES = """
上海 shanghai
深圳 shenzhen
广州 guangzhou
杭州 hangzhou
南京 nanjing
成都 chengdu
香港 hongkong
新加坡 singapore
纽约 newyork
巴塞罗那 barcelona
慕尼黑 munich
鹿特丹 rotterdam
爱丁堡 edinburgh
苏黎世 zurich
日内瓦 geneva
米兰 milan
法兰克福 frankfurt
汉堡 hamburg
大阪 osaka
迪拜 dubai
悉尼 sydney
旧金山 sanfrancisco
洛杉矶 losangeles
波尔图 porto
里昂 lyon
曼彻斯特 manchester
""".strip().splitlines()


@cache
def places() -> dict[str, frozenset[str]]:
    """Every name of a place, in lower case, with its other names."""
    table: dict[str, frozenset[str]] = {}
    for line in (*_CAPITALS, *_CITIES):
        names = line.split()
        table.update({name: frozenset(names) - {name} for name in names})
    return table


@cache
def capitals() -> frozenset[str]:
    """The capitals alone, in English and Chinese: what "the capital" may stand for."""
    return frozenset(name for line in _CAPITALS for name in _capital_of(line.split()))


def _capital_of(names: list[str]) -> tuple[str, str]:
    return names[0], next(name for name in names if not name.isascii())
