// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "base/rank_circuit.hpp"
#include "systemc/electrical/electrical_parameters.hpp"
#include "systemc/electrical/link_line.hpp"
#include "systemc/electrical/network_topology.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/link_observer.hpp"
#include "systemc/link/loss_process.hpp"

namespace heliograph::systemc {

/// Links and what joins them: frames go from link to link along the topology's ways, waiting in the
/// output queue of each link (LinkLine), and are handed to their destination with their last bit.
/// Frames that come to a queue at one instant go in the order of their sources. Switch and nodes
/// have all the room that they need, and handing over inside of a node takes no time.
///
/// With a bit error rate each link damages frames on its own (LossProcess); a damaged frame goes on
/// to its end, as with cut-through it must, and is lost there.
class ElectricalNetwork : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(ElectricalNetwork);
  /// What is passed must outlive it. Throws std::invalid_argument when links of nodes are faster
  /// than their line, since their frames would come too slowly.
  ElectricalNetwork(const sc_core::sc_module_name& name, std::unique_ptr<NetworkTopology> topology,
                    const ElectricalParameters& parameters, std::uint64_t seed, FramePool& pool,
                    LinkObserver& observer);

  /// Who gets the frames for `rank`.
  void connect(base::RankId rank, FrameSink& sink);
  /// Each bit is booked once for every link that it takes, and for what it passes between them.
  void meter(EnergyAccount& links, EnergyAccount& switches);
  /// The pairs of ranks that will send, and no others; decides what may travel as trains: what
  /// leaves a rank whose frames share no link with frames that come another way. Without it nothing
  /// may. With TrainPolicy::approximate everything may.
  void allow_trains(const std::vector<base::RankCircuit>& pairs);
  /// Frames in a row that `rank` may send at once.
  [[nodiscard]] std::int64_t longest_train_from(base::RankId rank) const;

  /// A frame or train whose first bit leaves its source now, at its pace.
  void inject(Frame& frame);

  [[nodiscard]] const NetworkTopology& topology() const { return *topology_; }
  [[nodiscard]] const LinkLine& line(std::size_t link) const { return lines_[link]; }

 private:
  /// A frame comes to a link, or (link: kDelivered) to its end.
  struct Coming {
    base::Picoseconds at;
    std::size_t link = 0;
    Pace ready;
    Frame* frame = nullptr;
    std::uint64_t order = 0;
  };
  static constexpr std::size_t kDelivered = static_cast<std::size_t>(-1);

  /// a is later than b.
  [[nodiscard]] static bool later(const Coming& a, const Coming& b);
  void schedule(Coming coming);
  void run();
  void wake_for_first();
  /// At the tail of the link's queue.
  void enter(Frame& frame, std::size_t link, const Pace& ready);
  void pass(Frame& frame, std::size_t link, const Pace& pace);
  void deliver(Frame& frame);

  std::unique_ptr<NetworkTopology> topology_;
  ElectricalParameters parameters_;
  base::Bits needed_to_forward_;
  double frame_loss_probability_;
  FramePool& pool_;
  LinkObserver& observer_;
  std::vector<LinkLine> lines_;      // by link
  std::vector<LossProcess> losses_;  // by link; empty where nothing is lost
  std::vector<FrameSink*> sinks_;    // by rank
  std::vector<bool> trains_from_;    // by rank
  EnergyAccount* link_energy_ = nullptr;
  EnergyAccount* switch_energy_ = nullptr;
  sc_core::sc_event due_;
  std::vector<Coming> coming_;  // a heap, the first due in front
  std::uint64_t next_order_ = 0;
  bool running_ = false;
};

}  // namespace heliograph::systemc
