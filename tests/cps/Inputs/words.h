/* A header that is treated as one of the system; the keywords are names in it. */
#pragma GCC system_header
struct words {
  int thread, cont, spawn, call;
};
static inline int call_words(struct words w) {
  int spawn_next = w.thread + w.cont;
  return spawn_next + w.spawn + w.call;
}
