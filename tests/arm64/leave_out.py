"""For lit.cfg.py: which tests of this machine are not run with programs for AArch64."""

import json
import os

# Of this machine, or of its programs.
FEATURES = (
    "any-gcc gcc gdb gdb-multiarch dieharder valgrind perf kaleidoscope mpich openmpi python-chess avx512f chromium plots "
    "boost libraries libcxx tsan fuzzer other-llvm"
).split()


def tests(config, lit_config):
    """Returns a table from tests to why each is left out."""
    config.available_features -= set(FEATURES)
    config.available_features.add("arm64")
    # Rules, libraries and bitcode for the other processor; and all takes ten times as long.
    library = os.path.join(config.tussah_lib_dir, "..", config.machine)
    if lit_config.maxIndividualTestTime:
        lit_config.maxIndividualTestTime = 3000
    config.substitutions[:0] = [
        (r"(?<=timeout \d\d\d)(?= )", "0"),
        (r"(?<=timeout \d\d)(?= )", "0"),
        (r"(?<=timeout -k 1 \d\d)(?= )", "0"),
        (r"%lib-dir/\.\.", library),
        (r"check-code\.py", "check-code-aarch64.py"),
        ("%abi-dir", os.path.join(library, config.llvm_version, "abi")),
    ]
    config.name = f"tussah-arm64-{config.llvm_version}"
    path = os.path.join(config.test_source_root, "arm64", "skipped.txt")
    reasons = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and line[0] != "#":
                name, _, reason = line.strip().partition(" ")
                reasons[name] = reason
    if os.path.exists(config.test_source_root):
        missing = [name for name in reasons if not os.path.exists(os.path.join(config.test_source_root, name))]
        if missing:
            lit_config.fatal(f"{path}: no such test: {', '.join(missing)}")
    for name in json.loads(os.environ.get("TUSSAH_ARM64_PASSED", "[]")):
        reasons[name.split(" :: ", 1)[1]] = "has passed before"
    return reasons
