import java.util.concurrent.RecursiveAction;

/** examples/heat.c with ForkJoin. */
class Main {
  static final double SPEED = 0.2;

  static void row(double[] result, double[] above, double[] here, double[] below) {
    for (int j = 1; j < result.length - 1; ++j) {
      double around = above[j] + below[j] + here[j - 1] + here[j + 1];
      result[j] = here[j] + SPEED * (around - 4 * here[j]);
    }
  }

  /** The rows from {@code first} to before {@code end} of a time step. */
  static final class Rows extends RecursiveAction {
    private final double[][] next;
    private final double[][] old;
    private final int first;
    private final int end;
    private final int grain;

    Rows(double[][] next, double[][] old, int first, int end, int grain) {
      this.next = next;
      this.old = old;
      this.first = first;
      this.end = end;
      this.grain = grain;
    }

    @Override
    protected void compute() {
      if (end - first <= grain) {
        for (int i = first; i < end; ++i) {
          row(next[i], old[i - 1], old[i], old[i + 1]);
        }
        return;
      }
      int middle = (first + end) >>> 1;
      invokeAll(new Rows(next, old, first, middle, grain), new Rows(next, old, middle, end, grain));
    }
  }

  /** All steps. A task has at most as many rows as one of a cilk_for. */
  static final class Steps extends RecursiveAction {
    private double[][] now;
    private double[][] next;
    private final int steps;

    Steps(double[][] now, double[][] next, int steps) {
      this.now = now;
      this.next = next;
      this.steps = steps;
    }

    @Override
    protected void compute() {
      int rows = now.length;
      int grain = Math.max(1, (rows - 2) / (8 * Example.workers()));
      for (int s = 0; s < steps; ++s) {
        new Rows(next, now, 1, rows - 1, grain).invoke();
        double[][] swap = now;
        now = next;
        next = swap;
      }
    }
  }

  static double wave(int i, int points) {
    return Math.sin(Math.PI * i / (points - 1));
  }

  public static void main(String[] arguments) {
    int rows = Integer.parseInt(arguments[0]);
    int columns = Integer.parseInt(arguments[1]);
    double[][] now = new double[rows][columns];
    for (int i = 1; i < rows - 1; ++i) {
      for (int j = 1; j < columns - 1; ++j) {
        now[i][j] = wave(i, rows) * wave(j, columns);
      }
    }
    Steps task = new Steps(now, new double[rows][columns], Integer.parseInt(arguments[2]));
    Example.timed(task);
    double sum = 0;
    for (double[] line : task.now) {
      for (double x : line) {
        sum += x;
      }
    }
    double mean = sum / ((double) rows * columns);
    Example.checksum(Example.mix(Math.round(mean * 1e9)));
  }
}
