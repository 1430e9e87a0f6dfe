#!/usr/bin/env python3
"""How much longer does clang take with the plugins?

Compiles a generated C++ file of 2,000 lines, which includes the standard
containers and in which every eighth function spawns or has a parallel loop, with
the stock clang (as its serial elision) and with tussah-clang++, in turn, and
compares the processor time. With --programs the same for all examples and
programs of the benchmarks together; of each file the least time counts. That
takes 4 minutes.

With --outside it compiles programs that others wrote, with commands from a TOML file
of its user, alternating, and compares the medians of the user time:

    base = "{stock} {flags} -DSERIAL -c {source} -o {output}"
    tussah = "{tussah} {flags} -c {source} -o {output}"
    flags = "-O3 -I{folder}/include"
    [programs]
    sort = "{folder}/sort.cpp"
"""

import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import toolchain

LINES = 2000
ROUNDS, ROUNDS_OF_PROGRAMS = 9, 3
HEADERS = (
    "algorithm array chrono deque functional iostream list map memory numeric "
    "optional queue set sstream stack string tuple unordered_map "
    "unordered_set utility vector"
).split()

# Each is a function of {n} with ten lines.
PLAIN = [
    """\
static int count{n}(const std::vector<std::string> &words) {{
  std::map<std::string, int> seen;
  for (const std::string &word : words)
    ++seen[word];
  int most = 0;
  for (const auto &[word, times] : seen)
    if (!word.empty() && times > most + {n} % 3)
      most = times;
  return most;
}}
""",
    """\
template <class T> static T fold{n}(const std::deque<T> &items, T start) {{
  T result = std::accumulate(items.begin(), items.end(), start);
  std::set<T> unique(items.begin(), items.end());
  for (const T &item : unique)
    result = result * T({n} % 7 + 1) + item;
  if (unique.size() > 3)
    return result;
  return start;
}}
template int fold{n}<int>(const std::deque<int> &, int);
""",
    """\
struct Shape{n} {{
  std::string name;
  std::unordered_map<int, std::vector<double>> sides;
  double length(int key) const {{
    auto found = sides.find(key);
    if (found == sides.end())
      return {n};
    return std::accumulate(found->second.begin(), found->second.end(), 0.0);
  }}
}};
""",
    """\
static std::string join{n}(const std::list<std::string> &parts) {{
  std::ostringstream out;
  std::function<bool(const std::string &)> keep = [](const std::string &s) {{
    return s.size() > {n} % 5;
  }};
  for (const std::string &part : parts)
    if (keep(part))
      out << part << ' ';
  return out.str();
}}
""",
]
CILK = [
    """\
static long sum{n}(const std::vector<long> &v, size_t first, size_t last) {{
  if (last - first < 1000)
    return std::accumulate(v.begin() + first, v.begin() + last, long({n}));
  size_t middle = first + (last - first) / 2;
  long left = cilk_spawn sum{n}(v, first, middle);
  long right = sum{n}(v, middle, last);
  cilk_sync;
  return left + right;
}}

""",
    """\
static void scale{n}(std::vector<double> &v, double factor) {{
  cilk_for (size_t i = 0; i < v.size(); ++i) {{
    double x = v[i];
    if (x < {n})
      x = -x;
    v[i] = factor * x + 1;
  }}
  std::sort(v.begin(), v.end());
}}

""",
]
USE = {
    "count": "count{n}({{}});",
    "fold": "fold{n}<int>({{}}, 1);",
    "Shape": "Shape{n}().length(1);",
    "join": "join{n}({{}});",
    "sum": "sum{n}({{}}, 0, 0);",
    "scale": "scale{n}(doubles, 2);",
}


def generate():
    """Returns the text of the file. It is the same on every call."""
    head = ["#include <cilk/cilk.h>\n"] + [f"#include <{h}>\n" for h in HEADERS]
    functions, calls = [], []
    kinds = list(USE)
    length = len(head)
    for n in range(LINES):
        cilk = n % 8 == 0
        group = CILK if cilk else PLAIN
        index = (n // 8 if cilk else n) % len(group)
        body = group[index].format(n=n).splitlines(keepends=True)
        call = USE[kinds[index + (len(PLAIN) if cilk else 0)]].format(n=n)
        if length + len(body) + 1 > LINES - 3:
            break
        functions += body
        calls.append(f"  {call}\n")
        length += len(body) + 1
    main = ["void useAll(std::vector<double> &doubles) {\n", *calls, "}\n"]
    lines = head + functions + main
    lines += ["// The end.\n"] * (LINES - len(lines))
    return "".join(lines)


def compile_time(command):
    """Returns the processor seconds that the command took. It must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    toolchain.run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def programs():
    """Returns the sources of examples and benchmarks that use the keywords."""
    return sorted(
        source
        for folder in ("examples", "benchmarks")
        for pattern in ("*.c", "*.cpp")
        for source in (toolchain.ROOT / folder).rglob(pattern)
        if re.search(r"<cilk/|<tussah/graph|cilk_for", source.read_text(encoding="utf-8"))
    )


def compile_programs(options, stock, tussah):
    """Compiles all programs; returns whether the ratio is within the limit."""
    include = ["-I", str(toolchain.ROOT / "examples"), "-DNAMESPACE=serial", "-DFOR=cilk_for"]
    totals = [0, 0]
    sources = programs()
    print(
        f"compile time, {len(sources)} examples and benchmarks, {options.flags}, "
        f"clang {options.llvm}, least of {options.rounds}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for number, source in enumerate(sources, 1):
            language = ["-x", "c"] if source.suffix == ".c" else ["-std=c++20"]
            rest = [*language, *options.flags.split(), *include, "-c", str(source)]
            rest += ["-o", str(pathlib.Path(folder) / "program.o")]
            text = source.read_text(encoding="utf-8")
            pedigrees = ["-ftussah-pedigrees"] if re.search("pedigree|cilkpub", text) else []
            least = [float("inf")] * 2
            for _ in range(options.rounds):
                for side, compiler in enumerate((stock, tussah + pedigrees)):
                    least[side] = min(least[side], compile_time(compiler + rest))
            totals = [total + time for total, time in zip(totals, least)]
            print(
                f"  {number:2} of {len(sources)} {least[1] / least[0]:6.2f} "
                f"{least[1] - least[0]:+7.3f} s  {source.relative_to(toolchain.ROOT)}",
                flush=True,
            )
    ratio = totals[1] / totals[0]
    print(f"  clang {totals[0]:.3f} s, tussah-clang {totals[1]:.3f} s")
    print(f"  {'ratio':16} {ratio:7.2f}    {toolchain.verdict(ratio, options.limit)}")
    return ratio <= options.limit


def user_time(command):
    """Returns the seconds of user time of a command for the shell. It must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = subprocess.run(command, shell=True, capture_output=True, text=True)
    if result.returncode != 0:
        toolchain.fail(f"exit code {result.returncode} of: {command}\n{result.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def compile_outside(options, stock, tussah):
    """Compiles what the file of --outside names; returns whether all are within the limit."""
    table = toolchain.read_toml(options.outside)
    for key in ("base", "tussah", "programs"):
        if key not in table:
            toolchain.fail(f"{options.outside} has no '{key}'")
    print(
        f"compile time of outside programs, user time, clang {options.llvm}, "
        f"medians of {options.rounds}"
    )
    good = True
    with tempfile.TemporaryDirectory() as folder:
        values = {
            "folder": options.folder.resolve(),
            "stock": shlex.join(stock),
            "tussah": shlex.join(tussah),
            "output": pathlib.Path(folder) / "program.o",
        }
        where = str(options.outside)
        values["flags"] = toolchain.expanded(table.get("flags", ""), values, where)
        for name, source in table["programs"].items():
            values["source"] = toolchain.expanded(source, values, where)
            commands = [
                toolchain.expanded(table[side], values, where) for side in ("base", "tussah")
            ]
            user_time(commands[0])  # Warms the file cache.
            times = [[], []]
            for _ in range(options.rounds):
                for taken, command in zip(times, commands):
                    taken.append(user_time(command))
            ratio = toolchain.ratio(times[1], times[0])
            good &= ratio <= options.limit
            print(
                f"  {name:20} {statistics.median(times[0]):8.2f} s "
                f"{statistics.median(times[1]):8.2f} s   ratio {ratio:5.2f}  "
                f"{toolchain.verdict(ratio, options.limit)}",
                flush=True,
            )
    return good


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=None)
    parser.add_argument("--flags", default="-O2", help="what both compile with")
    parser.add_argument("--programs", action="store_true", help="compile these instead")
    parser.add_argument(
        "--outside", type=pathlib.Path, help="compile what this TOML file says instead"
    )
    parser.add_argument(
        "--folder", type=pathlib.Path, default=pathlib.Path.cwd(), help="{folder} of its commands"
    )
    options = parser.parse_args()
    options.rounds = options.rounds or (ROUNDS_OF_PROGRAMS if options.programs else ROUNDS)
    stock, tussah = toolchain.compilers(options)
    if options.outside:
        return 0 if compile_outside(options, stock, tussah) else 1
    if options.programs:
        return 0 if compile_programs(options, stock, tussah) else 1
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "generated.cpp"
        source.write_text(generate(), encoding="utf-8")
        rest = ["-std=c++17", *options.flags.split(), "-c", str(source)]
        rest += ["-o", str(source.with_suffix(".o"))]
        times = {"stock": [], "tussah": []}
        compile_time(stock + rest)  # Warms the file cache.
        for _ in range(options.rounds):
            times["stock"].append(compile_time(stock + rest))
            times["tussah"].append(compile_time(tussah + rest))
    ratio = toolchain.ratio(times["tussah"], times["stock"])
    print(
        f"compile time, {LINES} lines, {options.flags}, clang {options.llvm}, "
        f"medians of {options.rounds}"
    )
    for side, name in (("stock", "clang++"), ("tussah", "tussah-clang++")):
        print(f"  {name:16} {statistics.median(times[side]):7.3f} s")
    print(f"  {'ratio':16} {ratio:7.2f}    {toolchain.verdict(ratio, options.limit)}")
    return 0 if ratio <= options.limit else 1


if __name__ == "__main__":
    sys.exit(main())
