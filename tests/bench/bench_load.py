#!/usr/bin/env python3
"""Time load_traces.py against a bare json.loads pass over the same file, and read its peak memory.

  python tests/bench/bench_load.py                 # 20,000 rows of 2.9 kB in each shape
  python tests/bench/bench_load.py --rows 350000   # about 1 GB in each shape
  python tests/bench/bench_load.py --rows 3000000 --small

Both run as processes of their own (python -I -S); CPU seconds of user and system, the smallest of --repeat runs; the
ratio leaves nothing out, start of the interpreter included. Shapes: canonical rows (they pass as they are), the same
rows under the names of RAGAS, of rag-quality-check and of rag-eval-py, and a table (CSV, floor: the csv module).
"""
from __future__ import annotations

import argparse
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "load_traces.py"
FLOOR = {"jsonl": "import json, sys\nfor line in open(sys.argv[1], encoding='utf-8'):\n    json.loads(line)\n",
         "csv": "import csv, sys\nfor row in csv.reader(open(sys.argv[1], encoding='utf-8', newline='')):\n    pass\n"}


def write_files(folder: Path, rows: int, small: bool, only: list | None) -> list:
    """The same rows in the shapes asked for: [(name, path, kind of floor)]."""
    rng = random.Random(1)
    words = ["".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(rng.choice((1, 2, 3, 4)))) for _ in range(5000)]
    text = lambda size: " ".join(rng.choices(words, k=size)).capitalize() + "."
    pool = [text(10 if small else 80) for _ in range(2000)]
    paths = {name: folder / f"{name}.{'csv' if name == 'table' else 'jsonl'}" for name in ("canonical", "ragas", "rqc", "rag_eval_py", "table")
             if not only or name in only}
    files = {name: path.open("w", encoding="utf-8", newline="") for name, path in paths.items()}
    table = csv.writer(files["table"]) if "table" in files else None
    if table:
        table.writerow(["id", "question", "answer", "contexts", "ground_truth"])
    for number in range(rows):
        found = rng.sample(range(2000), 1 if small else 5)
        own, query, answer, right = f"q{number}", text(10)[:-1] + "?", text(4 if small else 40), text(4 if small else 30)
        texts, ids, gold = [pool[one] for one in found], [f"doc_{one}" for one in found], [f"doc_{found[0]}"]
        docs = [{"id": one, "text": body, "score": round(rng.random(), 4)} for one, body in zip(ids, texts)]
        for name, row in (("canonical", {"id": own, "query": query, "retrieved_docs": docs, "answer": answer, "reference_answer": right, "gold_doc_ids": gold}),
                          ("ragas", {"question": query, "answer": answer, "contexts": texts, "ground_truth": right}),
                          ("rqc", {"query": query, "retrieved": docs, "relevant": gold, "answer": answer, "ground_truth": right}),
                          ("rag_eval_py", {"id": own, "question": query, "answer": answer, "context": texts, "golden_documents": gold, "retrieved": ids})):
            if name in files:
                files[name].write(json.dumps(row) + "\n")
        if table:
            table.writerow([own, query, answer, json.dumps(texts), right])
    for file in files.values():
        file.close()
    return [(name, path, "csv" if name == "table" else "jsonl") for name, path in paths.items()]


def measure(command: list, repeat: int) -> tuple:
    """(CPU seconds, peak MiB): the least of several runs."""
    best, peak = None, 0.0
    for _ in range(repeat):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"error: {' '.join(map(str, command))}: exit {process.returncode}")
        seconds = used.ru_utime + used.ru_stime
        best, peak = min(seconds, best if best is not None else seconds), max(peak, used.ru_maxrss / 1024)
    return best, peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--small", action="store_true", help="rows of 0.3 kB: ids weigh most")
    parser.add_argument("--only", action="append", metavar="SHAPE")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, path, kind in write_files(Path(folder), args.rows, args.small, args.only):
            floor, _ = measure([sys.executable, "-I", "-S", "-c", FLOOR[kind], path], args.repeat)
            ours, peak = measure([sys.executable, "-I", "-S", SCRIPT, path, "--out", Path(folder) / "out.jsonl", "--accept-gaps"], args.repeat)
            print(f"{name:12} {path.stat().st_size / 1e6:7.0f} MB  floor {floor:6.2f} s  load {ours:6.2f} s  ratio {ours / floor:4.1f}  peak {peak:4.0f} MiB")


if __name__ == "__main__":
    main()
