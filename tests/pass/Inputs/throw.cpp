// What C cannot do for c-api.c.

/// Throws \p Number if that bit of \p Which is set.
extern "C" void throwIfSet(long Which, long Number) {
  if (Which >> Number & 1)
    throw Number;
}

/// What \p Run throws, 0 if nothing.
extern "C" long thrownBy(void (*Run)(long), long Which) {
  try {
    Run(Which);
  } catch (long Number) {
    return Number;
  }
  return 0;
}
