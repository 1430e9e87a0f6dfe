import java.util.concurrent.RecursiveAction;

/** examples/matmul.cpp with ForkJoin. */
class Main {
  static final int LEAF_SIZE = 64;

  /** A part of a matrix that is stored by rows. */
  record Block(double[] elements, int first, int rows, int columns, int stride) {
    int row(int i) {
      return first + i * stride;
    }

    Block top(int n) {
      return new Block(elements, first, n, columns, stride);
    }

    Block bottom(int n) {
      return new Block(elements, row(n), rows - n, columns, stride);
    }

    Block left(int n) {
      return new Block(elements, first, rows, n, stride);
    }

    Block right(int n) {
      return new Block(elements, first + n, rows, columns - n, stride);
    }
  }

  static void multiplyLeaf(Block c, Block a, Block b) {
    for (int i = 0; i < c.rows; ++i) {
      int ai = a.row(i);
      int k = 0;
      for (; k + 4 <= a.columns; k += 4) {
        addFour(c.elements, c.row(i), a.elements, ai + k, b.elements, b.row(k), b.stride, c.columns);
      }
      for (; k < a.columns; ++k) {
        for (int j = 0; j < c.columns; ++j) {
          c.elements[c.row(i) + j] += a.elements[ai + k] * b.elements[b.row(k) + j];
        }
      }
    }
  }

  /** Adds four rows of B, times elements of A, to a row of C. */
  static void addFour(
      double[] c, int ci, double[] a, int ai, double[] b, int b0, int stride, int columns) {
    double a0 = a[ai];
    double a1 = a[ai + 1];
    double a2 = a[ai + 2];
    double a3 = a[ai + 3];
    int b1 = b0 + stride;
    int b2 = b1 + stride;
    int b3 = b2 + stride;
    for (int j = 0; j < columns; ++j) {
      c[ci + j] += a0 * b[b0 + j] + a1 * b[b1 + j] + (a2 * b[b2 + j] + a3 * b[b3 + j]);
    }
  }

  /** Where to cut a dimension: so that a part is a whole number of leaves. */
  static int cut(int n) {
    return (n / 2 + LEAF_SIZE - 1) / LEAF_SIZE * LEAF_SIZE;
  }

  /** Adds a * b to c. */
  static final class Multiply extends RecursiveAction {
    private final Block c;
    private final Block a;
    private final Block b;

    Multiply(Block c, Block a, Block b) {
      this.c = c;
      this.a = a;
      this.b = b;
    }

    @Override
    protected void compute() {
      int inner = a.columns;
      if (c.rows <= LEAF_SIZE && c.columns <= LEAF_SIZE && inner <= LEAF_SIZE) {
        multiplyLeaf(c, a, b);
      } else if (c.rows >= c.columns && c.rows >= inner) {
        int half = cut(c.rows);
        invokeAll(
            new Multiply(c.top(half), a.top(half), b),
            new Multiply(c.bottom(half), a.bottom(half), b));
      } else if (c.columns >= inner) {
        int half = cut(c.columns);
        invokeAll(
            new Multiply(c.left(half), a, b.left(half)),
            new Multiply(c.right(half), a, b.right(half)));
      } else {
        int half = cut(inner);
        new Multiply(c, a.left(half), b.top(half)).compute();
        new Multiply(c, a.right(half), b.bottom(half)).compute();
      }
    }
  }

  public static void main(String[] arguments) {
    int n = Integer.parseInt(arguments[0]);
    double[] numbers = new double[2 * n * n];
    long state = 1;
    for (int i = 0; i < numbers.length; ++i) {
      numbers[i] = Long.remainderUnsigned(Example.mix(state++), 17) - 8;
    }
    Block c = new Block(new double[n * n], 0, n, n, n);
    Block a = new Block(numbers, 0, n, n, n);
    Block b = new Block(numbers, n * n, n, n, n);
    Example.timed(new Multiply(c, a, b));
    long sum = 0;
    for (double x : c.elements) {
      sum = Example.mix(sum ^ (long) x);
    }
    Example.checksum(sum);
  }
}
