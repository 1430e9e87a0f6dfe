import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** examples/fib.c with ForkJoin. */
class Main {
  static final class Fib extends RecursiveTask<Long> {
    private final int n;

    Fib(int n) {
      this.n = n;
    }

    @Override
    protected Long compute() {
      if (n < 2) {
        return (long) n;
      }
      Fib first = new Fib(n - 1);
      first.fork();
      long y = new Fib(n - 2).compute();
      return first.join() + y;
    }
  }

  /** example_mix of examples/example.h. */
  static long mix(long value) {
    value += 0x9e3779b97f4a7c15L;
    value = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    value = (value ^ (value >>> 27)) * 0x94d049bb133111ebL;
    return value ^ (value >>> 31);
  }

  public static void main(String[] arguments) {
    int n = Integer.parseInt(arguments[0]);
    ForkJoinPool pool = new ForkJoinPool(Integer.parseInt(System.getenv("CILK_NWORKERS")));
    long start = System.nanoTime();
    long result = pool.invoke(new Fib(n));
    System.err.printf(Locale.ROOT, "time %.6f s%n", (System.nanoTime() - start) * 1e-9);
    System.out.printf("checksum %016x%n", mix(result));
  }
}
