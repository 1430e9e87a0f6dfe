import java.util.Arrays;
import java.util.concurrent.RecursiveAction;

/** examples/cilksort.cpp with ForkJoin. */
class Main {
  static final int SORT_LEAF = 2048;
  static final int MERGE_LEAF = 4096;

  static void mergeSerially(long[] from, int a, int aEnd, int b, int bEnd, long[] to, int at) {
    while (a < aEnd && b < bEnd) {
      to[at++] = from[b] < from[a] ? from[b++] : from[a++];
    }
    System.arraycopy(from, a, to, at, aEnd - a);
    System.arraycopy(from, b, to, at + aEnd - a, bEnd - b);
  }

  /** Returns how many of the sorted numbers from {@code first} are smaller than {@code x}. */
  static int below(long[] numbers, int first, int end, long x) {
    int low = first;
    while (low < end) {
      int middle = (low + end) >>> 1;
      if (numbers[middle] < x) {
        low = middle + 1;
      } else {
        end = middle;
      }
    }
    return low;
  }

  static final class Merge extends RecursiveAction {
    private final long[] from;
    private final long[] to;
    private final int a;
    private final int aEnd;
    private final int b;
    private final int bEnd;
    private final int at;

    Merge(long[] from, int a, int aEnd, int b, int bEnd, long[] to, int at) {
      this.from = from;
      this.to = to;
      this.a = a;
      this.aEnd = aEnd;
      this.b = b;
      this.bEnd = bEnd;
      this.at = at;
    }

    @Override
    protected void compute() {
      if (aEnd - a + bEnd - b <= MERGE_LEAF) {
        mergeSerially(from, a, aEnd, b, bEnd, to, at);
        return;
      }
      int aCut;
      int bCut;
      if (aEnd - a >= bEnd - b) {
        aCut = (a + aEnd) >>> 1;
        bCut = below(from, b, bEnd, from[aCut]);
      } else {
        bCut = (b + bEnd) >>> 1;
        aCut = below(from, a, aEnd, from[bCut] + 1);
      }
      invokeAll(
          new Merge(from, a, aCut, b, bCut, to, at),
          new Merge(from, aCut, aEnd, bCut, bEnd, to, at + aCut - a + bCut - b));
    }
  }

  static final class Sort extends RecursiveAction {
    private final long[] numbers;
    private final long[] scratch;
    private final int first;
    private final int end;

    Sort(long[] numbers, long[] scratch, int first, int end) {
      this.numbers = numbers;
      this.scratch = scratch;
      this.first = first;
      this.end = end;
    }

    @Override
    protected void compute() {
      if (end - first <= SORT_LEAF) {
        Arrays.sort(numbers, first, end);
        return;
      }
      int quarter = (end - first) / 4;
      int b = first + quarter;
      int c = b + quarter;
      int d = c + quarter;
      invokeAll(
          new Sort(numbers, scratch, first, b),
          new Sort(numbers, scratch, b, c),
          new Sort(numbers, scratch, c, d),
          new Sort(numbers, scratch, d, end));
      invokeAll(
          new Merge(numbers, first, b, b, c, scratch, first),
          new Merge(numbers, c, d, d, end, scratch, c));
      new Merge(scratch, first, c, c, end, numbers, first).invoke();
    }
  }

  public static void main(String[] arguments) {
    long[] numbers = new long[Integer.parseInt(arguments[0])];
    long state = Example.mix(1);
    for (int i = 0; i < numbers.length; ++i) {
      numbers[i] = Example.mix(state++) >>> 16;
    }
    Example.timed(new Sort(numbers, new long[numbers.length], 0, numbers.length));
    long sum = 0;
    for (long x : numbers) {
      sum = Example.mix(sum ^ x);
    }
    Example.checksum(sum);
  }
}
