// The transport of the file LARGE, in which
// - messages have a tenth of a megabyte at most,
// - with LATE, large ones take long to rank 2,
// - with SENT, each process writes what it sends to files of that name, and its
//   number: the kind, the receiver, and the next 8 bytes as a number,
// - with MACHINES, so many processes are said to be on each machine.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <string>
#include <tussah/jobs/transport.h>
#include <vector>

using Clock = std::chrono::steady_clock;

namespace {
const tussah_cps_transport *Large;
int Rank;
std::FILE *Sent;

struct Message {
  int From;
  std::vector<std::byte> Bytes;
  Clock::time_point Due;
};
std::deque<Message> Waiting;
Message Present;

const char *start(tussah_cps_job *job) {
  const char *wrong = Large->start(job);
  Rank = job->rank;
  if (const char *size = std::getenv("MACHINES"))
    job->first_local_rank = Rank - Rank % std::atoi(size);
  if (const char *name = std::getenv("SENT"))
    Sent = std::fopen((name + std::to_string(Rank)).c_str(), "w");
  return wrong;
}

void send(int rank, const void *bytes, size_t size) {
  const auto *first = static_cast<const unsigned char *>(bytes);
  constexpr std::size_t head = 5;
  std::uint64_t number = 0;
  if (size >= head + sizeof(number))
    std::memcpy(&number, first + head, sizeof(number));
  if (Sent) {
    std::fprintf(Sent, "%d %d %llu\n", *first, rank,
                 static_cast<unsigned long long>(number));
    std::fflush(Sent);
  }
  Large->send(rank, bytes, size);
}

int receiveLate(tussah_cps_message *message) {
  tussah_cps_message next;
  while (Large->receive(&next)) {
    const auto *first = static_cast<const std::byte *>(next.bytes);
    bool late = Rank == 2 && next.size > 10'000;
    Waiting.push_back(
        {next.rank,
         {first, first + next.size},
         Clock::now() + std::chrono::milliseconds(late ? 50 : 0)});
  }
  for (auto one = Waiting.begin(); one != Waiting.end(); ++one)
    if (one->Due <= Clock::now()) {
      Present = std::move(*one);
      Waiting.erase(one);
      *message = {Present.From, Present.Bytes.data(), Present.Bytes.size()};
      return 1;
    }
  return 0;
}
} // namespace

extern "C" const tussah_cps_transport *tussah_cps_transport_2() {
  using Get = const tussah_cps_transport *(*)();
  void *library = dlopen(std::getenv("LARGE"), RTLD_NOW | RTLD_GLOBAL);
  Large = reinterpret_cast<Get>(dlsym(library, "tussah_cps_transport_2"))();
  static tussah_cps_transport small = *Large;
  small.start = start;
  small.send = send;
  small.max_size = 100'000;
  if (std::getenv("LATE")) {
    small.receive = receiveLate;
    small.pending = nullptr;
  }
  return &small;
}
