// Programs in the style of those for Cilk Plus: a breadth-first search whose
// layers are bags of pennants (C. E. Leiserson and T. B. Schardl, SPAA 2010), a
// quicksort that counts, a count of words in pieces of a text, a knapsack with
// a bound, a compressor whose blocks are written in order.
//
// RUN: %matrix %s
// tasks: 1
// extra: sanitize
#include <algorithm>
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <cilk/holder.h>
#include <cilk/reducer.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_min.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_ostream.h>
#include <cilk/reducer_vector.h>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

static unsigned next(unsigned &State) {
  return (State = State * 1664525u + 1013904223u) >> 8;
}

//===----------------------------------------------------------------------===//
// Breadth-first search
//===----------------------------------------------------------------------===//

/// A tree of 2^k vertices: a root, and a complete tree as its left child.
struct Pennant {
  int Vertex;
  Pennant *Left, *Right;

  explicit Pennant(int Vertex) : Vertex(Vertex), Left(), Right() {}
  Pennant *unite(Pennant *Other) {
    Other->Right = Left;
    Left = Other;
    return this;
  }
};

/// A set of vertices, at most one pennant of each size, as in a binary counter.
class Bag {
  enum { Most = 24 };
  Pennant *Spine[Most];

public:
  Bag() : Spine() {}
  Bag(const Bag &) = delete;
  ~Bag() {
    for (Pennant *P : Spine)
      free(P);
  }

  void insert(int Vertex) {
    Pennant *Carry = new Pennant(Vertex);
    for (Pennant *&P : Spine) {
      if (!P) {
        P = Carry;
        return;
      }
      Carry = P->unite(Carry);
      P = nullptr;
    }
  }

  void unite(Bag *Other) {
    Pennant *Carry = nullptr;
    for (int I = 0; I < Most; ++I) {
      Pennant *Three[] = {Spine[I], Other->Spine[I], Carry};
      Other->Spine[I] = Carry = nullptr;
      std::stable_partition(Three, Three + 3, [](Pennant *P) { return P; });
      if (Three[1])
        Carry = Three[0]->unite(Three[1]);
      Spine[I] = Three[1] ? Three[2] : Three[0];
    }
  }

  void swap(Bag &Other) { std::swap(Spine, Other.Spine); }

  bool empty() const {
    return std::all_of(Spine, Spine + Most, [](Pennant *P) { return !P; });
  }

  template <class F> void forEach(const F &Visit) const {
    cilk_for (int I = 0; I < Most; ++I)
      walk(Spine[I], Visit);
  }

private:
  template <class F> static void walk(const Pennant *P, const F &Visit) {
    if (!P)
      return;
    cilk_spawn walk(P->Left, Visit);
    Visit(P->Vertex);
    walk(P->Right, Visit);
    cilk_sync;
  }
  static void free(Pennant *P) {
    if (!P)
      return;
    free(P->Left);
    free(P->Right);
    delete P;
  }
};

class BagReducer {
public:
  struct Monoid : cilk::monoid_base<Bag> {
    static void reduce(Bag *Left, Bag *Right) { Left->unite(Right); }
  };

  BagReducer() : Impl() {}
  void insert(int Vertex) { Impl.view().insert(Vertex); }
  void take(Bag &To) { Impl.view().swap(To); }

private:
  cilk::reducer<Monoid> Impl;
};

static void search() {
  enum { N = 3000 };
  std::vector<std::vector<int>> Edges(N);
  unsigned State = 1;
  for (int I = 0; I < 2 * N; ++I) {
    int From = static_cast<int>(next(State) % N);
    int To = (From + static_cast<int>(next(State) % 90)) % N;
    Edges[From].push_back(To);
    Edges[To].push_back(From);
  }
  std::vector<int> Layer(N, -1);
  Layer[0] = 0;
  Bag Frontier;
  Frontier.insert(0);
  int Depth = 0;
  for (; !Frontier.empty(); ++Depth) {
    BagReducer Next;
    Frontier.forEach([&](int V) {
      for (int W : Edges[V]) {
        int Unseen = -1;
        if (__atomic_compare_exchange_n(&Layer[W], &Unseen, Depth + 1, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
          Next.insert(W);
      }
    });
    Bag Seen;
    Next.take(Seen);
    Frontier.swap(Seen);
  }
  cilk::reducer<cilk::op_max_index<int, int>> Farthest;
  cilk::reducer<cilk::op_add<long>> Sum;
  cilk_for (int I = 0; I < N; ++I) {
    Farthest->calc_max(I, Layer[I]);
    *Sum += Layer[I];
  }
  std::cout << Depth << ' ' << Farthest.get_value().first << ' '
            << Farthest.get_value().second << ' ' << Sum.get_value() << '\n';
}

//===----------------------------------------------------------------------===//
// Quicksort, words, knapsack
//===----------------------------------------------------------------------===//

static cilk::reducer_opadd<long> Comparisons;
static cilk::reducer_max<int> Deepest(0);

static void quicksort(int *Begin, int *End, int Depth) {
  Deepest.calc_max(Depth);
  if (End - Begin < 2)
    return;
  int Pivot = Begin[(End - Begin) / 2];
  int *Middle = std::partition(Begin, End, [=](int X) { return X < Pivot; });
  int *Rest = std::partition(Middle, End, [=](int X) { return X == Pivot; });
  Comparisons += 2 * (End - Begin);
  cilk_spawn quicksort(Begin, Middle, Depth + 1);
  quicksort(Rest, End, Depth + 1);
  cilk_sync;
}

static void sort() {
  std::vector<int> Numbers;
  unsigned State = 5;
  for (int I = 0; I < 5000; ++I)
    Numbers.push_back(static_cast<int>(next(State) % 9000));
  quicksort(Numbers.data(), Numbers.data() + Numbers.size(), 1);
  std::cout << std::is_sorted(Numbers.begin(), Numbers.end()) << ' '
            << Comparisons.get_value() << ' ' << Deepest.get_value() << '\n';
}

struct CountMonoid : cilk::monoid_base<std::map<std::string, int>> {
  static void reduce(value_type *Left, value_type *Right) {
    if (Left->size() < Right->size())
      Left->swap(*Right);
    for (auto &Entry : *Right)
      (*Left)[Entry.first] += Entry.second;
  }
};

static void words() {
  std::vector<std::string> Lines;
  unsigned State = 9;
  for (int I = 0; I < 400; ++I) {
    std::ostringstream Line;
    for (unsigned K = 0; K <= next(State) % 9; ++K)
      Line << char('a' + next(State) % 5) << char('a' + next(State) % 7) << ' ';
    Lines.push_back(Line.str());
  }
  cilk::reducer<CountMonoid> Counts;
  cilk::reducer_vector<std::string> Long;
  cilk_for (std::size_t I = 0; I < Lines.size(); ++I) {
    std::istringstream Line(Lines[I]);
    int Words = 0;
    for (std::string Word; Line >> Word; ++Words)
      ++(*Counts)[Word];
    if (Words > 4)
      Long.push_back(Lines[I]);
  }
  for (auto &Entry : Counts.get_value())
    std::cout << Entry.first << Entry.second << ' ';
  std::cout << Long.get_value().size() << ' ' << Long.get_value().back()
            << '\n';
}

struct Item {
  int Value, Weight;
};

/// The best value; the bound is what this strand knows of it.
static void knapsack(const std::vector<Item> &Items, std::size_t I, int Room,
                     int Value, cilk::reducer<cilk::op_max<int>> &Best) {
  if (Room < 0)
    return;
  if (I == Items.size()) {
    Best->calc_max(Value);
    return;
  }
  double Bound = Value + Room * double(Items[I].Value) / Items[I].Weight;
  if (Bound < Best.get_value())
    return;
  cilk_spawn knapsack(Items, I + 1, Room - Items[I].Weight,
                      Value + Items[I].Value, Best);
  knapsack(Items, I + 1, Room, Value, Best);
  cilk_sync;
}

static void pack() {
  std::vector<Item> Items;
  unsigned State = 3;
  for (int I = 0; I < 22; ++I)
    Items.push_back({int(next(State) % 90) + 10, int(next(State) % 40) + 5});
  std::sort(Items.begin(), Items.end(), [](const Item &A, const Item &B) {
    return A.Value * B.Weight > B.Value * A.Weight;
  });
  cilk::reducer<cilk::op_max<int>> Best(0);
  knapsack(Items, 0, 150, 0, Best);
  std::cout << Best.get_value() << '\n';
}

//===----------------------------------------------------------------------===//
// Compressor
//===----------------------------------------------------------------------===//

/// Memory of a block, which is expensive to make.
struct Workspace {
  std::vector<unsigned char> Front;
  std::string Out;
  Workspace() : Front(256) {}
};

/// Moves to front, and then counts runs.
static void compress(const std::string &Block, Workspace &W) {
  for (int I = 0; I < 256; ++I)
    W.Front[I] = static_cast<unsigned char>(I);
  W.Out.clear();
  int Run = 0;
  for (unsigned char C : Block) {
    auto Place = std::find(W.Front.begin(), W.Front.end(), C);
    int Number = static_cast<int>(Place - W.Front.begin());
    std::rotate(W.Front.begin(), Place, Place + 1);
    if (Number == 0) {
      ++Run;
      continue;
    }
    if (Run)
      W.Out += 'r' + std::to_string(Run);
    Run = 0;
    W.Out += static_cast<char>('!' + Number % 90);
  }
  if (Run)
    W.Out += 'r' + std::to_string(Run);
}

static void compressor() {
  std::string Text;
  unsigned State = 11;
  while (Text.size() < 20000)
    Text.append(next(State) % 6 + 1, static_cast<char>('a' + next(State) % 4));
  std::ostringstream Archive;
  {
    cilk::reducer_ostream Out(Archive);
    cilk::holder<Workspace> Workspaces;
    cilk::reducer<cilk::op_min<std::size_t>> Least;
    cilk_for (std::size_t I = 0; I < Text.size(); I += 250) {
      Workspace &W = Workspaces();
      compress(Text.substr(I, 250), W);
      Out << '[' << I / 250 << ']' << W.Out;
      Least->calc_min(W.Out.size());
    }
    std::cout << Least.get_value() << ' ';
  }
  unsigned Hash = 5381;
  for (char C : Archive.str())
    Hash = Hash * 33 + static_cast<unsigned char>(C);
  std::cout << Archive.str().size() << ' ' << Hash << '\n';
}

int main() {
  search();
  sort();
  words();
  pack();
  compressor();
  return 0;
}
