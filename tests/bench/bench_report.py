#!/usr/bin/env python3
"""Time, memory and size of a diagnosis to text, to JSON and to a page, on scored rows.

  python tests/bench/bench_report.py            # 100,000 rows with claims, made of the planted ones
"""
from __future__ import annotations

import json
import os
import random
import sys
import tempfile

from measure import SCRIPTS, against_floor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import planted  # noqa: E402

SCRIPT = os.path.join(SCRIPTS, "rag_diagnostic.py")


def write_scored(path: str, count: int) -> None:
    """Rows of all planted causes, and as many that work, with claims and topics."""
    rng = random.Random(2)
    pools = {cause: planted.planted(cause, 100) for cause in planted.ROWS}
    fine = [{**row, "correct": True, "claims": row["claims"] * 3} for row in pools["wrong_grounded"]]
    with open(path, "w", encoding="utf-8") as stream:
        for number in range(count):
            row = rng.choice(fine if rng.random() < 0.5 else pools[rng.choice(list(pools))])
            stream.write(json.dumps({**row, "id": f"r{number}", "metadata": {"topic": rng.choice(("billing", "shipping", "returns"))}}) + "\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, page = os.path.join(folder, "scored.jsonl"), os.path.join(folder, "page.html")
        write_scored(path, 100_000)
        start = [sys.executable, SCRIPT, "--traces", path]
        print("100,000 scored rows")
        against_floor(path, {"text": start, "--json": [*start, "--json"],
                             "--json --html --by metadata.topic": [*start, "--json", "--html", page, "--by", "metadata.topic"]})
        print(f"page: {os.path.getsize(page):,} bytes")


if __name__ == "__main__":
    main()
