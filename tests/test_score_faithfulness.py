"""score_faithfulness.py: verdicts with evidence, guards that overlap cannot replace, honest uncertainty, and the command around them."""
from __future__ import annotations

import gzip
import json
import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest
import score_faithfulness
from score_faithfulness import Settings, faithfulness, find_values, main, same_value, score_row, sentences, words


def row(answer, *texts, **more):
    return {"id": "r1", "query": "What holds?", "retrieved_docs": [{"id": f"d{n}", "text": text} for n, text in enumerate(texts, 1)],
            "answer": answer, **more}


def verdicts(answer, *texts, certainty="sure"):
    return [claim["verdict"] for claim in score_row(row(answer, *texts), Settings(certainty))["claims"]]


def run(tmp_path, capsys, rows, *flags, code=0):
    source, target = tmp_path / "t.jsonl", tmp_path / "o.jsonl"
    source.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows), encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(target), *flags]) == code
    shown = capsys.readouterr()
    written = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()] if target.exists() else []
    return written, shown.out, shown.err


# --- the reported failures of other tools -----------------------------------------------------------------------------
SCORED = [
    ("faith-007 no blank after a Chinese or Japanese stop", "店は10時に開きます。配達には3日かかります！", ["店は10時に開きます。", "包装は無料です。"], 0.5),
    ("faith-008 Thai", "ร้านเปิดเวลาสิบนาฬิกา", ["ร้านเปิดเวลาสิบนาฬิกา"], 1.0),
    ("faith-008 Chinese", "商店十点开门。", ["商店十点开门。"], 1.0),
    ("faith-008 Arabic", "يفتح المتجر في العاشرة.", ["يفتح المتجر في العاشرة."], 1.0),
    ("faith-008 Hindi", "दुकान दस बजे खुलती है।", ["दुकान दस बजे खुलती है।"], 1.0),
    ("faith-011 composed and decomposed letters", "The cafe\u0301 in Mu\u0308nster shuts at ten.", ["The caf\u00e9 in M\u00fcnster shuts at ten."], 1.0),
    ("faith-012 Turkish dotted and dotless i", "\u0130ZM\u0130R \u015eUBES\u0130 A\u00c7IK", ["izmir \u015fubesi a\u00e7\u0131k"], 1.0),
    ("faith-013 ligature, soft hyphen, broken line", "The clinic's official tariff isn't transferable after enrolment.",
     ["The clinic\u2019s o\ufb03cial tariff isn\u2019t transfer-\nable after enrol\u00adment."], 1.0),
    ("faith-016 magnitude sign against digits", "Sales were $340M.", ["Sales were USD 340,000,000."], 1.0),
    ("faith-016 magnitude word against sign", "Sales were 340 million dollars.", ["Sales were $340M."], 1.0),
    ("faith-016 another magnitude", "Sales were $340M.", ["Sales were $340K."], 0.0),
    ("faith-016 decimal magnitude", "Sales were $2.5M.", ["Sales were $2,500,000."], 1.0),
    ("faith-017 percent in words", "The rebate is 7%.", ["The rebate is 7 percent."], 1.0),
    ("faith-017 per cent", "The rebate is 7 per cent.", ["The rebate is 7 %."], 1.0),
    ("faith-017 money is no percentage", "The rebate is 7%.", ["The rebate is $7."], 0.0),
    ("faith-017 another percentage", "The rebate is 7%.", ["The rebate is 70%."], 0.0),
    ("faith-020 a lost minus", "It cooled down to -8 °C.", ["It cooled down to 8 °C."], 0.0),
    ("faith-020 the minus sign of typesetting", "It cooled down to -8 °C.", ["It cooled down to \u22128 °C."], 1.0),
    ("faith-020 a dash between numbers is a range", "Repairs take 4-6 weeks.", ["Repairs take 4\u20136 weeks."], 1.0),
    ("faith-021 continental grouping", "Der Gewinn betrug 120.300.000 EUR.", ["Der Gewinn betrug 120300000 EUR."], 1.0),
    ("faith-021 continental decimals", "Die Miete beträgt 2.345,67 EUR.", ["Die Miete beträgt 2,345.67 EUR."], 1.0),
    ("faith-023 a value of another subject", "The lamp weighs 1.2 kg.", ["The desk weighs 1.2 kg. The lamp weighs 4.7 kg."], 0.0),
    ("faith-024 negation dropped", "Vouchers can be exchanged.", ["Vouchers cannot be exchanged."], 0.0),
    ("faith-024 negation added", "Vouchers are not exchangeable.", ["Vouchers are exchangeable."], 0.0),
    ("faith-024 spellings of cannot", "Vouchers can't be exchanged.", ["Vouchers cannot be exchanged."], 1.0),
    ("faith-024 curly apostrophe", "Vouchers can\u2019t be exchanged.", ["Vouchers can not be exchanged."], 1.0),
    ("faith-025 no doubt negates nothing", "The upload finished.", ["No doubt, the upload finished."], 1.0),
    ("faith-025 not only negates nothing", "The pass covers night buses.", ["The pass covers not only trams but night buses."], 1.0),
    ("faith-030 list items", "To pair the speaker:\n1. Press the knob for 6 seconds\n2. Wait for the blue light\n3. Open the app as guest\n",
     ["Press the knob for 6 seconds. Wait for the blue light."], 2 / 3),
    ("faith-031 table rows", "| Size | Cost |\n|---|---|\n| Small | $4 |\n| Large | $11 |\n", ["The Small size costs $4. The Large size costs $8."], 0.5),
    ("faith-033 headings and code", "## Delivery\n\nDelivery takes 3 days.\n\n```\nGET /delivery\n```\n", ["Delivery takes 3 days."], 1.0),
    ("faith-034 a wrapped line", "The lease covers the engine for three\nyears from the day of handover.",
     ["The lease covers the engine for three years from the day of handover."], 1.0),
    ("faith-035 citation marks are no numbers", "The toll is $3 [1][2]. It falls due on Friday.[3]", ["The toll is $3. It falls due on Friday."], 1.0),
]


@pytest.mark.parametrize("answer, texts, expected", [case[1:] for case in SCORED], ids=[case[0] for case in SCORED])
def test_reported_failures_come_out_right(answer, texts, expected):
    assert score_row(row(answer, *texts))["faithfulness"] == pytest.approx(expected)


def test_faith_001_and_002_abstentions_are_a_class_of_their_own():
    for answer in ("I couldn't find any information about parking at the clinic.", "The guideline itself isn't part of the indexed documents, only its title [1].",
                   "Dazu konnte ich in den Unterlagen leider nichts finden.", "申し訳ありませんが、資料にはその情報がありません。"):
        got = score_row(row(answer, "Opening hours are 8 to 5."))
        assert (got["abstained"], got["faithfulness"], got["faithful"], got["claims"]) == (True, None, None, []), answer


def test_faith_027_abbreviations_leave_one_claim():
    for answer in ("Baker et al. [1998] saw a fall of 1.5 mm a year.", "See fig. 7 and tab. 4 for details.", "The call is at 7 p.m. Friday.",
                   "Dr. Osei joined Brent Ltd. in the U.K. on Mar. 3.", "Version 3.1.4 mends e.g. the clock, i.e. issue No. 12."):
        assert len(score_row(row(answer, "Nothing of the kind."))["claims"]) == 1, answer


def test_faith_035_a_right_fact_under_the_wrong_number():
    got = score_row(row("Kestrel 4.2 came out in May 2022 [2].", "Kestrel 4.2 came out in May 2022.", "Osprey 9 came out in June 2022."))
    assert got["faithfulness"] == 1.0
    assert got["claims"][0]["citations"] == [{"label": "2", "doc_id": "d2", "supports": False}]
    assert (got["citation_precision"], got["citation_recall"]) == (0.0, 0.0)


def test_faith_040_the_order_of_documents_changes_nothing():
    texts = ["The toll is $3.", "Parking costs nothing.", "Hours are 8 to 5.", "The lot closes at dusk and parking is guarded."]
    answer = "The toll is $3. Parking is free and guarded. The toll is $4."
    results = []
    for seed in range(6):
        shuffled = random.Random(seed).sample(texts, len(texts))
        got = score_row(row(answer, *shuffled))
        results.append((got["support"], [(claim["verdict"], claim["score"], claim["evidence"]) for claim in got["claims"]]))
    assert all(one == results[0] for one in results)


# --- probes: never the opposite ---------------------------------------------------------------------------------------
PHONE = ["The Lumo 3 phone charges in 40 minutes and weighs 180 g. It was announced in June 2020 by Brightel.",
         "Repairs are covered for 24 months with an invoice. Refunds go back to the first card."]
PROBES = [
    ("word for word", True, "The Lumo 3 phone charges in 40 minutes."), ("decimal or unit", True, "It weighs 180 g."),
    ("number swapped", False, "The Lumo 3 phone charges in 60 minutes."), ("number of the other document", False, "The Lumo 3 phone charges in 24 minutes."),
    ("digits swapped", False, "It weighs 810 g."), ("negated", False, "Repairs are not covered for 24 months with an invoice."),
    ("name swapped", False, "It was announced in June 2020 by Korvex."), ("recombined", False, "Brightel refunds the phone within 40 minutes."),
    ("invented", False, "Delivery to Malta costs thirty euros."), ("inflected", True, "A repair is covered for 24 months; the refund goes back to the first card."),
    ("paraphrase", True, "You can have it fixed free of charge for two years if you kept the bill."),
]


@pytest.mark.parametrize("faithful, answer", [probe[1:] for probe in PROBES], ids=[probe[0] for probe in PROBES])
def test_probes_are_read_as_stated_or_left_open(faithful, answer):
    got = verdicts(answer, *PHONE)
    if faithful:
        assert not {"unsupported", "contradicted"} & set(got), got
    else:
        assert set(got) != {"supported"}, got


@pytest.mark.parametrize("answer, text", [("上海是一座港口城市。", "该手机40分钟充满电。"), ("Киев стоит на Днепре.", "Телефон заряжается сорок минут."),
                                          ("Über Bremen regnet es oft.", "Die Reparatur ist zwei Jahre lang gedeckt.")])
def test_an_unrelated_claim_is_unsupported_in_any_script(answer, text):
    assert verdicts(answer, text) == ["unsupported"]


@pytest.mark.parametrize("right, answer, text", [
    (False, "Die Police gilt nicht für Boote.", "Die Police gilt für Boote."), (False, "Die Police gilt für Boote.", "Die Police gilt nicht für Boote."),
    (False, "Le forfait couvre le train.", "Le forfait ne couvre pas le train."), (False, "El abono cubre el tren.", "El abono no cubre el tren."),
    (False, "Полис распространяется на лодки.", "Полис не распространяется на лодки."), (False, "套餐包括早餐。", "套餐不包括早餐。"),
    (False, "料金は朝食を含みます。", "料金は朝食を含みません。"), (False, "요금에는 아침이 포함됩니다.", "요금에는 아침이 포함되지 않습니다."),
    (False, "السعر يشمل الفطور.", "السعر لا يشمل الفطور."), (False, "किराये में नाश्ता शामिल है।", "किराये में नाश्ता शामिल नहीं है।"),
    (False, "飞行时间31小时。", "飞行时间13小时。"), (False, "Die Frist beträgt elf Wochen.", "Die Frist beträgt zwanzig Wochen."), (True, "Die Frist beträgt 20 Wochen.", "Die Frist beträgt zwanzig Wochen."),
    (False, "Prices rose by 4% in May.", "Prices fell by 4% in May."), (True, "Prices did not rise in May.", "Prices fell in May."),
    (False, "Graz is older than Turku.", "Turku is older than Graz."), (True, "Turku is smaller than Graz.", "Graz is larger than Turku."),
    (False, "The paint is safe for cats.", "The paint is unsafe for cats."), (False, "Guests may park without a permit.", "Guests may park with a permit."),
    (False, "You can cancel after 14 days.", "You can cancel within 14 days."), (False, "At least 6 seats are free.", "At most 6 seats are free."), (False, "Elif paid Jonas.", "Jonas paid Elif."),
    (False, "The gate shuts at 8 am.", "The gate shuts at 8 pm."), (True, "The gate shuts at 8 pm.", "The gate shuts at 20:00."), (False, "All visitors pay.", "No visitors pay."),
    (False, "The third lift is broken.", "The fourth lift is broken."), (False, "Only owners can sign.", "Owners can sign."), (True, "The ticket is non-transferable.", "The ticket is not transferable."),
    (False, "The ticket is transferable.", "The ticket is non-transferable."), (False, "It costs \u00a38.", "It costs $8."), (False, "The talk is on Sunday.", "The talk is on Thursday."),
    (False, "Parcels take 3 weeks.", "Parcels take 3 days."), (True, "The debt grew to 1.4 billion dollars.", "The debt grew to $1,400 million."),
    (False, "The meter can measure gas.", "The meter is unable to measure gas."), (False, "Bikes are allowed.", "Bikes are prohibited."), (True, "Bikes are not allowed.", "Bikes are prohibited."),
])
def test_turned_statements_are_never_supported_and_right_ones_never_rejected(right, answer, text):
    assert verdicts(answer, text)[0] in (("supported", "uncertain") if right else ("contradicted", "unsupported", "uncertain"))


def test_words_of_scripts_without_capitals_are_no_names():
    assert [score_faithfulness.names_in(text) for text in ("套餐不包括早餐。", "السعر لا يشمل الفطور", "полис не распространяется")] == [[], [], []]


def test_the_reason_names_both_values():
    claim = score_row(row("The Lumo 3 phone charges in 60 minutes.", *PHONE))["claims"][0]
    assert (claim["verdict"], claim["why"], claim["doc_id"]) == ("contradicted", "40 minutes in d1, the answer says 60 minutes", "d1")


@pytest.mark.parametrize("right, answer, text", [
    (False, "The pact lifted British morale in the harbour towns.", "The pact lifted American morale in the harbour towns."), (False, "Dana appeared in court Monday on a charge of fraud.", "Dana appeared in court Wednesday on a charge of fraud."),
    (False, "In February, Halim named Roza head of the clinic.", "In November, Halim named Roza head of the clinic."), (False, "The dispute arose in Varna when Halim resigned.", "The dispute arose in May when Halim resigned."),
    (False, "The réunion aura lieu le mardi 4 mai à Lyon.", "La réunion aura lieu le lundi 4 mai à Lyon."), (False, "She is the third woman and the third Dane on the court.", "She is the third woman and the first Dane on the court."),
    (False, "The repair costs a few million dollars at most.", "The repair costs a few thousand dollars at most."), (False, "She never takes sugar in her tea.", "She rarely drinks coffee but always takes sugar in her tea."),
    (False, "The fair is held every November in Zagreb.", "The fair is held every June in Zagreb and every November in Split."), (True, "The fair is held in Zagreb every June.", "The fair is held every June in Zagreb and every November in Split."),
    (True, "The town has two railway stations.", "The town has no airport, but it has two railway stations."), (False, "The town has an airport.", "The town has no airport, but it has two railway stations."),
    (True, "The shop accepts cards.", "The shop does not accept cheques but accepts cards."), (False, "The shop accepts cheques.", "The shop does not accept cheques but accepts cards."),
    (True, "Loeb wants to store the embryos for a year.", "Loeb wants to store the embryos for a year, but he doesn't want any money."), (True, "It's non-toxic and doesn't harm plants.", "It's non-toxic, and does not harm plants."),
    (True, "It is not possible for customers to return opened software.", "Customers cannot return opened software."), (False, "It is possible for customers to return opened software.", "Customers cannot return opened software."),
    (False, "Customers are not able to return opened software.", "Customers can return opened software."),
    (False, "The pass is only for the protection of guests, but also for the staff.", "The pass is not only for the protection of guests, but also for the staff."), (False, "The spill is not just one sign of decay.", "The spill is just one sign of decay."),
    (True, "The spill isn't just one sign of decay.", "The spill is not just one sign of decay."),
    *((right, answer, "The Amazon carries more water than the Nile, but the Nile is longer than the Amazon.") for right, answer in (
        (True, "The Nile is longer than the Amazon."), (True, "The Amazon is shorter than the Nile."), (False, "The Amazon is longer than the Nile."), (False, "The Nile carries more water than the Amazon."))),
    (False, "Exports shrank by 5 percent.", "Exports grew by 5 percent."), (False, "The court convicted the mayor of fraud.", "The court acquitted the mayor of fraud."), (False, "Ticket prices halved last year.", "Ticket prices doubled last year."),
    (True, "Unemployment fell by 2 %.", "Unemployment decreased by 2 percent while exports grew by 5 percent."), (False, "Exports fell by 5 %.", "Unemployment decreased by 2 percent while exports grew by 5 percent."),
    (False, "Few of the huts were destroyed by the storm.", "Almost all of the huts were destroyed by the storm."), (False, "More than 200 guests can stay in the hall.", "Up to 200 guests can stay in the hall."),
    (False, "Fewer than 200 guests can stay in the hall.", "At least 200 guests can stay in the hall."), (True, "At most 200 guests can stay in the hall.", "Up to 200 guests can stay in the hall."),
    (False, "The software is free.", "The software is free for private use."), (True, "The software is free for private use.", "The software is free for private use and costs $9 for firms."),
    (False, "The residents speak French at home.", "Most of the residents speak French at home."), (True, "The majority of the residents speak French at home.", "Most of the residents speak French at home."),
    (False, "Employees receive a bonus.", "Employees who have worked for at least five years receive a bonus."), (False, "All employees receive a bonus.", "Employees who have worked for at least five years receive a bonus."),
    (True, "Employees with at least five years of work receive a bonus.", "Employees who have worked for at least five years receive a bonus."),
    (False, "The lease begins on 30 June 2024.", "The lease begins on 1 July 2021 and ends on 30 June 2024."), (True, "The lease ends on 30 June 2024.", "The lease begins on 1 July 2021 and ends on 30 June 2024."),
    (False, "The red model costs 300 euros and has a larger battery.", "The red model costs 300 euros. The blue model has a larger battery."),
    (False, "Nadal had beaten Djokovic in the semi-final.", "Nadal beat Federer in the final, and Federer had beaten Djokovic in the semi-final."),
    (True, "The samples were free of lead.", "None of the samples contained lead."),
    (False, "The ferry leaves Split at 7:45 pm.", "The ferry leaves Split at 7:45 and reaches Hvar an hour later."), (True, "The ferry reaches Hvar at 8:45.", "The ferry leaves Split at 7:45 and reaches Hvar an hour later."),
    (True, "Revenue grew by half between 2020 and 2021.", "Revenue grew from $3.2 billion in 2020 to $4.8 billion in 2021, an increase of 50%."), (True, "At sea level water boils at 100 degrees Celsius.", "Water boils at 100 \u00b0C at sea level and at about 93 \u00b0C at 2,000 metres."),
    (False, "Vitamin D deficiency is fatal.", "Vitamin D deficiency can lead to weak bones; it is rarely fatal."), (False, "Appeals may be filed more than 30 days after the ruling.", "Appeals must be filed no later than 30 days after the ruling."),
    (False, "A tenant owes the landlord a fee of 5 percent.", "A tenant who pays late owes the landlord a fee of 5 percent."), (True, "A tenant who pays late owes a fee of 5 percent.", "A tenant who pays late owes the landlord a fee of 5 percent."),
    (False, "Students are admitted to the course.", "Only students with a grade above 3.5 are admitted to the course."), (False, "Wages were raised by 6%.", "The union threatened to strike unless wages were raised by 6%."),
    (False, "Brazil beat Italy 1-4 in the 1970 final.", "Brazil beat Italy 4-1 in the 1970 final in Mexico City."), (True, "Brazil beat Italy 4-1 in the final.", "Brazil beat Italy 4-1 in the 1970 final in Mexico City."),
    (False, "Harmon defeated Osei at Varna.", "Harmon was defeated by Osei at Varna on 18 June 1815."), (True, "Osei defeated Harmon at Varna.", "Harmon was defeated by Osei at Varna on 18 June 1815."),
    (False, "The king deposed Harmon in 1399.", "The king succeeded his father in 1377 and was deposed by Harmon in 1399."), (True, "The king was deposed by Harmon in 1399.", "The king succeeded his father in 1377 and was deposed by Harmon in 1399."),
    (True, "The tower was completed in 1880.", "Work on the tower began in 1248, but it was not completed until 1880."), (False, "The tower was not completed in 1880.", "Work on the tower began in 1248, but it was not completed until 1880."),
    (True, "Visitors from India need a visa.", "Visitors from Norway need no visa, unlike visitors from India."), (True, "No password is ever sent by email.", "Passwords are stored encrypted and are never sent by email."),
    (True, "The soup is gluten-free.", "The soup contains nuts, milk and celery but no gluten."), (True, "Version 3.2 no longer supports Linux.", "Version 3.2 adds support for Windows but drops support for Linux."),
    (True, "Appeals must be filed within 30 days of the ruling.", "Appeals must be filed no later than 30 days after the ruling."), (False, "The gum is not free of sugar.", "The gum is free of sugar."),
    (True, "A loja fecha \u00e0s 18 horas aos s\u00e1bados.", "A loja n\u00e3o abre aos domingos e fecha \u00e0s 18 horas aos s\u00e1bados."), (False, "A loja abre aos domingos.", "A loja n\u00e3o abre aos domingos e fecha \u00e0s 18 horas aos s\u00e1bados."),
    (False, "Johnson was the sixteenth president.", "Lincoln was the sixteenth president and Johnson was the seventeenth."), (False, "The merger was approved by the regulator.", "The merger was approved by shareholders but blocked by the regulator."),
    (False, "The border runs north of the hills.", "The border runs north of the river and south of the hills."), (False, "The course is taught in French.", "The course is taught in English, although the exam is in French."),
    (True, "The soup contains celery.", "The soup contains nuts, milk and celery but no gluten."), (True, "The king was deposed in 1399.", "The king succeeded his father in 1377 and was deposed by Harmon in 1399."),
    (False, "Dana lost the first set 6-3.", "Dana won the first set 6-3 and lost the second 4-6."),
    (False, "The grant covers meals.", "The grant covers travel and housing but excludes meals."), (True, "The grant does not cover meals.", "The grant covers travel and housing but excludes meals."),
    (False, "The firm sold user data to advertisers.", "The firm denied having sold user data to advertisers."), (False, "The library is open every day until 9 p.m.", "Apart from Sundays, the library is open every day until 9 p.m."),
    (True, "Smoking is allowed in the garden.", "Smoking is prohibited on the balcony but permitted in the garden."), (False, "Smoking is allowed on the balcony.", "Smoking is prohibited on the balcony but permitted in the garden."),
    (False, "The virus spreads through water.", "It is unclear whether the virus spreads through water."), (True, "Whether the virus spreads through water is not clear.", "It is unclear whether the virus spreads through water."),
    (True, "At most five people may use the lift.", "No more than five people may use the lift at the same time."), (False, "More than five people may use the lift at the same time.", "No more than five people may use the lift at the same time."),
    (False, "Dr. Wong is the head of the institute.", "Dr. Lee is the head of the institute, and Dr. Wong is her deputy."), (False, "Each ticket includes a meal.", "Each ticket includes a drink; a meal costs 9 euros extra."),
    (False, "The river flows from the Black Sea to the Alps.", "The river flows from the Alps to the Black Sea."), (False, "Leave the building at once.", "If the alarm sounds, leave the building at once."),
    (False, "The population was 1.2 million in 2020.", "The population fell from 1.2 million in 1990 to 950,000 in 2020."), (True, "The population fell from 1.2 million to 950,000 by 2020.", "The population fell from 1.2 million in 1990 to 950,000 in 2020."),
    (True, "Tin is more expensive than zinc.", "Zinc is cheaper than tin; tin is cheaper than gold."), (False, "Tin is cheaper than zinc.", "Zinc is cheaper than tin; tin is cheaper than gold."),
    (False, "A guard would not later tell Halim of it.", "A guard would later tell Halim of it."), (False, "She was never just so kind and sweet.", "She was just so kind and sweet."),
    (True, "Oh no, the mill is under attack!", "Oh no, the mill is under attack! We need Marek."), (True, "In May, Halim named Roza head of the clinic.", "In May 2019, Halim named Roza head of the clinic."),
])
def test_near_copies_that_say_another_thing_are_never_supported(right, answer, text):
    assert verdicts(answer, text)[0] in (("supported", "uncertain") if right else ("contradicted", "unsupported", "uncertain"))


LEASE = "The tenant shall pay rent on or before the first day of each month. The tenant may not sublet the rooms without the landlord's consent. Either party may end this lease with 60 days' notice."
CURIE = "Marie Curie was born in Warsaw in 1867. In 1903 she shared the Nobel Prize in Physics with Pierre Curie. She died in 1934 at a sanatorium in Passy."
MUSEUM = "The museum is open Tuesday to Sunday. It is closed on Mondays and holidays. Admission costs 12 euros for adults; children under 12 enter free."
NORTH = "In fiscal 2023, Northwind reported revenue of $4.2 billion. Net income fell to $310 million from $355 million. Its cloud division grew by 34%, while hardware sales declined by 6%."


@pytest.mark.parametrize("want, answer, text", [
    # another word between the same neighbours, and a first name that is no longer first
    ("no", "Hold the button for 10 seconds until the lamp blinks green.", "Hold the button for 10 seconds until the lamp blinks amber."), ("no", "The landlord shall pay rent on or before the first day of each month.", LEASE),
    ("no", "Harold was crowned king in 1066.", "Harold was killed in the battle, and William was crowned king in 1066."), ("yes", "The game starts at noon.", "The match begins at noon."),
    # the negative form of an irregular participle
    ("no", "Staff get 25 days of unpaid leave a year.", "Staff get 25 days of paid leave a year."), ("no", "Staff get 25 days of paid leave a year.", "Staff get 25 days of unpaid leave a year."),
    # all for a number of them, must for may, may for must, will for may
    ("no", "All unused days may be carried over.", "Up to five unused days may be carried over."), ("yes", "All unused days may be carried over into May.", "All unused days may be carried over into May."),
    ("no", "Either party must end this lease with 60 days' notice.", LEASE), ("no", "Requests may be approved by the manager.", "Requests must be approved by the manager."),
    ("no", "Coffee will reduce the risk of gout.", "Some trials suggest that coffee may reduce the risk of gout."), ("no", "Coffee reduces the risk of gout.", "Coffee may reduce the risk of gout."),
    # a cause, a condition, a date's side
    ("no", "Profits fell because hardware sales declined.", "Profits fell in May. Hardware sales declined by 6%."), ("no", "The tenant may not sublet the rooms.", LEASE),
    ("no", "Small firms are exempt from 2026.", "Small firms are exempt until 2026."), ("no", "The permit is valid until May 2026.", "The permit is valid from May 2026."),
    # words of two sentences, and a pronoun that means another person
    ("no", "Common side effects include acidosis.", "Common side effects include nausea and a dry mouth. Acidosis is a rare complication."), ("no", "The museum is open on Mondays.", MUSEUM),
    ("no", "Pierre Curie died in 1934 at a sanatorium in Passy.", CURIE), ("yes", "Marie Curie died in 1934 at a sanatorium in Passy.", CURIE), ("may", "The museum is not open on Mondays.", MUSEUM),
    # a bare number is not the price in another currency; magnitudes in Chinese
    ("no", "Admission costs 12 dollars for adults.", MUSEUM), ("no", "2023\u5e74\u8425\u4e1a\u6536\u5165\u4e3a120\u4e07\u5143\u3002", "2023\u5e74\u8425\u4e1a\u6536\u5165\u4e3a120\u4ebf\u5143\uff0c\u540c\u6bd4\u589e\u957f15%\u3002"),
    # centuries, feast days, a more exact date, products and differences
    ("yes", "The battle was fought in the 11th century.", "The battle was fought on 14 October 1066."), ("yes", "The battle was fought in the eleventh century.", "The battle was fought in 1066."),
    ("no", "The battle was fought in the twelfth century.", "The battle was fought on 14 October 1066."), ("yes", "William was crowned king on 25 December 1066.", "William was crowned king on Christmas Day 1066."),
    ("may", "Kibo was first climbed on 6 October 1889.", "Kibo was first climbed in 1889."), ("may", "The dose comes to 1,000 mg a day.", "The usual dose is 500 mg twice daily."),
    ("may", "Madrid have 54 points.", "Barcelona lead the table with 58 points, four points ahead of Madrid."),
    # a sentence said in another order
    ("yes", "Northwind reported revenue of $4,200 million in fiscal 2023.", NORTH), ("yes", "Net income dropped from $355 million to $310 million.", NORTH), ("yes", "Hardware sales declined by 6% while the cloud division grew by 34%.", NORTH),
    ("no", "Net income fell to $355 million from $310 million.", NORTH), ("no", "Hardware sales declined by 34% while the cloud division grew by 6%.", NORTH), ("yes", "The lease may be ended by either party with 60 days' notice.", LEASE),
    ("yes", "Rent must be paid by the tenant on or before the first day of each month.", LEASE), ("no", "Tenants must be paid rent by the landlord on the first day of each month.", LEASE),
    ("yes", "Hans Meyer and Ludwig Purtscheller first climbed Kibo in 1889.", "Kibo was first climbed in 1889 by Hans Meyer and Ludwig Purtscheller."), ("no", "Kibo first climbed Hans Meyer in 1889.", "Kibo was first climbed in 1889 by Hans Meyer."),
    ("yes", "Beta was bought by Acme for 1.1 billion dollars in March 2019.", "Acme acquired Beta in March 2019 for $1.1 billion."), ("no", "Acme was bought by Beta for 1.1 billion dollars in March 2019.", "Acme acquired Beta in March 2019 for $1.1 billion."),
    ("yes", "The treaty was not ratified by the Senate.", "The Senate never ratified the treaty."), ("yes", "Nausea and a dry mouth are common side effects.", "Common side effects include nausea and a dry mouth."),
    # a role exchanged for one that stands elsewhere in the sentence, a limit that ends it, a turn of who won
    ("no", "The supplier shall inspect the goods within five days.", "The buyer shall inspect the goods within five days and notify the supplier."), ("no", "Most of the forest lies in Peru.", "Most of the forest lies in Brazil, followed by Peru with 13%."),
    ("no", "The plan costs 12 euros per user and month when billed monthly.", "The plan costs 12 euros per user and month when billed annually."), ("no", "Carlos Ruiz beat Novak Petrovic in the final.", "Novak Petrovic beat Carlos Ruiz in the final."),
    ("yes", "Carlos Ruiz was beaten by Novak Petrovic in the final.", "Novak Petrovic beat Carlos Ruiz 6-4, 7-5 in the final."), ("yes", "The firm covers the defects.", "The firm covers the manufacturing defects."),
    # what no longer holds, what exceeds and what is below, every day but one
    ("no", "The threshold is 85,000 pounds.", "The threshold was 85,000 pounds until March 2024."), ("no", "Firms must register if their turnover is below 90,000 pounds.", "Firms must register if their turnover exceeds 90,000 pounds."),
    ("no", "\u041c\u0443\u0437\u0435\u0439 \u043e\u0442\u043a\u0440\u044b\u0442 \u0435\u0436\u0435\u0434\u043d\u0435\u0432\u043d\u043e.", "\u041c\u0443\u0437\u0435\u0439 \u043e\u0442\u043a\u0440\u044b\u0442 \u0435\u0436\u0435\u0434\u043d\u0435\u0432\u043d\u043e, \u043a\u0440\u043e\u043c\u0435 \u043f\u043e\u043d\u0435\u0434\u0435\u043b\u044c\u043d\u0438\u043a\u0430."),
    # "by" is not "to", a plan is not yet done, over is not nearly, a limit of size is left out, all is not half of it
    ("no", "Unemployment rose by 8% in the third quarter.", "Unemployment rose by 2% to 8% in the third quarter."), ("yes", "In the third quarter, unemployment rose by 2% to 8%.", "Unemployment rose by 2% to 8% in the third quarter."),
    ("no", "The bank will cut rates in March.", "The bank plans to cut rates in March."), ("no", "The stadium holds over 100,000 people.", "The stadium holds 99,354 people."), ("yes", "The stadium holds about 99,000 people.", "The stadium holds 99,354 people."),
    ("no", "Orders ship free.", "Orders over $50 ship free; otherwise a fee of $4.95 applies."), ("no", "All of the cost is paid by the state.", "The work costs $3.6 million, half of which is paid by the state."),
    # a value of the sentence that speaks of the other thing, and of this one
    ("may", "Lindqvist died in 1951.", "Lindqvist founded the bank in 1924. After his death in 1951, his daughter took over."), ("may", "Adults should take no more than 4,000 mg in a day.", "Adults should not exceed 4 grams in 24 hours. Patients who drink should take no more than 2 grams per day."),
    ("may", "Lindqvist led the bank for 27 years.", "Lindqvist founded the bank in 1924. He died in 1951."), ("may", "The threshold was raised by 5,000 pounds.", "The threshold is 90,000 pounds. It was 85,000 pounds until March."),
    ("may", "Inflation has fallen by 4.5 percentage points.", "Inflation has fallen from 9.1% to 4.6%."), ("may", "The state pays $1.8 million.", "The work costs $3.6 million, half of which is paid by the state."),
    # more ways to say a sentence in another order
    ("yes", "If turnover exceeds 90,000 pounds, firms must register.", "Firms must register if their turnover exceeds 90,000 pounds."), ("yes", "In 1924, the bank was founded in Bergen by Albert Lindqvist.", "Albert Lindqvist founded the bank in 1924 in Bergen."),
    ("yes", "Petrovic made just two double faults and served 14 aces.", "Petrovic served 14 aces and made only two double faults."), ("yes", "You can disable the camera in the menu.", "The camera can be disabled in the menu."),
    ("yes", "The battery of the Nimbus lasts up to 16 hours.", "The Nimbus weighs 1.2 kg. Its battery lasts up to 16 hours."), ("yes", "Delivery takes between three and five days.", "Delivery takes 3 to 5 days."),
    ("yes", "2003 wurde das Kunsthaus er\u00f6ffnet.", "Das Kunsthaus wurde 2003 er\u00f6ffnet."), ("yes", "Durch die Stadt flie\u00dft die Mur.", "Die Mur flie\u00dft durch die Stadt."), ("no", "Harmon was paid in May.", "Harmon paid in May."),
    # another end of a range, one word for two, a month that is spelled as a verb, a pronoun that cannot be a person named later
    ("no", "The probe orbited Saturn from 2004 to 2005.", "The probe orbited Saturn from 2004 to 2017 and landed on Titan in January 2005."), ("no", "Lopez has been chief executive since 2018.", "Lopez has been chief financial officer since 2018. She succeeds Brandt as chief executive on 1 May."),
    ("no", "Brandt will remain until the end of May.", "Lopez takes over on 1 May. Brandt will remain until the end of the year."), ("no", "Yuki Tanaka succeeds Karl Brandt.", "Maria Lopez is 54. She succeeds Karl Brandt. The firm also hired Yuki Tanaka."),
    ("may", "Do not use cake flour.", "Use bread flour rather than cake flour."), ("yes", "Yuki Tanaka was appointed head of research.", "The company appointed Yuki Tanaka head of research."), ("yes", "Webhooks are retried with backoff five times.", "Webhooks are retried five times with backoff."),
    ("yes", "Jeanine Tesori is a musical arranger.", "Jeanine Tesori (born November 10, 1961, known earlier as Jeanine Levenson) is an American composer and musical arranger."),
    # another number behind the same words, a magnitude that goes for both ends, exempt for "need not"
    ("no", "Contracts run for six weeks.", "Contracts run for 12 months and renew unless cancelled six weeks before they end."), ("yes", "Contracts run for one year.", "Contracts run for 12 months and renew unless cancelled six weeks before they end."),
    ("may", "The firm expects revenue of $2.0 billion to $2.1 billion.", "The firm expects revenue of between $2.0 and $2.1 billion."), ("no", "The firm expects revenue of between $2.0 and $2.1 million.", "The firm expects revenue of between $2.0 and $2.1 billion."),
    ("may", "Children under six don't have to pay the fee.", "Children under six are exempt from the fee."), ("yes", "Cistercian monks built the abbey between 1132 and 1180.", "The abbey was built by Cistercian monks between 1132 and 1180."),
])
def test_what_is_said_in_other_words_or_of_another_thing(want, answer, text):
    got = verdicts(answer, text)[0]
    assert got in {"yes": ("supported",), "may": ("supported", "uncertain"), "no": ("contradicted", "unsupported", "uncertain")}[want]


# --- numbers, names and negations exchanged ---------------------------------------------------------------------------
PEOPLE = "Amara Bruno Celine Dmitri Elif Farid Greta Hamid Ingrid Jonas Kofi Leila Marek Nadia Oskar Petra".split()
PLACES = "Tallinn Bergen Porto Ghent Malmo Split Bilbao Cork Gdansk Graz Turku Varna".split()
THINGS = "pump boiler archive harvester shuttle printer turbine greenhouse ferry kiln".split()
DONE = [("repaired", "mended"), ("inspected", "checked"), ("sold", "sold"), ("painted", "coated"), ("rented", "hired"), ("insured", "covered")]
FORMS = ["{p} {v} the {t} in {c} for {n} euros.", "In {c}, {p} {v} {n} parts of the {t}.", "The {t} from {c} was {v} by {p} after {n} days.",
         "{p} has {v} the {t} near {c} and will return in {n} weeks.", "After {n} hours the {t} in {c} could be {v} by {p}."]


def make_world(rng):
    """Two documents of six sentences, and the sentences with what they were made of."""
    facts = []
    for _ in range(12):
        parts = {"p": rng.choice(PEOPLE), "c": rng.choice(PLACES), "t": rng.choice(THINGS), "n": str(rng.randrange(13, 990)), "pair": rng.choice(DONE), "form": rng.choice(FORMS)}
        facts.append({**parts, "text": parts["form"].format(v=parts["pair"][0], **{key: parts[key] for key in "pctn"})})
    return [" ".join(fact["text"] for fact in facts[:6]), " ".join(fact["text"] for fact in facts[6:])], facts


def exchange(kind, fact, facts, rng):
    text = fact["text"]
    if kind == "number":
        return text.replace(fact["n"], str(int(fact["n"]) + rng.choice([1, 7, 90, 400])))
    if kind == "negation":
        return re.sub(r"\b(was|has|could)\b", r"\1 not", text) if re.search(r"\b(was|has|could)\b", text) else text.replace(f" {fact['pair'][0]} ", f" never {fact['pair'][0]} ")
    held = fact["p"] if rng.random() < 0.5 else fact["c"]
    others = sorted({other["p" if held == fact["p"] else "c"] for other in facts} - {held})
    return re.sub(rf"\b{held}\b", rng.choice(others), text)


def test_of_2000_exchanged_sentences_few_stay_supported_and_few_right_ones_are_rejected():
    rng = random.Random(20)
    exchanged, verbatim, reworded = Counter(), Counter(), Counter()
    while sum(exchanged.values()) < 2000:
        texts, facts = make_world(rng)
        for fact in rng.sample(facts, 4):
            verbatim[verdicts(fact["text"], *texts)[0]] += 1
            light = fact["form"].format(v=fact["pair"][1], **{key: fact[key] for key in "pctn"})
            light = light.replace("After ", "Following ", 1) if light.startswith("After") else "According to the documents, " + light if rng.random() < 0.3 else light
            reworded[verdicts(light, *texts)[0]] += 1
            for kind in ("number", "negation", "name"):
                wrong = exchange(kind, fact, facts, rng)
                if wrong not in {one["text"] for one in facts}:
                    exchanged[kind, all(verdict == "supported" for verdict in verdicts(wrong, *texts))] += 1
    for kind in ("number", "negation", "name"):
        assert exchanged[kind, True] <= 0.02 * (exchanged[kind, True] + exchanged[kind, False]), exchanged
    rejected = lambda count: (count["unsupported"] + count["contradicted"]) / sum(count.values())
    assert rejected(verbatim) <= 0.03, verbatim
    assert rejected(reworded) <= 0.10, reworded


# --- evidence, values ---------------------------------------------------------------------------------------------------
def test_evidence_offsets_point_into_the_text_as_given():
    texts = ["Intro.\n\nThe caf\u00e9\u2019s \ufb01rst floor seats 32\u00a0guests \u2014 no more.  It shuts at ten.", "Bikes are lent for 2 hours."]
    for answer in ("The first floor of the caf\u00e9 seats 32 guests.", "Bikes are lent for two hours."):
        claim = score_row(row(answer, *texts))["claims"][0]
        text = texts[int(claim["doc_id"][1:]) - 1]
        assert claim["evidence"] == text[claim["evidence_start"]:claim["evidence_end"]]
        assert ("32" if "32" in answer else "2 hours") in claim["evidence"]
        assert answer[claim["start"]:claim["end"]] == claim["text"]


@pytest.mark.parametrize("claimed, found, same", [
    ("twelve hours", "12 hours", True), ("a dozen eggs", "12 eggs", True), ("90 minutes", "1.5 hours", True), ("2 kg", "2000 g", True), ("2 kg", "2 km", False),
    ("March 5, 2021", "2021-03-05", True), ("5. März 2021", "5 March 2021", True), ("March 2021", "5 March 2021", True), ("5 March 2021", "March 2021", False),
    ("in 2021", "5 March 2021", True), ("5 pm", "17:00", True), ("5 pm", "5 am", False), ("the 1990s", "in 1994", True), ("1st", "first", True),
    ("$5", "\u20ac5", False), ("5%", "0.05", False), ("1.500", "1500", True), ("1.500", "1.5", True), ("about 5.7 million", "5,672,015", True), ("5.7 million", "5,672,015", False),
    ("version 2.10.1", "version 2.10.2", False), ("two hundred and five", "205", True), ("1e", "1", True), ("-5 \u00b0C", "5 \u00b0C", False), ("03/04/2021", "April 3, 2021", True),
    ("30 minutes", "half an hour", True), ("an hour", "half an hour", False), ("two and a half hours", "150 minutes", True), ("2 hours 30 minutes", "150 minutes", True), ("an hour and a half", "90 minutes", True),
    ("one and a half million", "1.5 million", True), ("half a million", "500,000", True), ("half a dozen eggs", "6 eggs", True), ("5 feet 10 inches", "70 inches", True), ("1 hour and 20 minutes", "140 minutes", False),
    ("three quarters of an hour", "45 minutes", True), ("a quarter to eight", "7:45", True), ("half past nine", "9:30", True), ("half past nine", "9:15", False), ("viereinhalb Stunden", "270 Minuten", True),
    ("100 degrees Celsius", "100 \u00b0C", True), ("100 degrees Celsius", "100 \u00b0F", False),
    ("eine halbe Stunde", "30 Minuten", True), ("half a year", "six months", True),
    ("1978's winner", "1979's winner", False), ("the 1970's", "in 1979", True), ("$1.945 million", "$1.945 billion", False), ("1.945 billion", "1,945 million", True), ("$101,000", "101 guests", False),
])
def test_values_are_compared_as_what_they_mean(claimed, found, same):
    assert same_value(find_values(claimed)[0], find_values(found)[0]) is same


# --- what the row says ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("more, expected", [
    ({"answer": ""}, {"claims": [], "faithfulness": None, "faithful": None, "support": None, "abstained": False}),
    ({"answer": None}, {"claims": None, "faithfulness": None, "faithful": None, "support": None, "abstained": None}),
    ({"answer": "It is."}, {"claims": [], "faithfulness": None, "faithful": None}),
    ({"retrieved_docs": None}, {"claims": None, "faithfulness": None, "faithful": None, "support": None}),
    ({"retrieved_docs": [{"id": "d1", "text": None}]}, {"claims": None, "faithful": None}),
    ({"retrieved_docs": []}, {"faithfulness": 0.0, "faithful": False, "support": 0.0, "faithful_certain": True}),
], ids=["empty answer", "no answer", "nothing stated", "documents not recorded", "documents without text", "nothing retrieved"])
def test_what_cannot_be_measured_is_null_and_never_zero(more, expected):
    got = score_row({**row("The lid holds 3 cups.", "The lid holds 3 cups."), **more})
    assert {key: got[key] for key in expected} == expected


def test_what_the_generator_was_shown_comes_before_what_was_retrieved():
    assert score_row(row("The lid holds 3 cups.", "Nothing.", context_docs=[{"id": "c", "text": "The lid holds 3 cups."}]))["claims"][0]["doc_id"] == "c"


def test_a_claim_that_only_an_earlier_turn_supports():
    got = score_row(row("Your order number is 5512.", "Orders ship on Mondays.", history=[{"role": "user", "text": "My order number is 5512."}, {"role": "assistant", "text": "Your order number is 5512."}]))
    assert (got["claims"][0]["verdict"], got["claims"][0]["doc_id"], got["faithful"]) == ("supported", "history", True)


def test_keys_with_a_no_deny_what_they_name():
    text = "{'name': 'Mill Inn', 'attributes': {'OutdoorSeating': False, 'WiFi': 'free', 'GoodForGroups': True}}"
    claims = score_row(row("Mill Inn offers outdoor seating. Mill Inn is good for groups.", text))["claims"]
    assert claims[0]["verdict"] == "contradicted" and claims[0]["why"] == "d1 has OutdoorSeating: False" and claims[1]["verdict"] != "contradicted"


def test_certainty_moves_claims_out_of_the_middle_and_never_into_it():
    answer = "Repairs with an invoice are paid for during 24 months. The phone is light. Brightel announced it. Refunds take a week."
    open_claims = [verdicts(answer, *PHONE, certainty=level).count("uncertain") for level in ("sure", "likely", "all")]
    assert open_claims[0] >= open_claims[1] >= open_claims[2] == verdicts(answer, *PHONE, certainty="all").count("uncertain")


def test_strict_asks_that_every_claim_be_supported():
    answer = "The Lumo 3 phone charges in 40 minutes. Refunds go back to the card you paid with first."
    assert score_row(row(answer, *PHONE), Settings("sure", strict=True))["faithful"] is False or verdicts(answer, *PHONE) == ["supported", "supported"]
    assert score_row(row(answer, *PHONE), Settings(strict=True))["faithfulness_by"] == "lexical/sure+strict/0.1.0"


def test_split_gives_the_parts_of_ragchecker():
    got = score_row(row("The Lumo 3 phone weighs 180 g. Delivery to Malta costs thirty euros.", *PHONE, reference_answer="The Lumo 3 phone charges in 40 minutes and weighs 180 g."), Settings(split=True))
    parts = got["split"]
    assert parts["estimated"] is True
    assert parts["reference_claims"][0]["doc_ids"] == ["d1"]
    assert [one["n"] for one in parts["answer_claims"]] == [1, 2]
    assert parts["answer_claims"][1] == {"n": 2, "doc_ids": [], "in_reference": False}


def test_from_python_as_users_of_rag_eval_py_call_it():
    score, supported, unsupported = faithfulness("The lid holds 3 cups. Whales sing at night.", ["The lid holds 3 cups."])
    assert (score, supported, unsupported) == (0.5, ["The lid holds 3 cups."], ["Whales sing at night."])
    assert faithfulness("Whales sing at night.", []).score == 0.0
    assert faithfulness("", ["x"]).score is None


@pytest.mark.parametrize("name, answer, texts, expected", [
    ("overlap80", "The red fox sleeps. The blue fox eats, but the fox swims.", ["A red fox sleeps."], 1 / 3),
    ("unigram_bigram", "red fox runs", ["the red fox"], 0.6 * 2 / 3 + 0.4 * 1 / 2),
    ("groundedness", "Red fox sleeps deep. Owls hunt.", ["red fox sleeps", "owls"], (4 * 0.75 + 2 * 0.5) / 6),
])
def test_other_tools_figures_stand_under_their_own_names(name, answer, texts, expected):
    got = score_row(row(answer, *texts), Settings(also=(name,)))
    assert got[name] == pytest.approx(expected)
    assert name not in score_row(row(answer, *texts))


# --- the command -----------------------------------------------------------------------------------------------------------
def test_fields_of_the_user_come_out_unchanged_and_in_order(tmp_path, capsys):
    rows = [{"zeta": [1, {"x": None}], **row("The lid holds 3 cups.", "The lid holds 3 cups.")}, {**row("", "x"), "id": "r2"}]
    written, _, _ = run(tmp_path, capsys, rows)
    for before, after in zip(rows, written):
        assert list(after)[:len(before)] == list(before) and {key: after[key] for key in before} == before
    again, _, _ = run(tmp_path, capsys, written)
    assert again == written


def test_a_label_of_people_is_kept_and_said(tmp_path, capsys):
    rows = [{**row("The lid holds 3 cups.", "The lid holds 3 cups."), "faithful": False}]
    written, out, _ = run(tmp_path, capsys, rows)
    assert written[0]["faithful"] is False and "faithfulness_by" not in written[0] and written[0]["support"] > 0.5
    assert "1 rows brought verdicts" in out
    assert run(tmp_path, capsys, rows, "--overwrite")[0][0]["faithful"] is True


def test_the_summary_counts_what_is_left_out(tmp_path, capsys):
    rows = [row("The lid holds 3 cups.", "The lid holds 3 cups."), row("", "x"), row("I don't know.", "x"), row("The lid is red.", "x", retrieved_docs=None)]
    summary = json.loads(run(tmp_path, capsys, rows, "--json")[1])
    assert (summary["rows"], summary["n"], summary["left_out"]) == (4, 1, {"abstained": 1, "empty_answer": 1, "no_documents": 1})
    assert summary["claims"]["supported"]["count"] == 1 and summary["signature"].endswith("v:0.1.0")
    text = run(tmp_path, capsys, rows)[1]
    assert max(map(len, text.splitlines())) <= 80 and text.rstrip().endswith("n:1")


def test_jobs_give_identical_bytes(tmp_path, capsys):
    rng = random.Random(3)
    rows = []
    for n in range(300):
        texts, facts = make_world(rng)
        rows.append({**row(" ".join(fact["text"] for fact in rng.sample(facts, 3)), *texts), "id": f"r{n}"})
    source, outs = tmp_path / "t.jsonl", []
    source.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    for jobs in ("1", "2"):
        assert main(["--traces", str(source), "--out", str(tmp_path / f"o{jobs}"), "--jobs", jobs]) == 0
        outs.append(((tmp_path / f"o{jobs}").read_bytes(), capsys.readouterr().out))
    assert outs[0] == outs[1]


def test_the_same_bytes_in_every_process(tmp_path, script):
    """The order of a set differs between processes; no sum and no choice may depend on it."""
    rng = random.Random(4)
    rows = []
    for n in range(60):
        texts, facts = make_world(rng)
        answer = " ".join(exchange(rng.choice(["number", "negation", "name"]), fact, facts, rng) for fact in rng.sample(facts, 4))
        rows.append({**row(answer + " The early archive is mostly unsafe and rarely open.", *texts, reference_answer=facts[0]["text"]), "id": f"r{n}", "query": "Which archive is open?"})
    source = tmp_path / "t.jsonl"
    source.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    outs = {script("score_faithfulness.py", "--traces", source, "--out", "-", "--split").stdout for _ in range(4)}
    assert len(outs) == 1


@pytest.mark.parametrize("text, flags, code, told", [
    ('{"answer": 3}\n', [], 3, "t.jsonl:1: field 'answer' must be str or null, got number"), ('{"answer": "x"\n', [], 3, "t.jsonl:1: not JSON"), ("[1]\n", [], 3, "t.jsonl:1: expected a JSON object"),
    ('{"answer": "x", "retrieved_docs": ["a"]}\n', [], 3, "retrieved_docs[0]"), ("", [], 3, "no rows"), ('{"answer": NaN}\n', [], 3, "NaN"),
    ('{"answer": "x"}\n', ["--jobs", "0"], 2, "--jobs 0"), ('{"answer": "x"}\n', ["--certainty", "maybe"], 2, "--certainty"), ('{"answer": "x"}\n{"answer": 3}\n', ["--skip-errors"], 1, "skipped: "),
])
def test_what_is_wrong_is_one_line_with_its_place(tmp_path, capsys, text, flags, code, told):
    source = tmp_path / "t.jsonl"
    source.write_text(text, encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(tmp_path / "o.jsonl"), *flags]) == code
    shown = capsys.readouterr().err
    assert told in shown and "Traceback" not in shown


def test_a_bug_keeps_its_traceback_and_its_code(tmp_path, capsys, monkeypatch):
    def broken(*args, **flags):
        raise ZeroDivisionError("planted")
    monkeypatch.setattr(score_faithfulness, "examine", broken)
    source = tmp_path / "t.jsonl"
    source.write_text(json.dumps(row("The lid holds 3 cups.", "x")) + "\n", encoding="utf-8")
    assert main(["--traces", str(source), "--out", str(tmp_path / "o.jsonl")]) == 70
    assert "planted" in capsys.readouterr().err and not (tmp_path / "o.jsonl").exists()


def test_gzip_standard_output_limit_and_show(tmp_path, script):
    source = tmp_path / "t.jsonl.gz"
    with gzip.open(source, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps({**row("The lid holds 3 cups.", "The lid holds 3 cups."), "id": f"r{n}"}) + "\n" for n in range(3))
    done = script("score_faithfulness.py", "--traces", source, "--out", "-", "--limit", "2", "--json")
    assert done.returncode == 0 and [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["r0", "r1"] and json.loads(done.stderr)["rows"] == 2
    shown = script("score_faithfulness.py", "--traces", source, "--show", "r2")
    assert shown.returncode == 0 and json.loads(shown.stdout)["faithful"] is True
    assert script("score_faithfulness.py", "--traces", source).returncode == 2


# --- size and hostility ----------------------------------------------------------------------------------------------------
def timed(call):
    score_faithfulness._DOCUMENTS.clear()
    start = time.process_time()
    call()
    return time.process_time() - start


@pytest.mark.parametrize("name, make", [
    ("a long answer", lambda n: row("The valve opens at 3 bar. " * (n // 26), "The valve opens at 4 bar in spring. It is red.")),
    ("a long document", lambda n: row("The valve opens at 3 bar. The pump is blue.", "The rotor is old and the shaft turns. " * (n // 38))),
    ("one long token", lambda n: row("x" * n, "x" * n + "y")), ("no blanks", lambda n: row("The valve, " * 3 + "opens.", "a," * (n // 2))),
    ("full stops", lambda n: row("The valve opens.", "." * n)), ("quotes and brackets", lambda n: row("['" * (n // 2), "{'a': " * (n // 6))),
    ("digits", lambda n: row("It costs 5 EUR.", "1 " * (n // 2))), ("number words", lambda n: row("It costs five EUR.", "two hundred " * (n // 12))),
    ("many documents", lambda n: row("The valve opens at 3 bar.", *["The pump number %d is blue." % k for k in range(n // 40)])),
    ("Han signs", lambda n: row("阀门在三巴打开。", "水泵是蓝色的" * (n // 6))),
])
def test_time_stays_linear(name, make):
    """Four times the text in no more than nine times the time: quadratic code would need sixteen."""
    small, large = make(40_000), make(160_000)
    score_row(small)
    quick = min(timed(lambda: score_row(small)) for _ in range(3))
    assert timed(lambda: score_row(large)) < max(9 * quick, 0.25), name


def test_text_that_imitates_markup_or_formats_changes_nothing():
    for text in ("{doc} {0} %s \\1 \0 \x1e \u2028", "]]]]((((", "\ud800 lone", "'key': no, \"k\": null"):
        got = score_row(row("The lid holds 3 cups. " + text, "The lid holds 3 cups. " + text))
        assert got["claims"][0]["verdict"] == "supported"
        json.dumps(got)


def test_the_text_block_keeps_its_promises_on_random_text():
    rng = random.Random(9)
    signs = "ab cd. E! f? \n\n- 1.2 \u00e9\u0130\u0131 \u4e2d\u6587\u3002 \u0e01\u0e32 \u0928\u092e\u0938\u094d\u0924\u0947 it's 3,000 Dr. [1] \0 \u00ad"
    for _ in range(400):
        text = "".join(rng.choice(signs) for _ in range(rng.randrange(80)))
        spans = sentences(text)
        assert all(a < b for a, b in spans) and all(one[1] <= two[0] for one, two in zip(spans, spans[1:]))
        inside = set().union(*(range(a, b) for a, b in spans)) if spans else set()
        assert all(place in inside for place, sign in enumerate(text) if sign.isalnum())
        assert all(word and not word.isspace() for word in words(text))


@pytest.mark.parametrize("text, amounts", [
    ("The HX200 and the A320 carry covid19 kits in 4 boxes.", [4.0]), ("第200号 12小时", [200.0, 12.0]),
    ("usd200 or EUR 50", [200.0, 50.0]), ("3x4 of B2B", [3.0]),
])
def test_digits_inside_a_name_are_no_value_and_digits_beside_han_signs_are_whole(text, amounts):
    assert [value.amount for value in score_faithfulness.find_values(text)] == amounts


def test_a_changed_number_beside_han_signs_is_seen():
    row = {"id": "1", "query": "", "answer": "型号X的电池续航时间为22小时。", "retrieved_docs": [{"id": "d", "text": "型号X的电池续航时间为12小时。"}]}
    assert score_faithfulness.score_row(row)["claims"][0]["verdict"] == "contradicted"


def test_a_part_number_is_not_set_against_another_number():
    row = {"id": "1", "query": "", "answer": "The HX200 draws 11 watts.", "retrieved_docs": [{"id": "d", "text":
           "The HX200 has four ports. It draws 11 watts and must be kept between 0 and 40 degrees Celsius."}]}
    assert score_faithfulness.score_row(row)["claims"][0]["verdict"] in ("supported", "uncertain")


def verdict_of(answer: str, *texts: str, query: str = "") -> tuple:
    """(the worst verdict, its why) of an answer to documents doc_1, doc_2 and so on."""
    row = {"id": "1", "query": query, "answer": answer, "retrieved_docs": [{"id": f"doc_{n}", "text": text} for n, text in enumerate(texts, 1)]}
    order = ("contradicted", "unsupported", "uncertain", "supported")
    return min(((claim["verdict"], claim["why"]) for claim in score_faithfulness.score_row(row)["claims"]), key=lambda one: order.index(one[0]))


@pytest.mark.parametrize("passage, claim", [
    ("He nearly won the race.", "He won the race."), ("The deadline was almost missed.", "The deadline was missed."),
    ("The mayor stopped short of endorsing the plan.", "The mayor endorsed the plan."), ("The plan might be approved in May.", "The plan was approved in May."),
    ("The minister promised to cut taxes.", "The minister cut taxes."), ("The CEO plans to open a plant in Brno.", "The CEO opened a plant in Brno."),
    ("It is rumored that the firm will close.", "The firm will close."), ("Critics claim that the dam is unsafe.", "The dam is unsafe."),
    ("According to critics, the bridge is unsafe.", "The bridge is unsafe."), ("If it rains, the match is cancelled.", "The match is cancelled."),
    ("The rule applies unless the tenant objects.", "The rule applies if the tenant objects."), ("Most rooms have a balcony.", "All rooms have a balcony."),
    ("Few students passed the exam.", "Many students passed the exam."), ("At least one sample was positive.", "Exactly one sample was positive."),
    ("It is the second largest city in Peru.", "It is the largest city in Peru."), ("The cafe serves coffee rather than tea.", "The cafe serves tea."),
    ("The bank stopped issuing cheques in 2020.", "The bank issues cheques."), ("Le magasin n'accepte plus les chèques.", "Le magasin accepte les chèques."),
    ("Aspirin treats pain. Penicillin treats infections.", "Aspirin treats infections."), ("The first test passed and the second test failed.", "The first test failed."),
    ("The red bus goes to the airport. The blue bus goes to the harbour.", "The red bus goes to the harbour."), ("The pool is closed. The gym is open.", "The pool is open."),
    ("Tickets cost 12 euros for adults and 6 euros for children.", "Tickets cost 6 euros for adults."), ("The plan costs $10 per month or $100 per year.", "The plan costs $100 per month."),
    ("Born in May 1950, she moved in June 1970.", "She was born in June 1970."), ("The fund grew from 5 million to 8 million euros.", "The fund grew from 8 million to 5 million euros."),
    ("Plan A costs more than Plan B.", "Plan B costs more than Plan A."), ("Plan A has 5 seats. Plan B has 9 seats.", "Plan A has 9 seats."),
    ("The old model is faster than the new model.", "The new model is faster than the old model."), ("Tom is older than Jim but younger than Sam.", "Tom is older than Sam."),
    ("Interest rose by 2 percentage points.", "Interest rose by 2 percent."), ("Version 2.10 fixes the bug.", "Version 2.1 fixes the bug."),
    ("会議は午後3時に始まります。", "会議は午前3時に始まります。"), ("会議は午後3時に始まります。", "会議は午後4時に始まります。"), ("Dogs are allowed on the terrace.", "No dogs are allowed on the terrace."),
    ("The pool is heated from May to September.", "The pool is heated from September to May."), ("Adults pay 12 euros and children pay 6 euros.", "Adults pay 6 euros."),
])
def test_a_claim_that_drops_a_limit_or_mixes_two_clauses_is_not_supported(passage, claim):
    assert verdict_of(claim, passage)[0] != "supported"


@pytest.mark.parametrize("passage, claim", [
    ("Please note that the pool closes at 8 pm.", "The pool closes at 8 pm."), ("It isn't cheap; the ticket costs 90 EUR.", "The ticket costs 90 EUR."),
    ("Lena studied law in Kiel. She studied physics in Bonn.", "Lena studied physics in Bonn."), ("Payment by card or cash is accepted.", "Payment by cash or card is accepted."),
    ("Members may bring guests.", "Members can bring guests."), ("The treatment could reduce pain.", "The treatment may reduce pain."),
    ("No pets are allowed in the rooms.", "No pets are allowed in the rooms."), ("In 2019 the firm hired 40 people, and in 2020 it hired 60 people.", "In 2020 the firm hired 60 people."),
    ("Tickets cost 12 euros for adults and 6 euros for children.", "Tickets for children cost 6 euros."), ("If it rains, the match is cancelled.", "The match is cancelled if it rains."),
    ("The museum no longer accepts cash.", "The museum doesn't accept cash any more."), ("Smoking on deck is prohibited for guests.", "Smoking on deck is not allowed for guests."),
    ("{\"name\": \"Cafe Luna\", \"attributes\": {\"WiFi\": false, \"parking\": true}}", "Cafe Luna has no WiFi."), ("The café offers Wi-Fi.", "The café offers WiFi."),
    ("Der Vertrag endet am 3. März 2024.", "Der Vertrag endet am 03.03.2024."), ("The contract ends on 3 March.", "The contract ends on 3 March 2024."),
    ("Lunch starts at noon.", "Lunch starts at 12 pm."), ("Between 10 and 20 percent of users churn.", "10-20% of users churn."), ("About 1,200 people came.", "About 1200 people came."),
    ("Half of the members voted yes.", "50% of the members voted yes."), ("The jacket costs 19 EUR. Members get 20 percent off.", "The jacket costs 15.20 EUR for members."),
    ("Sales rose from 200 to 250 units.", "Sales rose by 50 units."), ("Sales rose from 200 to 250 units.", "Sales rose by 25 percent."), ("The plan costs $10 per month.", "The plan costs $120 per year."),
    ("The library opens at 9:00 on weekdays.", "Die Bibliothek öffnet werktags um 9:00 Uhr."), ("The library opens at 9:00 on weekdays.", "图书馆工作日9点开门。"), ("Dogs are allowed.", "Yes."),
])
def test_another_wording_is_never_called_wrong(passage, claim):
    assert verdict_of(claim, passage)[0] in ("supported", "uncertain")


@pytest.mark.parametrize("passage, claim, said", [
    ("Standard shipping inside Germany costs 4.90 EUR and takes 2 days. Orders above 60 EUR ship free.", "Orders above 50 EUR ship free inside Germany.", "60 EUR in doc_1"),
    ("The limit is 10 MB.", "The limit is 10 GB.", "10 MB in doc_1, the answer says 10 GB"), ("The shop is open on Sunday.", "The shop is closed on Sunday.", "the passage says 'open', the answer says 'closed'"),
    ("He arrived early.", "He arrived late.", "the passage says 'early', the answer says 'late'"), ("Sales increased by 5% in May.", "Sales decreased by 5% in May.", "the passage says 'increased', the answer says 'decreased'"),
])
def test_a_contradiction_names_what_stands_there_as_it_is_written(passage, claim, said):
    verdict, why = verdict_of(claim, passage)
    assert verdict == "contradicted" and said in why


def test_a_relevance_is_never_above_one():
    assert max(score_faithfulness.answer_relevance(text, text)[0] for text in (" ".join(f"word{n}{'x' * (n % 7)}" for n in range(size)) for size in range(1, 60))) <= 1.0


def test_a_claim_of_thousands_of_values_takes_no_minutes():
    started = time.perf_counter()
    assert verdict_of(" may ".join(["x"] * 2000) + " than " * 2000 + "7 " * 2000, " might ".join(["x"] * 3000) + " than " * 3000 + "7 8 " * 2000)[0] != "supported"
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize("text", ["5,000,000.5.5", "890,000,000.5.5.2020", "1.2,3.4,5", ",".join("1" * 40), "1.0" * 30])
def test_marks_that_no_number_is_written_with_are_no_error(text):
    """"5,000,000.5.5" ended in a ValueError: float() was asked to read what the marks left over."""
    assert find_values(f"It costs {text} dollars.")
    assert verdicts("It costs 20 dollars.", f"It costs {text} dollars.") != ["supported"]


def test_an_answer_that_runs_in_circles_is_compared_once(monkeypatch):
    """20,000 equal sentences beside a document of 20,000 that are nearly equal took minutes: each was compared with all of them."""
    asked = []
    closest = score_faithfulness._closest
    monkeypatch.setattr(score_faithfulness, "_closest", lambda text, documents: asked.append(text) or closest(text, documents))
    claims = score_row(row("The old lid holds 3 cups of water in winter. " * 200, "The lid of the pot holds 4 cups. " * 200))["claims"]
    assert len(claims) == 200 and {claim["verdict"] for claim in claims}.isdisjoint({"supported"})
    assert asked == ["The old lid holds 3 cups of water in winter."]


@pytest.mark.parametrize("answer, text", [
    ("I believe so .", "A pot."), ("I think that ?", "A pot."),                                   # nothing is left behind the lead-in
    ("It says 50 % of the seats are taken.", "It says 0 of the seats and 0 of the rooms are taken."),   # a share of nothing
    ("Brett Kavanaugh \u0130 appointed Justin to the Court.", " \n "), ("Ada I\u0307 met Bob.", "\u200b")])   # documents without a sentence
def test_no_text_ends_in_an_error(answer, text):
    """Found by random texts: an empty claim, a division by nothing, a document of blanks."""
    claims = score_row(row(answer, text, "A pot."))["claims"]
    assert all(claim["verdict"] != "supported" for claim in claims)


def test_a_document_of_blanks_holds_no_word():
    """"i" is looked up by its beginning, which is nothing and stands everywhere."""
    assert score_faithfulness.Documents(["a"], [" \n "]).hold("i") is False


def test_a_value_of_another_thing_is_contradicted_by_the_document_about_this_one():
    """The value of the other document made that one the evidence, so that the claim was only doubted for its name."""
    answer, texts = "You may return the Cobalt NAS within 30 days of delivery.", ["Customers may return the Cobalt NAS within 21 days of delivery.", "Customers may return the Boreal lamp within 30 days of delivery."]
    claim, = score_row(row(answer, *texts))["claims"]
    assert (claim["verdict"], claim["doc_id"]) == ("contradicted", "d1") and "21 days" in claim["why"]
    assert verdicts(answer.replace("Cobalt NAS", "Boreal lamp"), *texts) == ["supported"]


def test_every_pattern_that_waits_can_be_compiled():
    def waiting(value):
        if isinstance(value, score_faithfulness._Later):
            return [value]
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
        return [one for part in parts for one in waiting(part)]
    found = [one for value in vars(score_faithfulness).values() for one in waiting(value)]
    assert len(found) > 100 and all(isinstance(one.pattern, str) for one in found)


@pytest.mark.parametrize("claim, passage, verdict", [
    ("Winter is the coldest season in temperate zones.", "Winter is the coldest season in temperate zones (it does not occur in the tropics).", "uncertain"),
    ("The plan covers glasses.", "The plan covers glasses (not for adults).", "uncertain"),
    ("Winter occurs in the tropics.", "Winter is the coldest season in temperate zones (winter does not occur in the tropics).", "contradicted"),
    ("The plan covers glasses.", "The plan does not cover glasses (or lenses).", "contradicted"),
])
def test_what_only_an_aside_denies_is_no_contradiction(claim, passage, verdict):
    assert score_row(row(claim, "An opening. " + passage + " A closing."))["claims"][0]["verdict"] == verdict


@pytest.mark.parametrize("sentence", [
    "The league has no written rule against women ; they would be allowed if they met its requirements.",
    "Cats may be kept in the flat, while the cages of birds must stay on the balcony.",
    "Its armament was eight .50-caliber guns and it could carry a load of 2,500 pounds.",
])
def test_what_is_copied_side_by_side_is_supported(sentence):
    claims = score_row(row(sentence, "An opening. " + sentence + " A closing."))["claims"]
    assert claims and all(one["verdict"] == "supported" for one in claims), claims


def test_a_point_before_digits_keeps_its_blank():
    claims = score_row(row("The guns are eight .50-caliber pieces [1].", "The guns are eight .50-caliber pieces."))["claims"]
    assert [one["text"] for one in claims] == ["The guns are eight .50-caliber pieces."]


def test_the_limits_are_those_that_the_reference_states():
    page = (Path(__file__).parent.parent / "references" / "metrics.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| (sure|likely|all) \| (\d\.\d+ \| \d\.\d+) \|", page, re.M))
    assert stated == {name: f"{high:.2f} | {low:.2f}" for name, (high, low, _) in score_faithfulness.CERTAINTY.items()}
