"""Builds the wheel of scripts/graph_wheel.py, installs it in environments of its own, and uses it there.

usage: test_graph_wheel.py BUILD FOLDER

With each Python from 3.11 on that is in PATH or in /usr/bin, and has NumPy.
"""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The libraries come from the environment, and nothing of a build or an installation is there.
USE = """
import pathlib, sys, tussah_graph
graph = tussah_graph.Graph.from_edges([[0, 1], [1, 2], [3, 4]])
assert graph.components().tolist() == [0, 0, 0, 3, 3]
maps = pathlib.Path("/proc/self/maps").read_text()
loaded = {line.split()[-1] for line in maps.splitlines() if "libtussah" in line}
assert loaded and all(path.startswith(sys.prefix) for path in loaded), loaded
print(tussah_graph.__version__, len(loaded))
"""


def run(*command, code=0, **more):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    if result.returncode != code:
        sys.exit(f"{command}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def build(tree, folder):
    return Path(run(sys.executable, ROOT / "scripts" / "graph_wheel.py", "--build-dir", tree, "--out", folder).strip())


def pythons():
    """Interpreters that have NumPy, one of each version."""
    found = {}
    names = ["python3", *(f"python3.{minor}" for minor in range(11, 20))]
    for folder in [*os.environ["PATH"].split(":"), "/usr/bin"]:
        for name in names:
            ask = [f"{folder}/{name}", "-c", "import sys, numpy, venv; print(sys.version_info >= (3, 11), sys.version_info[:2])"]
            try:
                answer = subprocess.run(ask, capture_output=True, text=True, check=False).stdout
            except OSError:
                continue
            if answer.startswith("True "):
                found.setdefault(answer, Path(folder, name))
    return list(found.values())


def main():
    tree, folder = (Path(word).resolve() for word in sys.argv[1:])
    subprocess.run(["rm", "-rf", folder], check=True)
    folder.mkdir(parents=True)
    wheel = build(tree, folder)
    assert build(tree, folder / "again").read_bytes() == wheel.read_bytes(), "two wheels of one build differ"
    match = re.fullmatch(r"tussah_graph-([\d.]+)-py3-none-manylinux_2_(\d+)_(\w+)\.whl", wheel.name)
    assert match and match[3] == platform.machine(), wheel.name
    # The tag is what the libraries need, so this machine, which has built them, has that.
    assert 17 <= int(match[2]) <= int(platform.libc_ver()[1].split(".")[1]), wheel.name
    assert "build first" in subprocess.run(
        [sys.executable, ROOT / "scripts" / "graph_wheel.py", "--build-dir", folder, "--out", folder / "none"],
        capture_output=True, text=True, check=False,
    ).stderr  # fmt: skip

    used = pythons()
    assert used, "no Python from 3.11 on has NumPy"
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}
    for number, python in enumerate(used):
        env = folder / f"env{number}"
        run(python, "-m", "venv", "--without-pip", "--system-site-packages", env)
        # With pip's own judgement of the tag, and of what the wheel requires.
        run(sys.executable, "-m", "pip", "--python", env / "bin" / "python", "install", "-q", "--no-index", wheel)
        said = run(env / "bin" / "python", "-c", USE, cwd=folder, env=environment)
        assert said == f"{match[1]} 2\n", said
    print(f"the wheel works with {len(used)} versions of Python")


if __name__ == "__main__":
    main()
