"""Abstentions told from answers on 200 sentences in ten languages that the detector was not written against.

Half of them decline to answer; half are hedged, partial, or merely negative statements, or report somebody else's ignorance.
Never mend the detector against this list: write a sentence of the same kind into abstentions.jsonl and mend it there.
"""
from __future__ import annotations

import json
from collections import Counter

import pytest

from conftest import ROOT
from score_faithfulness import _likeliest, is_abstention

ROWS = [json.loads(line) for line in (ROOT / "tests" / "data" / "abstentions_blind.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_list_is_what_it_says():
    assert len(ROWS) == 200 and len({row["language"] for row in ROWS}) == 10
    assert sum(row["abstains"] for row in ROWS) == 100


def test_at_most_five_percent_of_abstentions_are_missed():
    missed = [row["text"] for row in ROWS if row["abstains"] and not is_abstention(row["text"])]
    assert len(missed) <= 5, missed


def test_at_most_two_percent_of_answers_are_taken_for_abstentions():
    false = [row["text"] for row in ROWS if not row["abstains"] and is_abstention(row["text"])]
    assert len(false) <= 2, false


# ----- a second list, in twenty-one languages: samples of lists that were each written before the detector had seen them, some with the question
# that was asked; the kinds it got wrong were mended since -----
FRESH = [json.loads(line) for line in (ROOT / "tests" / "data" / "abstentions_fresh.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_second_list_is_what_it_says():
    assert len(FRESH) >= 150 and len({row["language"] for row in FRESH}) == 21
    assert 2 * sum(row["abstains"] for row in FRESH) == len(FRESH) and len({row["text"] for row in FRESH}) == len(FRESH)


def test_of_the_second_list_at_most_five_percent_are_missed_and_two_percent_false():
    missed = [row["text"] for row in FRESH if row["abstains"] and not is_abstention(row["text"], row.get("query"))]
    false = [row["text"] for row in FRESH if not row["abstains"] and is_abstention(row["text"], row.get("query"))]
    assert len(missed) <= 0.05 * len(FRESH) / 2, missed
    assert len(false) <= 0.02 * len(FRESH) / 2, false


def test_in_each_language_of_the_second_list_hardly_any_is_wrong():
    wrong = [row for row in FRESH if row["abstains"] != is_abstention(row["text"], row.get("query"))]
    sizes = Counter(row["language"] for row in FRESH)
    assert [name for name, count in Counter(row["language"] for row in wrong).items() if count > max(2, 0.02 * sizes[name])] == [], wrong


@pytest.mark.parametrize("query, answer, abstains", [
    ("Why was it rejected?", "It was rejected because the applicant did not give enough information about their income.", False),      # a reason
    ("Why was it rejected?", "I cannot say, because the documents do not give a reason.", True),
    ("Warum?", "Weil die Unterlagen keine Angaben zum Verm\u00f6gen enthielten.", False),
    ("What if I have no number?", "If you do not know your number, leave the field blank.", False),                                     # a condition
    ("What did she say?", "She told reporters she had no information about the tunnel.", False),                                        # somebody else's ignorance
    ("Was sagte sie?", "Sie erkl\u00e4rte, ihr l\u00e4gen keine Informationen vor.", False),
    ("Can you share it?", "The contractor must not disclose any information about the client.", False),                                 # a duty
    ("How far is it?", "It is not stated exactly, but from the map it looks like a ten-minute walk.", False),                           # a guess behind
    ("What do I tap?", 'Open the app and tap "I can\'t find my parcel".', False),                                                       # quoted words
    ("When is rent due?", "On the first; the contract is silent on late fees.", False),                                                 # an answer before
    ("What voltage?", "230 V. O manual n\u00e3o menciona a frequ\u00eancia.", False),
    ("What topics does the report cover?", "The report covers water quality and fish stocks. It does not discuss tourism.", False),     # asked for topics
    ("Is the lake safe?", "The report covers water quality and fish stocks. It does not discuss swimming safety.", True),
    ("Which oil?", "The manual describes filters and belts 7a to 7d. It says nothing about oil, so I cannot answer the question.", True),   # a refusal drawn from it
    ("Which oil?", "The manual gives SAE 30 for the old engine, but I cannot tell whether that holds for the new one.", False),
    ("Does the plan cover massage?", "I do not know.", True),
    ("Why was the bridge closed?", "The bridge was closed. No reason is given in the documents.", True),                                # only what the question said
    ("When did the mayor resign?", "The mayor resigned, but the article does not say when.", True),
    ("Did the mayor resign?", "The mayor resigned, but the article does not say when.", False),
    ("What does the acronym NRV stand for?", "While the term \"NRV\" appears several times in the document, it is never defined, so I can't confirm what it stands for.", True),
    ("\u6cd5\u9662\u4e3a\u4ec0\u4e48\u9a73\u56de\u8d77\u8bc9?", "\u56e0\u4e3a\u539f\u544a\u6ca1\u6709\u63d0\u4f9b\u8bc1\u636e,\u4e5f\u4e0d\u77e5\u9053\u5408\u540c\u7684\u5177\u4f53\u7b7e\u8ba2\u65e5\u671f\u3002", False),   # a second reason
    ("How do I change the owner?", "Call 1004 and an agent changes it. The documents do not say how long it takes.", False),            # whom to ask is the answer
    ("What is the deductible?", "I don't have the deductible at hand. Your plan administrator can tell you.", True),                    # whom to ask instead
    ("\u00bfCu\u00e1l es el precio?", "No dispongo de datos sobre el precio. Llame al 1004 y un agente le informar\u00e1.", True),
    ("Quel est le prix et qui le fixe ?", "Le prix n'est pas indiqu\u00e9. Le conseil le fixe chaque ann\u00e9e.", False),
    ("Wann \u00f6ffnet das Bad?", "Dazu steht in den Unterlagen nichts. Schauen Sie auf der Website nach.", True),
    ("Wann \u00f6ffnet das Bad und wo ist es?", "Die Zeiten sind nicht angegeben. Es liegt neben dem Bahnhof.", False),
    ("Which data are missing?", "Data for 2017 are missing from the table.", False),
    ("Why was it closed?", "The report says it was closed in 1987 but gives no reason.", True),                                         # only what was asked
    ("When was it closed?", "The report says it was closed in 1987 but gives no reason.", False),
    ("Who closed it, and when?", "The report says it was closed in 1987 but does not say by whom.", False),
    ("When was it ratified?", "The text says the treaty was signed on 4 June 1920, but it does not say when it was ratified.", True),                # beside the question
    ("When was it signed?", "The text says the treaty was signed on 4 June 1920, but it does not say when it was ratified.", False),
    ("Who won in 2020?", "The document lists the winners from 2015 to 2019, but not the one of 2020.", True),
    ("How long does a letter take?", "It lists 3 days for letters, but not for parcels.", False),
    ("Wer war der T\u00e4ter?", "Der T\u00e4ter konnte bislang nicht ermittelt werden.", False),                                             # the world does not know
    ("\u00bfQu\u00e9 potencia tiene?", "En la ficha que me has pasado no viene la potencia.", True),                                            # what was handed over is a source
    ("What is the main criticism?", "The main criticism is that the report fails to mention farmers.", False),                             # somebody's complaint
    ("What is the dress code?", "The invitation makes no reference to a dress code.", True),                                             # only a text makes reference
    ("\u00bfQu\u00e9 plazo hay?", "Ni el contrato ni las condiciones indican un plazo.", True),
    ("\u00bfEst\u00e1n cifrados?", "Los datos no est\u00e1n cifrados.", False),                                                                 # data, not information about something
    ("Who is president?", "The given context does not provide this. Reference: [1]", True),                                              # a bare label
    ("Which colours are there?", "The brochure lists red and blue, but does not mention any other colours.", False),
    ("How high is the tower?", "The guide says it is 96 m tall but does not give the height of the antenna on the tower.", False),
    ("What is the delivery time?", "The document says shipping takes 5 days, but does not mention a guaranteed delivery date.", False),
    ("Is it waterproof?", "It is waterproof, but the manual does not state to what depth.", False),
    ("What does E47 mean?", "The manual does not explain E47. It lists codes E01 to E39 only.", True),                                  # names, not figures
    ("How many came?", "The report gives no total. It says only that more than 300 came by bus.", False),
    ("Who wrote it?", "The text does not say who wrote it. Perhaps you will find it in the full report.", True),                        # a pointer, no guess
    ("Who wrote it?", "The text does not say who wrote it. Perhaps it was Dr Lind.", False),
    ("Welche Norm gilt?", "Der Kontext nennt keine Informationen zur Norm, die f\u00fcr den Sensor gilt.", True),                          # a relative clause
    ("Quelles donn\u00e9es ?", "L'application ne collecte aucune information personnelle.", False),                                         # who handles information does not lack it
])
def test_what_tells_a_refusal_from_a_statement(query, answer, abstains):
    assert is_abstention(answer, query) is abstains


def test_english_is_read_as_no_other_language_for_its_small_words():
    assert _likeliest(("es",), ["the line to the port has no data on it"]) == []
    assert _likeliest(("es",), ["no se indica el precio de la linea"]) == ["es"]
