"""What the benchmarks share: a workload of canonical rows, the floor, and a process's time and peak memory.

Ratios to the floor (one bare json.loads pass over the same file in a process of its own) hold on a busy machine; seconds do
not. Runs are interleaved and the best of several is taken.
"""
from __future__ import annotations

import json
import os
import random
import subprocess
import sys

FLOOR = "import json, sys\nwith open(sys.argv[1], encoding='utf-8') as rows:\n    for line in rows:\n        json.loads(line)\n"
SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")


def write_rows(path: str, n: int, docs: int = 5, signals: bool = False, seed: int = 1) -> str:
    """n canonical rows of about 2.9 kB: 5 documents of 80 words, an answer of 40 words partly copied; gold ids."""
    rng = random.Random(seed)
    words = ["".join(rng.choice("bdfgklmnprstv") + rng.choice("aeiou") for _ in range(rng.choice((2, 2, 3, 4)))) for _ in range(9000)]
    weights = [1 / (rank + 2) for rank in range(len(words))]
    cumulative = [sum(weights[:0])]
    for weight in weights:
        cumulative.append(cumulative[-1] + weight)

    def sentence() -> list:
        return rng.choices(words, cum_weights=cumulative[1:], k=10)
    pool = [[sentence() for _ in range(8)] for _ in range(max(10, min(20_000, 2 * n)))]
    as_text = lambda sentences: " ".join(" ".join(one).capitalize() + "." for one in sentences)
    with open(path, "w", encoding="utf-8") as stream:
        for i in range(n):
            ids = rng.sample(range(len(pool)), docs)
            answer = [rng.choice(pool[rng.choice(ids)]) if rng.random() < 0.8 else sentence() for _ in range(4)]
            gold = [f"doc_{rng.choice(ids) if rng.random() < 0.6 else rng.randrange(len(pool))}"]
            row = {"id": f"q{i}", "query": " ".join(sentence()).capitalize() + "?",
                   "retrieved_docs": [{"id": f"doc_{one}", "text": as_text(pool[one]), "score": round(rng.random(), 4)} for one in ids],
                   "answer": as_text(answer), "gold_doc_ids": gold}
            if signals:
                good = rng.random() < 0.7
                row.update(faithful=rng.random() < (0.85 if good else 0.3), retrieval_good=good, recall_at_k=float(good), k=5,
                           reciprocal_rank=rng.random() * good, faithfulness_by="lexical/sure/0.1.0", retrieval_basis="gold")
            stream.write(json.dumps(row) + "\n")
    return path


# Started through a small process of its own: on Linux a child's peak begins at what its parent held when it was forked.
LAUNCHER = ("import os, subprocess, sys, time\nstart = time.perf_counter()\n"
            "child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)\n_, status, usage = os.wait4(child.pid, 0)\n"
            "child.returncode = 0\n"
            "print(time.perf_counter() - start, usage.ru_maxrss / 1024, os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1)\n")


def run_process(command: list) -> tuple:
    """(seconds, peak MiB, exit code) of one process; its output is dropped."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, *command], stdout=subprocess.PIPE, text=True, check=True)
    seconds, peak, code = done.stdout.split()
    return float(seconds), float(peak), int(code)


def against_floor(path: str, commands: dict, rounds: int = 3) -> None:
    """Print, for each named command, its time as a ratio to the floor over `path`, and its peak memory."""
    times = {name: [] for name in ("floor", *commands)}
    peaks = {}
    for _ in range(rounds):
        for name, command in {"floor": [sys.executable, "-c", FLOOR, path], **commands}.items():
            seconds, peak, code = run_process(command)
            if code:
                print(f"{name}: exit {code}")
            times[name].append(seconds)
            peaks[name] = max(peak, peaks.get(name, 0))
    for name in times:
        print(f"{name:40} {min(times[name]) / min(times['floor']):6.2f} x floor {min(times[name]):8.2f} s {peaks[name]:8.1f} MiB")
