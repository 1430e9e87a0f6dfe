// A transport between two processes of one machine that have a socket: for polls.cpp,
// which is told when a busy worker looks for messages.
#include <tussah/cps/transport.h>

#include <cstdlib>
#include <sys/socket.h>
#include <unistd.h>

/// In the program: the number of this process and its end of the socket; and whether
/// the caller may know that a message has come.
extern "C" int OwnRank, Socket;
extern "C" bool mayLook();

static char Received[1 << 16];

static const char *start(tussah_cps_job *job) {
  *job = {OwnRank, 2, 2};
  return nullptr;
}

static void sendTo(int, const void *bytes, size_t size) {
  if (send(Socket, bytes, size, MSG_NOSIGNAL) != static_cast<ssize_t>(size))
    _exit(2);
}

static int receive(tussah_cps_message *message) {
  ssize_t size = recv(Socket, Received, sizeof(Received), MSG_DONTWAIT);
  // The other one has failed: at the end of the job it waits for this one.
  if (size == 0)
    _exit(2);
  if (size < 0)
    return 0;
  *message = {1 - OwnRank, Received, static_cast<size_t>(size)};
  return 1;
}

static int pending() {
  char first;
  return mayLook() && recv(Socket, &first, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

static void finish() {}

extern "C" const tussah_cps_transport *tussah_cps_transport_2() {
  static const tussah_cps_transport transport = {
      "a socket", start, sendTo, receive,
      pending,    _exit, finish, sizeof(Received)};
  return &transport;
}
