static void add(void *context, const void *result) {
  *(int *)context += *(const int *)result;
}

static void count(void *object, void *context) {
  (void)object;
  ++*(int *)context;
}

static int one(void) { return 1; }

TUSSAH_INLET_CHILD void child(struct tussah_inlet *inlet) {
  int result = one();
  tussah_inlet_deliver(inlet, &result);
}

int main(void) {
  struct tussah_token token = TUSSAH_TOKEN;
  struct tussah_inlet inlet;
  struct tussah_worker_local local;
  int sum = 0, objects = 0;
  tussah_worker_local_init(&local, sizeof(int), 0, 0, 0);
  ++*(int *)tussah_worker_local_get(&local);
  tussah_worker_local_for_each(&local, count, &objects);
  tussah_worker_local_clear(&local);
  tussah_inlet_init(&inlet, add, &sum, sizeof sum);
  tussah_cancel_scope(&token) {
    tussah_inlet_spawn(&inlet, child(&inlet));
    tussah_inlet_sync(&inlet);
    tussah_cancel(&token);
    tussah_cancel_scope(&token) {
      if (!tussah_cancelled())
        return 3;
    }
    if (!tussah_cancelled())
      return 2;
  }
  tussah_token_reset(&token);
  if (tussah_finalize() < 0)
    return 4;
  return sum == 1 && objects == 1 && !tussah_token_cancelled(&token) ? 0 : 1;
}
