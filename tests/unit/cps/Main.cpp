//===- Main.cpp - The unit tests, and the other end of messages -----------===//

#include "OtherProcess.h"

#include <gtest/gtest.h>

int main(int argc, char **argv) {
  if (argc > 1 && std::string_view(argv[1]).starts_with("--other-process"))
    return beOtherProcess(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
