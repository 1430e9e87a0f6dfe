// Dags and costs that people write for `tussah predict`.
#include "predict/costs.h"
#include "predict/text.h"

#include "file.h"

#include <cmath>

using namespace tussah::predict;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  Costs costs;
  parseCosts(text, costs);
  Dag dag;
  std::string problem = parseDag(text, dag);
  if (!problem.empty())
    return 0;
  REQUIRE(std::isfinite(dag.Work) && std::isfinite(dag.Span));
  REQUIRE(dag.Span >= 0 && dag.Span <= dag.Work * (1 + 1e-9) + 1e-9);
  return 0;
}
