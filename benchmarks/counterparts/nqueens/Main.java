import java.util.concurrent.RecursiveTask;

/** benchmarks/native/nqueens.c with ForkJoin. */
class Main {
  static boolean isSafe(byte[] board, int rows) {
    for (int i = 0; i < rows; ++i) {
      for (int j = i + 1; j < rows; ++j) {
        int distance = board[j] - board[i];
        if (distance == 0 || distance == j - i || distance == i - j) {
          return false;
        }
      }
    }
    return true;
  }

  static final class Count extends RecursiveTask<Long> {
    private final int n;
    private final int row;
    private final byte[] above;

    Count(int n, int row, byte[] above) {
      this.n = n;
      this.row = row;
      this.above = above;
    }

    @Override
    protected Long compute() {
      if (row == n) {
        return 1L;
      }
      Count[] tasks = new Count[n];
      int forked = 0;
      for (int column = 0; column < n; ++column) {
        byte[] board = above.clone();
        board[row] = (byte) column;
        if (isSafe(board, row + 1)) {
          tasks[forked] = new Count(n, row + 1, board);
          tasks[forked++].fork();
        }
      }
      long sum = 0;
      while (forked > 0) {
        sum += tasks[--forked].join();
      }
      return sum;
    }
  }

  public static void main(String[] arguments) {
    int n = Integer.parseInt(arguments[0]);
    Count task = new Count(n, 0, new byte[n]);
    Example.checksum(Example.mix(Example.timed(task)));
  }
}
