"""Text of the sample employee handbook, one clause a line.

Markup: ``#`` section, ``##`` subsection, ``|`` table row (the first row is the heading),
``^`` table caption, ``---`` page break. Any other line starts with its clause number.
"""

COMPANY = "Harbour & Pine"
TITLE = "Employee Handbook"
EDITION = "Seventh edition · January 2026"
APPENDIX = "Appendix A  Fire-safety certificate"

ABOUT = """
This handbook sets out how we work together: when you are paid, how much leave you have, what you may spend on a business trip, and what each of us can expect when something goes wrong. It is meant to be consulted rather than read from cover to cover, so every rule has a number of its own, and each section can be understood without the others.

It applies from 1 January 2026 and replaces the sixth edition. When a rule changes between editions, the People Team announces the change on the noticeboard at least one month before it takes effect.

Where a rule treats contractors differently from employees, it says so in a clause of its own, close to the rule it departs from. Where nothing is said, the rule is for employees only.

If you think a rule is unclear or unfair, tell the People Team at people@harbourpine.example. Most of the improvements in this edition began with a question from someone who had been here for less than a year.
"""

TEXT = """
# 1 Starting work
## 1.1 Who this handbook covers
1.1.1 This handbook applies to everyone who works for Harbour & Pine in Edinburgh, Rotterdam and Singapore. Colleagues in Shanghai follow the staff rules of that office, which are published separately in Chinese.
1.1.2 An employee is anyone with a contract of employment, full-time or part-time. A contractor is a person who works for us under a contract for services, directly or through an agency.
1.1.3 If your own contract gives you more than this handbook does, your contract prevails.
## 1.2 Probation
1.2.1 The first six months of employment are a probation period. Your manager reviews your progress with you at the end of the third month and again at the end of the fifth.
1.2.2 Probation may be extended once, by no more than three months. The reasons are given to you in writing before the original period ends.
1.2.3 Contractors have no probation period. Instead, either side may end a contractor's first assignment without notice during its first 14 days.
## 1.3 Working hours
1.3.1 Full-time employees work 37.5 hours a week, Monday to Friday. Between 10:00 and 15:00 everyone should be reachable; the other hours are yours to arrange with your team.
1.3.2 Overtime is agreed with your manager beforehand. It is made up in time off, hour for hour, within eight weeks.
1.3.3 Contractors arrange their own hours but attend the meetings listed in their assignment.
## 1.4 Pay
1.4.1 Salaries are paid on the 26th of each month, or on the last working day before it.
1.4.2 Contractors are paid within 30 days of the day we receive a correct invoice.
1.4.3 Salaries are reviewed once a year, in March. A change takes effect on 1 April.
---
# 2 Leave
## 2.1 Annual leave
2.1.1 Full-time employees have 27 days of paid annual leave in each calendar year, in addition to public holidays. Part-time employees have the same allowance in proportion to their hours.
2.1.2 After five full years of service the allowance rises to 30 days.
2.1.3 Ask for leave in the staff portal: at least two weeks ahead for an absence of up to five days, and at least six weeks ahead for a longer one. Your manager answers within three working days.
2.1.4 Up to five unused days may be carried into the next year. They must be taken by 31 March, after which they lapse.
## 2.2 Contractors' time off
2.2.1 Contractors have no paid annual leave. They may take up to 20 unpaid days off in any twelve months of an assignment, and tell their assignment manager ten working days beforehand.
2.2.2 Unused unpaid days are neither carried over nor paid out.
## 2.3 Public holidays
2.3.1 You have the public holidays of the country where your office is. If you are asked to work on one, you take another day off in its place within three months.
## 2.4 Family leave
2.4.1 A parent who gives birth or adopts has 26 weeks of leave at full pay, followed by up to 13 weeks at half pay. The other parent has six weeks at full pay, to be taken within a year of the child's arrival.
2.4.2 Please tell the People Team at least 15 weeks before the leave is to begin.
2.4.3 A contractor's assignment may be paused for family reasons for up to four months, without pay.
## 2.5 Other leave
2.5.1 Employees may take up to five paid days after the death of a close relative.
2.5.2 Employees may spend two paid days a year volunteering for a charity of their choice.
---
# 3 Sickness
## 3.1 Telling us
3.1.1 If you are too ill to work, let your manager know by 09:30 on the first day. A message is enough. If you cannot reach your manager, ring the People Team on extension 4400.
3.1.2 A doctor's certificate is needed from the eighth calendar day of an illness. Until then your own word is enough.
## 3.2 Sick pay
3.2.1 Employees who are ill receive sick pay for the number of weeks shown in Table 1, counted over any twelve months.
^ Table 1. Sick pay by length of service
| Length of service | Weeks at full pay | Weeks at half pay
| Less than one year | 4 | 4
| One year to under five years | 10 | 10
| Five years and more | 20 | 20
3.2.2 Sick pay includes any statutory payment you are entitled to; the two are not added together.
3.2.3 Days of illness during annual leave are given back as leave, provided you reported them under clause 3.1.1.
## 3.3 Contractors who are ill
3.3.1 Contractors receive no sick pay from Harbour & Pine. Contractors placed by an agency should ask the agency what it provides.
3.3.2 A contractor who cannot work tells the assignment manager by 10:00. After ten working days of absence in a row we may appoint a replacement.
## 3.4 Coming back
3.4.1 After four weeks or more away, your manager meets you on your first day back to agree what you need. You may return on reduced hours, at full pay, for up to three weeks.
3.4.2 What you tell us about your health is kept by the People Team and shared with your manager only with your consent.
---
# 4 Travel and expenses
## 4.1 Booking
4.1.1 Book through the travel desk, at least 14 days before you leave whenever the date is known.
4.1.2 Take the train, in standard class, wherever the journey is shorter than five hours. Flights are in economy class; premium economy is allowed on flights of more than eight hours.
## 4.2 Hotels and meals
4.2.1 The costs of hotels, meals and local transport are met up to the limits in Table 2. The hotel limit includes breakfast and tax.
^ Table 2. Travel allowances by city
| City | Hotel per night | Meals per day | Transport per day
| Edinburgh | £140 | £38 | £12
| London | £175 | £45 | £18
| Rotterdam | £130 | £40 | £14
| Singapore | £190 | £42 | £16
| New York | £240 | £60 | £24
| Anywhere else | £110 | £35 | £10
4.2.2 If no suitable room can be had within the limit, ask your head of department to approve the difference before you book, not afterwards.
## 4.3 Contractors' travel
4.3.1 Contractors' travel is met only if the assignment provides for it. The hotel limit for contractors is £105 a night in every city, and no meal allowance is paid.
## 4.4 Claims
4.4.1 Submit an expense claim within 30 days of the expense, with a receipt for anything above £10. A claim between 31 and 60 days old needs the finance director's consent; an older one is not paid.
4.4.2 Claims approved by the 15th are paid with that month's salary, and later ones with the next.
4.4.3 Alcohol, fines and hotel laundry for stays under four nights are not paid for. Hospitality for clients is limited to £60 a head.
4.4.4 Contractors put approved expenses on their monthly invoice, within 45 days of the expense.
---
# 5 Remote work and equipment
## 5.1 Working from home
5.1.1 Employees may work from home up to three days a week. Each team chooses one day on which all its members are in the office together.
5.1.2 During the first month of employment you work from the office, so that you can meet people and be shown round.
## 5.2 Working from abroad
5.2.1 Employees may work from another country for up to 20 working days a year. Ask four weeks ahead: the People Team has to check tax, insurance and data protection for each country.
## 5.3 Contractors working remotely
5.3.1 Contractors may work remotely all week, unless the assignment is in a workshop. They work only from the countries named in the assignment.
## 5.4 Equipment
5.4.1 Each employee is given a laptop, a headset and one external monitor. Laptops are replaced every four years.
5.4.2 Employees who work from home at least one day a week may spend £250 on a desk, chair or lamp once every three years. What you buy is yours to keep.
5.4.3 Report lost or stolen equipment to the service desk within 24 hours, on extension 4411. You are not charged for a loss you report in time.
5.4.4 Contractors use their own equipment. Where an assignment involves customers' personal data they are lent a laptop, to be returned within five working days of the assignment's end.
## 5.5 Care of equipment
5.5.1 Lock your screen when you leave it. Keep company files in the shared folders and not on the laptop itself, where no backup is made.
5.5.2 You may use your laptop privately within reason. You may not lend it, even to family.
---
# 6 Data protection
## 6.1 Handling personal data
6.1.1 Collect only the personal data a task needs, show it only to those who work on the task, and delete it when the task is done.
6.1.2 Use the password manager, and a second factor wherever a system offers one. Nobody at Harbour & Pine will ever ask you for your password.
6.1.3 Everyone, contractors included, completes the data-protection course by 30 September each year.
## 6.2 How long we keep data
6.2.1 Applications from people we did not hire are deleted after six months. Payroll records are kept for seven years. Recordings from the cameras at our entrances are overwritten after 21 days.
## 6.3 When something goes wrong
6.3.1 Report a suspected data breach within two hours of noticing it, to dataprotection@harbourpine.example or on extension 4422, at any time of day. Do not wait until you are sure.
6.3.2 The data-protection officer decides within 72 hours whether the supervisory authority must be told. You are never disciplined for a report made in good faith, even if the mistake was yours.
## 6.4 Requests from people about their data
6.4.1 Anyone may ask what we hold about them. Pass such a request to the data-protection officer on the day it arrives; the answer is due within one calendar month.
## 6.5 Confidentiality
6.5.1 What you learn about customers, prices and designs stays within the company. For employees this duty lasts for two years after they leave.
6.5.2 For contractors the duty of confidentiality lasts for five years after the assignment ends.
6.5.3 Nothing in this section prevents anyone from reporting a crime or a danger to the public.
---
# 7 Fairness, safety and rewards
## 7.1 Referral bonus
7.1.1 If someone you recommend is hired, you receive a referral bonus of £1,500: half when the new colleague starts and half when they have completed six months.
7.1.2 Name the person to the People Team before they apply. No bonus is paid to the hiring manager or to members of the People Team.
7.1.3 Contractors who recommend someone we hire receive £500, paid once, when the new colleague starts.
## 7.2 Learning
7.2.1 Each employee has £900 a year for courses, books and conferences, and four paid days on which to use them. Unspent amounts are not carried over.
7.2.2 Contractors pay for their own training, except for courses we require of them.
## 7.3 Raising a concern
7.3.1 Talk to your manager first, if you can. If that is not possible, or does not help, write to the People Team. You will have a reply in writing within ten working days.
7.3.2 You may bring a colleague or a trade-union representative to any meeting about a concern.
## 7.4 Equal treatment
7.4.1 We decide about hiring, pay and promotion on merit. Discrimination, harassment and bullying are misconduct, whoever they come from and whomever they are aimed at.
## 7.5 Other work
7.5.1 Employees may take on other paid work of up to eight hours a week, unless it is for a competitor. Tell your manager before you begin.
## 7.6 Fire safety
7.6.1 Fire drills are held twice a year, in May and November. When the alarm sounds, leave by the nearest stairs and gather at the assembly point; do not go back for your things.
7.6.2 The fire-safety certificate of the Edinburgh office is reproduced in Appendix A.
---
# 8 Leaving
## 8.1 Notice
8.1.1 Notice is given in writing and counts from the Monday after it is received. Table 3 shows how much you need to give, and how much you will be given.
^ Table 3. Notice periods by years of service
| Years of service | Employee gives | Company gives
| During probation | 1 week | 1 week
| Up to two years | 4 weeks | 4 weeks
| More than two, up to five | 6 weeks | 8 weeks
| More than five, up to ten | 8 weeks | 12 weeks
| More than ten | 8 weeks | 16 weeks
8.1.2 The company may ask you to stay at home, at full pay, for all or part of your notice.
## 8.2 Ending a contractor's assignment
8.2.1 Either side may end an assignment with ten working days' notice, whatever its length so far, unless the assignment says otherwise. Work delivered up to that day is paid for in full.
## 8.3 Before you go
8.3.1 Hand in your laptop, pass and keys on your last working day. The service desk gives you a receipt.
8.3.2 Annual leave you have earned but not taken is paid out with your final salary. Leave taken beyond what you had earned is deducted from it.
8.3.3 We invite everyone who leaves to a conversation with someone outside their own team. It is voluntary, and what you say is not placed on your file.
## 8.4 References
8.4.1 On request you receive a written reference within 15 working days. It states your position, your dates of employment and, if you wish, an assessment of your work.
## 8.5 Coming back
8.5.1 If you return within two years of leaving, your earlier service counts in full towards annual leave, sick pay and notice.
"""
