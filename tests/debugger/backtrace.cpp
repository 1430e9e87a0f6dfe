// A backtrace in a stolen continuation shows the frames that spawned, on the
// stacks of other threads, and the serial code that called them; and a core file
// shows the same.
//
// REQUIRES: gdb, gdb-multiarch, qemu-aarch64
// DEFINE: %{level} = 0
// DEFINE: %{build} = %tussah-clang++ -ftussah-target=native -g -O%{level} %s -o %t
// DEFINE: %{debug} = env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 120 %gdb -batch -iex "set auto-load safe-path %lib-dir/..:/usr/share/gdb/auto-load" -x %S/Inputs/backtrace.py %t
// RUN: %{build}
// RUN: %{debug} -ex "python stop_in_leaf(core='%t.core')" > %t.live
// RUN: %FileCheck %s < %t.live
// RUN: %FileCheck %s --check-prefix=O0 < %t.live
// RUN: %gdb -batch -iex "set auto-load safe-path %lib-dir/..:/usr/share/gdb/auto-load" -x %S/Inputs/backtrace.py %t -core %t.core -ex "python show()" | %FileCheck %s
// A static program has no library that gdb could load the script with.
// RUN: %tussah-clang++ -ftussah-target=native -static -g -O0 %s -o %t.static
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 120 %gdb -batch -ex "source %lib-dir/../libtussah.so.0-gdb.py" -x %S/Inputs/backtrace.py -ex "python stop_in_leaf()" %t.static | %FileCheck %s
//
// On AArch64. With a processor that signs no return addresses, as gdb does not know how the emulator's are signed.
// RUN: %if arm64-runtime %{ %python %S/Inputs/emulated.py %t.arm64 %lib-dir/.. %S/Inputs/backtrace.py -- %tussah-clang++ --target=aarch64-linux-gnu -g -O0 %s > %t.emulated %}
// RUN: %if arm64-runtime %{ %FileCheck %s < %t.emulated && %FileCheck %s --check-prefix=O0 < %t.emulated %}
// RUN: %if arm64-runtime %{ %python %S/Inputs/emulated.py %t.arm64 %lib-dir/.. %S/Inputs/backtrace.py -- %tussah-clang++ --target=aarch64-linux-gnu -g -O2 %s | %FileCheck %s --check-prefix=ARM2 %}
//
// REDEFINE: %{level} = 2
// RUN: %{build}
// RUN: %{debug} -ex "python stop_in_leaf()" | %FileCheck %s
#include <algorithm>
#include <cilk/cilk.h>
#include <cstdio>
#include <vector>

volatile int turn;

__attribute__((noinline)) void leaf(int n) { turn = n; }

struct Tree {
  long Weight;

  long work(int depth) const {
    for (volatile int i = 0; i < 1000; i = i + 1)
      ;
    return depth + Weight;
  }

  long walk(int depth) const {
    int local = depth * 10;
    long child = cilk_spawn work(depth);
    if (depth == 0)
      leaf(local);
    else
      walk(depth - 1);
    cilk_sync;
    return child + local;
  }
};

int main() {
  Tree tree{4};
  long total = 0;
  std::vector<int> depths(1, 3);
  std::for_each(depths.begin(), depths.end(),
                [&](int depth) { total += tree.walk(depth); });
  std::printf("%ld\n", total);
}

// gdb alone ends at the first border where the addresses fall, and always at the
// lowest frame of the fiber on which main's call runs.
// CHECK: stacks: {{[2-9]}}
// CHECK: #0 leaf
// CHECK-NEXT: Tree::walk depth=0
// CHECK-NEXT: Tree::walk depth=1
// CHECK-NEXT: Tree::walk depth=2
// CHECK-NEXT: Tree::walk depth=3
// CHECK: operator()
// CHECK: main
// O0: Tree::walk depth=0 local=0
// O0-NEXT: Tree::walk depth=1 local=10
// O0-NEXT: Tree::walk depth=2 local=20
// O0-NEXT: Tree::walk depth=3 local=30
// ARM2: #0 leaf
// ARM2-NEXT: Tree::walk {{.*}} local=0
// ARM2-NEXT: Tree::walk {{.*}} local=10
// ARM2-NEXT: Tree::walk {{.*}} local=20
// ARM2-NEXT: Tree::walk {{.*}} local=30
// ARM2: {{^}}main
