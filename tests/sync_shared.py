#!/usr/bin/env python3
"""Copy the shared blocks of one script into every other script that holds a block of the same name.

  python tests/sync_shared.py scripts/load_traces.py      # load_traces.py is right; repair the others
"""
from __future__ import annotations

import re
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
BLOCK = re.compile(r"^# --- shared: (\w+).*?^# --- end shared: \1 ---$", re.M | re.S)


def blocks(text: str) -> dict:
    """Name -> text of each shared block in a script."""
    return {match.group(1): match.group(0) for match in BLOCK.finditer(text)}


def main(source: str) -> int:
    right = blocks(Path(source).read_text(encoding="utf-8"))
    if not right:
        print(f"error: {source}: holds no shared block", file=sys.stderr)
        return 2
    for path in sorted(SCRIPTS.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        mended = BLOCK.sub(lambda match: right.get(match.group(1), match.group(0)), text)
        if mended != text:
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                stream.write(mended)
            print(f"repaired {path.name}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
