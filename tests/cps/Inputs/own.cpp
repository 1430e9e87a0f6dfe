// A program that uses MPI itself: "own good", or with a mistake.
#include <cstdio>
#include <mpi.h>
#include <string>
#include <tussah/cps.hpp>

using namespace tussah::cps;

static void half(cont<int> k, int n) { send_argument(k, n / 2); }

int main(int, char **argv) {
  std::string what = argv[1];
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr,
                  what == "single" ? MPI_THREAD_SINGLE : MPI_THREAD_SERIALIZED,
                  &provided);
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (what == "before")
    MPI_Finalize();
  int result = run<half>({}, 20 * size);
  if (what == "after")
    MPI_Finalize();
  std::printf("result %d\n", result);
}
