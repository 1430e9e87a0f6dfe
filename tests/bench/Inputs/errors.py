"""Gives wrong arguments to 'tussah bench', and compares what it says.

    errors.py TABLE SUITE INSTALLATION

The table has lines 'bench ARGUMENTS', each followed by an indented line with the error, in
which '...' stands for anything, and lines 'run COMMAND' for the shell. The command is not
started anew for each."""

import contextlib
import importlib.util
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

table, suite, installation = (Path(name).resolve() for name in sys.argv[1:])
sys.path.insert(0, str(suite))
spec = importlib.util.spec_from_file_location("bench", suite / "__main__.py")
bench = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bench)


def say(arguments):
    """Returns the exit code and all that is printed."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        code = bench.guarded_main(["--installation", str(installation), *arguments])
    return code, out.getvalue()


count = wrong = 0
lines = iter(table.read_text(encoding="utf-8").splitlines())
for line in lines:
    kind, _, rest = line.partition(" ")
    if kind == "run":
        subprocess.run(rest, shell=True, check=True)
    if kind != "bench":
        continue
    expected = "tussah bench: error: " + next(lines).strip()
    pattern = ".*".join(map(re.escape, expected.split("..."))) + "\n"
    code, said = say(shlex.split(rest.replace("$INPUTS", str(table.parent))))
    count += 1
    if code != 2 or not re.fullmatch(pattern, said):
        wrong += 1
        print(f"{line}\n  expected: {expected}\n  exit code {code}, and: {said}")
print(f"{wrong} wrong" if wrong else f"{count} errors")
sys.exit(1 if wrong else 0)
