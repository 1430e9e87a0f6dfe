"""Runs wrong programs, and compares the one line that each leads to.

    errors.py KALEIDOSCOPE
"""

import subprocess
import sys

DEEP = "(" * 100000
LONG = "1" + "+1" * 100000 + ";"
CHAIN = "var x in " + "x=" * 100000 + "1;"
BOTH = "(" * 50 + "1" + ("+1" * 9000 + ")") * 50 + ";"

# Program, place, message.
ERRORS = [
    ("1 +;", "1:4", "expected an expression, not ';'"),
    ("1\n2;", "2:1", "expected ';', not '2'"),
    ("\n  (1", "3:1", "expected ')', not the end of the input"),
    ("1 \0 2;", "1:3", "expected ';', not '\\x00'"),
    ("\x7f1;", "1:1", "expected an expression, not '\\x7f'"),
    ("def f(x) x;\r\nf(1) \x1b[2J;", "2:6", "expected ';', not '\\x1b'"),
    ("1.2.3;", "1:1", "'1.2.3' is no number"),
    ("2x;", "1:1", "'2x' is no number"),
    ("1 + x;", "1:5", "unknown variable 'x'"),
    ("x = 1;", "1:3", "unknown variable 'x'"),
    ("1 = 2;", "1:3", "only a variable can be assigned to"),
    ("f(1);", "1:1", "unknown function 'f'"),
    ("-1;", "1:1", "unknown function 'unary-'"),
    ("def f(x) x; f(1, 2);", "1:13", "'f' takes 1 arguments, not 2"),
    ("def f(x, x) x;", "1:10", "parameter 'x' exists already"),
    ("def f(1) x;", "1:7", "expected a name, not '1'"),
    ("def f(x y) x;", "1:9", "expected ',' or ')', not 'y'"),
    ("def if(x) x;", "1:5", "expected a name, not 'if'"),
    ("def unary (x) x;", "1:11", "expected an operator, not '('"),
    ("def unary ! (x, y) x;", "1:5", "a unary operator has one parameter"),
    ("def binary & (x) x;", "1:5", "a binary operator has two parameters"),
    ("def binary + (x, y) x;", "1:12", "'+' has a meaning that cannot be changed"),
    ("def binary & 0 (x, y) x;", "1:14", "a precedence is a whole number from 1 to 100"),
    ("extern no_such_function(x);", "1:8", "this process has no function 'no_such_function'"),
    ("if 1 then 2;", "1:12", "expected 'else', not ';'"),
    ("then;", "1:1", "expected an expression, not 'then'"),
    ("for i = 1 in 2;", "1:11", "expected ',', not 'in'"),
    ("var 1 in 2;", "1:5", "expected a name, not '1'"),
    ("var x in x x;", "1:12", "expected ';', not 'x'"),
    (DEEP, "1:1001", "expressions are nested too deeply"),
    (LONG, "1:20002", "there are too many operators"),
    (CHAIN, "1:20011", "there are too many operators"),
    (BOTH, "1:20053", "there are too many operators"),
    ("spawn;", "1:6", "expected an expression, not ';'"),
    ("def sync(x) x;", "1:5", "expected a name, not 'sync'"),
    ("var spawn in 1;", "1:5", "expected a name, not 'spawn'"),
    ("spawn x = 1;", "1:9", "unknown variable 'x'"),
    ("parfor i = 0 in i;", "1:14", "expected ',', not 'in'"),
    ("parfor i = 0, x in i;", "1:15", "unknown variable 'x'"),
    ("parfor i = 0, 1, 2 put(i);", "1:20", "expected 'in', not 'put'"),
    ("parfor i = 0, 1 in j;", "1:20", "unknown variable 'j'"),
]


def main():
    wrong = 0
    for program, place, message in ERRORS:
        expected = f"<stdin>:{place}: error: {message}\n"
        run = subprocess.run(
            [sys.argv[1], "-O0"],
            # What follows is not executed.
            input=program + "\n7;\n" if program.endswith(";") else program,
            capture_output=True,
            text=True,
            timeout=60,
        )
        if (run.returncode, run.stdout, run.stderr) != (1, "", expected):
            wrong += 1
            print(f"{program[:80]!r}: {run.returncode}, {run.stdout!r}, {run.stderr!r}, not {expected!r}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
