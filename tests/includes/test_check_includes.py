"""Tests scripts/check-includes.py on a small tree, with wrong includes planted in it.

usage: test_check_includes.py
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-includes.py"

# A file of each room, which includes what it may.
TREE = {
    "support/abi/environment.h": "#include <stdint.h>",
    "support/clock.h": '#include "support/abi/environment.h"',
    "jobs/job.cpp": '#include "support/clock.h"',
    "cps/run.cpp": '#include "tussah/cps/worker.hpp"',
    "include/tussah/cps/worker.hpp": "#include <vector>",
    "include/tussah/cilk1.h": "#include <tussah/cps/worker.hpp>",
    "backtrack/run.cpp": '#include "jobs/job.hpp"',
    "include/cilk/cilk.h": "#include <stddef.h>",
    "graph/read.cpp": "#include <cilk/cilk.h>",
    "runtime/abi/abi.h": "#include <stdint.h>",
    "runtime/abi/workers.h": '#include "environment.h"',
    "runtime/abi/native.c": '#include "../scheduler/runtime.h"',
    "runtime/scheduler/runtime.h": '#include "../abi/abi.h"',
    "trace/main.cpp": '#include "runtime/timeline/format.h"',
    "runtime/timeline/format.h": "#include <stdint.h>",
    "predict/main.cpp": '#include "tools/predict/format.h"',
    "tools/predict/format.h": "#include <stdint.h>",
    "tools/race/race.c": '#include "runtime/scheduler/runtime.h"',
    "compiler/driver/Error.cpp": "#include <string>",
    "include/tussah/pass.h": '#include "llvm/Support/Error.h"',
    "compiler/compat/Ast.h": '#include "clang/AST/Stmt.h"',
    "compiler/tasks/Markers.h": '#include "llvm/IR/Module.h"',
    "compiler/targets/lowering/Target.h": '#include "compiler/tasks/Markers.h"',
    "compiler/targets/optimizations/Views.h": '#include "compiler/targets/lowering/Target.h"',
    "compiler/targets/loops/LeafLoop.h": '#include "compiler/targets/optimizations/Views.h"',
    "compiler/targets/native/Tasks.cpp": '#include "compiler/targets/loops/LeafLoop.h"',
    "compiler/targets/pedigrees/Pedigrees.h": '#include "compiler/targets/lowering/Target.h"',
    "compiler/hooks/Insert.h": '#include "compiler/targets/lowering/Target.h"',
    "compiler/targets/Pipeline.cpp": '#include "compiler/targets/loops/LeafLoop.h"',
    "compiler/library/Lower.cpp": '#include "include/tussah/pass.h"',
    "compiler/keywords/shared/Unit.h": '#include "clang/Sema/Sema.h"',
    "compiler/keywords/cilk1/Words.h": '#include "compiler/keywords/shared/Unit.h"',
    "compiler/keywords/reducers/Types.h": '#include "compiler/keywords/shared/Unit.h"',
    "compiler/keywords/forkjoin/Rewriter.h": '#include "compiler/keywords/shared/Unit.h"',
    "compiler/keywords/Plugin.cpp": '#include "compiler/keywords/forkjoin/Rewriter.h"',
}

# Planted: the file, its include, and what is said of it.
WRONG = [
    ("cps/run.cpp", '#include "backtrack/run.hpp"', "cps may have jobs and support"),
    ("support/abi/environment.h", '#include "support/clock.h"', "support/abi may have nothing"),
    ("support/clock.h", '  #  include "../jobs/job.hpp"', "support may have support/abi"),
    ("runtime/abi/workers.h", '#include "../scheduler/runtime.h"', "runtime/abi may have support/abi"),
    ("runtime/scheduler/runtime.h", '#include "cps/run.hpp"', "runtime may have"),
    ("include/tussah/cps/worker.hpp", "#include <cilk/cilk.h>", "cps may have"),
    ("compiler/driver/Error.cpp", '#include "llvm/Support/Path.h"', "nothing of llvm"),
    ("compiler/driver/Error.cpp", '#include "compiler/tasks/Markers.h"', "compiler/driver may have support"),
    ("compiler/tasks/Markers.h", '#include "compiler/targets/lowering/Target.h"', "compiler/tasks may have"),
    ("compiler/tasks/Markers.h", '#include "clang/AST/Stmt.h"', "nothing of clang"),
    ("compiler/targets/lowering/Target.h", '#include "compiler/targets/optimizations/Views.h"', "lowering may have"),
    ("compiler/targets/optimizations/Views.h", '#include "../loops/LeafLoop.h"', "optimizations may have"),
    ("compiler/targets/loops/LeafLoop.h", '#include "compiler/keywords/shared/Unit.h"', "loops may have"),
    ("compiler/compat/Ast.h", '#include "compiler/tasks/Markers.h"', "compiler/compat may have nothing"),
    ("compiler/library/Lower.cpp", '#include "compiler/targets/loops/LeafLoop.h"', "library may have"),
    ("compiler/keywords/shared/Unit.h", '#include "compiler/keywords/reducers/Types.h"', "shared may have"),
    ("compiler/keywords/reducers/Types.h", '#include "compiler/keywords/forkjoin/Rewriter.h"', "reducers may have"),
    ("compiler/keywords/forkjoin/Rewriter.h", '#include "compiler/keywords/cilk1/Words.h"', "forkjoin may have"),
    ("compiler/hooks/Insert.h", '#include "compiler/targets/loops/LeafLoop.h"', "hooks may have"),
    ("tools/race/race.c", '#include "cps/run.hpp"', "tools may have"),
    ("predict/main.cpp", '#include "cps/run.hpp"', "predict may have tools and support"),
    ("compiler/new/Room.cpp", "#include <string>", "is in no room"),
    ("compiler/keywords/new/Room.cpp", "#include <string>", "is in no room"),
    ("graph/read.cpp", '#include "clang-c/Index.h"', "nothing of clang-c"),
]


class CheckIncludesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in TREE.items():
            self.write(name, text + "\n")
        for name in ("backtrack/run.hpp", "cps/run.hpp", "jobs/job.hpp"):
            self.write(name, "")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self):
        return subprocess.run(
            [sys.executable, SCRIPT, self.root], capture_output=True, text=True, check=False
        )

    def test_accepts_the_tree(self):
        result = self.check()
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_rejects_each_planted_include(self):
        for name, include, message in WRONG:
            with self.subTest(file=name, include=include):
                text = TREE.get(name, "") + "\n" + include + "\n"
                self.write(name, text)
                result = self.check()
                self.assertEqual(result.returncode, 1)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(f"error: {name} ", result.stderr)
                self.assertIn(message, result.stderr)
                if name in TREE:
                    self.write(name, TREE[name] + "\n")
                else:
                    (self.root / name).unlink()

    def test_rejects_circles_in_a_room(self):
        for room in ("compiler/library", "compiler/tasks", "compiler/targets/lowering",
                     "compiler/targets/native", "compiler/keywords/forkjoin", "cps"):  # fmt: skip
            with self.subTest(room=room):
                self.write(f"{room}/A.h", '#include "B.h"\n')
                self.write(f"{room}/B.h", "")
                self.write(f"{room}/B.cpp", '#include "B.h"\n#include "A.h"\n')
                result = self.check()
                self.assertEqual(result.returncode, 1)
                self.assertIn(f"{room} has a circle of includes: {room}/A -> ", result.stderr)
                for name in ("A.h", "B.h", "B.cpp"):
                    (self.root / room / name).unlink()

    def test_rejects_circles_through_include(self):
        self.write("cps/worker.cpp", '#include "cluster.h"\n')
        self.write("cps/cluster.h", "#include <tussah/cps/worker.hpp>\n")
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("cps has a circle of includes: cps/worker -> cps/cluster -> ", result.stderr)

    def test_rejects_a_tree_without_rooms(self):
        (self.root / "compiler/library/Lower.cpp").unlink()
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("compiler/library has no file", result.stderr)


if __name__ == "__main__":
    unittest.main()
