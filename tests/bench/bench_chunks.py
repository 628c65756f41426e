#!/usr/bin/env python3
"""Time chunk_grid.py: its BM25 against rank_bm25, and a whole grid over 10 MB of text.

  python tests/bench/bench_chunks.py bm25               # needs: pip install rank_bm25 (and so numpy)
  python tests/bench/bench_chunks.py bm25 --oracle 1000 # every query by both, instead of a share of them scaled up
  python tests/bench/bench_chunks.py grid --jobs 2

bm25: 100,000 chunks of 80 words and 1,000 queries of 10, drawn from 20,000 words with Zipf's frequencies; indexing and
queries in one process, CPU seconds; the scores of the best ten are compared. grid: 10 MB of documents, 200 questions,
16 settings, seconds on the clock.
"""
from __future__ import annotations

import argparse
import heapq
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))


def vocabulary(rng: random.Random, size: int = 20000) -> tuple:
    """(made-up words, their cumulative weights): the n-th is drawn with weight n ** -1.05."""
    words: dict = {}
    while len(words) < size:
        words["".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(rng.choice((1, 2, 3, 3, 4))))] = None
    return list(words), list(itertools.accumulate((rank + 1) ** -1.05 for rank in range(size)))


def bm25(args: argparse.Namespace) -> None:
    from chunk_grid import Bm25
    rng = random.Random(1)
    words, weights = vocabulary(rng)
    chunks = [rng.choices(words, cum_weights=weights, k=80) for _ in range(args.chunks)]
    queries = [rng.choices(words, cum_weights=weights, k=10) for _ in range(args.queries)]
    start = time.process_time()
    index = Bm25(chunks)
    indexed = time.process_time()
    found = [index.search(query, 10) for query in queries]
    done = time.process_time()
    print(f"chunk_grid.Bm25: index {indexed - start:.1f} s, {len(queries):,} queries {done - indexed:.1f} s")
    ours = done - start
    from rank_bm25 import BM25Okapi
    start = time.process_time()
    oracle = BM25Okapi(chunks)
    indexed = time.process_time()
    asked = queries[:args.oracle]
    scores = [heapq.nlargest(10, map(float, oracle.get_scores(query))) for query in asked]
    done = time.process_time()
    theirs = indexed - start + (done - indexed) / len(asked) * len(queries)
    print(f"rank_bm25:       index {indexed - start:.1f} s, {len(asked):,} queries {done - indexed:.1f} s, for all {theirs:.0f} s in sum")
    worst = max((abs(mine - other) for result, wanted in zip(found, scores) for (mine, _), other in zip(result, wanted)), default=0)
    print(f"{theirs / ours:.1f} times as fast; scores differ by at most {worst:.1e}")


def grid(args: argparse.Namespace) -> None:
    rng = random.Random(5)
    words, weights = vocabulary(rng)
    size, questions = 0, []
    with tempfile.TemporaryDirectory() as folder:
        corpus, asked = Path(folder, "corpus.jsonl"), Path(folder, "questions.jsonl")
        with corpus.open("w", encoding="utf-8") as out:
            for number in itertools.count():
                parts = []
                for place in range(rng.randrange(10, 60)):
                    said = [" ".join(rng.choices(words, cum_weights=weights, k=rng.randrange(6, 18))).capitalize() + "." for _ in range(5)]
                    parts.append((f"## Part {place}\n\n" if place % 6 == 0 else "") + " ".join(said))
                    if len(questions) < 200 and rng.random() < 0.02:
                        quote = rng.choice(said)
                        questions.append({"query": " ".join(rng.sample(quote[:-1].split(), 4)), "evidence": [quote], "gold_doc_ids": [f"d{number}"]})
                text = "\n\n".join(parts)
                size += out.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")
                if size > args.megabytes * 1e6:
                    break
        asked.write_text("".join(json.dumps(row) + "\n" for row in questions), encoding="utf-8")
        start = time.perf_counter()
        done = subprocess.run([sys.executable, str(SCRIPTS / "chunk_grid.py"), "--corpus", str(corpus), "--questions", str(asked), "--size",
                               "128,256,512,1024", "--overlap", "0,16,32,64", "--jobs", str(args.jobs), "--json"], stdout=subprocess.PIPE, check=True)
        report = json.loads(done.stdout)
        print(f"{len(report['settings'])} settings, {size / 1e6:.1f} MB, {report['n']} questions, --jobs {args.jobs}: {time.perf_counter() - start:.1f} s")
    try:
        import resource
        print(f"largest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB")
    except ImportError:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("bm25", "grid"))
    parser.add_argument("--chunks", type=int, default=100000)
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--oracle", type=int, default=30, help="how many of the queries rank_bm25 answers too")
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    bm25(args) if args.what == "bm25" else grid(args)


if __name__ == "__main__":
    main()
