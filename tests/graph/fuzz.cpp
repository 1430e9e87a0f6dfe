// The readers against input that nobody has thought of, with sanitizers: no crash, no
// memory beyond the limit, and what is accepted is a graph that is written and read
// again as the same. A file of which 32 bytes are in memory at a time, so that lines, words
// and numbers are cut anywhere, gives the same graph, or the same message; so do pieces that
// are read for themselves. This many runs from the corpus below with a fixed seed; without
// -runs, libFuzzer goes on until it finds something.
// REQUIRES: newest-llvm, fuzzer, asan
// RUN: rm -rf %t && mkdir -p %t/corpus
// RUN: %clangxx -std=c++17 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I%include-dir %s %source-dir/graph/compressed.cpp %source-dir/graph/graph.cpp %source-dir/graph/input.cpp %source-dir/graph/lists.cpp %source-dir/graph/memory.cpp %source-dir/graph/read.cpp %source-dir/graph/rows.cpp %source-dir/graph/symmetry.cpp %source-dir/graph/write.cpp -o %t/fuzz
// RUN: cp %S/Inputs/corpus/*.txt %t/corpus
// RUN: %python -c "import struct, sys; sys.stdout.buffer.write(b'3' + struct.pack('<bqq3q2i', 0, 2, 2, 0, 1, 2, 1, 0))" > %t/corpus/sg
// RUN: %python -c "import struct, sys; sys.stdout.buffer.write(b'3' + struct.pack('<bqq3qi3qi', 1, 1, 2, 0, 1, 1, 1, 0, 0, 1, 0))" > %t/corpus/sg2
// RUN: %t/fuzz -runs=%if all-tests %{1000000%} %else %{10000%} -seed=1 -max_len=300 -rss_limit_mb=512 -timeout=20 %t/corpus 2>&1 | tail -3

#include <tussah/graph/io.hpp>

#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>

using namespace tussah::graph;

using Arc = std::tuple<vertex, vertex, double>;

// Sorted, since only some formats keep the order.
static std::vector<Arc> arcs(const weighted_csr<double> &g) {
  std::vector<Arc> all;
  for (vertex v = 0; v != g.vertices(); ++v)
    for (arc_index i = g.offsets()[v]; i != g.offsets()[v + 1]; ++i) {
      if (g.targets()[i] >= g.vertices())
        abort();
      all.push_back({v, g.targets()[i], g.weight(i)});
    }
  std::sort(all.begin(), all.end());
  return all;
}

static void writeAndRead(const weighted_csr<double> &g, format f, const read_options &options) {
  char *text = nullptr;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  write(g, f, file, "output");
  fclose(file);
  auto again = parse_weighted({text, size}, f, options);
  free(text);
  // A list without entries does not say whether they would have weights.
  if (again.directed() != g.directed() || arcs(again) != arcs(g) ||
      again.vertices() != g.vertices())
    abort();
}

// What is read, or the message that says why nothing is.
struct Answer {
  bool directed = false;
  size_t vertices = 0;
  std::vector<Arc> all;
  std::string message;
};

template <class Read> static Answer answer(Read read) {
  Answer a;
  try {
    weighted_csr<double> g = read();
    a.directed = g.directed();
    a.vertices = g.vertices();
    a.all = arcs(g);
  } catch (const io_error &error) {
    a.message = error.what();
  }
  return a;
}

// The last piece is read first.
static void loop(size_t count, void (*body)(void *, size_t), void *data) {
  for (size_t i = count; i-- != 0;)
    body(data, i);
}

static void readFile(std::string_view text, format f, read_options options) {
  // One file for all, which is in memory.
  static int file = memfd_create("input", MFD_CLOEXEC);
  static std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 ||
      pwrite(file, text.data(), text.size(), 0) != (ssize_t)text.size())
    abort();
  Answer whole = answer([&] { return parse_weighted(text, f, options, path); });
  options.buffer_bytes = 32;
  for (auto *each : {(decltype(&loop))nullptr, &loop}) {
    options.loop = each;
    Answer parts = answer([&] { return read_weighted(path, f, options); });
    if (whole.message != parts.message || whole.directed != parts.directed ||
        whole.vertices != parts.vertices || whole.all != parts.all)
      abort();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  // The last two formats have digits of their own, so that the corpus stays.
  auto f = static_cast<format>(data[0] & 16 ? data[0] % 4 : 4 + data[0] % 2);
  read_options options;
  options.most_bytes = 1 << 20;
  if (data[0] & 4)
    options.edges =
        data[0] & 8 ? direction::directed : direction::undirected;
  readFile({(const char *)data + 1, size - 1}, f, options);
  try {
    auto g = parse_weighted({(const char *)data + 1, size - 1}, f, options);
    writeAndRead(g, f, options);
  } catch (const io_error &error) {
    std::string text = error.what();
    if (text.compare(0, 5, "input") != 0 ||
        text.find_first_of("\n\r\t") != text.npos)
      abort();
  }
  return 0;
}
