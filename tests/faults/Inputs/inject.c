// inject SYSCALL N[+] ERRNO COUNTS LIBRARY PROGRAM ...: runs PROGRAM, whose N-th system call
// SYSCALL, a number, fails with ERRNO; with +, the later ones as well. At the end, COUNTS has
// how often it was called. The calls are those that the kernel sees, of all threads and child
// processes, by the C library or without it.
//
// The same file, compiled with -DLIBRARY, is LIBRARY. It is preloaded, so that what the dynamic
// linker does before the program begins does not fail. It installs a filter that asks inject at
// each call (seccomp_unotify(2)).
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void give_up(const char *what) {
  fprintf(stderr, "inject: error: %s: %s\n", what, strerror(errno));
  _exit(125);
}

/// A message with one descriptor.
union control {
  struct cmsghdr header;
  char memory[CMSG_SPACE(sizeof(int))];
};

#ifdef LIBRARY

static int install_filter(unsigned number) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    give_up("no privileges");
  // Else a signal that comes while inject decides makes two calls of one.
  int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                              SECCOMP_FILTER_FLAG_NEW_LISTENER |
                                  SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
                              &program);
  if (listener < 0)
    give_up("the filter");
  return listener;
}

static void send_descriptor(int socket, int descriptor) {
  union control control;
  char byte = 0;
  struct iovec vector = {&byte, 1};
  struct msghdr message = {.msg_iov = &vector,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
  if (sendmsg(socket, &message, 0) != 1)
    give_up("sendmsg");
}

__attribute__((constructor)) static void arm(void) {
  const char *number = getenv("INJECT_CALL"), *socket = getenv("INJECT_SOCKET");
  if (!number || !socket)
    return;
  int descriptor = atoi(socket);
  unsigned call = (unsigned)atoi(number);
  // The program, and what it starts, have none of this.
  unsetenv("INJECT_CALL");
  unsetenv("INJECT_SOCKET");
  unsetenv("LD_PRELOAD");
  send_descriptor(descriptor, install_filter(call));
  // The program has none of these descriptors.
  syscall(SYS_close_range, 3, ~0U, 0);
}

#else

static int receive_descriptor(int socket) {
  union control control;
  char byte;
  struct iovec vector = {&byte, 1};
  struct msghdr message = {.msg_iov = &vector,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1)
    return -1;
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(&control.header), sizeof descriptor);
  return descriptor;
}

static long calls;

/// Answers until no process has the filter.
static void answer(int listener, long which, int later, int error) {
  for (;;) {
    struct pollfd ready = {listener, POLLIN, 0};
    if (poll(&ready, 1, -1) < 0 || !(ready.revents & POLLIN))
      return;
    struct seccomp_notif call = {0};
    // Whoever called may have been killed.
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
      continue;
    ++calls;
    struct seccomp_notif_resp reply = {.id = call.id};
    if (calls == which || (later && calls > which))
      reply.error = -error;
    else
      reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
  }
}

int main(int count, char **arguments) {
  if (count < 7) {
    fprintf(stderr, "inject: error: see the beginning of inject.c\n");
    return 125;
  }
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
    give_up("socketpair");
  pid_t child = fork();
  if (child < 0)
    give_up("fork");
  if (child == 0) {
    char socket[12];
    snprintf(socket, sizeof socket, "%d", sockets[1]);
    close(sockets[0]);
    setenv("INJECT_CALL", arguments[1], 1);
    setenv("INJECT_SOCKET", socket, 1);
    setenv("LD_PRELOAD", arguments[5], 1);
    execv(arguments[6], arguments + 6);
    give_up(arguments[6]);
  }
  close(sockets[1]);
  int listener = receive_descriptor(sockets[0]);
  if (listener < 0)
    give_up("the program has installed no filter");
  answer(listener, atol(arguments[2]), strchr(arguments[2], '+') != NULL,
         atoi(arguments[3]));
  int status = 0;
  if (waitpid(child, &status, 0) != child)
    give_up("waitpid");
  FILE *file = fopen(arguments[4], "w");
  if (!file || fprintf(file, "%ld\n", calls) < 0 || fclose(file) != 0)
    give_up(arguments[4]);
  if (WIFSIGNALED(status)) {
    // The program's core file is the one of interest.
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}

#endif
