// A transport between processes of one machine, each of which has a socket to each other one,
// from losses.py. It goes on without a process that has died, as Open MPI does by --with-ft
// ulfm, so that what Tussah does then can be tested without that.
#include <tussah/jobs/transport.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr size_t MostBytes = 1 << 16;
/// The first byte of what is sent: a message, or the end of the job or of this process.
enum Kind : char { Message = 'm', Abort = 'a', Finished = 'f' };

struct Peer {
  int Socket = -1;
  bool IsDead = false, IsReturned = false, HasFinished = false;
  std::deque<std::string> Unsent;
};
std::vector<Peer> Peers;
int Rank = 0;
char Received[MostBytes + 1];

const char *start(tussah_cps_job *job) {
  // Numbers of sockets by rank, such as "-1,5,7": this is rank 0 of 3.
  const char *text = std::getenv("MESH");
  if (!text)
    return "MESH is not set; losses.py starts jobs over this transport";
  for (char *end; *text; text = *end ? end + 1 : end) {
    Peers.emplace_back();
    Peers.back().Socket = static_cast<int>(std::strtol(text, &end, 10));
    if (Peers.back().Socket < 0)
      Rank = static_cast<int>(Peers.size()) - 1;
  }
  int ranks = static_cast<int>(Peers.size());
  *job = {Rank, ranks, ranks, 0};
  return nullptr;
}

void flush(Peer &to) {
  while (!to.IsDead && !to.Unsent.empty()) {
    const std::string &next = to.Unsent.front();
    if (send(to.Socket, next.data(), next.size(), MSG_NOSIGNAL | MSG_DONTWAIT) >= 0)
      to.Unsent.pop_front();
    else if (errno == EAGAIN)
      return;
    else
      // What it has sent before is still to be read.
      to.Unsent.clear();
  }
}

void sendKind(int rank, Kind kind, const void *bytes, size_t size) {
  std::string message(1, kind);
  message.append(static_cast<const char *>(bytes), size);
  Peers[rank].Unsent.push_back(std::move(message));
  flush(Peers[rank]);
}

void sendTo(int rank, const void *bytes, size_t size) {
  sendKind(rank, Message, bytes, size);
}

int receive(tussah_cps_message *message) {
  static size_t next = 0;
  for (size_t tries = 0; tries < Peers.size(); ++tries) {
    size_t rank = next++ % Peers.size();
    Peer &from = Peers[rank];
    if (from.Socket < 0 || from.IsDead)
      continue;
    flush(from);
    ssize_t size = recv(from.Socket, Received, sizeof(Received), MSG_DONTWAIT);
    if (size > 0 && Received[0] == Message) {
      *message = {static_cast<int>(rank), Received + 1, static_cast<size_t>(size) - 1};
      return 1;
    }
    if (size > 0 && Received[0] == Abort)
      _exit(1);
    if (size > 0)
      from.HasFinished = true;
    else if (size == 0 || errno != EAGAIN)
      from.IsDead = true;
  }
  return 0;
}

void abortJob(int code) {
  for (Peer &peer : Peers)
    if (peer.Socket >= 0)
      send(peer.Socket, "a", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  _exit(code);
}

bool isThere() {
  for (Peer &peer : Peers)
    if (peer.Socket >= 0 && !peer.IsDead && (!peer.HasFinished || !peer.Unsent.empty()))
      return true;
  return false;
}

void finish() {
  for (size_t rank = 0; rank < Peers.size(); ++rank)
    if (Peers[rank].Socket >= 0)
      sendKind(static_cast<int>(rank), Finished, nullptr, 0);
  tussah_cps_message late;
  while (isThere())
    if (!receive(&late))
      usleep(100);
}

} // namespace

extern "C" const tussah_cps_transport *tussah_cps_transport_2() {
  static const tussah_cps_transport transport = {
      "sockets", start, sendTo, receive, nullptr, abortJob, finish, MostBytes};
  return &transport;
}

extern "C" int tussah_cps_lost_1() {
  for (size_t rank = 0; rank < Peers.size(); ++rank)
    if (Peers[rank].IsDead && !Peers[rank].HasFinished && !Peers[rank].IsReturned) {
      Peers[rank].IsReturned = true;
      return static_cast<int>(rank);
    }
  return -1;
}
