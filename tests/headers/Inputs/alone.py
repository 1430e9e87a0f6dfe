"""Compiles each header of <cilk/...> alone, without a warning.

    alone.py INCLUDE_DIR CLANG GCC

Clang with the oldest standard of each language sees each header in a file of its own;
other standards, and gcc, see all in one. GCC may be empty.
"""

import concurrent.futures
import pathlib
import subprocess
import sys

STANDARDS = {
    "c": {"clang": ("c99", "c11", "c17", "c23"), "gcc": ("c99", "c11", "c17", "c2x")},
    "c++": {
        "clang": ("c++11", "c++14", "c++17", "c++20", "c++23"),
        "gcc": ("c++11", "c++14", "c++17", "c++20", "c++23"),
    },
}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wno-unused-function", "-Werror"]


def compile(command, text):
    run = subprocess.run(
        [*command, "-fsyntax-only", "-"],
        input=text + "extern int nothing;\n",
        capture_output=True,
        text=True,
    )
    return run.stderr if run.returncode else ""


def main():
    include, clang, gcc = sys.argv[1:]
    folder = pathlib.Path(include, "cilk")
    files = sorted(
        path for part in (folder, folder / "detail") for path in part.iterdir() if path.is_file()
    )
    jobs = []
    for language, by_compiler in STANDARDS.items():
        # Those without a suffix are for C++.
        names = [
            file.relative_to(folder).as_posix() for file in files if file.suffix or language == "c++"
        ]
        # cilk_stub.h changes what others mean.
        together = "".join(f"#include <cilk/{n}>\n" for n in names if n != "cilk_stub.h")
        for compiler, path in (("clang", clang), ("gcc", gcc)):
            if not path:
                continue
            standards = by_compiler[compiler]
            for standard in standards:
                command = [path, "-x", language, f"-std={standard}", f"-I{include}", *WARNINGS]
                if compiler == "clang" and standard == standards[0]:
                    # Twice: the second time there is nothing.
                    texts = [f"#include <cilk/{name}>\n" * 2 for name in names]
                else:
                    texts = [together, "#include <cilk/cilk_stub.h>\n" + together]
                jobs += [(command, text) for text in texts]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (command, text), errors in zip(jobs, pool.map(lambda job: compile(*job), jobs)):
            if errors:
                failed += 1
                print(" ".join(command), text, errors, sep="\n")
    print(f"{len(names)} headers, {len(jobs)} compilations, {failed} failed")
    return 1 if failed or len(names) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
