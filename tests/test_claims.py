"""Claims, citations, abstentions, relevance and correctness of score_faithfulness: what is read out of an answer before words are compared."""
from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from score_faithfulness import answer_correctness, answer_relevance, is_abstention, map_citation, sentences, split_claims

DATA = Path(__file__).parent / "data"


def texts(answer: str, ids: tuple = ()) -> list[str]:
    return [claim["text"] for claim in split_claims(answer, ids)]


def cited(answer: str, ids: tuple = ()) -> list[list[str]]:
    return [claim["citations"] for claim in split_claims(answer, ids)]


# ----- one claim per statement, whatever its form -----
@pytest.mark.parametrize("answer, expected", [
    ("- Fees\n  - Adults pay 12 euros\n  - Children pay 6 euros\n- The gate opens at 8\n  - Dogs wait outside", ["Adults pay 12 euros", "Children pay 6 euros", "The gate opens at 8", "Dogs wait outside"]),
    ("<p>The fee is 20 euros.</p><p>The gate opens at <b>8</b>.</p>", ["The fee is 20 euros.", "The gate opens at 8."]),
    ("<h2>Fees</h2><ul><li>The fee is 20 euros</li><li>Dogs wait outside</li></ul>", ["The fee is 20 euros", "Dogs wait outside"]),
    ("The fee is 20 euros.<br>The gate opens at 8.", ["The fee is 20 euros.", "The gate opens at 8."]),
    ("The fee is 20 euros\nThe gate opens at 8", ["The fee is 20 euros", "The gate opens at 8"]),
    ("The fee is 20 euros.\u00b9 The gate opens at 8.\u00b2", ["The fee is 20 euros.", "The gate opens at 8."]),
    ("We stayed in\nThe Hague is near", ["We stayed in The Hague is near"]),
    ("Fee: 20 euros\nOpening time: 8 am\nDogs: not allowed", ["Fee: 20 euros", "Opening time: 8 am", "Dogs: not allowed"]),
    ("\u30fb\u6599\u91d1\u306f500\u5186\u3067\u3059\n\u30fb\u6708\u66dc\u65e5\u306f\u4f11\u9928\u3057\u307e\u3059", ["\u6599\u91d1\u306f500\u5186\u3067\u3059", "\u6708\u66dc\u65e5\u306f\u4f11\u9928\u3057\u307e\u3059"]),
    ("\u0e04\u0e48\u0e32\u0e18\u0e23\u0e23\u0e21\u0e40\u0e19\u0e35\u0e22\u0e21\u0e04\u0e37\u0e2d 20 \u0e22\u0e39\u0e42\u0e23\n\u0e1b\u0e23\u0e30\u0e15\u0e39\u0e40\u0e1b\u0e34\u0e14\u0e40\u0e27\u0e25\u0e32\u0e41\u0e1b\u0e14\u0e42\u0e21\u0e07",
     ["\u0e04\u0e48\u0e32\u0e18\u0e23\u0e23\u0e21\u0e40\u0e19\u0e35\u0e22\u0e21\u0e04\u0e37\u0e2d 20 \u0e22\u0e39\u0e42\u0e23", "\u0e1b\u0e23\u0e30\u0e15\u0e39\u0e40\u0e1b\u0e34\u0e14\u0e40\u0e27\u0e25\u0e32\u0e41\u0e1b\u0e14\u0e42\u0e21\u0e07"]),
    ("Hello! Thanks for asking. The fee is 20 euros.", ["The fee is 20 euros."]),
    ("The fee is $20.It is due in May.", ["The fee is $20.", "It is due in May."]),
])
def test_one_claim_per_statement(answer, expected):
    claims = split_claims(answer)
    assert [claim["text"] for claim in claims] == expected
    assert all(claim["text"].split()[0] == answer[claim["start"]:claim["end"]].split()[0] for claim in claims)


# ----- sentences -----
@pytest.mark.parametrize("text", [
    "Marsh et al. [1999] saw it fall by 2.5 mm a year.",                   # citation year, decimal
    "See tab. 4 and fig. 11 for the layout.",                              # abbreviations before numbers
    "The bus leaves at 7 p.m. Friday.",                                    # a.m. and p.m.
    "Prof. A. B. Nkemelu joined Brightwater Ltd. in the U.K. on Sept. 9.", # titles, initials, firms, countries, months
    "Release 3.4.12 mends e.g. the clock, i.e. ticket No. 41.",            # versions
    "The guide is at https://docs.example.org/a.b/c.html?x=1.2 now.",      # addresses
    "Wait... it ended at noon.",                                           # ellipsis within a sentence
    "Am 5. August und am 3. Mai 1990 blieb es zu.",                        # German dates
    "Yahoo! is a company.",                                                # a mark inside a name
    "It costs approx. five euros",                                         # no final stop
    "\u0e23\u0e49\u0e32\u0e19\u0e40\u0e1b\u0e34\u0e14\u0e17\u0e38\u0e01\u0e27\u0e31\u0e19\u0e15\u0e25\u0e2d\u0e14\u0e2a\u0e31\u0e1b\u0e14\u0e32\u0e2b\u0e4c",    # Thai, unspaced
    "The cover lasts for three\nyears in every country.",                  # a wrapped line
])
def test_one_sentence_is_not_cut(text):
    assert sentences(text) == [(0, len(text))]
    assert len(split_claims(text)) == 1


@pytest.mark.parametrize("text, parts", [
    ("\u5e97\u306f10\u6642\u306b\u958b\u304d\u307e\u3059\u3002\u9001\u6599\u306f300\u5186\u3067\u3059\uff01", ["\u5e97\u306f10\u6642\u306b\u958b\u304d\u307e\u3059\u3002", "\u9001\u6599\u306f300\u5186\u3067\u3059\uff01"]),
    ("\u0627\u0644\u0645\u062a\u062c\u0631 \u0645\u063a\u0644\u0642. \u064a\u0641\u062a\u062d \u063a\u062f\u0627.", ["\u0627\u0644\u0645\u062a\u062c\u0631 \u0645\u063a\u0644\u0642.", "\u064a\u0641\u062a\u062d \u063a\u062f\u0627."]),
    ("\u0926\u0941\u0915\u093e\u0928 \u0916\u0941\u0932\u0940 \u0939\u0948\u0964 \u0915\u0932 \u092c\u0902\u0926 \u0939\u0948\u0964", ["\u0926\u0941\u0915\u093e\u0928 \u0916\u0941\u0932\u0940 \u0939\u0948\u0964", "\u0915\u0932 \u092c\u0902\u0926 \u0939\u0948\u0964"]),
    ("He moved to the U.S. The firm stayed.", ["He moved to the U.S.", "The firm stayed."]),
    ("She said \"Stop.\" Then she left.", ["She said \"Stop.\"", "Then she left."]),
    ("yes , it is red . i like it .", ["yes , it is red .", "i like it ."]),
    ("It opened in 1998. It closed in 12. The rest followed.", ["It opened in 1998.", "It closed in 12.", "The rest followed."]),
    ("Due on Friday.[3] Paid on Monday. [4] Done.", ["Due on Friday.[3]", "Paid on Monday. [4]", "Done."]),
    ("It ships in days.The fee is 5.", ["It ships in days.", "The fee is 5."]),
    ("The gate opens at 9 a.m. Visitors need a ticket.", ["The gate opens at 9 a.m.", "Visitors need a ticket."]),     # unlike "9 a.m. Monday"
    ("It dates to 44 B.C. Caesar died then.", ["It dates to 44 B.C.", "Caesar died then."]),
    ("At 6 a.m. Sharma left. He is back.", ["At 6 a.m. Sharma left.", "He is back."]),
    ("He is back at 7 p.m. GMT. Op. 92 is late.", ["He is back at 7 p.m. GMT.", "Op. 92 is late."]),
    ("It was sold in 2021.<sup>1</sup> It needs two keys.<sup>[2]</sup>", ["It was sold in 2021.<sup>1</sup>", "It needs two keys.<sup>[2]</sup>"]),
    ("It was sold. (doc_1) It needs two keys. (Source: kb/keys.pdf)", ["It was sold. (doc_1)", "It needs two keys. (Source: kb/keys.pdf)"]),
    ("It was sold.[[1]](https://example.org/a.b) It needs keys.", ["It was sold.[[1]](https://example.org/a.b)", "It needs keys."]),
    ("\"We are here. We stay,\" she said. It rained.", ["\"We are here. We stay,\" she said.", "It rained."]),       # stops inside a quotation that the sentence runs on from
    ("The sign says \"Stop! Do not enter.\" in red. It is old.", ["The sign says \"Stop! Do not enter.\" in red.", "It is old."]),
    ("The 27\" model costs 5. The 24\" model costs 4.", ["The 27\" model costs 5.", "The 24\" model costs 4."]),     # inches
    ("\u00ab C'est bon. Nous restons \u00bb, dit-elle. Il pleut.", ["\u00ab C'est bon. Nous restons \u00bb, dit-elle.", "Il pleut."]),
    ("Er sagt: \u201eEs endet.\u201c Die Leute gehen.", ["Er sagt: \u201eEs endet.\u201c", "Die Leute gehen."]),
    ("\u793e\u9577\u306f\u300c\u5931\u6557\u3057\u305f\u3002\u7d42\u308f\u308a\u3060\u3002\u300d\u3068\u8ff0\u3079\u305f\u3002\u96e8\u3060\u3002", ["\u793e\u9577\u306f\u300c\u5931\u6557\u3057\u305f\u3002\u7d42\u308f\u308a\u3060\u3002\u300d\u3068\u8ff0\u3079\u305f\u3002", "\u96e8\u3060\u3002"]),
    ("Bake for 25 min. Let the tin cool.", ["Bake for 25 min.", "Let the tin cool."]),
    ("They are listed in App. B. No. I agree.", ["They are listed in App. B.", "No.", "I agree."]),
    ("Gem. \u00a7 3 Abs. 1 ist es frei. Es gilt.", ["Gem. \u00a7 3 Abs. 1 ist es frei.", "Es gilt."]),
    ("It was sold.\u00b9,\u00b2 It needs keys.\u207d\u00b3\u207e Done.", ["It was sold.\u00b9,\u00b2", "It needs keys.\u207d\u00b3\u207e", "Done."]),
    ("It is online. [Accessed May 20, 2021]. Done.", ["It is online.", "[Accessed May 20, 2021].", "Done."]),
    ("How Did We Get Here?, Medium, 2019.", ["How Did We Get Here?, Medium, 2019."]),
    ("See 12 F.3d 45 (9th Cir. 1994). It was upheld.", ["See 12 F.3d 45 (9th Cir. 1994).", "It was upheld."]),
    ("\u041f\u043e 31 \u0434\u0435\u043a. 2024 \u0433. \u0446\u0435\u043d\u0430 5 \u0440\u0443\u0431. \u041e\u043f\u043b\u0430\u0442\u0430 \u0432 \u043c\u0430\u0435.", ["\u041f\u043e 31 \u0434\u0435\u043a. 2024 \u0433. \u0446\u0435\u043d\u0430 5 \u0440\u0443\u0431.", "\u041e\u043f\u043b\u0430\u0442\u0430 \u0432 \u043c\u0430\u0435."]),
    ("\u0414\u043e\u0433\u043e\u0432\u043e\u0440 \u043f\u043e \u043c\u0430\u0439 2024 \u0433. \u041e\u043f\u043b\u0430\u0442\u0430 \u0432 \u043c\u0430\u0435.", ["\u0414\u043e\u0433\u043e\u0432\u043e\u0440 \u043f\u043e \u043c\u0430\u0439 2024 \u0433.", "\u041e\u043f\u043b\u0430\u0442\u0430 \u0432 \u043c\u0430\u0435."]),
    ("\u0412 1998 \u0433. \u041c\u043e\u0441\u043a\u0432\u0430 \u0440\u043e\u0441\u043b\u0430.", ["\u0412 1998 \u0433. \u041c\u043e\u0441\u043a\u0432\u0430 \u0440\u043e\u0441\u043b\u0430."]),
    ("\u70b9\u51fb\u201c\u4fdd\u5b58\u3002\u201d\u6309\u94ae\u3002\u7b49\u5f85\u3002", ["\u70b9\u51fb\u201c\u4fdd\u5b58\u3002\u201d\u6309\u94ae\u3002", "\u7b49\u5f85\u3002"]),
    ("\u4ed6\u8bf4\uff1a\u201c\u7ed3\u675f\u4e86\u3002\u201d\u516c\u53f8\u6ca1\u6709\u8bc4\u8bba\u3002", ["\u4ed6\u8bf4\uff1a\u201c\u7ed3\u675f\u4e86\u3002\u201d", "\u516c\u53f8\u6ca1\u6709\u8bc4\u8bba\u3002"]),
    ("All people \u2026 shall be free, it says. It is law.", ["All people \u2026 shall be free, it says.", "It is law."]),
])
def test_sentences_are_cut_where_they_end(text, parts):
    assert [text[start:end] for start, end in sentences(text)] == parts


# ----- claims -----
def test_lead_in_and_list_numbers_are_no_claims():
    claims = split_claims("To clean the kettle:\n1. Fill it with water\n2. Add two spoons of vinegar\n3. Boil it once\n")
    assert [claim["text"] for claim in claims] == ["Fill it with water", "Add two spoons of vinegar", "Boil it once"]
    assert {claim["header"] for claim in claims} == {"To clean the kettle:"}


def test_table_rows_are_claims_and_head_and_rule_are_not():
    answer = "| Size | Weight |\n|:---|---:|\n| Small | 2 kg |\n| Large | 5 kg |\n"
    claims = split_claims(answer)
    assert [claim["text"] for claim in claims] == ["Small; Weight: 2 kg", "Large; Weight: 5 kg"]
    assert [answer[claim["start"]:claim["end"]] for claim in claims] == ["| Small | 2 kg |", "| Large | 5 kg |"]


@pytest.mark.parametrize("answer, claims", [
    ("# Opening hours\n\nThe pool opens at six.\n\n```sh\nls -la\n```\n", ["The pool opens at six."]),
    ("Opening hours\n=============\nThe pool opens at six.", ["The pool opens at six."]),
    ("**Opening hours**\nThe pool opens at six.", ["The pool opens at six."]),
    ("Hello! The pool opens at six. I hope this helps! Let me know if you have any other questions.", ["The pool opens at six."]),
    ("When does it open? It opens at six.", ["It opens at six."]),
    ("I'm not sure.", []),
    ("It is.", []),
    ("", []),
    ("Yes.", ["Yes."]),
    ("Bonjour ! La piscine ouvre \u00e0 six heures.", ["La piscine ouvre \u00e0 six heures."]),
    ("- **Price**: 9 EUR\n- *Colour*: red\n\nSources:\n[1] catalogue\n[2] leaflet", ["Price: 9 EUR", "Colour: red"]),
    ("The rent is 400 EUR; the documents do not say who pays for heating.", ["The rent is 400 EUR"]),
    ("She asked herself the old question \"Who pays for it?\"", ["She asked herself the old question \"Who pays for it?\""]),
    ("\"Who pays for it?\"", []),
])
def test_only_statements_are_claims(answer, claims):
    assert texts(answer) == claims


@pytest.mark.parametrize("answer, claims", [
    ("The lamp is red, but it does not dim.", ["The lamp is red, but it does not dim."[:15], "it does not dim."]),
    ("The lamp costs 9 EUR; the bulb costs 2 EUR.", ["The lamp costs 9 EUR", "the bulb costs 2 EUR."]),
    ("The lamp weighs 2 kg but costs 9 EUR.", ["The lamp weighs 2 kg but costs 9 EUR."]),
    ("The fee covers not only entry but the audio guide is included.", ["The fee covers not only entry but the audio guide is included."]),
    ("Der Eintritt kostet 5 Euro, aber er gilt nur samstags.", ["Der Eintritt kostet 5 Euro", "er gilt nur samstags."]),
    ("Adults pay 12 EUR; children pay 6 EUR; seniors enter free.", ["Adults pay 12 EUR", "children pay 6 EUR", "seniors enter free."]),
    ("Het is open tot 17 uur; op zondag is het gesloten.", ["Het is open tot 17 uur", "op zondag is het gesloten."]),
    ("It has two car parks, but none of them are heated.", ["It has two car parks", "none of them are heated."]),
    ("She claimed to have been forced, but the masterminds are not known.", ["She claimed to have been forced", "the masterminds are not known."]),
    ("They earned more, but if that is true, the others are poor.", ["They earned more, but if that is true, the others are poor."]),
    ("They do not vote but do pay taxes.", ["They do not vote but do pay taxes."]),
    ("It took place in Bayamon; the future home of a team set to begin in fall.", ["It took place in Bayamon; the future home of a team set to begin in fall."]),
    ("It sells maps; tickets; and snacks.", ["It sells maps; tickets; and snacks."]),
])
def test_contrasts_are_cut_only_where_both_halves_stand_alone(answer, claims):
    assert texts(answer) == claims


@pytest.mark.parametrize("answer, claims", [
    ("**Fee:** 20 euros\n**Dogs:** not allowed", ["Fee: 20 euros", "Dogs: not allowed"]),
    ("Refund policy\n\nItems may go back within 30 days.", ["Items may go back within 30 days."]),
    ("Pricing Overview\nThe Pro plan costs 20 euros.\nThe Team plan costs 50 euros.", ["The Pro plan costs 20 euros.", "The Team plan costs 50 euros."]),
    ("Eligibility\n\n- Renters must be 18\n\nDeadline\n\n- It closes on May 1", ["Renters must be 18", "It closes on May 1"]),
    ("How it works\nA pump lifts the water. A tank keeps it.", ["A pump lifts the water.", "A tank keeps it."]),
    ("1. Installation\n\nRun the installer.\n\n2. Configuration\n\nOpen the panel.", ["Run the installer.", "Open the panel."]),
    ("1. English\n2. French\n\nBoth are spoken in Canada.", ["English", "French", "Both are spoken in Canada."]),       # items, not titles
    ("Marie Curie\n\nShe won the prize in 1903.", ["Marie Curie", "She won the prize in 1903."]),                        # the answer itself
    ("42 days\n\nThe period starts in May.", ["42 days", "The period starts in May."]),
    ("President Joe\nBiden signed", ["President Joe Biden signed"]),                                                    # a wrapped line
    ("Key points:\nPython 3.9 is required. A screen is optional.", ["Python 3.9 is required.", "A screen is optional."]),
    ("Here's a summary:\n\nWork from home is allowed.", ["Work from home is allowed."]),
    ("The capital of France is:\nParis", ["The capital of France is: Paris"]),
    ("The policy says:\n\n> Staff must report\n> within a day.\n> Others need not.\n\nIt is new.", ["Staff must report within a day.", "Others need not.", "It is new."]),
    ("Use this call:\n\n    client.run(query)\n\nIt returns rows.", ["It returns rows."]),
    ("Hello Anna,\n\nYour plan renews on July 1.\n\nBest regards,\nThe Support Team", ["Your plan renews on July 1."]),
    ("You're welcome! I hope this clears things up! Have a great day!", []),
    ("Feel free to ask for more. If you need anything else, let me know.", []),
    ("\u00d6ffnungszeiten\n\nDas Museum \u00f6ffnet um 10 Uhr.", ["Das Museum \u00f6ffnet um 10 Uhr."]),
    ("\u25a0\u6599\u91d1\n\u30fb\u5927\u4eba\uff1a500\u5186\n\n\u25a0\u6642\u9593\n9\u6642\u304b\u3089\u3067\u3059\u3002", ["\u5927\u4eba\uff1a500\u5186", "9\u6642\u304b\u3089\u3067\u3059\u3002"]),
    ("These are needed:\n   a. A copy of the lease\n   b. Proof of address", ["A copy of the lease", "Proof of address"]),
    ("1\ufe0f\u20e3 Open the app.\n2\ufe0f\u20e3 Tap the gear.", ["Open the app.", "Tap the gear."]),
    ("\u2705 Returns without a fee\n\u2705 Boxes for gifts\n\nOrders ship in May.", ["Returns without a fee", "Boxes for gifts", "Orders ship in May."]),
    ("\u2705 Supported formats\n\nThe importer reads CSV.", ["The importer reads CSV."]),
    ("Good morning! I'm sorry to hear that. It ships in May. We appreciate your patience. Safe travels!", ["It ships in May."]),
    ("Sources used: [1], [2]\n\nIt ships in May.", ["It ships in May."]),
    ("<table><tr><th>Item</th><th>Cost</th></tr><tr><td>Pen</td><td>2 EUR</td></tr></table>", ["Pen 2 EUR"]),
    ("Why it matters\nThe pump lasts ten years.", ["The pump lasts ten years."]),
    ("Free of charge\n\nThe museum is free for children.", ["Free of charge", "The museum is free for children."]),     # no title: the answer
    ("Sales grew by a third and two offices were opened last year, as follows:\n\nThe first is in Rome.", ["Sales grew by a third and two offices were opened last year, as follows:", "The first is in Rome."]),
    ("Dear customers must pay ahead,\nas the rules say.", ["Dear customers must pay ahead, as the rules say."]),
    ("Thanks for the memory is a song. Have a good lawyer check it. If you need more help, contact the desk.", ["Thanks for the memory is a song.", "Have a good lawyer check it.", "If you need more help, contact the desk."]),
    ("The rule is:\n\n    Pay $5; then leave.\n\nIt is new.", ["Pay $5; then leave.", "It is new."]),
    ("A. The tenant pays.\nB. The owner pays.", ["A. The tenant pays.", "B. The owner pays."]),
    ("[Note]: The fee is 5 EUR.\n\nIt is due.", ["[Note]: The fee is 5 EUR.", "It is due."]),
    ("Hi Tom! The plan renews in May. Cheers!", ["The plan renews in May."]),
    ("Dear Ms. Lopez,\n\nThe plan renews in May.\n\nKind regards,\n\nJane Doe\nClaims", ["The plan renews in May."]),
    ("You are welcome to bring a dog.", ["You are welcome to bring a dog."]),
    ("Let me know if 30 EUR is too much.", ["Let me know if 30 EUR is too much."]),
    ("It opened in 2018.\n\n[1]: https://example.org \"Act\"\n[2] https://example.net", ["It opened in 2018."]),
    ("\u6210\u4eba\u7968\u4ef7\u4e3a80\u5143\uff1b\u513f\u7ae5\u514d\u8d39\u3002", ["\u6210\u4eba\u7968\u4ef7\u4e3a80\u5143", "\u513f\u7ae5\u514d\u8d39\u3002"]),
    ("L'entrata \u00e8 libera per tutti; gli studenti pagano poco.", ["L'entrata \u00e8 libera per tutti", "gli studenti pagano poco."]),
])
def test_titles_lead_ins_and_courtesies_are_no_claims(answer, claims):
    assert texts(answer) == claims


def test_labels_go_to_the_sentence_they_were_set_to():
    assert cited("[1] The law is old. [2] Fines are high.") == [["1"], ["2"]]            # in front
    assert cited("The law is old. [1] Fines are high. [2]") == [["1"], ["2"]]            # behind
    assert cited("The law is old. (Source: a.pdf)\nFines are high. (Source: b.pdf)") == [["a.pdf"], ["b.pdf"]]


def test_offsets_point_into_the_answer_and_every_sentence_gives_a_claim():
    answer = "The hall seats 400 [1]. Doors open at 7.\n\n- The bar is on the left\n- Coats go upstairs (Source: plan.pdf)\n"
    claims = split_claims(answer)
    assert [answer[claim["start"]:claim["end"]] for claim in claims] == [
        "The hall seats 400 [1].", "Doors open at 7.", "The bar is on the left", "Coats go upstairs (Source: plan.pdf)"]


# ----- citations -----
@pytest.mark.parametrize("answer, text, labels", [
    ("The toll is 3 EUR [1].", "The toll is 3 EUR.", ["1"]),
    ("The toll is 3 EUR [1, 2].", "The toll is 3 EUR.", ["1", "2"]),
    ("The toll is 3 EUR [1][4].", "The toll is 3 EUR.", ["1", "4"]),
    ("The toll is 3 EUR [2-4].", "The toll is 3 EUR.", ["2", "3", "4"]),
    ("The toll is 3 EUR [doc_2].", "The toll is 3 EUR.", ["doc_2"]),
    ("The toll is 3 EUR (Source: Road Act, section 4).", "The toll is 3 EUR.", ["Road Act, section 4"]),
    ("The toll is 3 EUR \u30103\u3011.", "The toll is 3 EUR.", ["3"]),
    ("The toll is 3 EUR \u30103\u2020source\u3011.", "The toll is 3 EUR.", ["3\u2020source"]),
    ("The toll is 3 EUR [^1].", "The toll is 3 EUR.", ["1"]),
    ("The toll is 3 EUR\u00b2.", "The toll is 3 EUR.", ["2"]),
    ("The toll is 3 EUR (Document 2).", "The toll is 3 EUR.", ["Document 2"]),
    ("According to document 2, the toll is 3 EUR.", "the toll is 3 EUR.", ["document 2"]),
    ("The toll is 3 EUR (Quelle: Gesetz).", "The toll is 3 EUR.", ["Gesetz"]),
    ("The toll is 3 EUR [tolls].", "The toll is 3 EUR.", ["tolls"]),
    ("The toll is 3 EUR \u30104:1\u2020tolls.md\u3011.", "The toll is 3 EUR.", ["4:1\u2020tolls.md"]),
    ("The toll is 3 EUR\u207d\u00b9\u207e.", "The toll is 3 EUR.", ["1"]),
    ("The toll is 3 EUR\u00b9,\u00b3.", "The toll is 3 EUR.", ["1", "3"]),
    ("The toll is 3 EUR [tolls, page 3].", "The toll is 3 EUR.", ["tolls, page 3"]),
    ("The toll is 3 EUR (tolls, p. 2).", "The toll is 3 EUR.", ["tolls, p. 2"]),
    ("The toll is 3 EUR (see doc_2).", "The toll is 3 EUR.", ["doc_2"]),
    ("The toll is 3 EUR {doc_1}.", "The toll is 3 EUR.", ["doc_1"]),
    ("The toll is 3 EUR <tolls>.", "The toll is 3 EUR.", ["tolls"]),
    ("It holds {size} of <b>3</b>.", "It holds {size} of 3.", []),
    ("It covers 5 km\u00b2 of land.", "It covers 5 km\u00b2 of land.", []),
    ("Lo [1987] wrote [sic] it.", "Lo [1987] wrote [sic] it.", []),
    ("It has three (3) doors.", "It has three (3) doors.", []),
    ("See the [road map](https://example.org/map) of 3 tolls.", "See the road map of 3 tolls.", []),
])
def test_citations_are_taken_out_and_kept(answer, text, labels):
    (claim,) = split_claims(answer, ("tolls",))
    assert (claim["text"], claim["citations"]) == (text, labels)


def test_a_citation_on_its_own_belongs_to_the_claim_before():
    assert cited("The toll is 3 EUR.\n\n[2]") == [["2"]]


DOCS = [{"id": "d7", "text": "Tolls rise in May."}, {"id": "doc_2", "text": "Road Act\nA toll is due."}, {"id": "kb/handbook.pdf", "text": None}]


@pytest.mark.parametrize("label, docs, found", [
    ("d7", DOCS, "d7"), ("[D7]", DOCS, "d7"), ("1", DOCS, "d7"), ("[3]", DOCS, "kb/handbook.pdf"), ("doc 2", DOCS, "doc_2"), ("Source 1", DOCS, "d7"),
    ("3\u2020source", DOCS, "kb/handbook.pdf"), ("Road Act", DOCS, "doc_2"), ("handbook, p. 12", DOCS, "kb/handbook.pdf"), ("Handbook.pdf", DOCS, "kb/handbook.pdf"),
    ("0", DOCS, None), ("9", DOCS, None), ("Sea Act", DOCS, None), ("", DOCS, None), ("1", [], None),
    ("2", [{"id": "2", "text": "a"}, {"id": "1", "text": "b"}], "2"),                      # an id comes before a place
    ("1", [{"id": "x", "text": "[2] later"}, {"id": "y", "text": "[1] first"}], "y"),      # so does the label that opens a text
    ("12", [{"id": "doc_12", "text": ""}, {"id": "doc_13", "text": ""}], "doc_12"),
])
def test_citations_map_to_documents(label, docs, found):
    assert map_citation(label, docs) == found


# ----- abstentions -----
def test_abstentions_of_twenty_one_languages_against_hedges_and_partial_answers():
    rows = [json.loads(line) for line in (DATA / "abstentions.jsonl").read_text(encoding="utf-8").splitlines()]
    wrong = [row["answer"] for row in rows if is_abstention(row["answer"], row.get("query")) != row["abstains"]]
    assert wrong == []
    assert len({row["lang"] for row in rows}) == 21 and sum(row["abstains"] for row in rows) > 300 and sum(not row["abstains"] for row in rows) > 300


@pytest.mark.parametrize("answer", [
    "I could not find anything on returns for used skis.",
    "The tariff sheet isn't part of the indexed files, just its name [3].",
    "Zu den Gebühren finde ich in den Unterlagen leider keine Angabe.",
    "No he encontrado datos sobre eso en las fuentes.",
    "恐れ入りますが、資料に該当する情報がありません。",
])
def test_abstentions_with_citation_apology_and_in_other_languages(answer):
    assert is_abstention(answer)


def test_a_question_about_what_is_mentioned_is_answered_by_what_is_not():
    assert is_abstention("The lease does not mention pets.", "Are pets allowed?")
    assert not is_abstention("The lease does not mention pets.", "Does the lease mention pets?")


def test_empty_and_long_answers_are_no_abstentions():
    assert not is_abstention("") and not is_abstention("   ") and not is_abstention("I don't know. " * 400)


# ----- relevance and correctness -----
@pytest.mark.parametrize("query, answer, relevant", [
    ("How many seats does the hall have?", "The hall has 400 seats.", True),
    ("How many seats does the hall have?", "The menu lists soup and bread.", False),
    ("How many seats does the hall have?", "Four hundred.", True),
    ("When did the hall open?", "The hall opened in May 1931.", True),
    ("When did the hall open?", "By a famous architect.", False),
    ("Who built the hall?", "Mira Okafor built the hall.", True),
    ("Is the hall open on Sunday?", "No, it is closed.", True),
    ("Why do leaves fall?", "Trees save water in winter.", None),
    ("What is the hall called?", "Aurora", None),
    ("What is the hall called?", "What is the hall called?", False),
    ("\u5927\u5385\u6709\u591a\u5c11\u5ea7\u4f4d\uff1f", "\u5927\u5385\u6709400\u4e2a\u5ea7\u4f4d\u3002", True),
    ("", "400", None), (None, "400", None), ("How many?", "", None),
])
def test_relevance_goes_by_the_type_of_question(query, answer, relevant):
    score, verdict = answer_relevance(query, answer)
    assert verdict is relevant
    assert score is None or 0.0 <= score <= 1.0


@pytest.mark.parametrize("answer, reference, correct", [
    ("Turnover was $890M.", "890 million dollars", True),
    ("It takes 40 minutes.", "14 minutes", False),
    ("It opened in May 1931.", "May 1932", False),
    ("It opened on 3 May 1931.", "May 1931", True),
    ("Yes, on weekdays.", "Yes", True),
    ("No.", "Yes", False),
    ("The hall is open.", "Yes", None),
    ("Visitors may not bring dogs.", "Visitors may bring dogs.", False),
    ("The fee is 5 EUR. It is not refundable.", "The fee is 5 EUR.", True),
    ("The builder was Mira Okafor.", "Mira Okafor", True),
    ("Either Mira Okafor or Lu Chen.", "Mira Okafor", None),
    ("Lu Chen", "Mira Okafor", None),
    ("The new mayor left York.", "New York", None),
    ("Sold 5 million maps in 12 towns.", "In 2019, sold 5 million maps in 12 towns.", None),
    ("", "5", None), ("5", "", None), (None, "5", None), ("5", None, None),
])
def test_correctness_compares_values_as_values_and_leaves_open_what_words_cannot_tell(answer, reference, correct):
    score, verdict = answer_correctness(answer, reference)
    assert verdict is correct
    assert score is None or 0.0 <= score <= 1.0


# ----- hostile text -----
@pytest.mark.parametrize("unit", ["The fee is 5 EUR, but it is due. ", "- item\n", "| a | b |\n", "[1] ", "((", "[", "\u3010", "**", "*a", "`", "; ", "I do not know. ", "really ",
                                  "Title\nText is here.\n", "> q\n", "x.\t", "3. Oktober ", ".[[1", ".<sup>", "\"a. b", "\u300c\u3042\u3002", "\u2705 a\n", "A:\n", "    x()\n", "1. A\n\n",
                                  ". ", "...", ".[1", "\n", "\n ", "not the documents ", "\u4e0d\u77e5\u9053", "\u3002", "a.b ", "1,", "x", "&"])
def test_time_stays_linear_in_hostile_text(unit):
    began = time.process_time()
    split_claims(unit * (60000 // len(unit)))
    is_abstention(unit * (2200 // len(unit)))
    assert time.process_time() - began < 4.0          # a quadratic pass over 60,000 characters takes minutes


def test_random_mixtures_keep_the_promises():
    rng = random.Random(7)
    bits = ["\n", "\n\n", "- ", "1. ", "| a | b |", "|---|---|", "```", "[1]", "(Source: x)", "\u30103\u3011", "**", "# H\n", "; ", " but ", "...", "?", "\u3002", "\u200b", "\u00b9", "<sup>1</sup>", "\ud800", "\u0130",
            "The fee is 5 EUR.", "It opens at six.", "I don't know.", "Je ne sais pas.", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35", "\u0902"]
    for _ in range(1500):
        text = "".join(rng.choice(bits) for _ in range(rng.randrange(1, 14)))
        spans = sentences(text)
        assert "".join("".join(text[start:end] for start, end in spans).split()) == "".join(text.split())
        last = 0
        for claim in split_claims(text):
            assert last <= claim["start"] < claim["end"] <= len(text) and claim["text"].strip()
            last = claim["start"]
        is_abstention(text)
        answer_relevance(text, text[::-1])
        answer_correctness(text, text[::-1])
