"""Makes random programs with tasks, loops, scopes and syncs that access a few variables, and compares what the race
detector says of them with all races, which follow from the structure of the programs.

usage: generate.py [--seed N] [--programs N] [--planted] [--levels 02] [--workers 1,2,8] [--targets T,...] -- COMPILER

A variable must be reported if and only if it has a race, and each pair of lines that is reported must race. With
--planted no program has a race but every second one, which has one variable with a race that was put there.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

REPORT = re.compile(
    r"^Race detected.*\n  (read|write) at \S*:(\d+):\d+ in .*\n(?:    .*\n)*  (read|write) at \S*:(\d+):\d+ in ",
    re.MULTILINE,
)
MOST_STATEMENTS = 26
READS = ["use({0});", "use(*(volatile char *)&{0});", "{{ char c; memcpy(&c, &{0}, 1); use(c); }}"]
WRITES = ["{0} = 1;", "*(volatile char *)&{0} = 2;", "memset(&{0}, 3, 1);"]


class Program:
    """One random program: functions of its own, and variables."""

    def __init__(self, name, rng):
        self.name, self.rng = name, rng
        self.variables = [f"{name}_v{i}" for i in range(rng.randint(1, 3))]
        self.functions = []
        self.left = MOST_STATEMENTS
        self.main = self.function(0)

    def function(self, depth):
        """Makes a function, and returns its number."""
        number = len(self.functions)
        self.functions.append(None)
        self.functions[number] = self.block(depth)
        return number

    def block(self, depth):
        return [self.statement(depth) for _ in range(self.rng.randint(1, 5)) if self.left > 0]

    def statement(self, depth):
        self.left -= 1
        kind = self.rng.choice(["read", "write", "access", "spawn", "spawn", "sync", "call", "for", "scope"])
        if depth > 4 or kind in ("read", "write", "access"):
            kind = self.rng.choice(["read", "read", "write"])
            return [kind, self.rng.choice(self.variables), None]
        if kind == "sync":
            return ["sync"]
        if kind in ("spawn", "call"):
            return [kind, self.function(depth + 1)]
        return [kind, self.block(depth + 1), self.rng.randint(1, 3)]


def accesses_of(program):
    """The statements of a program that access memory."""

    def within(statements):
        for s in statements:
            if s[0] in ("read", "write"):
                yield s
            elif s[0] in ("for", "scope"):
                yield from within(s[1])

    for statements in program.functions:
        yield from within(statements)


def rename(program, access):
    """Gives the access a variable of its own."""
    access[1] = f"{program.name}_v{len(program.variables)}"
    program.variables.append(access[1])


def number_lines(program):
    for number, access in enumerate(accesses_of(program)):
        access[2] = number


def remove_races(program):
    """Each access that races gets a variable of its own, and only reads it if it races with itself."""
    accesses = list(accesses_of(program))
    number_lines(program)
    while races := sorted(Oracle(program).races):
        for _, first, second in races:
            access = accesses[second[0]]
            if first[0] == second[0]:
                access[0] = "read"
            rename(program, access)


def plant_race(program):
    """Lets two accesses in parallel use a new variable. Returns false if there are none."""
    accesses = list(accesses_of(program))
    number_lines(program)
    old = [list(access) for access in accesses]
    # All in parallel are those that would race if they wrote the same variable.
    for access in accesses:
        access[:] = ["write", program.variables[0], access[2]]
    pairs = sorted(Oracle(program).races)
    for access, before in zip(accesses, old):
        access[:] = before
    if not pairs:
        return False
    _, first, second = program.rng.choice(pairs)
    rename(program, accesses[first[0]])
    accesses[second[0]][1] = accesses[first[0]][1]
    accesses[program.rng.choice([first[0], second[0]])][0] = "write"
    number_lines(program)
    return True


def make_planted(options, rng):
    """Programs with one race and without, one after the other."""
    programs = []
    while len(programs) < options.programs:
        program = Program(f"p{len(programs)}", rng)
        remove_races(program)
        if len(programs) % 2 == 1 and not plant_race(program):
            continue
        racy = {race[0] for race in Oracle(program).races}
        if len(racy) != len(programs) % 2:
            sys.exit(f"seed {options.seed}: {len(racy)} variables race in a program for {len(programs) % 2}")
        programs.append(program)
    return programs


class Source:
    """The text of programs. Accesses learn their lines."""

    def __init__(self):
        self.lines = []

    def add(self, line):
        self.lines.append(line)
        return len(self.lines)

    def block(self, program, statements):
        for s in statements:
            if s[0] == "read":
                s[2] = self.add(program.rng.choice(READS).format(s[1]))
            elif s[0] == "write":
                s[2] = self.add(program.rng.choice(WRITES).format(s[1]))
            elif s[0] == "sync":
                self.add("cilk_sync;")
            elif s[0] in ("spawn", "call"):
                self.add(("cilk_spawn " if s[0] == "spawn" else "") + f"{program.name}_f{s[1]}();")
            elif s[0] == "for":
                self.add(f"cilk_for (int i = 0; i < {s[2]}; ++i) {{")
                self.block(program, s[1])
                self.add("}")
            else:
                self.add("cilk_scope {")
                self.block(program, s[1])
                self.add("}")

    def program(self, program):
        for variable in program.variables:
            self.add(f"static char {variable};")
        for number in reversed(range(len(program.functions))):
            self.add(f"static void {program.name}_f{number}(void) {{")
            self.block(program, program.functions[number])
            self.add("}")


class Oracle:
    """All races of a program: for each access, which come before it in the dag."""

    def __init__(self, program):
        self.program, self.accesses, self.races = program, [], set()
        self.run(program.functions[program.main], frozenset())

    def access(self, kind, variable, line, before):
        for number, (other_kind, other, other_line) in enumerate(self.accesses):
            if other == variable and "write" in (kind, other_kind) and number not in before:
                self.races.add((variable, *sorted([(line, kind), (other_line, other_kind)])))
        self.accesses.append((kind, variable, line))
        return before | {len(self.accesses) - 1}

    def run(self, statements, before):
        """A sync scope: returns what comes before its end."""
        waiting = set()
        for s in statements:
            if s[0] in ("read", "write"):
                before = self.access(*s, before)
            elif s[0] == "sync":
                before, waiting = before | waiting, set()
            elif s[0] == "spawn":
                waiting |= self.run(self.program.functions[s[1]], before)
            elif s[0] == "call":
                before = self.run(self.program.functions[s[1]], before)
            elif s[0] == "scope":
                before = self.run(s[1], before)
            else:
                before = before.union(*[self.run(s[1], before) for _ in range(s[2])])
        return before | waiting


def compare(text, programs, what):
    races = set().union(*[Oracle(p).races for p in programs])
    pairs = {race[1:]: race[0] for race in races}
    found = set()
    for kind_a, line_a, kind_b, line_b in REPORT.findall(text):
        pair = tuple(sorted([(int(line_a), kind_a), (int(line_b), kind_b)]))
        if pair not in pairs:
            sys.exit(f"{what}: false report {pair}\n{text}")
        found.add(pairs[pair])
    missed = {race[0] for race in races} - found
    if missed:
        sys.exit(f"{what}: missed {sorted(missed)}\n{text}")
    return len(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=50)
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--levels", default="02")
    parser.add_argument("--workers", default="1,2,8")
    parser.add_argument("--targets", default="native")
    split = sys.argv.index("--")
    options = parser.parse_args(sys.argv[1:split])
    compiler = sys.argv[split + 1 :]

    rng = random.Random(options.seed)
    if options.planted:
        programs = make_planted(options, rng)
    else:
        programs = [Program(f"p{i}", rng) for i in range(options.programs)]
    source = Source()
    source.add("#include <cilk/cilk.h>")
    source.add("#include <string.h>")
    source.add("__attribute__((noinline)) static void use(char c) { __asm__ volatile(\"\" : : \"r\"((int)c)); }")
    for program in programs:
        source.program(program)
    calls = " ".join(f"{p.name}_f{p.main}();" for p in programs)
    source.add(f"int main(void) {{ {calls} return 0; }}")

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "programs.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(source.lines) + "\n")
        for target in options.targets.split(","):
            for level in options.levels:
                flags = [f"-O{level}", f"-ftussah-target={target}", "-w", "-fsanitize=cilk"]
                binary = os.path.join(folder, "program")
                subprocess.run([*compiler, *flags, path, "-o", binary], check=True)
                for workers in ["1"] if target == "serial" else options.workers.split(","):
                    for stress in ["", "always-steal"] if target == "native" else [""]:
                        environment = dict(os.environ, CILK_NWORKERS=workers, TUSSAH_STRESS=stress)
                        run = subprocess.run([binary], capture_output=True, text=True, env=environment, timeout=200)
                        what = f"seed {options.seed}, {' '.join(flags)}, {workers} workers, {stress}"
                        if run.returncode != 66 or "Cilksan detected" not in run.stderr:
                            sys.exit(f"{what}: exit code {run.returncode}\n{run.stderr}")
                        count = compare(run.stderr, programs, what)
    if options.planted:
        print(f"{len(programs) - count} programs without a race, {count} with one: all right")
        return
    total = sum(len(p.variables) for p in programs)
    print(f"{total} variables, {count} with races")
    if not total * 0.2 < count < total * 0.9:
        sys.exit("the programs are not mixed")


if __name__ == "__main__":
    main()
