// Row E5: an initialiser of `once` or of a static variable comes before all who passed, what they spawn, and what waits for
// them; and before nobody else.
// RUN: %race --levels 0123 --workers 1,8 --targets native %s -- %tussah-clang++ -DONCE=0
// Where onetbb waits for an initialiser's tasks, it may run another one that waits for the initialiser.
// RUN: %race --levels 1 --targets native,serial %s -- %tussah-clang++ -DONCE=1
// RUN: %race --levels 2 --targets native,reverse %s -- %tussah-clang++ -DONCE=2
// RUN: %race --levels 03 --targets native %s -- %tussah-clang++ -DONCE=3
// RUN: %if libcxx && newest-llvm %{ %race --levels 03 --workers 1,8 --targets native %s -- %tussah-clang++ -DONCE=3 -stdlib=libc++ %}
#include "Inputs/guarded.h"
#include <cilk/cilk.h>
#include <memory>
#include <new>

/// Who has passed reads what the initialiser writes, who has not races with it.
static int plain, *plain_pointer;
static void make_plain() { plain = 1; plain_pointer = new int(7); } // race, always
GUARDED(pass_plain, make_plain)
static void read_plain() {
  pass_plain();
  use(plain);
  use(*plain_pointer);
}
static void readers() {
  cilk_spawn read_plain();
  cilk_spawn read_plain();
  if (safe)
    pass_plain();
  use(plain); // race, always
  cilk_sync;
  use(plain);
}

/// A task is behind what its parent had passed when it spawned it.
static int inherited;
static void make_inherited() { inherited = 1; } // race, always
GUARDED(pass_inherited, make_inherited)
static void read_inherited() { use(inherited); } // race, always
static void read_behind() { use(inherited); }
static void spawns() {
  if (safe)
    pass_inherited();
  cilk_spawn read_inherited();
  pass_inherited();
  cilk_spawn read_behind();
  cilk_for (int i = 0; i < 3; ++i) {
    use(inherited);
    cilk_spawn read_behind();
  }
}
static void children() {
  cilk_spawn pass_inherited();
  cilk_spawn spawns();
  pass_inherited();
}

/// Behind a sync or a loop, a strand is behind what tasks and iterations had passed.
static int joined;
static void make_joined() { joined = 1; } // race, always
GUARDED(pass_joined, make_joined)
static void waits() {
  cilk_spawn pass_joined();
  cilk_sync;
  use(joined);
  cilk_for (int i = 0; i < 2; ++i)
    pass_joined();
  use(joined);
}
static void loops() {
  cilk_for (int i = 0; i < 4; ++i)
    if (i == 3)
      pass_joined();
  use(joined);
}
static void does_not_wait() {
  cilk_spawn pass_joined();
  if (safe)
    cilk_sync;
  use(joined); // race, always
}
static void joins() {
  cilk_spawn pass_joined();
  cilk_spawn waits();
  cilk_spawn loops();
  does_not_wait();
}

/// Who passes a guard is behind what its initialiser has passed, but not behind what came before that.
static int inner, before;
static void make_inner() { inner = 1; }
GUARDED(pass_inner, make_inner)
static void make_outer() { pass_inner(); }
GUARDED(pass_outer, make_outer)
static void make_before() { before = 1; } // race, always
GUARDED(pass_before, make_before)
static void make_behind() {
  if (safe)
    pass_before();
}
GUARDED(pass_behind, make_behind)
static void pass_both() {
  pass_before();
  pass_behind();
}
static void nests() {
  cilk_spawn pass_inner();
  cilk_spawn pass_outer();
  cilk_spawn pass_before();
  cilk_spawn pass_both();
  pass_outer();
  use(inner);
  pass_behind();
  use(before); // race, always
}

/// Those who have passed are in parallel.
static int written, read;
static void make_written() { written = read = 1; }
GUARDED(pass_written, make_written)
static void write_written() {
  pass_written();
  if (!safe)
    ++written; // race, always
  read = 2;    // race, always
}
static void writers() {
  cilk_spawn write_written();
  if (safe)
    cilk_sync;
  cilk_spawn write_written();
  if (safe)
    cilk_sync;
  pass_written();
  use(read); // race, always
}

/// Tasks of an initialiser are in it, and in parallel.
static int parts[8], shared;
static void make_parts() {
  cilk_for (int i = 0; i < 8; ++i) {
    parts[i] = i; // race, always
    if (!safe || i == 0)
      shared = i; // race, always
  }
}
GUARDED(pass_parts, make_parts)
static void use_parts() {
  pass_parts();
  use(parts[7]);
  use(shared);
}
static void initialisers_that_spawn() {
  cilk_spawn use_parts();
  cilk_spawn use_parts();
  if (safe)
    pass_parts();
  use(parts[3]); // race, always
}

/// What the root initializes, or was initialized in an earlier block of it, comes before.
static int serial, earlier;
static void make_serial() { serial = 1; }
GUARDED(pass_serial, make_serial)
static void make_earlier() { earlier = 1; }
GUARDED(pass_earlier, make_earlier)

/// Guards of another object may be at the same address.
struct Lazy {
  pthread_once_t Once = PTHREAD_ONCE_INIT;
  static inline thread_local Lazy *Current;
  int Value;
  void pass() {
    Current = this;
    pthread_once(&Once, [] { Current->Value = 1; }); // race, always
  }
};
static void use_lazy(Lazy *L) {
  L->pass();
  use(L->Value);
}
static void reuses() {
  for (int i = 0; i < 3; ++i) {
    auto L = std::make_unique<Lazy>();
    cilk_spawn use_lazy(L.get());
    use_lazy(L.get());
    cilk_sync;
  }
  alignas(Lazy) static char memory[sizeof(Lazy)];
  for (int i = 0; i < 3; ++i) {
    auto *L = new (memory) Lazy;
    cilk_spawn use_lazy(L);
    if (safe || i != 2)
      L->pass();
    use(L->Value); // race, always
    cilk_sync;
  }
}

template <int N> inline int &of_template() {
  static int value = (use(N), N);
  return value;
}

int main() {
  pass_serial();
  cilk_for (int i = 0; i < 3; ++i)
    pass_earlier();
  readers();
  children();
  joins();
  nests();
  writers();
  initialisers_that_spawn();
  cilk_for (int i = 0; i < 4; ++i) {
    use(serial + earlier);
    use(of_template<3>());
  }
  cilk_spawn reuses();
}
