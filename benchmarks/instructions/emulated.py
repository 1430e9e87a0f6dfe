#!/usr/bin/env python3
"""What do spawns cost on AArch64, in instructions, beside what they cost on x86-64?

    emulated.py [options]

Emulators of both processors count what a program executes on one worker, and what its
serial elision executes, which the plain clang compiles (counter.c). Programs and units
are those of run.py. The exit code is 1 if a ratio on AArch64 is more than that on
x86-64 by more than --limit percent.

    emulated.py --steals

counts what the runtime executes for a promotion and a steal instead, by functions: all
spawns are stolen from one another by two workers (TUSSAH_STRESS=always-steal). What
workers do while they look for work is left out.
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
        program = self.build(compiler, case.source, extra, folder / f"{self.name}-{case.source.stem}-{len(extra)}")

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


# Functions in which workers look for work or wait, which is as long as there is none, and
# those that are executed once. Atomic operations of libgcc are most often the former's.
WAITING = re.compile(
    r"(search|idle|spin|wait|sleep|watch|pause|nap|rest_|clock|futex|yield|syscall|interrupt_|unloading|__aarch64_"
    r"|^(steal|schedule|worker_must_leave|worker_count|check_fork|processor|options_read)$)"
)


def count_steals(processors, driver, plugin, folder):
    """Prints, for each processor, the runtime's instructions for each promotion."""
    for processor in processors:
        flags = ["-ftussah-target=native", "-ftussah-keep-spawns", "-static-libtussah"]
        program = processor.build(driver, run.EXAMPLES / "fib.c", flags, folder / f"{processor.name}-steals")
        statistics = folder / "statistics.json"
        environment = {"CILK_NWORKERS": "2", "TUSSAH_STRESS": "always-steal", "TUSSAH_STATS": str(statistics)}
        lines = processor.count(f"{plugin},functions=on", program, "20", environment)
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


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=1, limit=None)
    parser.add_argument("--limit", type=float, default=5, help="percent that a ratio may be more on AArch64")
    parser.add_argument("--steals", action="store_true", help="count what the runtime executes for steals")
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
        return 0 if compare(processors, stock, driver, plugin, folder, options) else 1


if __name__ == "__main__":
    sys.exit(main())
