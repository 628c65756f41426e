#!/usr/bin/env python3
"""Time and memory of score_faithfulness.py against the floor, with copied and with reworded answers, beside other tools.

  python tests/bench/bench_faithfulness.py [ROWS.jsonl [LABELLED.jsonl ...]]

ROWS: 10,000 canonical rows of 2.9 kB (made here when none are given). LABELLED: further files to measure, such as RAGTruth's
rows. rag-eval-py and rag-quality-check are measured in the same run where they are installed.
"""
from __future__ import annotations

import importlib.util
import json
import os
import random
import sys
import tempfile

from measure import SCRIPTS, against_floor, write_rows

SCRIPT = os.path.join(SCRIPTS, "score_faithfulness.py")
OTHERS = {"rag-eval-py": ("rag_eval", "import json, sys\nfrom rag_eval.faithfulness import faithfulness\nfor line in open(sys.argv[1], encoding='utf-8'):\n"
                          "    row = json.loads(line)\n    faithfulness(row['answer'], [doc['text'] for doc in row['retrieved_docs']])\n"),
          "rag-quality-check": ("rag_quality_check", "import json, sys\nimport rag_quality_check as rqc\nfor line in open(sys.argv[1], encoding='utf-8'):\n"
                                "    row = json.loads(line)\n    rqc.evaluate_case(row['query'], [doc['text'] for doc in row['retrieved_docs']], answer=row['answer'])\n")}


def reword(source: str, target: str) -> str:
    """A copy of the rows in which every answer sentence has three of its words replaced, so that none stands in a document as it is."""
    rng = random.Random(5)
    with open(source, encoding="utf-8") as rows, open(target, "w", encoding="utf-8") as stream:
        for line in rows:
            row = json.loads(line)
            sentences = [one.split() for one in row["answer"].rstrip(".").split(". ")]
            for words in sentences:
                for place in rng.sample(range(len(words)), min(3, len(words))):
                    words[place] = words[place][::-1] + "q"
            row["answer"] = " ".join(" ".join(words).capitalize() + "." for words in sentences)
            stream.write(json.dumps(row) + "\n")
    return target


def score(path: str, *flags: str) -> list:
    return [sys.executable, SCRIPT, "--traces", path, "--out", os.path.join(tempfile.gettempdir(), f"scored-{os.getpid()}.jsonl"), *flags]


def main(given: list) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = given[0] if given else write_rows(os.path.join(folder, "rows.jsonl"), 10_000)
        commands = {"score_faithfulness": score(rows), "--jobs 2": score(rows, "--jobs", "2")}
        for name, (module, code) in OTHERS.items():
            if importlib.util.find_spec(module):
                commands[name] = [sys.executable, "-c", code, rows]
        print("answers of which most sentences are copied (wanted: at most 15)")
        against_floor(rows, commands, 3)
        print("every answer sentence reworded")
        reworded = reword(rows, os.path.join(folder, "reworded.jsonl"))
        against_floor(reworded, {"score_faithfulness": score(reworded)}, 3)
        for path in given[1:]:
            many = os.path.join(folder, "many.jsonl")
            with open(path, encoding="utf-8") as stream, open(many, "w", encoding="utf-8") as out:
                lines = stream.readlines()
                out.writelines(lines * max(1, 2000 // len(lines)))
            print(f"{os.path.basename(path)}, repeated to {len(lines) * max(1, 2000 // len(lines)):,} rows")
            against_floor(many, {"score_faithfulness": score(many)}, 3)


if __name__ == "__main__":
    main(sys.argv[1:])
