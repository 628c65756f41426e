"""Abstentions told from answers on 200 sentences in ten languages that the detector was not written against.

Half of them decline to answer; half are hedged, partial, or merely negative statements, or report somebody else's ignorance.
Never mend the detector against this list: write a sentence of the same kind into abstentions.jsonl and mend it there.
"""
from __future__ import annotations

import json

from conftest import ROOT
from score_faithfulness import is_abstention

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
