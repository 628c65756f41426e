"""Shared blocks are byte-identical in every script that holds them; what drifted is shown with the command that repairs it."""
from __future__ import annotations

import difflib
import subprocess
import sys

import pytest
from conftest import ROOT, SCRIPTS
from sync_shared import blocks

NAMES = {"jsonl", "main", "stats", "signals", "text", "html", "corpus"}
HELD = {path.name: blocks(path.read_text(encoding="utf-8")) for path in sorted(SCRIPTS.glob("*.py"))}


def test_every_script_has_the_rows_and_the_main_block():
    assert HELD
    assert {name: {"jsonl", "main"} - set(held) for name, held in HELD.items()} == {name: set() for name in HELD}


def test_no_block_is_unknown_or_left_open():
    for name, held in HELD.items():
        text = (SCRIPTS / name).read_text(encoding="utf-8")
        assert set(held) <= NAMES, name
        assert text.count("# --- shared: ") == text.count("# --- end shared: ") == len(held), name


@pytest.mark.parametrize("block", sorted(NAMES))
def test_copies_do_not_drift(block):
    copies = [(name, held[block]) for name, held in HELD.items() if block in held]
    for name, text in copies[1:]:
        if text != copies[0][1]:
            diff = "\n".join(difflib.unified_diff(copies[0][1].splitlines(), text.splitlines(), copies[0][0], name, lineterm=""))
            pytest.fail(f"block {block} differs:\n{diff}\nrepair with: python tests/sync_shared.py scripts/<the right one>")


def test_the_repair_command_repairs_a_drifted_copy(tmp_path):
    (tmp_path / "scripts").mkdir()
    (tmp_path / "tests").mkdir()
    tool = tmp_path / "tests" / "sync_shared.py"
    tool.write_bytes((ROOT / "tests" / "sync_shared.py").read_bytes())
    block = "# --- shared: main (x) ---\n{}\n# --- end shared: main ---\n"
    (tmp_path / "scripts" / "a.py").write_text("a = 1\n" + block.format("right = 1"), encoding="utf-8")
    (tmp_path / "scripts" / "b.py").write_text("b = 2\n" + block.format("wrong = 1") + "rest = 3\n", encoding="utf-8")
    subprocess.run([sys.executable, str(tool), str(tmp_path / "scripts" / "a.py")], check=True, capture_output=True)
    assert (tmp_path / "scripts" / "b.py").read_text(encoding="utf-8") == "b = 2\n" + block.format("right = 1") + "rest = 3\n"
