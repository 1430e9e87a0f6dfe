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

  public static void main(String[] arguments) {
    Fib task = new Fib(Integer.parseInt(arguments[0]));
    Example.checksum(Example.mix(Example.timed(task)));
  }
}
