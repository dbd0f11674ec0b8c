"""Other words for what people ask of policies, manuals and contracts, in English and Chinese.

A line is one meaning. Words are compared by stem; Chinese words wherever they occur. Collected by
hand from the vocabulary of staff handbooks, travel rules, leases and plant manuals.
"""

from functools import cache

from rag.adapters.reasoners.extractive.places import capitals, places
from rag.text.language import detect
from rag.text.terms import terms

_MEANINGS = """
hotel accommodation lodging room 住宿 酒店 宿泊 숙박
flight fly plane air airfare 飞机 航班 机票
train rail railway 高铁 火车
trip travel journey travelling 出差 差旅
meal food lunch dinner eat 伙食 餐 用餐
leave holiday vacation pto absence 年假 休假 假期 有给休暇
annual yearly 年假 每年 年度
sick ill illness sickness unwell 病假 疾病
pregnant maternity birth 产假 生育
paternity father 陪产假
parent maternity paternity family 育儿假
wedding married marriage marry 婚假 结婚
death dead bereavement funeral die dies died relative 丧假 去世
salary pay wage payroll paid 工资 薪酬 薪水
bonus reward premium 奖金
contractor freelancer freelance subcontractor 外包人员 外包 外包员工
employee staff 员工
intern trainee apprentice 实习生 实习
probation trial 试用期
overtime 加班
resign quit resignation 辞职 离职
revision rev edition 修订 版本
dismiss fire terminate termination dismissal 解除 辞退
notice 通知
remote remotely home telework telecommute wfh 居家办公 远程 居家
abroad foreign overseas country 境外 国外
laptop computer notebook pc 电脑 笔记本
breach leak incident 泄露
lost lose stolen steal missing theft 遗失 丢失
report notify tell 报告 告知 上报
claim reimburse reimbursement refund expense submit 报销
receipt invoice voucher 发票 单据
approve approval consent permission authorise authorize sign 批准 审批 同意
deposit bond 押金
rent lease tenancy 房租 租金
pet dog cat animal 宠物
return refund 退货
price cost fee charge 价格 费用 价钱
discount rebate reduction 折扣
revenue turnover sales 营业收入 收入
training course learning education 培训
confidentiality confidential secret secrecy nda 保密
password passphrase passcode 密码
screen monitor display 屏幕
lock 锁定
retain retention keep kept store stored 保留 保存
delete erase erased remove overwrite overwritten 删除
start begin commence join 入职
end finish stop 结束
duty obligation 义务
complain complaint concern grievance object 申诉 异议
recommend referral refer 推荐
canteen cafeteria restaurant 食堂
drill exercise 演习
alarm 警报
speed fast run rpm 转速 速度
temperature hot warm cold heat c celsius fahrenheit 温度
pressure bar 压力
service serviced maintenance maintained inspect 维护 保养
weigh weight heavy kg kilogram gram 重量
loud noise decibel db
bolt screw 螺栓
deadline within latest 期限 之前
nightly night 每晚 一晚 晚
carry carried transfer roll 顺延 结转
unused untaken leftover remaining 未休 未使用
late lateness delay 迟到 逾期
doctor medical physician hospital 医院 诊断
certificate proof note 证明
client customer 客户
entertain hospitality host 宴请
weekend saturday sunday 休息日 周末
document file paper 文件 资料
term period duration length
hand deliver provide give
insurance cover insured 保险
coolant refrigerant
dispose disposal discard
telephone phone extension ring call 电话
contact reach
city town
job employment occupation
relative grandmother grandfather mother father brother sister grandparent
budget allowance grant 预算
customer guest
leave depart departure departs 出发
arrive arrival arrives reach get 到达
lift elevator 电梯
guarantee warranty 保修 保修期 质保 质保期
bike bicycle cycle 自行车
beer wine alcohol alcoholic spirits 酒
built build construct constructed erected
fine penalty 罚款 违约金 扣款
late overdue delayed 逾期
allowance subsidy stipend grant 补贴 补助 津贴
limit maximum cap ceiling most 上限 限额
shipping delivery freight shipment postage 运费 运输
flat apartment 公寓
holiday vacation 假期
car vehicle automobile 汽车 车
petrol gasoline fuel
illness sick ill sickness 生病
doctor medical physician hospital certificate
ceo executive 首席执行官 总裁
cfo financial 财务总监
cto technology
sublet subletting sublease 转租
replace renew exchange 更换
grow growth increase rise rose grew 增长
clean cleaned cleaning 清洁
repair fix mend maintenance 维修
store stored storage keep kept 存放
permit permitted forbidden prohibited 允许 禁止
privately private personal
address street location located 地址
hire recruit recruitment employ 招聘
begin start commence starts begins starting 开始
backup backups backed 备份
fire 火灾 灭火 消防
drill drills exercise 演习
ferry boat ship 渡轮 轮船
water 水
pump 水泵 泵
forklift 叉车
officer 官 专员
protection 保护
data 数据
dam 大坝
bonus 年终奖
salary 工资
overtime 加班 加班费
meal 餐补 餐费
resign 辞职 离职
pay payment payable paid 支付 付款
purchase buy order 购买 采购
contract agreement 合同 协议
deliver delivery 交货 交付
price total amount 总价 价格
court jurisdiction 法院 管辖
install installation 安装
acceptance 验收
advance prepayment prepay downpayment 预付款
place location 地点
accident 事故
visitor visitors guest 访客
weight heavy 重量
revenue turnover sales 收入 营收
profit earnings 利润
dividend 股息 分红
employee staff workforce headcount 员工
meeting minutes session committee 会议
address located street premises
office 办公室
request ask apply application 申请
value amount worth sum
上班 下班 工作时间
working work hours 工作时间
device laptop computer phone tablet
own private personal
expire lapse forfeit 失效 过期
hold held place
receipt invoice bill
rule regulation policy
open opens opening hours 开门 营业时间
above over exceed exceeding 超过
euro euros eur 欧元
""".strip().splitlines()


@cache
def _table() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for line in _MEANINGS:
        forms = {form for word in line.split() for form in _forms(word)}
        for form in forms:
            table.setdefault(form, set()).update(forms)
    for name, names in places().items():
        for form in _forms(name):
            table.setdefault(form, set()).update(f for other in names for f in _forms(other))
    for form in (*_forms("capital"), "首都"):
        table.setdefault(form, set()).update(f for city in capitals() for f in _forms(city))
    return {form: frozenset(others - {form}) for form, others in table.items()}


def _forms(word: str) -> list[str]:
    return [word] if detect(word) != "en" else terms(word, "en")


def alternatives(term: str) -> frozenset[str]:
    """Terms that may say the same as this one; empty for most."""
    return _table().get(term, frozenset())


@cache
def chinese_words() -> frozenset[str]:
    """Words of the table that a dictionary of general Chinese may cut in two: 年假."""
    return frozenset(w for w in _table() if len(w) > 1 and not w.isascii() and detect(w) == "zh")
