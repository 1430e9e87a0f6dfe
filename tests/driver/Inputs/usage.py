"""Checks the help and the usage errors of all commands. The current folder has x.c.

usage: usage.py TUSSAH TUSSAH_CLANG
"""

import re
import subprocess
import sys

tussah, clang = sys.argv[1:]
GRAPH = (
    "components bfs spanning reach levels kcore triangles pagerank mis sssp scc msf matching colouring betweenness "
    "clustering communities ktruss walks stats convert generate"
).split()
# Command line and a part of what is said.
WRONG = [
    ([tussah, "rnu", "x.c"], "did you mean 'run'?"),
    ([tussah, "help", "docter"], "did you mean 'doctor'?"),
    ([tussah], "no command"),
    ([tussah, "run"], "no source file"),
    ([tussah, "run", "-c", "x.c"], "for '-c', use tussah-clang"),
    ([tussah, "run", "-S", "x.c"], "for '-S', use tussah-clang"),
    ([tussah, "run", "-o", "y", "x.c"], "for '-o', use tussah-clang"),
    ([tussah, "run", "-oy", "x.c"], "for '-oy', use tussah-clang"),
    # Flags without their values.
    ([tussah, "run", "-l"], "no source file"),
    ([tussah, "run", "-I", "x.c"], "no source file"),
    ([tussah, "scale", "-x"], "no source file"),
    ([tussah, "run", "."], "'.' is a folder"),
    ([tussah, "predict", "--wrkers=2", "x.c"], "did you mean '--workers='?"),
    ([tussah, "predict", "--workers", "x.c"], "'--workers' needs a value"),
    ([tussah, "predict", "--nonesuch", "x.c"], "unknown option '--nonesuch'; see"),
    ([tussah, "trace", "--evnets=20", "x.c"], "did you mean '--events='?"),
    ([tussah, "race", "--fromat=json", "x.c"], "did you mean '--format='?"),
    ([tussah, "race", "--format", "json", "x.c"], "'--format' needs a value"),
    ([tussah, "race", "--format=jsn", "x.c"], "choose text, json, sarif or html"),
    ([tussah, "scale", "--total", "x.c"], "did you mean '--totals'?"),
    ([tussah, "scale", "--count=miles", "x.c"], "known are time, instructions"),
    ([tussah, "scale", "--measure"], "no source file"),
    ([tussah, "doctor", "now"], "takes no argument"),
    ([tussah, "editor", "--pritn"], "did you mean '--print'?"),
    ([tussah, "job", "./x"], "how many ranks?"),
    ([tussah, "job", "-n", "2", "./x"], "no folder for checkpoints"),
    ([tussah, "job", "-n", "2", "--checkpoint=saved"], "no program"),
    ([tussah, "job", "-n", "0", "--checkpoint=saved", "./x"], "must be a number from 1"),
    ([tussah, "job", "-n", "two"], "must be a number from 1"),
    ([tussah, "job", "-n", "2", "--evry=1s"], "did you mean '--every='?"),
    ([tussah, "job", "-n", "2", "--every=fast"], "--every must be a time such as"),
    ([tussah, "job", "-n", "2", "--least=3", "--checkpoint=saved", "./x"], "--least must be at most"),
    ([tussah, "job", "-n", "2", "--mpi=lam", "--checkpoint=saved", "./x"], "must be mpich or openmpi"),
    ([tussah, "job", "--resize=2", "--stop", "saved"], "are two things to do"),
    ([tussah, "job", "--resize=2"], "needs the folder of a job"),
    ([tussah, "job", "--checkpoint"], "'--checkpoint' needs a value"),
    ([tussah, "bench", "--quikc"], "did you mean '--quick'?"),
    ([tussah, "graph", "tringles", "x.el"], "did you mean 'triangles'?"),
    ([tussah, "graph", "bfs", "--suorce", "1", "x.el"], "did you mean '--source'?"),
    ([clang, "-ftussah-traget=serial", "x.c"], "did you mean '-ftussah-target='?"),
    ([clang, "-fopencilc", "x.c"], "did you mean '-fopencilk'?"),
    ([clang, "-ftussah-target=nonesuch", "x.c"], "unknown target"),
    ([clang, "-static-libtussah", "-shared", "x.c"], "is for programs"),
    ([clang, "-static-libtussah", "-fsanitize=cilk", "x.c"], "cannot be combined"),
]

for command in (
    [tussah, "--help"],
    *([tussah, "help", name] for name in "run race scale predict trace job bench doctor editor graph".split()),
    *([tussah, "help", "graph", name] for name in GRAPH),
    [clang, "--help"],
):
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = text.splitlines()
    assert text.startswith("Usage: tussah"), (command, text)
    # A screen.
    assert len(lines) <= 24 and all(len(line) <= 80 for line in lines), (command, len(lines), max(map(len, lines)))
    assert "\nExamples:\n  $ tussah" in text, (command, text)

# The overview has each of them in a group.
overview = subprocess.run([tussah, "help", "graph"], stdout=subprocess.PIPE, text=True, check=True).stdout
assert not (missing := set(GRAPH) - set(re.findall(r"\w+", overview))), missing

for command, part in WRONG:
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2 and part in result.stderr, (command, result)
    assert result.stderr.count("\n") == 1 and not result.stdout, (command, result)

for name in "run race scale predict trace job bench doctor editor graph".split():
    said = subprocess.run([tussah, name, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("tussah ") and said.count("\n") == 1, (name, said)
