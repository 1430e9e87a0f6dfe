// Lists, vectors, strings and streams, in both spellings: what strands have
// added is in the order of the serial program.
//
// RUN: %matrix %s
// tasks: 1
// extra: sanitize
// standards: c++11 c++23
#include <cilk/cilk.h>
#include <cilk/ostream_reducer.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_ostream.h>
#include <cilk/reducer_string.h>
#include <cilk/reducer_vector.h>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

enum { N = 300 };

/// It cannot be copied.
struct Unique {
  std::unique_ptr<int> Number;
  explicit Unique(int I) : Number(new int(I)) {}
};

/// An allocator with a state: where its memory is counted.
template <class T> struct Counting {
  typedef T value_type;
  long *Count;
  explicit Counting(long *Count) : Count(Count) {}
  template <class U> Counting(const Counting<U> &Other) : Count(Other.Count) {}
  T *allocate(std::size_t Size) {
    __atomic_add_fetch(Count, 1, __ATOMIC_RELAXED);
    return std::allocator<T>().allocate(Size);
  }
  void deallocate(T *Memory, std::size_t Size) {
    __atomic_sub_fetch(Count, 1, __ATOMIC_RELAXED);
    std::allocator<T>().deallocate(Memory, Size);
  }
  bool operator==(const Counting &Other) const { return Count == Other.Count; }
  bool operator!=(const Counting &Other) const { return Count != Other.Count; }
};

template <class Range> static unsigned hash(const Range &R) {
  unsigned Hash = 5381;
  for (const auto &X : R)
    Hash = Hash * 33 + static_cast<unsigned>(X);
  return Hash;
}

struct Tree {
  int Label;
  std::unique_ptr<Tree> Left, Right;
};

static std::unique_ptr<Tree> makeTree(int Begin, int End) {
  if (Begin == End)
    return nullptr;
  int Middle = Begin + (End - Begin) * 2 / 3;
  return std::unique_ptr<Tree>(new Tree{Middle, makeTree(Begin, Middle),
                                        makeTree(Middle + 1, End)});
}

static void collect(const Tree *Node,
                    cilk::reducer<cilk::op_list_append<int>> &Out) {
  if (!Node)
    return;
  cilk_spawn collect(Node->Left.get(), Out);
  Out->push_back(Node->Label);
  collect(Node->Right.get(), Out);
  cilk_sync;
}

static void lists() {
  auto Root = makeTree(0, N);
  std::list<int> Labels(1, -1);
  cilk::reducer<cilk::op_list_append<int>> InOrder((cilk::move_in(Labels)));
  collect(Root.get(), InOrder);
  InOrder.move_out(Labels);
  std::cout << Labels.size() << ' ' << hash(Labels) << '\n';

  cilk::reducer<cilk::op_list_prepend<int>> Reversed;
  cilk::reducer_list_append<int> Old;
  cilk::reducer_list_prepend<int> OldReversed(3, 7);
  cilk::reducer<cilk::op_list_append<Unique>> Moved;
  cilk_for (int I = 0; I < N; ++I) {
    Reversed->push_front(I);
    std::list<int> Pair{2 * I, 2 * I + 1, 9};
    Old.splice_back(Pair, Pair.begin(), std::next(Pair.begin(), 2));
    Old->insert_back(2u, I);
    OldReversed.splice_front(Pair);
    OldReversed.insert_front(Pair.begin(), Pair.end());
    Moved->emplace_back(I);
    Moved->push_back(Unique(-I));
  }
  int Sum = 0, Place = 0;
  for (const Unique &U : Moved.get_value())
    Sum += *U.Number * ++Place;
  std::cout << hash(Reversed.get_value()) << ' ' << hash(Old.get_value())
            << ' ' << hash(OldReversed.get_reference()) << ' ' << Sum << '\n';

  long Allocations = 0;
  {
    typedef std::list<int, Counting<int>> List;
    cilk::reducer<cilk::op_list_append<int, Counting<int>>> Counted(
        (Counting<int>(&Allocations)));
    cilk_for (int I = 0; I < N; ++I)
      Counted->push_back(I);
    // All elements are from the reducer's allocator.
    std::cout << (Allocations >= N) << ' ';
    List Out((Counting<int>(&Allocations)));
    Counted.move_out(Out);
    std::cout << Out.size() << ' ' << hash(Out) << ' ';
  }
  std::cout << Allocations << '\n';
}

static void vectors() {
  cilk::reducer<cilk::op_vector<int>> Numbers;
  cilk::reducer_vector<std::string> Names(2, "first");
  cilk::reducer<cilk::op_vector<Unique>> Moved;
  cilk_for (int I = 0; I < N; ++I) {
    if (I % 3)
      Numbers->push_back(I);
    int Two[] = {I, -I};
    Numbers->insert_back(Two, Two + 2);
    Numbers->insert_back(3, I / 2);
    Names.emplace_back(1, static_cast<char>('a' + I % 26));
    Names->push_back("x");
    Moved->push_back(Unique(I));
  }
  std::cout << Numbers.get_value().size() << ' ' << hash(Numbers.get_value());
  // It is united once, and can be added to.
  Numbers->push_back(4);
  std::cout << ' ' << hash(Numbers.get_value()) << ' ';
  for (const std::string &Name : Names.get_value())
    std::cout << Name;
  std::vector<Unique> Result;
  Moved.move_out(Result);
  bool Right = Result.size() == N;
  for (int I = 0; I < N; ++I)
    Right &= *Result[I].Number == I;
  std::cout << ' ' << Right << ' ' << Moved.get_value().size() << '\n';
}

static void strings() {
  cilk::reducer<cilk::op_string> Text("text: ");
  cilk::reducer_string Old;
  cilk::reducer<cilk::op_wstring> Wide;
  cilk_for (int I = 0; I < N; ++I) {
    *Text += std::to_string(I);
    *Text += ' ';
    Text->append("abc", I % 4).append(2u, '-');
    Old += 'o';
    Old.append(std::to_string(I), 0, 1);
    Wide->push_back(static_cast<wchar_t>(L'a' + I % 26));
  }
  std::string Out;
  Text.move_out(Out);
  std::cout << Out << ' ' << Text.get_value().size() << '\n'
            << Old.get_value() << ' ' << hash(Wide.get_value()) << '\n';
  Old.set_value("new");
  std::cout << Old.get_reference() << '\n';
}

static void print(std::ostream &Out, int I) { Out << '(' << I << ')'; }

static void streams() {
  std::cout << std::setfill('0') << std::hex;
  cilk::reducer<cilk::op_ostream> Out(std::cout);
  cilk_for (int I = 0; I < N; ++I)
    *Out << std::setw(4) << I << (I % 8 == 7 ? '\n' : ' ') << std::flush;
  std::cout << std::setfill(' ') << std::dec;
  cilk::reducer_ostream Old(std::cout);
  *Old << std::endl;
  cilk_for (int I = 0; I < N; ++I) {
    Old << I << std::oct << std::uppercase << '=' << I << std::dec << ',';
    if (I % 16 == 15)
      Old << std::endl;
    print(Old, I);
    Old.put('.').write("abc", 2);
  }
  *Old << std::endl;
  std::wostringstream Wide;
  {
    cilk::ostream_reducer<wchar_t> WideOut(Wide);
    cilk_for (int I = 0; I < N; ++I)
      WideOut << I << L' ';
  }
  std::cout << Wide.str().size() << ' ' << hash(Wide.str()) << '\n';
}

/// A device that is full at some time. Nothing of what follows is written.
struct Full : std::stringbuf {
  std::streamsize xsputn(const char *Text, std::streamsize Size) override {
    std::streamsize Room = 100 - static_cast<std::streamsize>(str().size());
    return std::stringbuf::xsputn(Text, Size < Room ? Size : Room);
  }
  int overflow(int C) override {
    return str().size() < 100 ? std::stringbuf::overflow(C) : -1;
  }
};

static void failures() {
  Full Buffer;
  std::ostream Device(&Buffer);
  {
    cilk::reducer_ostream Out(Device);
    cilk_for (int I = 0; I < N; ++I)
      Out << I;
    std::cout << Out.bad() << ' ';
  }
  std::cout << Device.bad() << ' ' << Buffer.str() << '\n';
  std::ostringstream Text;
  {
    cilk::reducer_ostream Out(Text);
    cilk_for (int I = 0; I < N; ++I) {
      Out << I << ' ';
      // As a failed insertion does.
      if (I == 100)
        Out.get_reference().setstate(std::ios_base::badbit);
    }
  }
  std::cout << Text.bad() << ' ' << Text.str().size() << '\n';
}

int main() {
  lists();
  vectors();
  strings();
  streams();
  failures();
  return 0;
}
