// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "platforms/build/platform.hpp"
#include "platforms/control/circuit_service.hpp"
#include "systemc/kernel/calendar.hpp"
#include "testbenches/engine/message_board.hpp"
#include "testbenches/engine/path_costs.hpp"
#include "testbenches/engine/rank_memory.hpp"
#include "testbenches/engine/run_log.hpp"
#include "testbenches/engine/time_split.hpp"
#include "testbenches/planning/epoch_plan.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

struct EngineOptions {
  /// Each operation and message is kept in the log; otherwise memory goes with what is in flight.
  bool keep_records = true;
  /// What a post takes until its first bit when nothing is in its way.
  base::Picoseconds post_latency;
  /// How much later than the first each rank comes; empty: all come at once.
  std::vector<base::Picoseconds> late_by;
  /// When the next circuits are asked for, once those that go carry nothing any more.
  platforms::PlanningTrigger trigger = platforms::PlanningTrigger::provisioned;
  /// nullptr: circuits never change.
  const SwitchingTime* switching = nullptr;
  /// nullptr: all of a message's way is propagation.
  const MessageWay* way = nullptr;
};

/// Walks a schedule on a platform: each stream posts, waits and computes step by step, and circuits
/// are asked for as the plan says, as soon as those that must go carry nothing any more. On the way
/// it adds up, for each operation, where the time went on the path of operations that it had to
/// wait for.
class Engine : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Engine);
  /// All references must outlive the engine. `circuits` is nullptr on machines that have none to
  /// ask for; then the plan has no matchings.
  Engine(const sc_core::sc_module_name& name, const Schedule& schedule, const EpochPlan& plan,
         platforms::Platform& platform, platforms::CircuitService* circuits,
         const RankMemory& memory, EngineOptions options);

  /// Called when every stream is done.
  void on_finished(std::function<void()> listener) { finished_listener_ = std::move(listener); }
  [[nodiscard]] bool finished() const { return streams_left_ == 0; }
  [[nodiscard]] const RunLog& log() const { return log_; }
  /// For each stream that is not done, what it waits for; one line each.
  [[nodiscard]] std::vector<std::string> blocked_streams() const;

 private:
  enum class Wait { none, dependency, message, computation, time, circuit, sending };
  /// An operation that is done: what the next one starts from.
  struct Done {
    base::Picoseconds at;
    PathSoFar path;
    std::size_t record = kNone;
  };
  /// The operation that ended last; of those that end together the first in rank, stream and step
  /// stands for all, whatever order the kernel ended them in.
  struct Last {
    Done done;
    base::RankId rank{};
    base::StreamId stream{};
    std::int64_t step = -1;  ///< none yet
  };
  /// How a path comes into a collective: what of it lies before, so that the rest is the time
  /// since the collective began, the wait for the rank by which it comes counted as late start.
  struct Entry {
    TimeSplit before;
    std::size_t part = kNone;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  struct Stream {
    base::RankId rank{};
    base::StreamId id{};
    StreamInfo info;
    std::size_t send_connection = kNone;
    std::size_t receive_connection = kNone;
    std::int64_t next = 0;  ///< the step in hand; those before it are done
    bool in_hand = false;
    Step step;
    OperationRecord* record = nullptr;  ///< of the step in hand: in the log, or `own`
    OperationRecord own;
    std::size_t record_index = kNone;
    PathSoFar path;  ///< up to the present stage of the step in hand
    Wait wait = Wait::none;
    std::uint64_t send_address = 0;
    Message* message = nullptr;  ///< that it sends
    std::uint64_t landing = 0;   ///< of the message received by the step in hand
    base::Bytes landed;          ///< its size
    Done last;
    std::vector<Done> done;  ///< by step, for dependencies; empty where the rank has one stream
    std::vector<Stream*> dependents;  ///< those that wait for a step of this one, by their ids
    std::size_t part = 0;
    bool begun = false;  ///< it has done more than wait
  };
  struct Rank {
    std::vector<Stream> streams;
    std::vector<bool> begun;  ///< by part
    bool late = false;        ///< it has not come yet
  };

  void prepare();
  void start();
  void rank_comes(base::RankId rank);
  void pump(Stream& stream);
  /// Takes a stream one stage on; false when it has to wait.
  bool advance(Stream& stream);
  bool take_up_step(Stream& stream);
  bool take_message(Stream& stream);
  void compute(Stream& stream);
  /// Until the time of a compute or wait step is over; false when it has to wait.
  bool pass_time(Stream& stream);
  void time_passed(Stream& stream);
  bool post_send(Stream& stream);
  void after_computation(Stream& stream);
  void finish_step(Stream& stream);
  static void note_last(const Stream& stream, Last& last);
  void finish_part(std::size_t part);
  /// The first step of a stream that is more than waiting.
  void begin(Stream& stream);
  /// Its path comes into its collective, if it is not in it.
  void enter(Stream& stream);
  void depend(Stream& stream, Stream& other);
  void wake_dependents(Stream& done);
  void on_completion(base::RankId rank, const systemc::Completion& completion);
  void message_sent(base::RankId rank, const systemc::Completion& completion);
  void message_received(base::RankId rank, const systemc::Completion& completion);
  void circuits_active();
  void ask_for_next_matching();
  /// Have the ranks come that the trigger waits for?
  [[nodiscard]] bool triggered() const;
  void note_waiting(const Stream& stream);
  [[nodiscard]] bool circuit_is_up(const Stream& stream) const;
  [[nodiscard]] std::string describe_wait(const Stream& stream) const;

  const Schedule& schedule_;
  const EpochPlan& plan_;
  platforms::Platform& platform_;
  platforms::CircuitService* circuits_;
  const RankMemory& memory_;
  EngineOptions options_;
  PathCosts costs_;
  std::function<void()> finished_listener_;
  RunLog log_;
  std::deque<Rank> ranks_;
  std::size_t streams_left_ = 0;
  MessageBoard board_;
  std::vector<Stream*> receivers_;  // by connection
  systemc::Calendar<base::RankId> late_ranks_;
  systemc::Calendar<Stream*> passing_;
  std::vector<std::size_t> part_streams_left_;  // by part
  std::vector<Entry> entries_;                  // the first stands for none
  Last last_;
  std::vector<Last> last_of_part_;
  std::size_t asked_matchings_ = 0;
  std::size_t active_matchings_ = 0;
  std::set<base::RankId> waiting_for_next_;      // ranks, for the circuits that come next
  std::vector<std::int64_t> sends_done_before_;  // by matching, as EpochPlan::sends_before
};

}  // namespace heliograph::testbenches
