// The work of resident.cpp. Included twice, so without a guard: in namespace parallel with tasks, and in namespace
// serial without. Each function returns a hash of all that it has computed.

namespace NAMESPACE {

inline std::uint64_t mix(std::uint64_t X) {
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9;
  X = (X ^ X >> 27) * 0x94d049bb133111eb;
  return X ^ X >> 31;
}

/// An irregular tree whose nodes have objects.
inline std::uint64_t tree(std::uint64_t Seed, int Depth) {
  if (Depth <= 0)
    return mix(Seed);
  std::string Path = std::to_string(Seed);
  std::vector<std::uint64_t> Results(3);
  Results[0] = SPAWN tree(mix(Seed), Depth - 1);
  if (Seed & 4)
    Results[1] = SPAWN tree(mix(Seed + 1), Depth - 2);
  Results[2] = tree(mix(Seed + 2), Depth - 1 - int(Seed & 1));
  SYNC;
  return Results[0] * 31 + Results[1] * 17 + Results[2] + Path.size();
}

/// Leaves and continuations that fail: what comes first in serial order arrives.
inline std::uint64_t failing(std::uint64_t Seed, int Depth) {
  std::string Alive(20 + Depth, 'x');
  if (Depth == 0) {
    if (Seed % 5 == 0)
      throw Seed;
    return Seed + Alive.size();
  }
  std::uint64_t X = 0, Y = 0;
  try {
    X = SPAWN failing(mix(Seed), Depth - 1);
    Y = SPAWN failing(mix(Seed + 1), Depth - 1);
    if (Seed % 7 == 0)
      throw Seed;
    SYNC;
  } catch (std::uint64_t Thrown) {
    if (Depth % 3 == 0)
      throw;
    return mix(Thrown);
  }
  return X * 3 + Y + Alive.size();
}

/// A loop that spawns, with memory of a size known at run time.
inline std::uint64_t queens(int N, int Row, const signed char *Columns) {
  if (Row == N)
    return 1;
  auto *Boards = static_cast<signed char *>(alloca(std::size_t(N) * (Row + 1)));
  std::uint64_t Counts[16];
  int Used = 0;
  for (int Column = 0; Column < N; ++Column) {
    bool Free = true;
    for (int I = 0; I < Row; ++I)
      Free &= Columns[I] != Column && std::abs(Columns[I] - Column) != Row - I;
    if (!Free)
      continue;
    signed char *Board = Boards + Used * (Row + 1);
    std::copy(Columns, Columns + Row, Board);
    Board[Row] = static_cast<signed char>(Column);
    Counts[Used++] = SPAWN queens(N, Row + 1, Board);
  }
  SYNC;
  return std::accumulate(Counts, Counts + Used, std::uint64_t(0));
}

/// Tasks below a function of the C library.
inline int compare(const void *A, const void *B) {
  auto Left = *static_cast<const unsigned *>(A), Right = *static_cast<const unsigned *>(B);
  std::uint64_t X = SPAWN tree(Left, 2);
  std::uint64_t Y = tree(Right, 2);
  SYNC;
  return X < Y ? -1 : X > Y;
}

inline std::uint64_t sorted(std::uint64_t Seed) {
  unsigned Values[30];
  for (unsigned &Value : Values)
    Value = unsigned(Seed = mix(Seed)) % 1000;
  std::qsort(Values, 30, sizeof *Values, compare);
  std::uint64_t Hash = 0;
  for (unsigned Value : Values)
    Hash = Hash * 31 + Value;
  return Hash;
}

/// Loops, and reducers whose order counts.
inline std::uint64_t reduced(std::uint64_t Seed) {
  cilk::reducer<cilk::op_list_append<std::uint64_t>> List;
  cilk::reducer<cilk::op_add<std::uint64_t>> Sum;
  FOR (int I = 0; I < 300; ++I) {
    std::uint64_t Value = tree(Seed + std::uint64_t(I), 3);
    *Sum += Value;
    if (Value % 3 == 0)
      List->push_back(Value);
  }
  std::uint64_t Hash = Sum.get_value();
  for (std::uint64_t Value : List.get_value())
    Hash = Hash * 31 + Value;
  return Hash;
}

inline std::uint64_t work(std::uint64_t Seed) {
  switch (Seed % 5) {
  case 0:
    return tree(Seed, 9);
  case 1:
    try {
      return failing(Seed, 7);
    } catch (std::uint64_t Thrown) {
      return Thrown;
    }
  case 2:
    return queens(int(5 + Seed / 5 % 4), 0, nullptr);
  case 3:
    return sorted(Seed);
  default:
    return reduced(Seed);
  }
}

} // namespace NAMESPACE

#undef NAMESPACE
#undef SPAWN
#undef SYNC
#undef FOR
