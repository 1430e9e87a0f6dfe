// The reducers of the library: their operations, identities and order.
// RUN: %tussah-clang++ -O1 -std=c++17 %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_min_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>
#include <cilk/reducer_ostream.h>
#include <cilk/reducer_string.h>
#include <cilk/reducer_vector.h>

#include <functional>
#include <iomanip>
#include <sstream>
#include <string>
#include <type_traits>

BEHAVIOUR(add_operations, CPL, "Addition Reducers, View Operations", "+=, -=, ++, -- and sums of *r change the view") {
  cilk::reducer<cilk::op_add<long>> R;
  cilk_for (int I = 0; I < 10; ++I) {
    *R += I;
    *R -= 1;
    ++*R;
    --*R;
    (*R)++;
    (*R)--;
    *R = *R + 2 - 1;
  }
  CHECK(R.get_value() == 45);
}

DEVIATION(add_post_increment, CPL, "Addition Reducers, View Operations", "post-increment and post-decrement return nothing",
          "they return the number before, which is as partial as all that is read before the sync; do not use it") {
  cilk::reducer<cilk::op_add<int>> R(4);
  CHECK((*R)++ == 4 && (*R)-- == 5);
}

BEHAVIOUR(add_initial, CPL, "Addition Reducers, Initial Values", "the initial value is 0, or the constructor's argument") {
  cilk::reducer<cilk::op_add<int>> Zero, Five(5);
  CHECK(Zero.get_value() == 0 && Five.get_value() == 5);
}

BEHAVIOUR(add_usage, CPR, "Avoiding Races", "the sum of squares of the first example") {
  cilk::reducer<cilk::op_add<unsigned long>> Sum;
  cilk_for (int I = 0; I != 1000; I++)
    *Sum += I * I;
  CHECK(Sum.get_value() == 332833500);
}

BEHAVIOUR(add_legacy, ICL, "reducer_opadd", "cilk::reducer_opadd<T> is used as the number") {
  cilk::reducer_opadd<int> R(3);
  cilk_for (int I = 0; I < 10; ++I)
    R += I;
  R.set_value(R.get_value() + 1);
  CHECK(R.get_value() == 49);
}

BEHAVIOUR(mul_operations, CPL, "Multiplication Reducers, View Operations", "*= and products of *r; the identity is 1") {
  cilk::reducer<cilk::op_mul<double>> R;
  CHECK(R.get_value() == 1);
  cilk_for (int I = 0; I < 10; ++I) {
    *R *= 2;
    *R = *R * 2 * 0.5;
  }
  double Product;
  R.move_out(Product);
  CHECK(Product == 1024 * 1);
}

BEHAVIOUR(and_operations, CPL, "Bitwise AND Reducers, View Operations", "&= and ands of *r; the identity has all bits") {
  cilk::reducer<cilk::op_and<unsigned>> R;
  CHECK(R.get_value() == ~0u);
  cilk_for (int I = 0; I < 4; ++I) {
    *R &= ~(1u << I);
    *R = *R & ~(16u << I) & ~0u;
  }
  CHECK(R.get_value() == ~255u);
}

BEHAVIOUR(and_bool, CPL, "Bitwise AND Reducers, Value Set", "of bool, the identity is true") {
  cilk::reducer<cilk::op_and<bool>> All, None;
  cilk_for (int I = 0; I < 20; ++I) {
    *All &= I < 20;
    *None &= I != 13;
  }
  CHECK(All.get_value() && !None.get_value());
}

BEHAVIOUR(or_operations, ICL, "reducer_opor", "|= and ors of *r; the identity is 0") {
  cilk::reducer<cilk::op_or<unsigned>> R;
  CHECK(R.get_value() == 0);
  cilk_for (int I = 0; I < 8; ++I) {
    *R |= 1u << I;
    *R = *R | 256u << I;
  }
  CHECK(R.get_value() == 0xffff);
}

BEHAVIOUR(xor_operations, ICL, "reducer_opxor", "^= and exclusive ors of *r; the identity is 0") {
  cilk::reducer<cilk::op_xor<unsigned>> R(1u);
  cilk_for (int I = 0; I < 9; ++I) {
    *R ^= 6;
    *R = *R ^ 8u;
  }
  CHECK(R.get_value() == (1u ^ 6u ^ 8u));
}

BEHAVIOUR(bits_legacy, ICL, "reducer_opand, reducer_opor, reducer_opxor", "the older classes have the operators themselves") {
  cilk::reducer_opand<unsigned> A(~0u);
  cilk::reducer_opor<unsigned> O;
  cilk::reducer_opxor<unsigned> X;
  cilk_for (int I = 0; I < 8; ++I) {
    A &= ~(1u << I);
    O |= 1u << I;
    X ^= 3u << I;
  }
  CHECK(A.get_value() == ~0xffu && O.get_value() == 0xff && X.get_value() == 257);
}

static int value(int I) { return I * 37 % 101; }

BEHAVIOUR(max_operations, CPL, "Minimum and Maximum Reducers, View Operations",
          "calc_max(x), and *r = max_of(*r, x) in both orders") {
  cilk::reducer<cilk::op_max<int>> A, B, C;
  cilk_for (int I = 0; I < 101; ++I) {
    A->calc_max(value(I));
    *B = cilk::max_of(*B, value(I));
    *C = cilk::max_of(value(I), *C);
  }
  CHECK(A.get_value() == 100 && B.get_value() == 100 && C.get_value() == 100);
}

BEHAVIOUR(min_operations, CPL, "Minimum and Maximum Reducers, View Operations", "the same for calc_min and min_of") {
  cilk::reducer<cilk::op_min<int>> A, B(1000);
  cilk_for (int I = 1; I < 101; ++I) {
    A->calc_min(value(I));
    *B = cilk::min_of(*B, value(I));
  }
  CHECK(A.get_value() == 1 && B.get_value() == 1);
}

BEHAVIOUR(max_index_first, CPL, "Minimum and Maximum Reducers, Value and Index Reducers",
          "index reducers record the first occurrence") {
  cilk::reducer<cilk::op_max_index<int, int>> Max;
  cilk::reducer<cilk::op_min_index<int, double>> Min;
  cilk_for (int I = 0; I < 100; ++I) {
    Max->calc_max(I, I % 10);
    *Min = cilk::min_of(*Min, I, 5.0 - I % 10);
  }
  CHECK(Max.get_value().first == 9 && Max.get_value().second == 9);
  CHECK(Min.get_value().first == 9 && Min.get_value().second == -4);
}

BEHAVIOUR(min_max_is_set, CPL, "Minimum and Maximum Reducers, Initial Values and is_set()",
          "is_set() tells whether a view has a value") {
  struct Opaque {
    int V;
    bool operator<(const Opaque &O) const { return V < O.V; }
  };
  cilk::reducer<cilk::op_max<Opaque>> R;
  CHECK(!R->is_set());
  cilk_for (int I = 0; I < 20; ++I)
    R->calc_max(Opaque{I});
  CHECK(R->is_set() && R.get_value().V == 19);
  cilk::reducer<cilk::op_max<Opaque>> Given(Opaque{1});
  CHECK(Given->is_set());
}

BEHAVIOUR(min_max_comparator, CPL, "Minimum and Maximum Reducers, Comparators", "any strict weak ordering may compare") {
  struct ByLength {
    bool operator()(const std::string &A, const std::string &B) const { return A.size() < B.size(); }
  };
  cilk::reducer<cilk::op_max<std::string, ByLength>> Longest;
  cilk::reducer<cilk::op_max<int, std::greater<int>>> Least;
  cilk_for (int I = 0; I < 20; ++I) {
    Longest->calc_max(std::string(static_cast<size_t>(I * 7 % 20), static_cast<char>('a' + I)));
    Least->calc_max(I);
  }
  CHECK(Longest.get_value() == std::string(19, 'a' + 17) && Least.get_value() == 0);
}

BEHAVIOUR(min_max_set, CPL, "Minimum and Maximum Reducers, Set and Get", "set_value sets the value of a pair, too") {
  cilk::reducer<cilk::op_min_index<int, int>> R;
  R.set_value(std::make_pair(3, 50));
  cilk_for (int I = 0; I < 10; ++I)
    R->calc_min(I, 60 - I);
  CHECK(R.get_value() == std::make_pair(3, 50));
}

BEHAVIOUR(min_max_legacy, ICL, "reducer_max, reducer_max_index", "the older classes, with cilk::max_of") {
  cilk::reducer_max<int> Max(-1);
  cilk::reducer_min_index<int, int> Min(-1, 1000);
  cilk_for (int I = 0; I < 101; ++I) {
    Max = cilk::max_of(Max, value(I));
    Min.calc_min(I, value(I) + 7);
  }
  CHECK(Max.get_value() == 100 && Min.get_index() == 0 && Min.get_value() == 7);
}

BEHAVIOUR(list_append, CPL, "List Reducers, Operator", "an appending list has the serial order") {
  cilk::reducer<cilk::op_list_append<int>> R;
  cilk_for (int I = 0; I < 50; ++I)
    R->push_back(I);
  int Next = 0;
  bool Right = R.get_value().size() == 50;
  for (int X : R.get_value())
    Right = Right && X == Next++;
  CHECK(Right);
}

BEHAVIOUR(list_prepend, CPL, "List Reducers, Operator", "a prepending list has the reverse of it") {
  cilk::reducer<cilk::op_list_prepend<int>> R;
  cilk_for (int I = 0; I < 50; ++I)
    R->push_front(I);
  int Next = 50;
  bool Right = R.get_value().size() == 50;
  for (int X : R.get_value())
    Right = Right && X == --Next;
  CHECK(Right);
}

BEHAVIOUR(list_insert_splice, CPL, "List Reducers, View Operations", "insert_back and splice_back add several elements") {
  cilk::reducer<cilk::op_list_append<int>> R;
  cilk_for (int I = 0; I < 10; ++I) {
    const int Pair[] = {10 * I, 10 * I + 1};
    std::list<int> More{10 * I + 3, 10 * I + 4};
    R->insert_back(Pair, Pair + 2);
    R->insert_back(1, 10 * I + 2);
    R->splice_back(More);
  }
  int Index = 0;
  bool Right = R.get_value().size() == 50;
  for (int X : R.get_value()) {
    Right = Right && X == Index / 5 * 10 + Index % 5;
    ++Index;
  }
  CHECK(Right);
}

struct Tree {
  Tree *Left, *Right;
  int Label;
};
static void collect(const Tree *T, cilk::reducer<cilk::op_list_append<int>> &Labels) {
  if (!T)
    return;
  cilk_spawn collect(T->Left, Labels);
  Labels->push_back(T->Label);
  collect(T->Right, Labels);
  cilk_sync;
}

BEHAVIOUR(list_usage, CPL, "List Reducers, Usage Example", "labels of a tree, in order, with move_in and move_out") {
  Tree Nodes[31];
  for (int I = 0; I < 31; ++I)
    Nodes[I] = {nullptr, nullptr, I};
  std::function<Tree *(int, int)> Build = [&](int Lo, int Hi) -> Tree * {
    if (Lo >= Hi)
      return nullptr;
    Tree *T = &Nodes[(Lo + Hi) / 2];
    T->Left = Build(Lo, (Lo + Hi) / 2);
    T->Right = Build((Lo + Hi) / 2 + 1, Hi);
    return T;
  };
  std::list<int> Labels{-1};
  cilk::reducer<cilk::op_list_append<int>> R((cilk::move_in(Labels)));
  collect(Build(0, 31), R);
  R.move_out(Labels);
  int Next = -1;
  bool Right = Labels.size() == 32;
  for (int X : Labels)
    Right = Right && X == Next++;
  CHECK(Right);
}

BEHAVIOUR(list_legacy, ICL, "reducer_list_append, reducer_list_prepend", "the older classes have the functions themselves") {
  cilk::reducer_list_append<int> A;
  cilk::reducer_list_prepend<int> P;
  cilk_for (int I = 0; I < 10; ++I) {
    A.push_back(I);
    P.push_front(I);
  }
  CHECK(A.get_value().front() == 0 && A.get_value().back() == 9);
  CHECK(P.get_value().front() == 9 && P.get_value().back() == 0);
}

BEHAVIOUR(string_usage, CPR, "Maintaining Order", "the alphabet of the second example") {
  cilk::reducer<cilk::op_string> Alphabet;
  cilk_for (char Letter = 'A'; Letter <= 'Z'; ++Letter)
    *Alphabet += Letter;
  CHECK(Alphabet.get_value() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

BEHAVIOUR(string_operations, CPL, "String Reducers, View Operations", "+=, append and push_back are those of strings") {
  cilk::reducer<cilk::op_string> R("<");
  cilk_for (int I = 0; I < 5; ++I) {
    *R += "a";
    R->append("bcd", 2);
    R->append(2, 'e');
    R->push_back('f');
  }
  std::string Result;
  R.move_out(Result);
  CHECK(Result == "<abceefabceefabceefabceefabceef");
}

BEHAVIOUR(string_wide, ICS, "String Reducer", "there are strings of other characters, too") {
  cilk::reducer<cilk::op_wstring> W;
  cilk::reducer<cilk::op_basic_string<char16_t>> U;
  cilk_for (int I = 0; I < 8; ++I) {
    *W += static_cast<wchar_t>(L'a' + I);
    *U += static_cast<char16_t>(u'a' + I);
  }
  CHECK(W.get_value() == L"abcdefgh" && U.get_value() == u"abcdefgh");
}

BEHAVIOUR(vector_operations, CPL, "Vector Reducers, View Operations", "push_back and insert_back, in serial order") {
  cilk::reducer<cilk::op_vector<int>> R;
  cilk_for (int I = 0; I < 20; ++I) {
    const int Pair[] = {4 * I + 1, 4 * I + 2};
    R->push_back(4 * I);
    R->insert_back(Pair, Pair + 2);
    R->insert_back(4 * I + 3);
  }
  std::vector<int> Result;
  R.move_out(Result);
  bool Right = Result.size() == 80;
  for (int I = 0; I < 80 && Right; ++I)
    Right = Result[I] == I;
  CHECK(Right);
}

BEHAVIOUR(vector_initial, CPL, "Vector Reducers, Constructors", "arguments of a vector's constructor initialize it") {
  cilk::reducer<cilk::op_vector<int>> R(3, 9), Empty;
  cilk_for (int I = 0; I < 3; ++I)
    R->insert_back(2, I);
  CHECK(R.get_value() == std::vector<int>({9, 9, 9, 0, 0, 1, 1, 2, 2}) && Empty.get_value().empty());
}

BEHAVIOUR(ostream_order, CPL, "Ostream Reducers, Usage Example", "output has the order of the serial execution") {
  std::ostringstream To;
  {
    cilk::reducer<cilk::op_ostream> R(To);
    cilk_for (int I = 0; I != 20; ++I) {
      *R << "Iteration " << I << ":\n";
      *R << "   Step 1\n";
    }
  }
  std::ostringstream Expected;
  for (int I = 0; I != 20; ++I)
    Expected << "Iteration " << I << ":\n   Step 1\n";
  CHECK(To.str() == Expected.str());
}

BEHAVIOUR(ostream_operations, CPL, "Ostream Reducers, View Operations", "a view is a stream: manipulators work on it") {
  std::ostringstream To;
  cilk::reducer<cilk::op_ostream> R(To);
  *R << std::setw(5) << 42 << std::endl;
  CHECK(To.str() == "   42\n");
}
