#!/usr/bin/env python3
"""What do spawns cost on AArch64, in instructions, beside what they cost on x86-64?

    emulated.py [options]

Emulators of both processors count what a program executes on one worker, and what its
serial elision executes, which the plain clang compiles (counter.c). Programs and units
are those of run.py. The exit code is 1 if a ratio on AArch64 is more than that on
x86-64 by more than --limit percent.

    emulated.py --steals

counts what the runtime executes for a promotion and a steal instead, by functions: all
spawns are stolen from one another by eight workers (TUSSAH_STRESS=always-steal). What
workers do while they look for work is left out.

    emulated.py --floor

counts fib on AArch64 with its assembly changed by hand, to tell what other ways to read
the two words of the thread could reach at best: with the thread's address in a register,
with the distance of the words from the thread pointer in one, and with no check at all.
Such programs are not correct; on one worker they run.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import run
import toolchain

SKIPPED = 77
SKIP = f"""skipped: %s; run scripts/install-deps.sh arm64, and configure with
-DTUSSAH_TARGETS="x86_64-linux-gnu;aarch64-linux-gnu\""""


class Processor:
    def __init__(self, name, root):
        self.name = name
        self.root = root
        self.emulator = [f"qemu-{name}", "-cpu", "max"]
        self.flags = ["-march=x86-64-v3"]
        if root:
            self.emulator += ["-L", str(root)]
            self.flags = [f"--target={name}-linux-gnu", f"--sysroot={root}"]

    def build(self, compiler, source, extra, output):
        language = ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c"]
        toolchain.run(
            [*compiler, *self.flags, "-O3", "-w", *extra, f"-I{run.EXAMPLES}", f"-I{toolchain.ROOT / 'include'}"]
            + [*language, str(source), "-x", "none", "-o", str(output)]
        )
        return output

    def count(self, plugin, program, arguments, environment=None):
        """Returns what the plugin prints, as lines."""
        result = toolchain.run(
            [*self.emulator, "-plugin", plugin, str(program), *arguments.split()],
            env={**os.environ, "CILK_NWORKERS": "1", **(environment or {})},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        return result.stderr.splitlines()

    def cost(self, case, compiler, extra, plugin, folder):
        """Returns the instructions for one unit."""
        return self.cost_of(
            self.build(compiler, case.source, extra, folder / f"{self.name}-{case.source.stem}-{len(extra)}"), case, plugin
        )

    def cost_of(self, program, case, plugin):
        def instructions(arguments):
            return int(next(l for l in self.count(plugin, program, arguments) if "instructions" in l).split()[-1])

        (small, few), (large, many) = case.small, case.large
        return (instructions(large) - instructions(small)) / (many - few)


def compare(processors, stock, driver, plugin, folder, options):
    print(f"{'':16}" + "".join(f"{p.name:>34}" for p in processors))
    head = f"{'serial':>12} {'spawns':>12} {'ratio':>8}"
    print(f"{'for each unit':16}" + "".join(f"{head:>34}" for _ in processors) + f"{'more':>9}")
    fine = True
    for case in run.CASES:
        row, ratios = f"{case.name:16.16}", []
        for processor in processors:
            serial = processor.cost(case, stock, [], plugin, folder)
            spawns = processor.cost(case, driver, ["-ftussah-target=native"], plugin, folder)
            ratios.append(spawns / serial)
            row += f"{serial:12.2f} {spawns:12.2f} {ratios[-1]:8.3f}".rjust(34)
        more = 100 * (ratios[1] / ratios[0] - 1)
        fine = fine and more <= options.limit
        print(f"{row}{more:+8.1f}%{'' if more <= options.limit else '  TOO MANY'}", flush=True)
    return fine


# How large fib is, and for how many workers: short, it may end before thieves have begun, and few
# promotions would pay for what is done once.
STEALING, WORKERS = "36", "8"

# Functions in which workers look for work or wait, which is as long as there is none, and
# those that are executed once. Atomic operations of libgcc are most often the former's.
WAITING = re.compile(
    r"(search|idle|spin|wait|sleep|watch|pause|nap|rest_|clock|futex|yield|syscall|interrupt_|unloading|__aarch64_"
    r"|^(steal|schedule|worker_must_leave|worker_count|check_fork|processor|options_read"
    r"|pool_start|cpu_count|statistics_write|tussah_cgroup.*)$)"
)


def count_steals(processors, driver, plugin, folder):
    """Prints, for each processor, the runtime's instructions for each promotion."""
    for processor in processors:
        flags = ["-ftussah-target=native", "-ftussah-keep-spawns", "-static-libtussah"]
        program = processor.build(driver, run.EXAMPLES / "fib.c", flags, folder / f"{processor.name}-steals")
        statistics = folder / "statistics.json"
        environment = {"CILK_NWORKERS": WORKERS, "TUSSAH_STRESS": "always-steal", "TUSSAH_STATS": str(statistics)}
        lines = processor.count(f"{plugin},functions=on", program, STEALING, environment)
        counts = json.loads(statistics.read_text())["workers"]
        promotions, steals = (sum(w[name] for w in counts) for name in ("promotions", "steals"))
        table = []
        for line in lines:
            found = re.match(r"function (\d+) (\d+) (\S+)$", line)
            if found and not re.match(r"(fib|main|checksum)", found[3]) and not WAITING.search(found[3]):
                table.append((int(found[1]), int(found[2]), found[3]))
        total = sum(row[0] for row in table)
        print(f"{processor.name}: {promotions} promotions, {steals} steals; {total / promotions:.0f} instructions "
              "of the runtime for each promotion, but to look for work:")  # fmt: skip
        for instructions, entries, name in sorted(table, reverse=True)[:20]:
            print(f"  {instructions / promotions:8.1f} {entries / promotions:7.2f} calls  {name}")


# How compiled code reads the words, the register x28 then, and what sets it (compiled.h).
OFFSET = "adrp\tx{0}, :gottprel:__tussah_thread\n\tldr\tx{0}, [x{0}, :gottprel_lo12:__tussah_thread]\n"
POINTER = "mrs\tx{0}, TPIDR_EL0\n"
LOAD = "\t//APP\n\t" + OFFSET.format(8) + "\t//NO_APP\n\t//APP\n\t" + POINTER.format(9) + "\t//NO_APP\n"
REQUEST = re.compile(re.escape(LOAD + "\tldr\tx8, [x9, x8]\n") + r"(\tcbnz\tx8, \S+\n)")
MARK = re.compile(re.escape(LOAD + "\tadd\tx8, x8, x9\n\tldr\tx8, [x8, #8]\n") + r"(\tcmp\tx8, x29\n\tb.eq\t\S+\n)")
FLOORS = {
    "as it is": (r"\g<0>", r"\g<0>", ""),
    "address in a register": (
        r"\tldr\tx8, [x28]\n\1", r"\tldr\tx8, [x28, #8]\n\1",
        f"\t{OFFSET.format(28)}\t{POINTER.format(8)}\tadd\tx28, x28, x8\n",
    ),
    "distance in a register": (
        f"\t{POINTER.format(9)}\tldr\tx8, [x9, x28]\n\\1",
        f"\t{POINTER.format(9)}\tadd\tx9, x9, x28\n\tldr\tx8, [x9, #8]\n\\1",
        f"\t{OFFSET.format(28)}",
    ),
    "no checks": ("", "", ""),
}  # fmt: skip


def changed(assembly, request, mark, setup):
    """With other reads in what all children are executed by, and x28 set by what the runtime calls first."""
    begin, root = assembly.index("\nfib.native:"), assembly.index("\nfib.native.root:")
    body = assembly[begin:root]
    for pattern, new in ((REQUEST, request), (MARK, mark)):
        body, count = pattern.subn(new, body)
        if count != 1:
            raise SystemExit(f"emulated.py: error: fib reads a word of its thread in {count} places that --floor knows")
    return assembly[:begin] + body + assembly[root:].replace("\tbl\tfib.native\n", f"{setup}\tbl\tfib.native\n", 1)


def count_floors(processor, stock, driver, plugin, folder):
    case = run.CASES[0]
    serial = processor.cost(case, stock, [], plugin, folder)
    assembly = processor.build(driver, case.source, ["-ftussah-target=native", "-S"], folder / "fib.s").read_text()
    for name, change in FLOORS.items():
        source = folder / "floor.s"
        source.write_text(changed(assembly, *change))
        program = folder / "floor"
        toolchain.run([*driver, *processor.flags, str(source), "-o", str(program)])
        spawns = processor.cost_of(program, case, plugin)
        print(f"fib, {name:24}{spawns:8.2f} instructions a call, {spawns / serial:.3f} of the serial elision", flush=True)


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=1, limit=None)
    parser.add_argument("--limit", type=float, default=5, help="percent that a ratio may be more on AArch64")
    parser.add_argument("--steals", action="store_true", help="count what the runtime executes for steals")
    parser.add_argument("--floor", action="store_true", help="count fib with other reads of the thread's words")
    options = parser.parse_args()
    root = options.build_dir / "arm64-root"
    missing = [name for name in ("qemu-aarch64", "qemu-x86_64") if not shutil.which(name)]
    if missing or not (root / ".packages").exists():
        print(SKIP % f"there is no {missing[0] if missing else root}")
        return SKIPPED
    if not (options.build_dir / "lib" / "tussah" / "aarch64-linux-gnu" / "libtussah.a").exists():
        print(SKIP % "this build has no runtime for AArch64")
        return SKIPPED
    stock, driver = toolchain.compilers(options)
    processors = Processor("x86_64", None), Processor("aarch64", root.resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plugin = str(folder / "counter.so")
        toolchain.run([*stock, "-x", "c", "-O2", "-fPIC", "-shared", str(HERE / "counter.c"), "-o", plugin])
        if options.steals:
            count_steals(processors, driver, plugin, folder)
            return 0
        if options.floor:
            count_floors(processors[1], stock, driver, plugin, folder)
            return 0
        return 0 if compare(processors, stock, driver, plugin, folder, options) else 1


if __name__ == "__main__":
    sys.exit(main())
