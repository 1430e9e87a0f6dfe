// The transport of the file LARGE, by which messages have a tenth of a megabyte
// at most.
#include <cstdlib>
#include <dlfcn.h>
#include <tussah/cps/transport.h>

extern "C" const tussah_cps_transport *tussah_cps_transport_2() {
  using Get = const tussah_cps_transport *(*)();
  void *library = dlopen(std::getenv("LARGE"), RTLD_NOW | RTLD_GLOBAL);
  auto get = reinterpret_cast<Get>(dlsym(library, "tussah_cps_transport_2"));
  static tussah_cps_transport small = *get();
  small.max_size = 100'000;
  return &small;
}
