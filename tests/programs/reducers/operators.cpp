// The reducers of operators, minima and maxima, in both spellings, as programs
// of Cilk Plus use them.
//
// RUN: %matrix %s
// tasks: 1
// standards: c++11 c++23
#include <cilk/cilk.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_min.h>
#include <cilk/reducer_min_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>
#include <cstdio>
#include <limits>
#include <string>

enum { N = 500 };

static unsigned hash(unsigned I) { return I * 2654435761u >> 7; }

/// A matrix, whose product does not commute, so the order counts.
struct Matrix {
  unsigned A, B, C, D;
  explicit Matrix(unsigned X = 0) : A(X), B(0), C(0), D(X) {}
  Matrix(unsigned A, unsigned B, unsigned C, unsigned D)
      : A(A), B(B), C(C), D(D) {}
  Matrix &operator*=(const Matrix &R) {
    *this = Matrix(A * R.A + B * R.C, A * R.B + B * R.D, C * R.A + D * R.C,
                   C * R.B + D * R.D);
    return *this;
  }
};

static cilk::reducer<cilk::op_add<long>> GlobalSum(1000);
static cilk::reducer_opadd<int> OldGlobalSum;

struct Statistics {
  cilk::reducer<cilk::op_add<double>> Sum;
  cilk::reducer_opxor<unsigned> Checks[3];
};

static void visit(Statistics &S, unsigned Begin, unsigned End) {
  if (End - Begin == 1) {
    *S.Sum += Begin / 4.0;
    S.Checks[Begin % 3] ^= hash(Begin);
    *GlobalSum -= Begin;
    --OldGlobalSum;
    return;
  }
  unsigned Middle = Begin + (End - Begin) / 2;
  cilk_spawn visit(S, Begin, Middle);
  visit(S, Middle, End);
  cilk_sync;
}

static void operators() {
  int Initial = 7;
  cilk::reducer<cilk::op_add<int>> Sum(cilk::move_in(Initial));
  cilk::reducer<cilk::op_mul<Matrix>> Product;
  cilk::reducer_opmul<unsigned long> OldProduct(3);
  cilk::reducer<cilk::op_and<unsigned char>> And;
  cilk::reducer_opand<bool> All;
  cilk::reducer<cilk::op_or<unsigned long>> Or;
  cilk::reducer_opor<bool> Any(false);
  cilk::reducer<cilk::op_xor<unsigned>> Xor(5);
  cilk_for (unsigned I = 0; I < N; ++I) {
    *Sum = *Sum + 3 - 1;
    ++*Sum;
    (*Sum)--;
    *Product *= Matrix(I % 3, 1, 1, I % 2);
    OldProduct = OldProduct * 5;
    *And &= static_cast<unsigned char>(hash(I) | 0x81);
    All = All & (I != 400);
    *Or = *Or | 1ul << (I % 61);
    Any |= I == 300;
    *Xor = *Xor ^ hash(I) ^ 1u;
  }
  const Matrix &M = Product.get_value();
  std::printf("%d %u %u %u %u %lu %d %d %lx %d %u\n", Sum.get_value(), M.A, M.B,
              M.C, M.D, OldProduct.get_value(), And.get_value(),
              All.get_value(), Or.get_value(), Any.get_value(),
              Xor.get_value());
  int Out = 0;
  Sum.move_out(Out);
  Sum.set_value(Out + 1);
  std::printf("%d %d\n", Out, Sum.get_value());
}

static unsigned extremes(bool Print) {
  cilk::reducer<cilk::op_max<unsigned>> Max;
  cilk::reducer<cilk::op_min<double>> Min;
  cilk::reducer_max<int> OldMax(-1);
  cilk::reducer_min<long> OldMin;
  cilk::reducer<cilk::op_max_index<unsigned, int>> First;
  cilk::reducer_min_index<unsigned, int> OldFirst;
  cilk::reducer<cilk::op_min<std::string>> Name;
  cilk::reducer<cilk::op_max<std::string>> Untouched;
  cilk::reducer<cilk::op_max<int, bool (*)(int, int)>> Last(
      [](int A, int B) { return A % 100 < B % 100; });
  cilk::reducer<cilk::op_min_index<int, double, std::greater<double>>> Greatest;
  if (Print)
    std::printf("%u %g %d %d %d\n", Max.get_value(), Min.get_value(),
              Max->is_set(), First->is_set(), OldFirst.is_set());
  const double NaN = std::numeric_limits<double>::quiet_NaN();
  cilk_for (unsigned I = 0; I < N; ++I) {
    unsigned H = hash(I) % 1000;
    Max->calc_max(H).calc_max(3);
    Min->calc_min(I % 3 ? 1.0 / (H + 1) : NaN);
    OldMax = cilk::max_of(OldMax, static_cast<int>(H));
    OldMin.calc_min(-static_cast<long>(H));
    // Ties: the first one of the serial program.
    First->calc_max(I, static_cast<int>(H % 7));
    *First = cilk::max_of(I + 1, 1, cilk::max_of(*First, I, 2));
    *First = cilk::max_of(*First, std::make_pair(I, 3));
    OldFirst.min_of(I, static_cast<int>(H % 7));
    if (I == 70)
      OldFirst.calc_min(I, -1);
    if (I > 80 && I % 9 == 0)
      OldFirst->calc_min(I, -1);
    Name->calc_min("n" + std::to_string(H));
    *Last = cilk::max_of(*Last, static_cast<int>(I));
    Greatest->calc_min(static_cast<int>(I), I % 5 ? H % 50 : NaN);
  }
  if (Print)
    std::printf("%u %g %d %ld %u:%d %u:%d %s %d %d %d:%g\n", Max.get_value(),
              Min.get_value(), OldMax.get_value(), OldMin.get_value(),
              First.get_value().first, First.get_value().second,
              OldFirst.get_index(), OldFirst.get_value(),
              Name.get_value().c_str(), Untouched->is_set(), Last.get_value(),
              Greatest->get_index_reference(), Greatest->get_reference());
  unsigned Mixed = First.get_value().first * 1000 + OldFirst.get_index() * 100 +
                   static_cast<unsigned>(Last.get_value());
  First.set_value(std::make_pair(3u, 4));
  OldFirst.set_value(9, 8);
  if (Print)
    std::printf("%u %d\n", First->get_index(), OldFirst.get_reference());
  return Mixed;
}

int main() {
  Statistics *S = new Statistics;
  visit(*S, 0, N);
  std::printf("%g %u %u %u %ld %d\n", S->Sum.get_value(),
              S->Checks[0].get_value(), S->Checks[1].get_value(),
              S->Checks[2].get_value(), GlobalSum.get_value(),
              OldGlobalSum.get_value());
  delete S;
  operators();
  unsigned Once = extremes(true);
  // Reducers of strands that are not leftmost.
  cilk::reducer<cilk::op_add<int>> Different;
  cilk_for (int I = 0; I < 20; ++I)
    *Different += extremes(false) != Once;
  std::printf("%d different\n", Different.get_value());
  return Different.get_value();
}
