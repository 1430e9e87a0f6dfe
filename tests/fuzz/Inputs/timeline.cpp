// Timelines, which a process may have left in any state, and what is drawn of them.
#include "trace/timeline.h"
#include "trace/tracks.h"

#include "file.h"

using namespace tussah::trace;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Timeline timeline;
  std::string problem = readTimeline(fileWith(data, size), timeline);
  if (!problem.empty())
    return 0;
  Picture picture = draw(timeline);
  for (const Arrow &arrow : picture.Arrows)
    REQUIRE(arrow.From < picture.Tracks.size() &&
            arrow.To < picture.Tracks.size());
  for (const Region &region : picture.Regions)
    REQUIRE(region.Track < picture.Tracks.size());
  for (const Track &track : picture.Tracks)
    for (const Slice &slice : track.Slices)
      REQUIRE(slice.Begin <= slice.End);
  return 0;
}
