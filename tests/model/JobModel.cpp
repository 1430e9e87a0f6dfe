//===- JobModel.cpp - A job's watch, and the end of the transport ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One thread leaves the job, and the other one, as the watch does, looks for
/// messages. The transport must not be used when it is finished.
///
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "jobs/job.h"
#include "models.h"

using namespace tussah::jobs;

namespace {

bool Finished;

int receive(tussah_cps_message *) {
  model_require(!Finished, "the transport is used when it is finished");
  return 0;
}
void send(int, const void *, size_t) {
  model_require(!Finished, "the transport is used when it is finished");
}
void finish() { Finished = true; }

const tussah_cps_transport Transport = {"model", nullptr, send,   receive,
                                        nullptr, nullptr, finish, 1000};

class ModelledJob final : public Job {
public:
  ModelledJob() {
    Network = &Transport;
    Rank = 1;
    Ranks = 2;
    Connected.store_relaxed(true);
    Heard = std::vector<Atomic<std::uint64_t>>(2);
    IsLost = std::vector<Atomic<bool>>(2);
    Present = 2;
  }
  void handleOfRun(std::uint8_t, unsigned, unpacker &) override {}
  void look() override {}
  void handleLoss(unsigned, unpacker &) override {}
};

ModelledJob *Now;

void beginLeaving() {
  Now = &begin<ModelledJob>();
  Finished = false;
}

void leaveOrWatch(unsigned number) {
  if (number == 0)
    return Now->finishTransport();
  // The watch has looked whether the job is left.
  if (!Now->Leaving.load_relaxed())
    Now->poll();
}

} // namespace

extern "C" {
extern const struct model job_models[];
const struct model job_models[] = {
    {"job-leaving", 2, 0, beginLeaving, leaveOrWatch, nullptr, -1, -1},
    {nullptr, 0, 0, nullptr, nullptr, nullptr, 0, 0},
};
}
