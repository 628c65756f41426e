#!/usr/bin/env python3
"""Time and memory of score_retrieval.py, with gold and estimated.

  python tests/bench/bench_retrieval.py [ROWS.jsonl]     # 10,000 rows of 2.9 kB made here, or rows of your own with gold
"""
from __future__ import annotations

import json
import os
import sys
import tempfile

from measure import SCRIPTS, against_floor, write_rows

SCRIPT = os.path.join(SCRIPTS, "score_retrieval.py")


def without(source: str, target: str, fields: tuple) -> str:
    """A copy of the rows without some fields."""
    with open(source, encoding="utf-8") as rows, open(target, "w", encoding="utf-8") as stream:
        for line in rows:
            row = json.loads(line)
            stream.write(json.dumps({name: value for name, value in row.items() if name not in fields}) + "\n")
    return target


def score(path: str, *flags: str) -> list:
    return [sys.executable, SCRIPT, "--traces", path, "--out", path + ".scored", *flags]


def main(given: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        gold = given or write_rows(os.path.join(folder, "gold.jsonl"), 10_000)
        reference = without(gold, os.path.join(folder, "reference.jsonl"), ("gold_doc_ids", "gold_grades", "gold_groups"))
        query = without(reference, os.path.join(folder, "query.jsonl"), ("reference_answer",))
        if given:
            gold = without(gold, os.path.join(folder, "gold.jsonl"), ())
        print("with gold (wanted: at most 4)")
        against_floor(gold, {"one k": score(gold), "--k 1,3,5,10": score(gold, "--k", "1,3,5,10"), "--jobs 2": score(gold, "--jobs", "2")}, 5)
        print("without gold: from the reference where rows have one (wanted: at most 12)")
        against_floor(reference, {"reference": score(reference), "--jobs 2": score(reference, "--jobs", "2")}, 5)
        print("without gold: from the query (wanted: at most 12)")
        against_floor(query, {"query": score(query)}, 5)
        many = write_rows(os.path.join(folder, "many.jsonl"), 40_000)
        print("40,000 rows with gold: the peak must be that of 10,000")
        against_floor(many, {"one k": score(many)}, 1)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
