"""Builds the wheel of scripts/wheel.py, installs it in an environment of its own, and uses it there.

usage: test_wheel.py BUILD FOLDER
"""

import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
#include <cilk/cilk.h>
static volatile long total;
static void work(long n) { for (long i = 0; i < n; ++i) total += i; }
int main(void) {
  cilk_spawn work(1000000);
  work(2000000);
  cilk_sync;
}
"""


def run(*command, code=0, **more):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if result.returncode != code:
        sys.exit(f"{command}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
    return result


def main():
    build, folder = (Path(word).resolve() for word in sys.argv[1:])
    subprocess.run(["rm", "-rf", folder], check=True)
    folder.mkdir(parents=True)
    run(sys.executable, ROOT / "scripts" / "wheel.py", "--out", folder)
    [wheel] = folder.glob("tussah-*-py3-none-any.whl")
    # With the packages of the system, and what scripts/install-deps.sh has got.
    venv.create(folder / "env", with_pip=False, system_site_packages=True)
    commands = folder / "env" / "bin"
    run(sys.executable, "-m", "pip", "--python", commands / "python", "install", "-q", "--no-deps", "--no-index", wheel)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build" / "plotting")}
    (folder / "program.c").write_text(PROGRAM, encoding="ascii")
    clang = build / "bin" / "tussah-clang"
    run(build / "bin" / "tussah", "scale", "--count=instructions", "--format=json", "--output=record.json", "program.c", cwd=folder)

    def use(command, *words, code=0):
        return run(commands / command, *words, code=code, cwd=folder, env=environment)

    said = use("tussah-report", "--html", "page.html", "record.json").stderr
    assert "Nothing in the dag" in said or "Too little parallelism" in said, said
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert "How record scales" in page and "<svg" in page
    assert json.loads(use("tussah-report", "--sarif", "record.json").stdout)["version"] == "2.1.0"
    assert "TUSSAH_SCALE_TREE" in use("tussah-report", "--stacks", "work", "record.json", code=1).stderr
    more = {**environment, "TUSSAH_SCALE_TREE": "1000"}
    run(build / "bin" / "tussah", "scale", "--format=json", "--output=tree.json", "program.c", cwd=folder, env=more)
    assert "program.c:6" in use("tussah-report", "--stacks", "work", "tree.json").stdout
    record = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    record["regions"][-1]["span"] *= 3
    (folder / "worse.json").write_text(json.dumps(record), encoding="utf-8")
    assert "parallelism is" in use("tussah-report", "--baseline", "record.json", "worse.json", code=1).stderr
    wrong = use("tussah-report", "--html", "page.html", "none.json", code=1).stderr
    assert re.fullmatch(r"tussah: error: .*none\.json.*\n", wrong), wrong
    assert "see 'tussah-report --help'" in use("tussah-report", code=2).stderr

    run(clang, "-O1", "program.c", "-o", "plain", cwd=folder)
    run(clang, "-O1", "-fcilktool=cilkscale", "program.c", "-o", "tool", cwd=folder)
    said = use("tussah-measure", "-c", "./tool", "-b", "./plain", "--workers", "1,2", "--runs", "1").stdout
    assert re.search(r"^ +2 ", said, re.MULTILINE), said
    environment["PATH"] = "/usr/bin:/bin"
    assert "no tussah-clang in PATH" in use("tussah-measure", "program.c", code=2).stderr
    code = "import tussah; r = tussah.read_record('record.json'); print(r['unit'], r['work'] > r['span'] > 0)"
    assert use("python", "-c", code).stdout == "instructions True\n"
    code = "import tussah\ntry: tussah.read_record('page.html')\nexcept tussah.RecordError as error: print(error)"
    assert "page.html" in use("python", "-c", code).stdout
    print("the wheel works")


if __name__ == "__main__":
    main()
