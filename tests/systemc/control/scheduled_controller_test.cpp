// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <functional>

#include "systemc/control/behavioural/scheduled_controller.hpp"
#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

/// Decides as told, one cycle after it was asked.
class ToldScheduler final : public SchedulerCore {
 public:
  using Decide = std::function<SchedulerOutputs(const SchedulerInputs&, std::uint64_t cycle)>;
  ToldScheduler(unsigned ports, Decide decide) : ports_(ports), decide_(std::move(decide)) {}

  [[nodiscard]] unsigned ports() const override { return ports_; }
  void reset() override { cycle_ = 0; }
  const SchedulerOutputs& cycle(const SchedulerInputs& inputs) override {
    shown_ = next_;
    next_ = decide_(inputs, ++cycle_);
    return shown_;
  }

 private:
  unsigned ports_;
  Decide decide_;
  std::uint64_t cycle_ = 0;
  SchedulerOutputs shown_;
  SchedulerOutputs next_;
};

bool any(const GrantMatrix& matrix) {
  for (const std::uint32_t word : matrix) {
    if (word != 0) return true;
  }
  return false;
}

/// The lowest request alone.
SchedulerOutputs one_at_a_time(const SchedulerInputs& inputs, std::uint64_t /*cycle*/) {
  SchedulerOutputs outputs;
  for (std::size_t word = 0; word < inputs.req.size() && !any(outputs.gnt); ++word) {
    outputs.gnt[word] = inputs.req[word] & (~inputs.req[word] + 1);
  }
  outputs.gnt_valid = any(outputs.gnt);
  return outputs;
}

struct Scheduled {
  Scheduled(ToldScheduler::Decide decide, bool keeps_slots)
      : bench([&] {
          auto made = std::make_unique<ScheduledController>(
              std::make_unique<SwitchCtrlTwin>(4),
              std::make_unique<ToldScheduler>(4, std::move(decide)), keeps_slots, 100);
          controller = made.get();
          return made;
        }()) {
    bench.configure(2);
    bench.connect(0, 1);
    bench.connect(1, 3);
    bench.connect(3, 0);
  }
  ScheduledController* controller = nullptr;
  ControllerBench bench;
};

constexpr std::uint32_t kWholeMap = 1U << 1 | 1U << 7 | 1U << 12;

TEST_CASE("a scheduler decides which circuits come up") {
  Scheduled all(
      [](const SchedulerInputs& inputs, std::uint64_t) {
        SchedulerOutputs outputs;
        outputs.gnt = inputs.req;
        outputs.gnt_valid = any(inputs.req);
        return outputs;
      },
      false);
  CHECK(all.bench.commit(1) == kOkay);
  CHECK(all.bench.event_ids() == full_sequence());
  CHECK(all.bench.outputs().gnt[0] == kWholeMap);
  CHECK(all.controller->decisions() == 1);
}

TEST_CASE("grants may come over several decisions") {
  Scheduled one(one_at_a_time, false);
  CHECK(one.bench.commit(1) == kOkay);
  CHECK(one.bench.outputs().gnt[0] == kWholeMap);
  CHECK(one.controller->decisions() >= 3);
}

TEST_CASE("what is not granted does not come up, and is told") {
  Scheduled partial(
      [](const SchedulerInputs& inputs, std::uint64_t) {
        SchedulerOutputs outputs;
        outputs.gnt[0] = inputs.req[0] & 1U << 7;
        outputs.gnt_valid = outputs.gnt[0] != 0;
        return outputs;
      },
      false);
  CHECK(partial.bench.commit(1) == kOkay);
  CHECK(partial.bench.outputs().gnt[0] == 1U << 7);
  REQUIRE(!partial.bench.events.empty());
  CHECK(partial.bench.events.front().id == static_cast<ControlEvent>(kNotGrantedEvent));
  CHECK(partial.bench.events.front().arg == 0b1001);
  // The host asks again, and the map that it wrote counts.
  partial.bench.connect(0, 1);
  CHECK(partial.bench.commit(2) == kOkay);
  CHECK(partial.bench.outputs().gnt[0] == 1U << 7);
}

TEST_CASE("with slots a commit waits for the start of one") {
  std::vector<std::uint64_t> starts;
  Scheduled slots(
      [&starts](const SchedulerInputs& inputs, std::uint64_t cycle) {
        SchedulerOutputs outputs;
        outputs.gnt = inputs.req;
        outputs.gnt_valid = any(inputs.req);
        outputs.slot_start = cycle % 200 == 0;
        return outputs;
      },
      true);
  CHECK(slots.bench.commit(1) == kOkay);
  const std::uint64_t requested = slots.bench.event(ControlEvent::kRequest).cycle;
  // Slots start in the bench's cycle after the scheduler's 200th, 400th...
  CHECK(requested % 200 < 10);
  CHECK(requested >= 200);
}

TEST_CASE("other accesses pass, refusals too") {
  Scheduled one(one_at_a_time, false);
  CHECK(one.bench.read(registers::kId).data == registers::kIdValue);
  CHECK(one.bench.write(registers::kScratch, 0x1234'5678, 0b0011) == kOkay);
  CHECK(one.bench.read(registers::kScratch).data == 0x5678);
  CHECK(one.bench.write(registers::kId, 1) == kSlaveError);
  CHECK(one.bench.read(0x0404).response == kSlaveError);
}

}  // namespace
}  // namespace heliograph::systemc::test
