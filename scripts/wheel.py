"""Makes a wheel of what `tussah scale` does with records, for machines that have no Tussah.

usage: wheel.py [--out FOLDER]

It has python/, and the modules of benchmarks/ that it needs. The wheel is for all processors. Needs pip, which gets
setuptools.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCALE = ["fit", "limits", "measure", "page_of_run", "records", "tree"]


def version():
    """The version of the project."""
    return re.search(r"^project\(\S+\s+VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]


def with_version(text):
    """The text of a module, which has the version of the project as its own."""
    return re.sub(r"(?m)^__version__ = [^#\n]*.*$", f'__version__ = "{version()}"', text)


def stage(folder):
    """Puts the sources of the wheel into a folder."""
    shutil.copytree(ROOT / "python", folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "LICENSE", folder)
    package = folder / "tussah"
    for part in ("scale", "plotting"):
        (package / part).mkdir()
    for name in SCALE:
        shutil.copy(ROOT / "benchmarks" / "scale" / f"{name}.py", package / "scale")
    for file in (ROOT / "benchmarks" / "plotting").glob("*.py"):
        shutil.copy(file, package / "plotting")
    init = package / "__init__.py"
    init.write_text(with_version(init.read_text(encoding="utf-8")), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "wheel")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "tussah")
        stage(folder)
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", options.out.resolve(), folder]
        if subprocess.run(command, check=False).returncode:
            sys.exit("wheel.py: error: no wheel was made; pip and a network, or setuptools, must be there")
    print(*sorted(str(path) for path in options.out.glob("*.whl")))


if __name__ == "__main__":
    main()
