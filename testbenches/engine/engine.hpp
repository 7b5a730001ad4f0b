// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <systemc>
#include <tuple>
#include <vector>

#include "platforms/build/platform.hpp"
#include "platforms/control/circuit_service.hpp"
#include "testbenches/engine/rank_memory.hpp"
#include "testbenches/engine/run_log.hpp"
#include "testbenches/planning/epoch_plan.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Walks a schedule on a platform: each stream posts, waits and computes step by step, and circuits
/// are asked for as the plan says, as soon as those that must go carry nothing any more.
class Engine : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Engine);
  /// All references must outlive the engine. `bytes`: the collective's buffer on each rank.
  Engine(const sc_core::sc_module_name& name, const Schedule& schedule, const EpochPlan& plan,
         platforms::Platform& platform, platforms::CircuitService& circuits,
         const RankMemory& memory);

  /// Called when every stream is done.
  void on_finished(std::function<void()> listener) { finished_listener_ = std::move(listener); }
  [[nodiscard]] bool finished() const { return streams_left_ == 0; }
  [[nodiscard]] const RunLog& log() const { return log_; }
  /// For each stream that is not done, what it waits for; one line each.
  [[nodiscard]] std::vector<std::string> blocked_streams() const;

 private:
  enum class Wait { none, dependency, message, computation, circuit, sending };
  struct Stream {
    base::RankId rank{};
    base::StreamId id{};
    StreamInfo info;
    std::int64_t next = 0;  ///< the step in hand; those before it are done
    bool in_hand = false;
    Step step;
    std::size_t record = 0;
    Wait wait = Wait::none;
    std::uint64_t send_address = 0;
    std::uint64_t landing = 0;  ///< of the message received by the step in hand
    std::optional<std::size_t> last_done;
    std::vector<std::size_t> done_records;  ///< by step, for dependencies
  };
  using Connection = std::tuple<base::RankId, base::RankId, std::int32_t>;
  struct Arrived {
    std::size_t message = 0;
    std::uint64_t address = 0;
  };

  void start();
  void pump(Stream& stream);
  /// Takes a stream one stage on; false when it has to wait.
  bool advance(Stream& stream);
  bool take_up_step(Stream& stream);
  bool take_message(Stream& stream);
  void compute(Stream& stream);
  bool post_send(Stream& stream);
  void after_computation(Stream& stream);
  void finish_step(Stream& stream);
  void note_last(std::size_t record);
  void wake_dependents(base::RankId rank);
  void on_completion(base::RankId rank, const systemc::Completion& completion);
  void message_sent(base::RankId rank, const systemc::Completion& completion);
  void message_received(base::RankId rank, const systemc::Completion& completion);
  void circuits_active();
  void ask_for_next_matching();
  [[nodiscard]] bool circuit_is_up(const Stream& stream) const;
  [[nodiscard]] std::string describe_wait(const Stream& stream) const;

  const Schedule& schedule_;
  const EpochPlan& plan_;
  platforms::Platform& platform_;
  platforms::CircuitService& circuits_;
  const RankMemory& memory_;
  std::function<void()> finished_listener_;
  RunLog log_;
  std::deque<std::vector<Stream>> streams_;  // by rank
  std::size_t streams_left_ = 0;
  std::map<Connection, std::vector<std::size_t>> messages_;  // by number
  std::map<Connection, std::deque<Arrived>> mailboxes_;
  std::size_t asked_matchings_ = 0;
  std::size_t active_matchings_ = 0;
  std::vector<std::int64_t> sends_done_before_;  // by matching, as EpochPlan::sends_before
};

}  // namespace heliograph::testbenches
