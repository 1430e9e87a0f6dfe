// Recordings of `tussah predict`: one is refused with a line, or is a dag whose numbers make
// sense.
#include "predict/recording.h"

#include "file.h"

#include <cmath>

using namespace tussah::predict;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Dag dag;
  Recording about;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  std::string problem = parseRecording(bytes, dag, about);
  if (!problem.empty()) {
    requireLine(problem);
    return 0;
  }
  REQUIRE(std::isfinite(dag.Work) && std::isfinite(dag.Span));
  REQUIRE(dag.Span >= 0 && dag.Span <= dag.Work * (1 + 1e-9) + 1e-9);
  return 0;
}
