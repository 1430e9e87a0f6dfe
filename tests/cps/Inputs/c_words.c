/* Without <tussah/cilk1.h>, its words are names like others. */
typedef struct {
  int thread, cont, spawn, call;
} spawn_next;

int tail_call(int thread) { return thread ? 1 : 2; }
int cilk_run(int cont) { return cont; }

int send_argument(spawn_next call, int cont) {
  int spawn = call.thread + call.spawn;
  return tail_call(spawn) + cilk_run(cont) + call.call + call.cont;
}
