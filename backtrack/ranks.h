//===- ranks.h - Workers in several processes -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How requests, tasks and results pass between ranks.
/// docs/guides/backtrack.md, "Between ranks", explains the protocol.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BACKTRACK_RANKS_H
#define TUSSAH_BACKTRACK_RANKS_H

#include "../jobs/job.h"
#include "copies.h"
#include "function.h"
#include "tree.h"

#include <tussah/backtrack/ranks.hpp>

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace tussah::backtrack::detail {

using Guard = std::lock_guard<support::SpinLock>;

/// What has left a task, in a message: writes it, and reads it again. \p rank
/// is where it was thrown.
void writeFailure(packer &to, const std::exception_ptr &failure, unsigned rank);
std::exception_ptr readFailure(unpacker &from);

/// A job whose ranks run tasks by backtracking.
class TaskJob final : public jobs::Job, public Network {
public:
  /// Throws error. Null if this process is alone.
  static TaskJob *join();

  /// On ranks other than 0: takes part in the runs of rank 0, then leaves the
  /// program.
  [[noreturn]] void serve();

  unsigned defaultWorkers() const override;
  void begin(Run &run) override;
  void stop(Run &run) override;
  void end(Run &run, statistics &result) override;
  std::unique_ptr<Task> next(Core &idle, bool mayAsk) override;
  std::unique_ptr<Task> partOf(Task &task, Core &waiting, bool mayAsk) override;
  void finish(std::unique_ptr<Task> task) override;
  bool answer(Core &thief, Task *task) override;
  bool open(Task &task) override;
  void cancel() override;
  void sendRecord(const std::vector<std::byte> &record) override;
  [[noreturn]] void die(const std::string &why) override { Job::die(why); }
  jobs::Job &job() override { return *this; }

  /// Sends a value to all ranks and waits until they have it. Returns the value
  /// as what owns it on all ranks.
  std::shared_ptr<const void> broadcast(worker &w, const Broadcast &what,
                                        const packer &contents);
  /// Null if this rank has none by this name.
  std::shared_ptr<Copy> copyOf(const CopyName &name);
  /// Nobody on this rank needs what it has sent in a run.
  void giveUp(std::uint32_t run, const CopyName &name) noexcept {
    Unneeded.add(run, name);
  }

private:
  enum class Message : std::uint8_t {
    Begin = Job::Begin,   ///< A run begins: its options.
    Request = FirstOfRun, ///< A rank wants a task, or a part of one.
    Nothing,              ///< There is none.
    Task,                 ///< The answer: a task's number, code and inputs.
    Result,               ///< A task was done.
    Cancel,               ///< A scope around a task was cancelled.
    End,                  ///< The run is over.
    Ended,                ///< What the rank did in it.
    Record,               ///< To rank 0: what a task has returned.
    Copy,                 ///< A value for all ranks.
    CopyArrived,          ///< The answer.
    CopyGivenUp,          ///< It is not needed any more.
  };

  /// A task as it has come from another rank.
  struct Arrival {
    unsigned From = 0;
    std::uint64_t Number = 0;
    unsigned Divided = 0;
    std::vector<std::byte> Bytes;
  };
  /// A task that another rank has.
  struct Given {
    detail::Task *What;
    unsigned To;
    bool CancelSent = false;
    // Of the worker that waits for it, when it steals back.
    bool Asked = false, HasPart = false;
    Patience Wait{};
    Arrival Part{};
  };
  /// A task of another rank that is here; null until its inputs are read.
  struct Foreign {
    detail::Task *What = nullptr;
    bool IsCancelled = false;
  };
  /// Who has asked this rank, the number of the request there, and for whom:
  /// leaders of groups ask for their members. An idle worker of this rank asks
  /// the rank itself.
  struct Client {
    unsigned Rank;
    std::uint64_t Request;
    unsigned Thief;
  };
  /// A worker of this rank that may give a task; how often that was divided,
  /// and which of several such it is.
  struct Candidate {
    unsigned Divided;
    std::size_t Turn;
    Core *Who;
  };
  /// Stands for a thief on another rank, among the workers here.
  struct Proxy : Core {
    explicit Proxy(Run &run) : Core(run, 0, true) {}

    bool IsFree = true;
    Client For{};
    /// The number of the task of which it wants a part; 0 for any.
    std::uint64_t Part = 0;
    /// The worker that it asks, if it asks one; those that are left to be
    /// asked, and then the ranks; when it began. The last ones are next.
    Core *Victim = nullptr;
    std::vector<Candidate> Victims;
    /// Whether it waits because others ask all of these.
    bool Waits = false;
    std::vector<RankTree::Member> Members;
    std::uint64_t Since = 0;
    /// A task of which it wanted a part, and which has ended meanwhile.
    std::shared_ptr<detail::Task> Ended;
  };
  /// A request for any task that this rank has sent on: for a client, or for a
  /// proxy; at which level of groups, and whether to the leader.
  struct Onward {
    Client For;
    Proxy *Search;
    std::size_t Level;
    bool ByLeader;
    unsigned To = 0;
  };
  /// Which task: the rank that made it, and its number there.
  using Name = std::pair<unsigned, std::uint64_t>;

  packer message(Message kind) const {
    return Job::message(static_cast<std::uint8_t>(kind));
  }
  void post(unsigned rank, const packer &message);
  /// Calls what other ranks wait for. It catches the exceptions of the
  /// program's code itself; if there is no memory even for that, the job ends.
  template <class Act> void orDie(Act act) {
    try {
      act();
    } catch (const std::exception &e) {
      die(e.what());
    }
  }

  void gather(Run &run, statistics &result);
  bool haveAllEnded() const;
  void handleOfRun(std::uint8_t kind, unsigned from,
                   unpacker &message) override;
  void look() override;
  void packLoss(packer &to) override;
  void handleLoss(unsigned lost, unpacker &news) override;
  void takeBack(unsigned lost);
  void orphan(unsigned lost);
  void forgetRequests(unsigned lost);
  void dispatch(Message kind, unsigned from, unpacker &message);
  void ask(Core &idle);
  void handleRequest(unsigned from, unpacker &message);
  void handleNothing(unsigned from, unpacker &message);
  void handleTask(unsigned from, unpacker &message);
  void handleResult(unpacker &message);
  void handleCancel(unsigned from, std::uint64_t number);
  void handleEnded(unsigned from, unpacker &message);
  void handleCopy(unsigned from, unpacker &message);
  void spreadGivenUp();

  Proxy &freeProxy();
  void listVictims(Proxy &proxy);
  void findVictim(Proxy &proxy);
  void serveWaiting();
  void decline(Proxy &proxy);
  void release(Proxy &proxy);
  void refuse(const Client &client, std::uint64_t part,
              bool isReferred = false);
  static bool packTask(detail::Task &task, packer &to) noexcept;
  bool give(detail::Task &task, const packer &body, Proxy &proxy) noexcept;
  void request(unsigned rank, std::uint64_t part, std::uint64_t number,
               unsigned thief, std::size_t level, bool byLeader);
  void sendOn(unsigned rank, const Onward &what);
  void askOn(std::size_t level, const Client &client);
  bool refer(const Client &client);
  Onward takeOnward(std::uint64_t request);
  unsigned hintFor(unsigned rank) const;
  void arrive(const Name &task);
  void passOn(const Client &client, const Arrival &arrival);
  std::unique_ptr<detail::Task> read(const Arrival &arrival, Core &core,
                                     Scope *outer);
  void packEnd(detail::Task &task, packer &to);
  void sendResult(const Name &task, const packer &body);
  void spreadCancellation();
  void close();

  // The lock guards all that follows, unless a comment says otherwise.
  Run *Active = nullptr;
  /// One for each request of another rank that waits. Their addresses stay.
  std::list<Proxy> Proxies;
  std::map<std::uint64_t, Given> Away;
  std::map<Name, Foreign> Here;
  std::uint64_t LastNumber = 0;
  Copies Everywhere;
  /// Has a lock of its own.
  GivenUp Unneeded;
  /// Where the next search for a victim begins.
  std::size_t LastVictim = 0;

  // Of requests for any task: those that were sent on, by number.
  RankTree Tree;
  Hints Known;
  std::map<std::uint64_t, Onward> Sent;
  std::uint64_t LastRequest = 0, Random = 1;
  /// A task that leaders pass on may come after the message that cancels it.
  std::set<Name> CancelledBefore;

  // Of the request of one idle worker. The first two are also read without the
  // lock.
  Atomic<bool> Asked = false, IsAnswered = false;
  Patience Wait;
  std::optional<Arrival> Arrived;

  rank_statistics Counts;
  /// On rank 0: which have ended, and what they did.
  std::vector<bool> HasEnded;
  std::vector<rank_statistics> RankCounts;
  std::vector<std::vector<worker_statistics>> WorkerCounts;
};

} // namespace tussah::backtrack::detail

#endif // TUSSAH_BACKTRACK_RANKS_H
