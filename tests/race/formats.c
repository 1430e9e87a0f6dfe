// Row E7: what functions with a format read and write, and the names of functions that nothing is known of.
// RUN: %race --levels 02 --workers 1 --targets native %s -- %tussah-clang -D_GNU_SOURCE
// RUN: %tussah-clang -w -D_GNU_SOURCE -DSAFE -fsanitize=cilk %s -o %t && %t 2>&1 | %FileCheck %s
// CHECK: Not checked: what 2 functions access that are not compiled with -fsanitize=cilk: strxfrm, strange
#include <cilk/cilk.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[64] = "12 3.5 word", other[64], line[256];
static int number;
static double fraction;
static char word[16];

#ifdef SAFE
#define ORDERED cilk_sync
#else
#define ORDERED (void)0
#endif

/// Nothing but its name says that it is not a function of strings.
__attribute__((weak)) extern void strange(void);

__attribute__((noinline)) static void write_text(int at) { text[at] = ' '; } // race, always
__attribute__((noinline)) static void write_other(int at) { other[at] = 'x'; }

__attribute__((noinline)) static void print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list); // race, always
  va_end(list);
}

__attribute__((noinline)) static void outputs(void) {
  cilk_spawn write_text(2);
  ORDERED;
  snprintf(line, sizeof line, "%d %-*s|%5.2f %Lf %c %%%s\n", 3, 4, "a", 1.0, 2.0L, 'c', text); // race, always
  cilk_sync;
  cilk_spawn write_text(6);
  ORDERED;
  print("%lu %p %hhd %s", 1ul, (void *)text, 2, text);
  cilk_sync;
  cilk_spawn write_text(2);
  ORDERED;
  fprintf(stdout, "%2$s %1$d %%\n", 3, "positions"); // not followed
  printf("%.*s\n", 3, text); // race, always
  cilk_sync;
  // Behind the precision nothing is read.
  cilk_spawn write_text(6);
  printf("%.3s\n", text);
  cilk_sync;
  char *made;
  cilk_spawn sprintf(other, "%n", &number); // race
  ORDERED;
  number = 3; // race, always
  cilk_sync;
  if (asprintf(&made, "%s", "text") != 4)
    abort();
  free(made);
}

__attribute__((noinline)) static void inputs(void) {
  int unread = 0;
  cilk_spawn sscanf(text, "%d %lf %15[a-z]", &number, &fraction, word); // race, always
  ORDERED;
  number = 1; // race, always
  fraction = 2; // race, always
  word[4] = 0; // race, always
  word[8] = 'x';
  cilk_sync;
  // What does not fit is not written.
  cilk_spawn sscanf(text, "%*d %d %d", &number, &unread);
  unread = 3;
  cilk_sync;
}

__attribute__((noinline)) static void others(void) {
  char *copy;
  int exponent;
  copy = cilk_spawn strdup(text); // race, always
  ORDERED;
  line[0] = copy[1]; // race, always
  cilk_sync;
  free(copy);
  cilk_spawn frexp(3.5, &exponent); // race, always
  ORDERED;
  line[1] = (char)exponent; // race, always
  cilk_sync;
  strcpy(other, "one|two");
  char *rest, *part = cilk_spawn strtok_r(other, "|", &rest); // race, always
  line[3] = other[1]; // read by both
  ORDERED;
  line[2] = *rest; // race, always
  line[3] = other[3]; // race, always
  cilk_sync;
  strxfrm(line, part ? part : "", 4);
  if (strange)
    strange();
}

int main() {
  outputs();
  strcpy(text, "12 3.5 word");
  inputs();
  write_other(2);
  others();
  return 0;
}
