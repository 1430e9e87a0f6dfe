"""Checks the table of docs/guides/porting.md against the compiler and the runtime.

    check-porting.py PORTING.md ABI.bc COMPILER [ARGUMENT...]

Each row is tried in the current folder, as its kind says. Prints the rows that
are wrong, and the number of those of each kind that were tried.
"""

import collections
import os
import shlex
import subprocess
import sys

SERIAL = "int main(void) { return 0; }\n"
PARALLEL = """#include <cilk/cilk.h>
static int one(void) { return 1; }
int main(int argc, char **argv) {
  (void)argv;
  int x = cilk_spawn one();
  cilk_sync;
  return argc > 0 && x == 1 ? 0 : 1;
}
"""
# What uses a name, if it is not just a call without arguments or an expression.
USES = {
    "__cilkrts_atinit": "__cilkrts_atinit(f);",
    "__cilkrts_atexit": "__cilkrts_atexit(f);",
    "__cilkrts_set_param": '__cilkrts_set_param("nworkers", "2");',
    "__cilkrts_dprand_set_seed": "__cilkrts_dprand_set_seed(1);",
    "__cilkrts_reducer_lookup": "__cilkrts_reducer_lookup(0, 1, 0, 0);",
    "__cilkrts_reducer_register": "__cilkrts_reducer_register(0, 1, 0, 0);",
    "__cilkrts_reducer_unregister": "__cilkrts_reducer_unregister(0);",
    "__cilkrts_metacall": "__cilkrts_metacall(0, 0, 0);",
    "__cilkrts_set_seh_callback": "__cilkrts_set_seh_callback(0);",
    "_spawn": "%s f();",
    "_sync": "%s;",
    "_for": "%s (int i = 0; i < 4; ++i) f();",
    "_scope": "%s { f(); }",
    "cilk_reducer": "int %s(z, p) x = 0; x += f(); return x;",
    "_Hyperobject": "int %s(z, p) x = 0; x += f(); return x;",
    "cilk_reducer()": "struct S : __reducer_base { int i = 0; size_t size() const { return sizeof *this; } "
    "__reducer_base *identity(void *v) { return new (v) S; } "
    "void reduce(__reducer_base *l, __reducer_base *r) { ((S *)l)->i += ((S *)r)->i; } }; "
    "S %s x; x.i += f(); return x.i;",
    "cilk_reducer(callbacks)": "__reducer_callbacks callbacks{sizeof(int), z, p}; int %s x = 0; x += f(); return x;",
    "__cilk": "char assertion[%s == 301 ? 1 : -1]; (void)assertion;",
    "#pragma cilk grainsize = N": "enum { N = 2 };\n%s\n_Cilk_for (int i = 0; i < 4; ++i) f();",
    "#pragma cilk_grainsize = N": "enum { N = 2 };\n%s\n_Cilk_for (int i = 0; i < 4; ++i) f();",
    "#pragma simd": "\n%s\n;",
    "__attribute__((vector))": "int g(int) %s;",
    "a[:] = b[:]": "int a[4], b[4] = {0}; %s;",
    "cilk": "%s int g(void);",
    "spawn": "int x = %s f(); (void)x;",
    "sync": "%s;",
    "inlet": "%s int g(void);",
    "Cilk_lockvar": "%s x; (void)x;",
    "Cilk_time": "%s x; (void)x;",
    "Cilk_alloca": "(void)%s(8);",
    "Cilk_assert": "%s(1);",
    "cilk_main": "(void)sizeof(&%s);",
    "__cilkrts_get_worker_rank": "uint64_t rank; %s(&rank);",
    "__cilkrts_get_pedigree_info": "uint64_t rank; __cilkrts_pedigree_context_t c = {sizeof c, {0}}; %s(&c, &rank);",
    "__cilkrts_cilkscreen_puts": '%s("text");',
}
# Statements that use a macro for C.
MACROS = {
    "CILK_C_DECLARE_REDUCER": "CILK_C_DECLARE_REDUCER(int) r; (void)r;",
    "CILK_C_INIT_REDUCER": "CILK_C_DECLARE_REDUCER(int) r = CILK_C_INIT_REDUCER(int, 0, 0, 0, 1); (void)r;",
    "CILK_C_REGISTER_REDUCER": "CILK_C_REDUCER_MIN(r, int, 0); CILK_C_REGISTER_REDUCER(r);",
    "CILK_C_UNREGISTER_REDUCER": "CILK_C_REDUCER_MIN(r, int, 0); CILK_C_UNREGISTER_REDUCER(r);",
    "REDUCER_VIEW": "CILK_C_REDUCER_MIN(r, int, 0); REDUCER_VIEW(r) = 1;",
}
# What every reducer of the library is in.
REDUCER_HEADERS = (
    ["holder", "opadd_reducer", "ostream_reducer"]
    + ["reducer_op" + operator for operator in ("add", "mul", "and", "or", "xor")]
    + ["reducer_" + kind for kind in ("min_max", "list", "vector", "string", "ostream")]
)
INCLUDES = "".join(f"#include <cilk/{header}.h>\n" for header in REDUCER_HEADERS)
# Template arguments of classes.
CLASSES = """struct View { typedef int value_type; void reduce(View *) {} };
typedef int I, T;
typedef char C;
"""
# A syntax error, about which clang knows no better.
NO_ADVICE = {"a[:] = b[:]"}


# Flags that the last column demands.
DEMANDED = {
    "-ftussah-pedigrees": ["-ftussah-pedigrees"],
    "-fsanitize=cilk": ["-fsanitize=cilk"],
    "in C++": ["-x", "c++", "-lstdc++"],
}


def demanded(instead):
    return [flag for text, flags in DEMANDED.items() if f" {text}" in f" {instead}" for flag in flags]


def use(name):
    suffix = "_" + name.rsplit("_", 1)[-1]
    pattern = USES.get(name) or (USES.get(suffix) if "ilk_" in name else None)
    if not pattern:
        pattern = "%s();" if name.startswith("__cilkrts_") else "(void)%s;"
    return pattern % name if "%s" in pattern else pattern


class Checker:
    def __init__(self, abi, compiler):
        self.abi = abi
        self.compiler = compiler
        self.compile(PARALLEL, "-o", "parallel")

    def run(self, command, **environment):
        return subprocess.run(
            command,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=250,
        )

    def compile(self, text, *arguments):
        with open("try.c", "w") as file:
            file.write(text)
        return self.run([*self.compiler, "-Wall", *arguments, "try.c"])

    def judge(self, result, here, message):
        """Whether the compiler's answer is what the columns say."""
        output = result.stdout + result.stderr
        if here in ("works", "ignored"):
            return result.returncode == 0 and not output
        if here == "warns":
            return result.returncode == 0 and "warning: " in output
        return result.returncode != 0 and "error: " in output and message in output

    def flag(self, name, here, instead):
        name = name.replace("FILE", self.abi) if here != "error" else name
        if name.endswith(".cilk"):
            open(name, "w").close()
        result = self.compile(SERIAL, *shlex.split(name), "-o", "serial")
        one_line = here != "error" or result.stderr.count("\n") == 1
        return one_line and self.judge(result, here, instead)

    def header(self, name, here, instead):
        text = f"#include {name}\n" + SERIAL
        return self.judge(self.compile(text, *demanded(instead), "-o", "header"), here, instead)

    def function(self, name, here, instead):
        text = "#include <cilk/cilk_api.h>\nvoid f(void) {}\n"
        text += "int main(void) { %s return 0; }\n" % use(name)
        result = self.compile(text, *demanded(instead), "-o", "function")
        return self.judge(result, here, instead) and (here != "error" or name in result.stderr)

    def name(self, name, here, instead):
        if name in NO_ADVICE:
            instead = ""
        header = "cilk.h" if here == "error" and instead else "cilk/cilk.h"
        text = "static int f(void) { return 0; }\n"
        if "educer" in name or "object" in name:
            text += "void z(void *v) { *(int *)v = 0; }\n"
            text += "void p(void *l, void *r) { *(int *)l += *(int *)r; }\n"
        if here != "works":
            text = f"#include <{header}>\n" + text
        elif "<cilk.h>" in instead:
            text = "#include <cilk.h>\n" + text
        elif "<cilk/reducer>" in instead:
            text = "#include <cilk/reducer>\n#include <new>\n" + text
        text += "int main(void) { %s return f(); }\n" % use(name)
        return self.judge(self.compile(text, *demanded(instead), "-fopencilk", "-o", "name"), here, instead)

    def macro(self, name, here, instead):
        text = INCLUDES + self.macro_use(name, 0)
        return self.judge(self.compile(text, "-fsyntax-only"), here, instead)

    def macro_use(self, name, number):
        statement = MACROS.get(name, f"{name}(r, int, 1); (void)r;")
        return "void use%d(void) { %s }\n" % (number, statement)

    def class_(self, name, here, instead):
        text = INCLUDES + CLASSES + self.class_use(name, 0)
        return self.judge(self.compile(text, "-x", "c++", "-fsyntax-only"), here, instead)

    def class_use(self, name, number):
        return f"{name} *object{number};\nchar size{number}[sizeof({name})];\n"

    def all_work(self, kind, names):
        """Whether one file that uses all of `names` compiles, so that one by one they need
        not be tried."""
        use, beginning, flags = {
            "macro": (self.macro_use, INCLUDES, []),
            "class": (self.class_use, INCLUDES + CLASSES, ["-x", "c++"]),
        }[kind]
        text = beginning + "".join(use(name, number) for number, name in enumerate(names))
        return self.judge(self.compile(text, *flags, "-fsyntax-only"), "works", "")

    def variable(self, name, here, instead):
        right = self.run(["./parallel"], **{name: "65536"[: 5 if "SIZE" in name else 1]})
        wrong = self.run(["./parallel"], **{name: "x"})
        if right.returncode or wrong.returncode:
            return False
        if here == "works":
            return not right.stderr and f"tussah: warning: {name} is 'x'" in wrong.stderr
        if here == "warns":
            return right.stderr == f"tussah: warning: {name} has no effect; {instead}\n"
        return not right.stderr and not wrong.stderr

    def option(self, name, here, instead):
        result = self.run(["./parallel", *name.replace("N", "2").split()])
        return here == "ignored" and result.returncode == 0 and not result.stderr


def rows(path):
    text = open(path).read()
    table = text[text.index("| Name |") :].split("\n\n")[0]
    for line in table.splitlines()[2:]:
        name, kind, _, here, instead = (cell.strip() for cell in line.strip("|").split("|"))
        yield name.strip("`"), kind, here, instead.replace("`", "")


def main():
    checker = Checker(os.path.abspath(sys.argv[2]), sys.argv[3:])
    table = list(rows(sys.argv[1]))
    tried = collections.Counter(kind for _, kind, _, _ in table)
    wrong = []
    for together in ("class", "macro"):
        names = [name for name, kind, here, _ in table if (kind, here) == (together, "works")]
        if checker.all_work(together, names):
            table = [row for row in table if (row[1], row[2]) != (together, "works")]
    for name, kind, here, instead in table:
        if here not in ("works", "ignored", "warns", "error"):
            wrong.append(name)
        elif not getattr(checker, "class_" if kind == "class" else kind)(name, here, instead):
            wrong.append(name)
    for name in wrong:
        print(f"wrong: {name}")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(tried.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
