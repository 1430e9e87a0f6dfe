//===- OtherProcess.h - The test program, run again -----------------------===//

#ifndef TUSSAH_TESTS_UNIT_CPS_OTHERPROCESS_H
#define TUSSAH_TESTS_UNIT_CPS_OTHERPROCESS_H

#include <string_view>

/// Runs the closure that the argument of main has, for MessageTest.
int beOtherProcess(int argc, char **argv);

#endif // TUSSAH_TESTS_UNIT_CPS_OTHERPROCESS_H
