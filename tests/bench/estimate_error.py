#!/usr/bin/env python3
"""How often score_retrieval.py errs when it estimates retrieval without gold, measured against people's labels.

  python tests/bench/estimate_error.py hagrid.jsonl expertqa.jsonl

Each file holds rows with `query`, `retrieved_docs` (documents that people judged an answer against) and, for the part with
references, `answer` and `label_faithful`. From each file one collection is made. A question stands in twice: with the five
documents that BM25 finds nearest (when one of its own is among them: good), and with the five nearest that are not its
own (poor). These wrong documents share words with the question, so they are harder than what a weak retriever returns.
The table behind the thresholds in scripts/score_retrieval.py is the output of this script.
"""
from __future__ import annotations

import collections
import contextlib
import io
import json
import math
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import score_retrieval  # noqa: E402

K1, B, SHOWN = 1.2, 0.75, 5
THRESHOLDS = (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)


class Index:
    """BM25 (Robertson and Zaragoza 2009) over the content words of a collection."""

    def __init__(self, texts: list) -> None:
        bags = [collections.Counter(score_retrieval.content_words(text)) for text in texts]
        self.n, self.postings, average = len(texts), collections.defaultdict(list), sum(map(len, bags)) / len(bags)
        for place, bag in enumerate(bags):
            norm = K1 * (1 - B + B * len(bag) / average)
            for word, count in bag.items():
                self.postings[word].append((place, count * (K1 + 1) / (count + norm)))

    def search(self, query: str) -> list:
        scores: collections.Counter = collections.Counter()
        for word in set(score_retrieval.content_words(query)):
            found = self.postings.get(word, ())
            for place, weight in found:
                scores[place] += weight * math.log(1 + (self.n - len(found) + 0.5) / (len(found) + 0.5))
        return sorted(scores, key=lambda place: (-scores[place], place))


def labelled_rows(path: str, references: bool) -> list:
    """Rows with gold: per question (or per right answer, as reference) one with a right document and one without."""
    with open(path, encoding="utf-8") as stream:
        source = [row for row in map(json.loads, stream) if row.get("query")]
    own = collections.defaultdict(set)
    for row in source:
        own[row["query"]].update(doc["text"] for doc in row["retrieved_docs"])
    texts = sorted({text for found in own.values() for text in found})
    place_of, index, rows = {text: place for place, text in enumerate(texts)}, Index(texts), []
    asked = [(row["query"], row["answer"]) for row in source if row.get("label_faithful")] if references else \
        [(query, None) for query in sorted(own)]
    for query, reference in asked:
        ranking, gold = index.search(query), {place_of[text] for text in own[query]}
        wrong = [place for place in ranking if place not in gold][:SHOWN]
        for shown in (ranking[:SHOWN], wrong):
            if shown is wrong and not gold.intersection(ranking[:SHOWN]):
                continue
            row = {"id": f"q{len(rows)}", "query": query, "answer": None, "gold_doc_ids": [str(place) for place in sorted(gold)],
                   "retrieved_docs": [{"id": str(place), "text": texts[place]} for place in shown]}
            rows.append({**row, "reference_answer": reference} if reference else row)
    for row in rows:  # one right document is enough here: what is asked is whether any came
        row["gold_groups"] = [row["gold_doc_ids"]]
    return rows


def measure(rows: list, threshold: float) -> dict:
    """What score_retrieval.py --check-estimates says about the rows at one threshold."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "rows.jsonl"), Path(folder, "scored.jsonl")
        source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = score_retrieval.main(["--traces", str(source), "--out", str(target), "--check-estimates", "--json",
                                         "--estimated-threshold", str(threshold)])
        if code:
            raise SystemExit(code)
    (found,) = json.loads(out.getvalue())["estimate_check"].values()
    return found


def main(paths: list) -> int:
    for references in (False, True):
        print(f"estimate from the {'reference answer' if references else 'query'}")
        print("set            good  poor  AUROC  " + "  ".join(f"     {one:.2f}" for one in THRESHOLDS))
        for path in paths:
            rows = labelled_rows(path, references)
            found = [measure(rows, one) for one in THRESHOLDS]
            cells = [f"{one['true_positive_rate']['share']:.2f}/{one['false_positive_rate']['share']:.2f}" for one in found]
            print(f"{Path(path).stem:<14} {found[0]['n_good']:>4}  {found[0]['n_poor']:>4}  {found[0]['auroc']:.3f}  " + "  ".join(cells))
    print("cells: called good among the good / called good among the poor")
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
