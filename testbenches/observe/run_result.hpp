// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/rank_circuit.hpp"
#include "base/time.hpp"
#include "base/units.hpp"
#include "platforms/build/port_circuit.hpp"
#include "systemc/link/link_observer.hpp"
#include "testbenches/engine/time_split.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Frames of one pair of ranks.
struct FrameCounts {
  std::int64_t sent = 0;
  std::int64_t delivered = 0;
  std::array<std::int64_t, systemc::kLossCauses> lost{};  ///< by LossCause
  base::Bytes delivered_payload;
  base::Bytes lost_payload;  ///< of frames that no link layer sends again

  [[nodiscard]] std::int64_t lost_in_all() const;
};

/// A circuit while an epoch was active, as its receiver saw it last.
struct CircuitResult {
  base::EpochId epoch{};
  base::RankCircuit circuit;
  std::optional<base::RankId> light_from;  ///< whose light the receiver sees strongest
  // Where NICs have several ports.
  std::optional<std::uint32_t> from_port;
  std::optional<std::uint32_t> to_port;
  std::optional<std::uint32_t> light_from_port;
  std::size_t cells = 0;
  std::size_t crossings = 0;
  base::Picoseconds flight;
  base::Decibel loss;
  base::DecibelMilliwatt received;
  base::Decibel crosstalk;
  double q = 0.0;
  double pre_fec_ber = 0.5;
  double worst_pre_fec_ber = 0.5;  ///< while the epoch was active
  double frame_loss_probability = 1.0;
};

/// What a planner of circuits expected; the run's own figures stand beside it.
struct PlanResult {
  std::string policy;
  std::string start;
  std::string letters;  ///< a decision a round: s stay, R change, r back to the start
  std::size_t changes = 0;
  double change_us = 0;  ///< of each
  double time_us = 0;    ///< of the collective
  double dark_us = 0;    ///< of that
};

/// One collective, message or flow of the workload.
struct CollectiveResult {
  std::string name;
  Collective collective = Collective::custom;
  std::uint32_t ranks = 0;
  base::Bytes bytes;        ///< of its buffer at each rank
  base::Picoseconds began;  ///< its first rank did more than wait; never() if none did
  base::Picoseconds all_began;
  base::Picoseconds finished;  ///< its last rank; never() if it did not
  TimeSplit split;             ///< from began to finished, on the way to its last step

  [[nodiscard]] bool complete() const { return finished != base::Picoseconds::never(); }
  /// Bytes a second, as NCCL's tests define them; infinite when it is not complete.
  [[nodiscard]] double algorithm_bandwidth() const;
  [[nodiscard]] double bus_bandwidth() const;
};

/// Steps of the critical path that follow each other.
struct PathRow {
  std::string what;  ///< message, computation, waiting, late start; several
  base::RankId rank{};
  std::optional<base::RankId> to;  ///< of messages and of what waits for a circuit
  base::Picoseconds start;
  base::Picoseconds end;
  std::int64_t steps = 1;  ///< that it stands for
  TimeSplit split;

  /// The part of the time split that took most of it.
  [[nodiscard]] const char* cause() const;
};

/// What the critical path spent its time on.
struct BlameRow {
  std::string resource;
  base::Picoseconds time;
  double share = 0.0;  ///< of the completion time
};

/// What went by one port of a NIC that has several.
struct PortResult {
  base::RankId rank{};
  std::uint32_t port = 0;
  std::int64_t sent = 0;  ///< frames
  base::Bits wire_bits;   ///< of these
  std::int64_t delivered = 0;
  base::Bytes delivered_payload;
  std::int64_t lost = 0;  ///< frames that were lost at its receiver, or dark at its transmitter
};

/// A lane of a transceiver: what became of its transmitter, and what its receiver's half did.
struct LaneResult {
  base::TransceiverId transceiver{};
  std::size_t lane = 0;  ///< 0 stands for all where lanes are alike
  base::Picoseconds failed = base::Picoseconds::never();  ///< its transmitter
  systemc::LockState state = systemc::LockState::scan;    ///< at the end of the run
  base::Picoseconds first_lock = base::Picoseconds::never();
  std::int64_t losses = 0;                                      ///< how often lock was lost
  std::array<base::Picoseconds, systemc::kLockStates> spent{};  ///< in each LockState
};

/// An electrical network, as it was used.
struct NetworkResult {
  std::string kind;
  std::size_t links = 0;
  base::BitRate link_rate;
  base::Bits busiest_link_bits;
  base::Bits largest_queue;            ///< ahead of any frame at any link
  base::Picoseconds longest_wait;      ///< of any frame at any link
  std::int64_t sources_of_trains = 0;  ///< ranks that may send trains
};

/// What the link layer of one rank did for its frames to another.
struct LinkPairResult {
  base::RankCircuit pair;
  std::int64_t asked = 0;     ///< how often it went back because a frame was missed
  std::int64_t timeouts = 0;  ///< and because nothing was heard
  std::int64_t repeated = 0;  ///< frames sent again
  base::Bytes repeated_payload;
  std::int64_t given_up = 0;  ///< frames abandoned
  base::Picoseconds waited_for_credit;
  base::Picoseconds waited_for_window;
};

/// Of machines with a link layer.
struct LinkLayerResult {
  bool retries = false;
  bool credits = false;
  base::Picoseconds replay_window;  ///< in frame times; 0 without retries
  base::Picoseconds longest_dark;   ///< of all reconfigurations
  /// What became of traffic at dark times: `quiesced` (none was under way), `replayed` or `lost`.
  std::string dark_times;
  std::vector<LinkPairResult> pairs;
};

struct FrameResult {
  base::RankCircuit pair;
  FrameCounts counts;
};

/// One change of circuits; never() for what did not happen.
struct ReconfigurationResult {
  base::EpochId epoch{};
  std::vector<base::RankCircuit> circuits;
  std::vector<platforms::PortCircuit> ports;  ///< by which they go
  std::vector<base::RankCircuit> kept;        ///< circuits that stayed and were not touched
  std::vector<base::PortId> disturbed;        ///< inputs that were drained although they stayed
  std::int64_t frames_while_dark = 0;         ///< that arrived well on other circuits
  std::size_t changed_cells = 0;
  std::int64_t codes_written = 0;
  base::Picoseconds settle_timer;
  bool settle_timer_overridden = false;
  base::Picoseconds requested = base::Picoseconds::never();
  base::Picoseconds committed = base::Picoseconds::never();
  base::Picoseconds broken = base::Picoseconds::never();   ///< receivers masked: the dark begins
  base::Picoseconds latched = base::Picoseconds::never();  ///< the codes took effect
  base::Picoseconds settle_timer_over = base::Picoseconds::never();
  base::Picoseconds active = base::Picoseconds::never();
  base::Picoseconds fabric_settled = base::Picoseconds::never();  ///< by the fields, not the timer

  [[nodiscard]] bool complete() const { return active != base::Picoseconds::never(); }
  [[nodiscard]] base::Picoseconds programming() const { return latched - broken; }
  [[nodiscard]] base::Picoseconds settling() const { return settle_timer_over - latched; }
  [[nodiscard]] base::Picoseconds relock() const { return active - settle_timer_over; }
  [[nodiscard]] base::Picoseconds dark() const { return active - broken; }
};

struct EnergyItem {
  std::string component;
  base::Joule held;      ///< power over time
  base::Joule switched;  ///< energy of bits and of codes that are written
};

/// Something that went wrong in the simulated design.
struct RunFault {
  std::string name;  ///< one of platforms::kFaultNames
  std::string text;
  bool expected = false;
};

/// Everything that a run found out; plain data, from which every output is written.
struct RunResult {
  std::string workload_name;
  std::string collective;
  std::uint32_t ranks = 0;
  base::Bytes bytes;
  base::Bytes chunk_bytes;
  std::int64_t messages = 0;
  std::string controller;
  std::uint64_t seed = 0;
  bool completed = false;
  bool data_verified = false;
  base::Picoseconds set_up;      ///< before the first post
  base::Picoseconds completion;  ///< first post to last step; 0 if not completed
  base::Picoseconds simulated;   ///< the end of the run
  base::Picoseconds watchdog;    ///< that ended it after so long without anything; 0 if none did
  TimeSplit split;
  base::Picoseconds dark_hidden;
  std::vector<PathRow> critical_path;  ///< in the order of time; empty without records
  std::vector<BlameRow> blame;         ///< largest first; they add up to the completion time
  base::BitRate line_rate;             ///< of a node, all its ports together
  base::Bits busiest_wire_bits;        ///< of the rank that sent most
  base::Bits wire_bits;                ///< of all frames that were sent
  base::Bytes delivered;               ///< payload that reached memory
  base::Bytes posted;
  base::Bytes lost;            ///< payload of frames that were lost, or that never left
  double payload_share = 0.0;  ///< payload over wire bits of a full frame
  std::optional<LinkLayerResult> link_layer;            ///< where there is one
  std::optional<NetworkResult> network;                 ///< of an electrical machine
  std::vector<base::Picoseconds> late_by;               ///< by rank; empty when all come at once
  std::vector<ReconfigurationResult> reconfigurations;  ///< of optical machines, as what follows
  std::vector<CircuitResult> circuits;
  std::vector<FrameResult> frames;
  std::optional<PlanResult> plan;             ///< of policies other than in_order
  std::vector<CollectiveResult> collectives;  ///< in the order of the workload
  std::uint32_t ports_of_rank = 1;
  std::vector<PortResult> ports;  ///< of NICs that have several
  std::vector<LaneResult> lanes;
  std::vector<EnergyItem> energy;
  double energy_difference = 0.0;  ///< largest relative one between the ledger and its check
  std::vector<RunFault> faults;
  std::vector<std::string> blocked;  ///< who waits for whom, when not completed
  std::vector<std::string> approximations;

  [[nodiscard]] base::Joule total_energy() const;
  [[nodiscard]] std::int64_t lost_frames() const;
  /// May the time split have such parts? They are shown only where it may.
  [[nodiscard]] bool circuits_changed() const { return reconfigurations.size() > 1; }
  /// 0 fine, 1 the simulated design failed in a way that the scenario did not declare.
  [[nodiscard]] int exit_code() const;
};

}  // namespace heliograph::testbenches
