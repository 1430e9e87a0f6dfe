"""Checks the errors about a bitcode ABI without a function, or with another one
of that name, for each function of abi.h: they name it and show its prototype as
abi.h has it.

usage: abi-errors.py ABI_FOLDER OUT CLANG TUSSAH_CLANG...
"""

import pathlib
import re
import subprocess
import sys

folder, out, clang, *driver = sys.argv[1:]
HERE = pathlib.Path(__file__).resolve().parent
COMMENT = re.compile(r"//.*")
PROTOTYPE = re.compile(r"^[\w ]+\*?(tussah_abi_\w+)\([^;]*\)", re.M)


def check(name, flags, wanted):
    abi = f"{out}.{name}.bc"
    subprocess.run([clang, "-std=c11", "-w", f"-I{folder}", *flags, "-emit-llvm", "-c",
                    HERE / "log-abi.c", "-o", abi], check=True)  # fmt: skip
    result = subprocess.run(
        [*driver, "-c", f"-ftussah-target={abi}", HERE / "cilk-fib.c", "-o", out],
        capture_output=True,
        text=True,
    )
    lines = [line for line in result.stderr.splitlines() if line != "1 error generated."]
    if result.returncode != 1 or lines != [f"error: ABI file '{abi}' {wanted}"]:
        sys.exit(f"{name}: exit code {result.returncode}, expected '{wanted}', got {lines}")


header = COMMENT.sub("", pathlib.Path(folder, "abi.h").read_text(encoding="utf-8"))
header = header.replace("TUSSAH_ABI_NOTHROW", "")
count = 0
for match in PROTOTYPE.finditer(header):
    name = match.group(1)
    prototype = " ".join(match.group(0).split())
    expected = f"; expected '{prototype}', as in lib/tussah/abi/abi.h"
    # Calls within the file go to the renamed function too.
    check(name, [f"-D{name}=other"], f"does not define the function '{name}'{expected}")
    wrong = ["-include", f"{out}.h"]
    pathlib.Path(f"{out}.h").write_text(
        f"short {name}(short x) {{ return x; }}\n#define {name} other\n", encoding="utf-8"
    )
    check(name, wrong, f"defines the function '{name}' with the type 'i16 (i16)'{expected}")
    count += 1
print(f"{count} functions")
