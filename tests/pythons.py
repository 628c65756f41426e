"""The Pythons from 3.9 to 3.13 that are on this machine.

  python tests/pythons.py      # one path a line
"""
from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys

VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13")


def found_pythons() -> dict:
    """Version -> path of an interpreter that runs and is what its name says."""
    roots = [os.environ.get("PYENV_ROOT"), os.path.join(os.path.expanduser("~"), ".pyenv")]
    found = {}
    for version in VERSIONS:
        names = [shutil.which(f"python{version}")]
        for root in filter(None, roots):
            names += sorted(glob.glob(os.path.join(root, "versions", f"{version}.*", "bin", f"python{version}")))
        for name in filter(None, names):
            if version not in found and version_of(name) == version:
                found[version] = name
    found.setdefault(version_of(sys.executable), sys.executable)
    return {version: found[version] for version in VERSIONS if version in found}


def version_of(path: str) -> str:
    """The interpreter's "3.x"; empty when it does not run (a shim without a version behind it)."""
    try:
        run = subprocess.run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True,
                             timeout=60)
    except OSError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""


if __name__ == "__main__":
    print("\n".join(found_pythons().values()))
