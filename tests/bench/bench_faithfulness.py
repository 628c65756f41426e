#!/usr/bin/env python3
"""Time and memory of score_faithfulness.py against the floor, on rows as given and reworded, beside other tools.

  python tests/bench/bench_faithfulness.py                                  # 10,000 canonical rows of 2.9 kB made here
  python tests/bench/bench_faithfulness.py --rows 2000 --peers peers/bin/python
  python tests/bench/bench_faithfulness.py ROWS.jsonl LABELLED.jsonl ...

Measured are the rows as given, a copy in which every answer sentence is reworded (no short cut for copied text helps there),
and each labelled file, such as RAGTruth's rows, repeated to nearly 2,000 rows. Peers are rag-eval-py and rag-quality-check,
each by its own command line, printing JSON with the scores of every row, over the same rows in its own shape. They score
retrieval too; without gold rag-quality-check estimates it. A peer runs once before it is timed: one that fails, or leaves
a row without a score for its answer, is not measured, and a line says why. Floor and scorer run on the Python that runs
this; ratios of peers on another version compare the Pythons too.
"""
from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from measure import SCRIPTS, against_floor, write_rows

SCRIPT = os.path.join(SCRIPTS, "score_faithfulness.py")
LEAST = 2000                                          # rows to which a labelled file is repeated: start-up must not weigh most
PROBE = """import importlib.metadata, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pass
print(json.dumps([sys.executable, sys.version.split()[0], found]))
"""


class Peer(NamedTuple):
    """Arguments to its Python that start its command line, a canonical row in its shape, the scores of answers in its report."""
    start: tuple
    convert: Callable[[dict], dict]
    scores: Callable[[dict], list]


def docs_of(row: dict) -> list:
    """(id, text) of the documents that score_faithfulness.py reads."""
    docs = row["context_docs"] if row.get("context_docs") is not None else row.get("retrieved_docs")
    return [(str(doc["id"]), doc.get("text") or "") for doc in docs or ()]


def gold_of(row: dict) -> list | None:
    return None if row.get("gold_doc_ids") is None else [str(one) for one in row["gold_doc_ids"]]


def for_rag_eval(row: dict) -> dict:
    docs = docs_of(row)
    return {"id": str(row.get("id", "")), "question": row.get("query") or "", "answer": row.get("answer") or "", "context": [text for _, text in docs],
            "retrieved": [own for own, _ in docs], "golden_documents": gold_of(row)}


def for_quality_check(row: dict) -> dict:
    return {"query": row.get("query") or "", "retrieved": [{"id": own, "text": text} for own, text in docs_of(row)], "relevant": gold_of(row),
            "answer": row.get("answer"), "ground_truth": row.get("reference_answer")}


PEERS = {"rag-eval-py": Peer(("-m", "rag_eval.cli", "eval", "--json"), for_rag_eval,
                             lambda report: [sample["faithfulness"] for sample in report["per_sample"]]),
         "rag-quality-check": Peer(("-m", "rag_quality_check.cli", "--json"), for_quality_check,
                                   lambda report: [case["metrics"].get("groundedness") for case in report["per_case"]])}


def installed(python: str) -> tuple:
    """(path of the interpreter itself, its version, {peer: version}); a launcher in front of it would be measured with it."""
    return tuple(json.loads(subprocess.run([python, "-c", PROBE, *PEERS], stdout=subprocess.PIPE, check=True).stdout))


def fault(command: list, peer: Peer, rows: int) -> str | None:
    """Why a peer's figures would say nothing, in one line; None when it scored the answer of every row."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode:
        said = done.stderr.strip()
        said = said.splitlines()[-1] if said.startswith("Traceback") else said
        return f"exit {done.returncode}: {textwrap.shorten(said, 200)}"
    try:
        scored = sum(score is not None for score in peer.scores(json.loads(done.stdout)))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return f"its report could not be read: {error!r}"
    return None if scored == rows else f"it scored {scored:,} of {rows:,} answers"


def read(path: str) -> Iterator[dict]:
    with open(path, encoding="utf-8-sig") as stream:
        yield from (json.loads(line) for line in stream if line.strip())


def write(path: str, rows: Iterable) -> str:
    with open(path, "w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    return path


def reworded(rows: Iterable) -> Iterator[dict]:
    """The rows with three words of every answer sentence replaced, so that none stands in a document as it is."""
    rng = random.Random(5)
    for row in rows:
        said = []
        for sentence in re.split(r"(?<=[.!?])\s+", row.get("answer") or ""):
            words = sentence.rstrip(".!?").split()
            for place in rng.sample(range(len(words)), min(3, len(words))):
                words[place] = words[place][::-1] + "q"
            sentence = " ".join(words)
            said.append(sentence[:1].upper() + sentence[1:] + "." if words else "")
        yield {**row, "answer": " ".join(said)}


def repeated(rows: list) -> Iterator[dict]:
    """The rows over and over; a blank more behind every document in each copy, or what is remembered of a text would serve the next."""
    for copy in range(max(1, LEAST // len(rows))):
        for row in rows:
            yield {**row, **{field: [{**doc, "text": (doc.get("text") or "") + " " * copy} for doc in row[field]]
                             for field in ("retrieved_docs", "context_docs") if row.get(field)}}


def compare(title: str, path: str, folder: str, python: str, peers: dict, jobs: bool = False) -> None:
    """Print how score_faithfulness.py and the peers do over the rows of one file."""
    rows = sum(1 for _ in read(path))
    print(f"{title}: {rows:,} rows")
    ours = [sys.executable, SCRIPT, "--traces", path, "--out", os.path.join(folder, "scored.jsonl")]
    commands = {"score_faithfulness": ours, **({"--jobs 2": [*ours, "--jobs", "2"]} if jobs else {})}
    for name, version in peers.items():
        command = [python, *PEERS[name].start, write(os.path.join(folder, f"{name}.jsonl"), map(PEERS[name].convert, read(path)))]
        why = fault(command, PEERS[name], rows)
        if why:
            print(f"{name} {version}: failed, not measured: {why}")
        else:
            commands[f"{name} {version}"] = command
    against_floor(path, commands, 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("given", nargs="?", metavar="ROWS.jsonl", help="canonical rows to measure instead of ones made here")
    parser.add_argument("labelled", nargs="*", metavar="LABELLED.jsonl", help="further files of canonical rows")
    parser.add_argument("--rows", type=int, metavar="N", help="how many rows to make where no file is given (10,000)")
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="the interpreter where the peers are installed (the one that runs this)")
    args = parser.parse_args()
    if args.given and args.rows is not None:
        parser.error("--rows says how many rows to make; ROWS.jsonl brings its own")
    for path in filter(None, (args.given, *args.labelled)):
        if not os.path.isfile(path) or not any(read(path)):
            parser.error(f"{path}: no file with rows")
    try:
        python, version, peers = installed(args.peers)
    except (OSError, subprocess.CalledProcessError, ValueError):
        parser.error(f"--peers {args.peers}: no Python that says what is installed in it")
    for name in PEERS:
        if name not in peers:
            print(f"{name}: skipped, not installed in {args.peers}")
    if peers:
        print(f"peers run on Python {version}, the rest on {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        rows = args.given or write_rows(os.path.join(folder, "rows.jsonl"), 10_000 if args.rows is None else args.rows)
        compare("rows as given (wanted of score_faithfulness: at most 15)", rows, folder, python, peers, jobs=True)
        compare("every answer sentence reworded", write(os.path.join(folder, "reworded.jsonl"), reworded(read(rows))), folder, python, peers)
        for path in args.labelled:
            compare(f"{os.path.basename(path)}, repeated", write(os.path.join(folder, "many.jsonl"), repeated(list(read(path)))), folder, python, peers)


if __name__ == "__main__":
    main()
