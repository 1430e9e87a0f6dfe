"""Random programs with tasks, loops, scopes, syncs, locks, atomic accesses and reducers, and their text in C.

A function is a list of statements. A statement is a list:

    [kind of access, variable or reducer, line]    the line is a number before the text is made
    ["sync"], ["spawn", function], ["call", function]
    ["for", body, iterations], ["scope", body]
    ["leave", iteration]    of a loop's body: what follows is not for this iteration
    ["lock", body, lock, is shared]
    ["pass", guard]    runs the guard's initialiser, or waits for it
"""

READ, WRITE, ATOMIC_READ, ATOMIC_WRITE = "read", "write", "atomic read", "atomic write"
UPDATE, VIEW_READ = "update of a reducer", "read of a reducer"
VARIABLE_ACCESSES = (READ, WRITE, ATOMIC_READ, ATOMIC_WRITE)
ACCESSES = (*VARIABLE_ACCESSES, UPDATE, VIEW_READ)
ATOMIC_ACCESSES = (ATOMIC_READ, ATOMIC_WRITE, UPDATE)
READS = (READ, ATOMIC_READ, VIEW_READ)

MOST_STATEMENTS = 30
# Locks that something may wait for: nothing that waits for tasks, or is a task, is done under them.
REAL_LOCKS = ("mutex", "tried mutex", "rwlock", "spin", "mtx")
FAKE_LOCKS = ("fake", "atomic section")
STRUCTURE = ["spawn"] * 4 + ["sync", "sync", "call", "call", "for", "for", "scope"]
KINDS = STRUCTURE + ["access"] * 5 + ["lock"] * 2 + ["reducer"] * 4 + ["pass"] * 4
# The oracle tries each strand as the one that initializes: few are enough.
MOST_PASSES = 5
GUARDS = ("pthread_once", "call_once", "static")


class Program:
    """One random program: functions of its own, variables, locks and reducers."""

    def __init__(self, name, rng, is_plain=False):
        self.name, self.rng = name, rng
        self.locks, self.reducers, self.guards, self.initialisers = {}, {}, {}, {}
        if not is_plain:
            for i in range(rng.randint(0, 3)):
                self.locks[f"{name}_l{i}"] = rng.choice(REAL_LOCKS + FAKE_LOCKS)
            for i in range(rng.choice([0, 1, 1, 2])):
                self.guards[f"{name}_g{i}"] = rng.choice(GUARDS)
        self.variables = [f"{name}_v{i}" for i in range(rng.randint(1, 3))]
        # How a variable is used, as a rule: under a lock, written by an initialiser, by atomic accesses, or as it comes.
        self.manners = {
            variable: "plain" if is_plain else rng.choice([*self.locks, *self.guards, "atomic", "plain"])
            for variable in self.variables
        }
        if not is_plain:
            for i in range(rng.randint(0, 2)):
                # What the functions of identity and reduce access.
                self.reducers[f"{name}_r{i}"] = [
                    [rng.choice([READ, WRITE]), rng.choice(self.variables), None] if rng.random() < 0.3 else None
                    for _ in range(2)
                ]
        self.functions = []
        self.left = MOST_STATEMENTS
        for guard in self.guards:
            self.initialisers[guard] = self.initialiser(guard)
        self.passes = {guard: 0 for guard in self.guards}
        self.main = self.function(0)

    def function(self, depth):
        """Makes a function, and returns its number."""
        number = len(self.functions)
        self.functions.append(None)
        self.functions[number] = self.block(depth)
        return number

    def block(self, depth):
        return [self.statement(depth) for _ in range(self.rng.randint(1, 5)) if self.left > 0]

    def initialiser(self, guard):
        """It has no tasks: some targets execute others where they wait for these. It passes those that have one already,
        so none waits for itself."""
        body = [[WRITE, variable, None] for variable in self.variables if self.manners[variable] == guard]
        for _ in range(self.rng.randint(0, 2)):
            if self.initialisers and self.rng.random() < 0.5:
                body.append(["pass", self.rng.choice(list(self.initialisers))])
            else:
                body.append([self.rng.choice([READ, WRITE]), self.rng.choice(self.variables), None])
        self.rng.shuffle(body)
        return body

    def pass_guard(self, guard):
        """Returns nothing if the guard has been passed often enough."""
        self.passes[guard] += 1
        return ["pass", guard] if self.passes[guard] <= MOST_PASSES else None

    def statement(self, depth):
        self.left -= 1
        kind = self.rng.choice(KINDS)
        if kind == "pass" and self.guards:
            return self.pass_guard(self.rng.choice(list(self.guards))) or self.access()
        if kind == "reducer" and self.reducers:
            return [self.rng.choice([UPDATE, UPDATE, VIEW_READ]), self.rng.choice(list(self.reducers)), None]
        if kind == "lock" and self.locks and depth <= 4:
            return self.lock(self.rng.choice(list(self.locks)), depth)
        if depth > 4 or kind in ("access", "lock", "reducer", "pass"):
            return self.access()
        if kind == "sync":
            return ["sync"]
        if kind in ("spawn", "call"):
            return [kind, self.function(depth + 1)]
        if kind == "scope":
            return [kind, self.block(depth + 1)]
        return self.loop(depth)

    def loop(self, depth):
        body = self.block(depth + 1)
        # Long ones only inside: all that the program does is compared with each other.
        iterations = self.rng.randint(1, 3) if depth < 3 or self.rng.random() < 0.7 else 6
        if self.rng.random() < 0.3:
            body.insert(self.rng.randint(0, len(body)), ["leave", self.rng.randrange(iterations)])
        return ["for", body, iterations]

    def access(self):
        variable = self.rng.choice(self.variables)
        kind = self.rng.choice([READ, READ, WRITE])
        manner = self.manners[variable]
        if manner == "plain" or self.rng.random() < 0.1:
            return [kind, variable, None]
        if manner == "atomic":
            return [f"atomic {kind}", variable, None]
        if manner in self.guards:
            passes = self.pass_guard(manner)
            read = [READ, variable, None]
            return ["scope", [passes, read]] if passes else read
        return ["lock", [[kind, variable, None]], manner, self.rng.random() < (0.8 if kind == READ else 0.1)]

    def lock(self, lock, depth):
        is_shared = self.rng.random() < 0.5
        if self.locks[lock] in FAKE_LOCKS:
            return ["lock", self.block(depth + 1), lock, is_shared]
        body = []
        for _ in range(self.rng.randint(1, 3)):
            self.left -= 1
            body.append([self.rng.choice([READ, WRITE]), self.rng.choice(self.variables), None])
        # Locks are taken in one order.
        inner = [other for other in self.locks if other > lock and self.locks[other] in REAL_LOCKS]
        if inner and self.rng.random() < 0.5:
            body[-1] = ["lock", body[-1:], self.rng.choice(inner), self.rng.random() < 0.5]
        return ["lock", body, lock, is_shared]

    def statements(self):
        """All statements, and what the functions of reducers access."""

        def within(statements):
            for s in statements:
                yield s
                if s[0] in ("for", "scope", "lock"):
                    yield from within(s[1])

        for statements in self.functions:
            yield from within(statements)
        for statements in self.initialisers.values():
            yield from within(statements)
        for accesses in self.reducers.values():
            yield from (access for access in accesses if access)

    def accesses(self):
        return [s for s in self.statements() if s[0] in ACCESSES]

    def is_shared(self, lock_statement):
        """Whether the lock is held as others may hold it, too."""
        return lock_statement[3] and self.locks[lock_statement[2]] == "rwlock"


# A variable is some bytes. Each access is of the first one, and some are of `{1}`.
C_ACCESSES = {
    READ: [
        "use(*{0});",
        "use(*(volatile char *){0});",
        "{{ char c; memcpy(&c, {0}, 1); use(c); }}",
        "{{ long c; memcpy(&c, {0}, 8); use((char)c); }}",
        "{{ char c[{1}]; memcpy(c, {0}, {1}); use(c[{1} / 2]); }}",
        "for (int k = 0; k < {1}; ++k) use({0}[k]);",
        "for (int k = 0; k < {1}; ++k) if ({0}[k] == 77) break;",
        "use((char)memcmp({0}, {0} + 1, {1}));",
    ],
    WRITE: [
        "*{0} = 1;",
        "*(volatile char *){0} = 2;",
        "{{ long c = 3; memcpy({0}, &c, 8); }}",
        "memset({0}, 3, {1});",
        "for (int k = 0; k < {1}; ++k) {0}[k] = (char)(k % 7);",
        "for (int k = {1}; k-- != 0;) {{ {0}[k] = 4; if (never) break; }}",
    ],
    ATOMIC_READ: ["use(__atomic_load_n({0}, __ATOMIC_RELAXED));", "use(*(_Atomic char *){0});"],
    ATOMIC_WRITE: [
        "__atomic_store_n({0}, 4, __ATOMIC_SEQ_CST);",
        "__atomic_fetch_add({0}, 1, __ATOMIC_RELAXED);",
        "++*(_Atomic char *){0};",
    ],
    UPDATE: ["{0} += 1;", "++{0};"],
}
# Type, acquire, release; the same as a reader.
C_LOCKS = {
    "mutex": ("pthread_mutex_t", "pthread_mutex_lock(&{0});", "pthread_mutex_unlock(&{0});"),
    "tried mutex": (
        "pthread_mutex_t",
        "while (pthread_mutex_trylock(&{0})) sched_yield();",
        "pthread_mutex_unlock(&{0});",
    ),
    "rwlock": ("pthread_rwlock_t", "pthread_rwlock_wrlock(&{0});", "pthread_rwlock_unlock(&{0});"),
    "spin": ("pthread_spinlock_t", "pthread_spin_lock(&{0});", "pthread_spin_unlock(&{0});"),
    "mtx": ("mtx_t", "mtx_lock(&{0});", "mtx_unlock(&{0});"),
    "fake": ("Cilksan_fake_mutex", "__cilksan_acquire_lock(&{0});", "__cilksan_release_lock(&{0});"),
    "atomic section": ("char", "__cilksan_begin_atomic();", "__cilksan_end_atomic();"),
}
# Declaration, and what passes it. The last one is what C++ makes of a static variable.
C_GUARDS = {
    "pthread_once": ("static pthread_once_t {0} = PTHREAD_ONCE_INIT;", "pthread_once(&{0}, {0}_init);"),
    "call_once": ("static once_flag {0} = ONCE_FLAG_INIT;", "call_once(&{0}, {0}_init);"),
    "static": ("static long _ZGV{0};", "INITIALIZE(_ZGV{0}, {0}_init);"),
}
C_INITIALIZERS = {
    "rwlock": "pthread_rwlock_init(&{0}, 0);",
    "spin": "pthread_spin_init(&{0}, 0);",
    "mtx": "mtx_init(&{0}, mtx_plain);",
}
# Parts of words, several words, and more than a line of shadow memory.
LENGTHS = (2, 5, 8, 16, 19, 64, 150)
C_BEGIN = """#include <cilk/cilk.h>
#include <cilk/cilksan.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <threads.h>
int __cxa_guard_acquire(long *guard);
void __cxa_guard_release(long *guard);
#define INITIALIZE(guard, init) \\
  if (!__atomic_load_n((char *)&guard, __ATOMIC_ACQUIRE) && __cxa_guard_acquire(&guard)) { \\
    init(); \\
    __cxa_guard_release(&guard); \\
  }
static volatile int never;
__attribute__((noinline)) static void use(char c) { __asm__ volatile("" : : "r"((int)c)); }"""


class Source:
    """The text of programs. Accesses learn their lines."""

    def __init__(self, programs):
        self.lines = C_BEGIN.splitlines()
        for program in programs:
            self.program(program)
        self.add("int main(void) {")
        for program in programs:
            for lock, kind in program.locks.items():
                self.add(C_INITIALIZERS.get(kind, "").format(lock))
            self.add(f"{program.name}_f{program.main}();")
        self.add("return 0; }")

    def add(self, line):
        self.lines.append(line)
        return len(self.lines)

    def access(self, program, access):
        """The text of an access."""
        return program.rng.choice(C_ACCESSES[access[0]]).format(access[1], program.rng.choice(LENGTHS))

    def view_reads(self, program):
        """A function for each: a strand that changes a view, too, does not only read it, as far as that is seen."""
        for number, access in enumerate(a for a in program.accesses() if a[0] == VIEW_READ):
            function = f"{program.name}_read{number}"
            access[2] = self.add(f"__attribute__((noinline)) static void {function}(void) {{ use((char){access[1]}); }}")

    def block(self, program, statements):
        for s in statements:
            if s[0] == VIEW_READ:
                # Its function is there already, and is named by its line.
                self.add(self.lines[s[2] - 1].split("void ")[1].split("(void)")[0] + "();")
            elif s[0] in ACCESSES:
                s[2] = self.add(self.access(program, s))
            elif s[0] == "sync":
                self.add("cilk_sync;")
            elif s[0] == "pass":
                self.add(C_GUARDS[program.guards[s[1]]][1].format(s[1]))
            elif s[0] == "leave":
                self.add(f"if (i == {s[1]}) continue;")
            elif s[0] in ("spawn", "call"):
                self.add(("cilk_spawn " if s[0] == "spawn" else "") + f"{program.name}_f{s[1]}();")
            elif s[0] == "for":
                self.add(f"cilk_for (int i = 0; i < {s[2]}; ++i) {{")
                self.block(program, s[1])
                self.add("}")
            elif s[0] == "scope":
                self.add("cilk_scope {")
                self.block(program, s[1])
                self.add("}")
            else:
                _, acquire, release = C_LOCKS[program.locks[s[2]]]
                if program.is_shared(s):
                    acquire = acquire.replace("wrlock", "rdlock")
                self.add(acquire.format(s[2]))
                self.block(program, s[1])
                self.add(release.format(s[2]))

    def reducer(self, program, name, accesses):
        bodies = []
        for access in accesses:
            bodies.append(self.access(program, access) if access else "")
        lines = [
            self.add(f"static void {name}_identity(void *v) {{ *(long *)v = 0; {bodies[0]} }}"),
            self.add(f"static void {name}_reduce(void *l, void *r) {{ *(long *)l += *(long *)r; {bodies[1]} }}"),
        ]
        for access, line in zip(accesses, lines):
            if access:
                access[2] = line
        self.add(f"static long cilk_reducer({name}_identity, {name}_reduce) {name};")

    def program(self, program):
        for variable in program.variables:
            self.add(f"static char {variable}_memory[160];")
            self.add(f"#define {variable} ({variable}_memory + {program.rng.randint(0, 5)})")
        for lock, kind in program.locks.items():
            initializer = " = PTHREAD_MUTEX_INITIALIZER" if "mutex" in kind else ""
            self.add(f"static {C_LOCKS[kind][0]} {lock}{initializer};")
        for reducer, accesses in program.reducers.items():
            self.reducer(program, reducer, accesses)
        self.view_reads(program)
        for guard, kind in program.guards.items():
            self.add(C_GUARDS[kind][0].format(guard))
            self.add(f"static void {guard}_init(void) {{")
            self.block(program, program.initialisers[guard])
            self.add("}")
        for number in reversed(range(len(program.functions))):
            self.add(f"static void {program.name}_f{number}(void) {{")
            self.block(program, program.functions[number])
            self.add("}")
