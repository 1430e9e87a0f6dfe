// Journals of the race detector, which a program may have left in any state; and its baselines.
#include "compiler/driver/Error.h"
#include "compiler/driver/RaceJournal.h"

#include "file.h"

using namespace tussah::driver;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RaceJournal journal = readRaceJournal(fileWith(data, size));
  for (const Race &race : journal.Races) {
    REQUIRE(race.Accesses.size() == 2);
    REQUIRE(race.fingerprint().size() == 16);
    REQUIRE(!race.title().empty());
  }
  try {
    compareWithBaseline(journal, fileWith(data, size));
  } catch (const Error &) {
  }
  return 0;
}
