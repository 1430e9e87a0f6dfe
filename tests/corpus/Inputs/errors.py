"""Runs run.py with wrong recipes or options: each paragraph of a file has the recipes,
or options behind a $, and in its last line the error."""

import pathlib
import shlex
import subprocess
import sys

script, build, file = sys.argv[1:]
count = 0
for paragraph in pathlib.Path(file).read_text(encoding="utf-8").split("\n\n"):
    *recipes, expected = paragraph.strip().split("\n")
    options = [line[1:] for line in recipes if line.startswith("$")]
    recipes = [line for line in recipes if not line.startswith("$")]
    good = '[[repository]]\nname = "a/b"\n[[repository.program]]\nname = "c"\nbuild = "d"\nrun = "e"'
    pathlib.Path("recipes.toml").write_text("\n".join(recipes) or good, encoding="utf-8")
    command = [sys.executable, "-B", script, "--build-dir", build, "--sources", "sources"]
    command += ["--recipes", "recipes.toml", *shlex.split(" ".join(options))]
    result = subprocess.run(command, capture_output=True, text=True)
    said = result.stderr.strip()
    wanted = "run.py: error: " + expected.removeprefix("# ")
    if result.returncode != 1 or not said.startswith(wanted) or "\n" in said or result.stdout:
        print(f"{result.returncode}: {said}{result.stdout}\n  instead of: {wanted}")
    count += 1
print(count, "errors")
