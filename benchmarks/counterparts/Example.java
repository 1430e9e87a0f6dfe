import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** What the programs in Java share: examples/example.h in their language. */
final class Example {
  private Example() {}

  /** Runs a task in a pool of as many threads as CILK_NWORKERS says, and prints its time. */
  static <T> T timed(ForkJoinTask<T> task) {
    ForkJoinPool pool = new ForkJoinPool(workers());
    long start = System.nanoTime();
    T result = pool.invoke(task);
    System.err.printf(Locale.ROOT, "time %.6f s%n", (System.nanoTime() - start) * 1e-9);
    return result;
  }

  static int workers() {
    return Integer.parseInt(System.getenv("CILK_NWORKERS"));
  }

  static long mix(long value) {
    value += 0x9e3779b97f4a7c15L;
    value = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    value = (value ^ (value >>> 27)) * 0x94d049bb133111ebL;
    return value ^ (value >>> 31);
  }

  static void checksum(long value) {
    System.out.printf("checksum %016x%n", value);
  }
}
