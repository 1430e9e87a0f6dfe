//===- counter.c - Counts the instructions that qemu-user executes --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin of qemu (its interface of version 1): prints how many instructions
/// the program has executed; with the argument "functions=on" a line for each
/// function of the program itself: instructions, calls, name. Counts of several
/// threads are not exact: they are added without locks.
///
/// Debian has no qemu-plugin.h, so what is used of it is declared here.
///
//===----------------------------------------------------------------------===//

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef struct qemu_info_t qemu_info_t;
enum { INLINE_ADD_U64 = 0 };

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *,
                                                 size_t index);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *block);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_tb_trans_cb(
    uint64_t id, void (*translated)(uint64_t id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int op,
                                              void *word, uint64_t addend);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*end)(uint64_t, void *),
                                    void *data);

EXPORT int qemu_plugin_version = 1;

/// What a function has executed; "" is all that has no name.
struct function {
  char *name;
  uint64_t instructions;
  uint64_t entry; ///< the lowest address that was seen
  uint64_t entries;
  struct function *next;
};

static bool by_function;
static uint64_t total;
static struct function *functions;

static struct function *function_of(const char *name) {
  for (struct function *f = functions; f; f = f->next)
    if (!strcmp(f->name, name))
      return f;
  struct function *f = calloc(1, sizeof *f);
  f->name = strdup(name);
  f->entry = UINT64_MAX;
  f->next = functions;
  functions = f;
  return f;
}

// Qemu translates under a lock.
static void translated(uint64_t id, struct qemu_plugin_tb *block) {
  (void)id;
  size_t count = qemu_plugin_tb_n_insns(block);
  if (!by_function) {
    qemu_plugin_register_vcpu_tb_exec_inline(block, INLINE_ADD_U64, &total,
                                             count);
    return;
  }
  const char *name = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(block, 0));
  struct function *f = function_of(name ? name : "");
  qemu_plugin_register_vcpu_tb_exec_inline(block, INLINE_ADD_U64,
                                           &f->instructions, count);
  uint64_t address = qemu_plugin_tb_vaddr(block);
  if (address < f->entry) {
    f->entry = address;
    f->entries = 0;
  }
  if (address == f->entry)
    qemu_plugin_register_vcpu_tb_exec_inline(block, INLINE_ADD_U64, &f->entries,
                                             1);
}

static void end(uint64_t id, void *data) {
  (void)id, (void)data;
  if (!by_function) {
    fprintf(stderr, "instructions %llu\n", (unsigned long long)total);
    return;
  }
  for (struct function *f = functions; f; f = f->next)
    if (f->instructions)
      fprintf(stderr, "function %llu %llu %s\n",
              (unsigned long long)f->instructions,
              (unsigned long long)f->entries, f->name);
}

EXPORT int qemu_plugin_install(uint64_t id, const qemu_info_t *info, int argc,
                               char **argv) {
  (void)info;
  for (int i = 0; i < argc; ++i)
    by_function |= !strcmp(argv[i], "functions=on");
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, end, NULL);
  return 0;
}
