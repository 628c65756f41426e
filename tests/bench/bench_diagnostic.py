#!/usr/bin/env python3
"""Time and memory of rag_diagnostic.py on signal rows.

  python tests/bench/bench_diagnostic.py            # 20,000 rows of 2.9 kB against the floor; 1,000,000 small rows
"""
from __future__ import annotations

import os
import sys
import tempfile

from measure import SCRIPTS, against_floor, write_rows

SCRIPT = os.path.join(SCRIPTS, "rag_diagnostic.py")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        big = write_rows(os.path.join(folder, "rows.jsonl"), 20_000, signals=True)
        print("20,000 rows of 2.9 kB")
        against_floor(big, {"rag_diagnostic.py": [sys.executable, SCRIPT, "--traces", big]})
        many = os.path.join(folder, "many.jsonl")
        with open(many, "w", encoding="utf-8") as stream:
            for i in range(1_000_000):
                stream.write('{"id": "q%d", "query": "question %d", "faithful": %s, "retrieval_good": %s}\n'
                             % (i, i, "true" if i % 3 else "false", "true" if i % 4 else "false"))
        print("1,000,000 signal rows")
        against_floor(many, {"rag_diagnostic.py": [sys.executable, SCRIPT, "--traces", many]}, rounds=1)


if __name__ == "__main__":
    main()
