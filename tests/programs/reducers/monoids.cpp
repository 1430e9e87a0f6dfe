// Reducers that programs make of their own monoids, in the ways of Cilk Plus;
// holders; and sums that do not depend on the order.
//
// RUN: %matrix %s
// tasks: 1
// extra: sanitize
// standards: c++11 c++23
#include <cilk/cilk.h>
#include <cilk/holder.h>
#include <cilk/reducer.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reproducible_add.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

enum { N = 400 };

/// A view that is the value; the monoid adds reduce only.
class WordCounts {
  typedef std::map<std::string, int> Map;
  struct Monoid : cilk::monoid_base<Map> {
    static void reduce(Map *Left, Map *Right) {
      for (auto &Entry : *Right)
        (*Left)[Entry.first] += Entry.second;
    }
  };
  cilk::reducer<Monoid> Impl;

public:
  WordCounts() : Impl() {}
  void count(const std::string &Word) { ++Impl.view()[Word]; }
  Map::size_type size() const { return Impl.get_value().size(); }
  int of(const std::string &Word) { return Impl()[Word]; }
};

/// A pointer, whose identity is not its default.
struct Chain {
  std::vector<int> Links;
  Chain *Next;
};

struct ChainMonoid : cilk::monoid_base<Chain *> {
  static void identity(Chain **View) { *View = new Chain{{}, nullptr}; }
  static void reduce(Chain **Left, Chain **Right) {
    (*Left)->Links.insert((*Left)->Links.end(), (*Right)->Links.begin(),
                          (*Right)->Links.end());
  }
  static void destroy(Chain **View) {
    delete *View;
    *View = nullptr;
  }
};

/// A class of views, with a value of another type.
struct HistogramView {
  typedef std::vector<int> value_type;
  int Bins[8];
  HistogramView() : Bins() {}
  void reduce(HistogramView *Right) {
    for (int I = 0; I < 8; ++I)
      Bins[I] += Right->Bins[I];
  }
  void add(int X) { ++Bins[X % 8]; }
  value_type view_get_value() const { return value_type(Bins, Bins + 8); }
  void view_set_value(const value_type &Value) {
    std::copy(Value.begin(), Value.end(), Bins);
  }
};
typedef cilk::reducer<cilk::monoid_with_view<HistogramView>> Histogram;

/// A monoid with data: the length of all views. The runtime must find it.
class Columns {
  struct View {
    std::vector<double> Sums;
    explicit View(std::size_t Size) : Sums(Size) {}
  };
  struct Monoid : cilk::monoid_base<View> {
    const std::size_t Size;
    explicit Monoid(std::size_t Size) : Size(Size) {}
    void identity(View *Memory) const { new (Memory) View(Size); }
    void reduce(View *Left, View *Right) const {
      for (std::size_t I = 0; I < Size; ++I)
        Left->Sums[I] += Right->Sums[I];
    }
  };
  cilk::reducer<Monoid> Impl;

public:
  explicit Columns(std::size_t Size) : Impl(Monoid(Size), Size) {}
  double &operator[](std::size_t I) { return Impl.view().Sums[I]; }
  std::size_t size() const { return Impl.monoid().Size; }
};

static void monoids() {
  WordCounts Words;
  cilk::reducer<ChainMonoid> Chains;
  Histogram Counts;
  Columns Narrow(3), Wide(50);
  static cilk::reducer<cilk::op_add<int>> Table[4];
  std::vector<cilk::reducer<cilk::op_list_append<int>>> Lists(5);
  for (auto &Entry : Table)
    Entry.set_value(0);
  cilk_for (int I = 0; I < N; ++I) {
    Words.count("w" + std::to_string(I % 17));
    (*Chains)->Links.push_back(I);
    Counts->add(I * I);
    Narrow[I % 3] += I;
    Wide[I % 50] += 1;
    *Table[I % 4] += I;
    Lists[I % 5]->push_back(I);
  }
  std::printf("%zu %d %g %g %zu", Words.size(), Words.of("w3"), Narrow[1],
              Wide[49], Narrow.size() + Wide.size());
  for (int Count : Counts.get_value())
    std::printf(" %d", Count);
  unsigned Hash = 0;
  for (int I : (*Chains)->Links)
    Hash = Hash * 31 + static_cast<unsigned>(I);
  for (auto &List : Lists)
    for (int I : List.get_value())
      Hash = Hash * 31 + static_cast<unsigned>(I);
  std::printf(" %u %d\n", Hash, Table[3].get_value());
  Counts.set_value(std::vector<int>(8, 2));
  std::printf("%d\n", Counts->Bins[7]);
}

//===----------------------------------------------------------------------===//
// Holders
//===----------------------------------------------------------------------===//

/// Computes with what is in \p Scratch as if it were new.
static int distinct(std::set<int> &Scratch, int I) {
  Scratch.clear();
  for (int K = 1; K <= I; ++K)
    Scratch.insert(I % K);
  return static_cast<int>(Scratch.size());
}

static void holders() {
  cilk::holder<std::set<int>> Scratch;
  cilk::holder<std::string, cilk::holder_keep_last> Last;
  cilk::holder<std::vector<int>, cilk::holder_keep_last_swap> Copies(
      std::vector<int>(3, 5));
  cilk::holder<std::string, cilk::holder_keep_last_copy> Made(
      [] { return std::string("made"); });
  std::vector<int> Results(N);
  cilk::reducer<cilk::op_add<int>> Sizes;
  cilk_for (int I = 0; I < N; ++I) {
    Results[I] = distinct(Scratch(), I);
    Last = std::to_string(I);
    std::vector<int> &V = Copies;
    V[1] = I;
    *Sizes += V[0] + static_cast<int>(V.size() + Made->size());
    Made().back() = 'E';
  }
  long Sum = 0;
  for (int R : Results)
    Sum = Sum * 3 % 1000003 + R;
  std::printf("%ld %s %d %d %s\n", Sum, Last->c_str(), Copies.view()[1],
              Sizes.get_value(), (*Made).c_str());
}

//===----------------------------------------------------------------------===//
// Reproducible sums
//===----------------------------------------------------------------------===//

template <class T> static T number(unsigned I) {
  unsigned H = I * 2654435761u;
  T X = std::ldexp(static_cast<T>(H >> 8), static_cast<int>(H % 60) - 40);
  return H & 128 ? -X : X;
}

template <class T> static void sum(cilk::reproducible_add<T> &Out,
                                   unsigned Begin, unsigned End) {
  if (End - Begin <= 3) {
    for (; Begin < End; ++Begin)
      Out += number<T>(Begin);
    return;
  }
  unsigned Middle = Begin + (End - Begin) / 3;
  cilk_spawn sum(Out, Begin, Middle);
  sum(Out, Middle, End);
  cilk_sync;
}

template <class T> static void reproducible() {
  cilk::reproducible_add<T> Sum, Backward = T(0.5), Block;
  sum(Sum, 0, 5000);
  std::vector<T> Numbers;
  for (unsigned I = 0; I < 5000; ++I)
    Numbers.push_back(number<T>(I));
  cilk_for (int I = 4999; I >= 0; --I)
    Backward += Numbers[static_cast<unsigned>(I)];
  Backward -= T(0.5);
  cilk_for (int I = 0; I < 50; ++I)
    Block.add(&Numbers[static_cast<unsigned>(I) * 100], 100);
  std::printf("%a %d %d", static_cast<double>(Sum.get_value()),
              Sum.get_value() == Backward.get_value(),
              Sum.get_value() == Block.get_value());
  // Cancels, to the last bit.
  cilk_for (unsigned I = 0; I < 5000; ++I)
    Sum -= Numbers[I];
  std::printf(" %a %a\n", static_cast<double>(Sum),
              static_cast<double>(T(Backward = Block)));
}

int main() {
  monoids();
  holders();
  reproducible<double>();
  reproducible<float>();
  return 0;
}
