// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <deque>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/kernel/lagging.hpp"
#include "systemc/light/fabric_light.hpp"
#include "systemc/light/light_observer.hpp"
#include "systemc/light/link_optics.hpp"
#include "systemc/link/receiver.hpp"
#include "systemc/link/transmitter.hpp"

namespace heliograph::systemc {

/// A waveguide or fibre, its couplers included, at one end of a fabric.
struct LightSpan {
  base::Second delay;
  base::Decibel loss;
};

/// Composes the field matrices of the fabrics along the waveguides and fibres between transmitters
/// and receivers, tells each receiver what light it sees from which picosecond on, and carries
/// frames to whatever receivers their light reaches.
///
/// A frame's light is judged when its first bit has passed the last fabric; inside an interval of a
/// moving fabric the worse of the interval's ends holds. Instants at which a receiver's strongest
/// source, its loss of signal or the quality of its light change are solved to the picosecond.
/// A change of what a transmitter emits counts from when it has passed the last fabric.
///
/// Light that changes at some instant counts for frames that pass after it, and a way that changes
/// counts for frames that leave their transmitter after it; so it makes no difference what happens
/// first in an instant. A train passes as a whole where one receiver follows its light; when any
/// light changes, the frames that have not passed are judged anew.
///
/// Where lanes can differ, each lane has the field of the one frequency at which it is computed,
/// times its own losses at either end, and only the lanes that are lit.
///
/// Between joined fabrics a change of the first is taken to reach the last at once; only the way
/// from the last fabric to the receiver delays it. Platforms with one fabric on each path, which
/// are all that can be described so far, are exact.
class LightMap : public sc_core::sc_module, public FabricListener {
 public:
  LightMap(const sc_core::sc_module_name& name, const LinkOptics& optics, FramePool& pool,
           LinkObserver& link_observer, LightObserver& light_observer);

  // Wiring, before the simulation starts. Fabrics are added in the order in which light meets them,
  // transmitters and receivers in the order of their ids; std::logic_error otherwise.
  void add_fabric(FabricLight& fabric);
  void add_transmitter(Transmitter& transmitter, FabricLight& fabric, base::PortId input,
                       LightSpan span);
  void add_receiver(Receiver& receiver, FabricLight& fabric, base::PortId output, LightSpan span);
  /// Light that leaves `from` at `output` enters `to`, a fabric that was added later, at `input`.
  void join(FabricLight& from, base::PortId output, FabricLight& to, base::PortId input,
            LightSpan span);

  void interval_begins(FabricLight& fabric) override;

  /// Transmitter to receiver along the present way of the light; rounded once for the whole path.
  [[nodiscard]] base::Picoseconds flight_time(base::TransceiverId from,
                                              base::TransceiverId to) const;

 private:
  struct Joint {
    std::size_t fabric = 0;
    base::PortId input{};
    LightSpan span;
  };
  struct FabricSlot {
    FabricLight* fabric = nullptr;
    std::vector<std::optional<Joint>> joints;  // by output
    Eigen::MatrixXcd matrix;
    Eigen::MatrixXcd arriving;  // inputs x transmitters
    Eigen::MatrixXcd leaving;   // outputs x transmitters
  };
  /// From a transmitter out of the last fabric.
  struct ExitDelay {
    base::Second exact;
    base::Picoseconds rounded;
  };
  /// Frames [next, end) of a train that go one way through the fabrics and have not passed, or of
  /// which it is promised to a receiver that they will.
  struct Stretch {
    std::uint64_t id = 0;
    Frame* train = nullptr;
    Pace pace;
    base::Picoseconds exit;
    std::int64_t next = 0;
    std::int64_t end = 0;
    Receiver* promised = nullptr;

    [[nodiscard]] base::Picoseconds passage(std::int64_t k) const {
      return pace.first_bit(k) + exit;
    }
    [[nodiscard]] std::int64_t passed(base::Picoseconds when) const {
      return pace.begun(when - exit, end);
    }
  };
  struct TransmitterSlot {
    std::size_t fabric = 0;
    base::PortId input{};
    LightSpan span;
    const Transmitter* transmitter = nullptr;
    Emission emission;  // as it leaves the last fabric
    std::unique_ptr<FrameTarget> target;
    std::unique_ptr<tlm::tlm_target_socket<32, FrameProtocol>> socket;
    Lagging<ExitDelay> exit;
    std::vector<std::size_t> followers;  // receivers that follow it at some time of the interval
    std::vector<Stretch> stretches;
  };
  /// What holds at the fabric's output from `from` on.
  struct Segment {
    base::Picoseconds from;
    ReceivedLight light;
  };
  struct ReceiverSlot {
    Receiver* receiver = nullptr;
    std::unique_ptr<tlm::tlm_initiator_socket<32, FrameProtocol>> socket;
    std::size_t fabric = 0;
    base::PortId output{};
    LightSpan span;
    std::vector<Segment> segments;  // of the present interval and the one before it, ascending
    std::uint64_t generation = 0;   // counts intervals
  };
  /// At the last fabric: the first bit of a frame passes, or that of a stretch's next (frame not
  /// set).
  struct FramePassage {
    Frame* frame = nullptr;
    base::TransceiverId transmitter{};
    std::uint64_t stretch = 0;
  };
  /// At the last fabric: what a transmitter emits changes (emission set), or a receiver's light
  /// does.
  struct Passage {
    std::optional<Emission> emission;
    base::TransceiverId transmitter{};
    std::size_t receiver = 0;
    std::uint64_t generation = 0;
    bool left_fabric = false;
    ReceivedLight light;
  };

  [[nodiscard]] std::size_t slot_of(const FabricLight& fabric) const;
  void compose(base::Picoseconds at);
  [[nodiscard]] ReceivedLight view(const ReceiverSlot& slot) const;
  [[nodiscard]] ReceivedLight view_lanes(const ReceiverSlot& slot) const;
  /// The light of all receivers from now to `to`.
  void light_up_to(base::Picoseconds to);
  void emission_changed(base::TransceiverId from, const Emission& emission);
  [[nodiscard]] ReceivedLight view_at(const ReceiverSlot& slot, base::Picoseconds at);
  void cut_into_segments(ReceiverSlot& slot, base::Picoseconds from, base::Picoseconds to,
                         const ReceivedLight& first, const ReceivedLight& last);
  [[nodiscard]] base::Second delay_to_output(base::TransceiverId from) const;
  [[nodiscard]] ExitDelay exit_delay(base::TransceiverId from) const;
  void find_exits();
  void find_followers();
  void on_passage(const Passage& passage);
  /// The light for a first bit that passes now; nullptr when there is none yet.
  [[nodiscard]] const ReceivedLight* light_for_now(const ReceiverSlot& slot) const;
  /// Of a first bit that passes now and left its transmitter `exit` ago.
  [[nodiscard]] base::Picoseconds flight_of(const TransmitterSlot& from, base::Picoseconds exit,
                                            const ReceiverSlot& to) const;
  void accept(Frame& frame, base::TransceiverId from);
  void on_frame_passage(const FramePassage& passage);
  void frame_passes(Frame& frame, base::TransceiverId from);
  void stretch_passes(TransmitterSlot& from, base::TransceiverId id, std::uint64_t stretch);
  void schedule(const Stretch& stretch, base::TransceiverId from);
  /// The only receiver that follows this light now; nullptr when there is none or are several.
  [[nodiscard]] ReceiverSlot* only_follower(base::TransceiverId from);
  /// Light changes now: what has been promised of frames that pass later is taken back.
  void take_back_promises();
  /// Frames that leave `from` after now go another way.
  void redirect(TransmitterSlot& from, base::TransceiverId id);
  void train_cut(base::TransceiverId from, Frame& train, std::int64_t taken_back);
  static void hand_over(ReceiverSlot& to, Frame& frame);

  const LinkOptics& optics_;
  FramePool& pool_;
  LinkObserver& link_observer_;
  LightObserver& light_observer_;
  NoBackwardPath no_backward_path_;
  std::vector<FabricSlot> fabrics_;
  std::vector<TransmitterSlot> transmitters_;
  std::deque<ReceiverSlot> receivers_;
  std::size_t lanes_ = 1;              // told apart
  bool begun_ = false;                 // a fabric has spoken
  base::Picoseconds light_moved_{-1};  // the last instant at which light changed
  std::uint64_t stretch_ids_ = 0;
  Calendar<Passage> passages_;
  Calendar<FramePassage> frame_passages_;
};

}  // namespace heliograph::systemc
