// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/link/credit_account.hpp"
#include "systemc/link/frame_allowance.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/link_layer_observer.hpp"
#include "systemc/link/link_layer_parameters.hpp"
#include "systemc/link/link_neighbours.hpp"
#include "systemc/link/link_return.hpp"
#include "systemc/link/replay_buffer.hpp"

namespace heliograph::systemc {

/// The link layer of one transceiver, between its NIC and its light: it numbers frames for each
/// peer, keeps them until they are acknowledged, goes back to the first that is missing (go-back-N,
/// by negative acknowledgement or after `replay_timer`), and sends only what the peer has credits
/// for.
///
/// What comes back, acknowledgements and credits, is not an event of its own: a frame that arrives
/// leaves word of when its note will be here (LinkReturn), which is looked at when it matters, and
/// costs nothing while nothing waits for it. A note that is lost is made good by the next, since
/// notes count from the beginning.
///
/// After `replay_limit` timers without progress the sender gives up: what was under way is
/// abandoned and said to be, and the peer is told to expect what comes next.
///
/// Circuits change: each peer has its own numbers, and what its circuit's end left unacknowledged
/// waits for the next one, which may end at another port of the peer.
class LinkLayer : public sc_core::sc_module,
                  public FrameSource,
                  public FrameSink,
                  public FrameOutlet,
                  public FrameAllowance {
 public:
  /// `frame`: of any frame, header included, before FEC; `reception`: from a frame's last bit at
  /// the receiver to its decoded data. `id` is the transceiver's, `rank` its node's.
  LinkLayer(const sc_core::sc_module_name& name, base::TransceiverId id, base::RankId rank,
            const LinkLayerParameters& parameters, base::Bytes frame, base::Picoseconds reception,
            FramePool& pool, LinkNeighbours& neighbours, LinkLayerObserver& observer);

  void connect(FrameSource& source, FrameSink& sink) {
    source_ = &source;
    sink_ = &sink;
  }
  /// The transmitter, which is woken when there may be something to send after there was not.
  void connect(FrameOutlet& outlet) { outlet_ = &outlet; }
  /// Called when the transmitter should ask again at the next frame boundary, whatever it was
  /// given.
  void on_ask_again(std::function<void()> ask_again) { ask_again_ = std::move(ask_again); }
  /// Makes the receiver of this link tell of all frames that have arrived before now, and from now
  /// on of each at its instant, or (false) leave it to itself again; may be empty where frames come
  /// one by one.
  void on_watch(std::function<void(bool closely)> watch) { watch_ = std::move(watch); }
  /// Whether the light of this transceiver goes to a peer at present; without it, always.
  void on_reach(std::function<bool(base::RankId)> reaches) { reaches_ = std::move(reaches); }
  /// The light goes elsewhere, or goes again.
  void circuit_changed();
  /// Calls `then` once, at once or later, when all that was sent to `peer` has been acknowledged or
  /// given up. One such wish for each peer.
  void when_quiet(base::RankId peer, std::function<void()> then);

  void wake() override;
  Frame* next_frame(std::int64_t most) override;
  void frames_left(std::int64_t count) override;
  Reception frame_received(Frame& frame, base::Picoseconds available) override;
  void frame_damaged(const Frame& frame, base::Picoseconds available) override;
  std::int64_t frames_to(base::RankId destination, std::int32_t channel) override;

  // What the link layer at the other end says; to be called by LinkNeighbours' members only.
  void returned(base::RankId peer, const LinkReturn& news);
  void missing(base::RankId peer, std::uint64_t sequence, base::Picoseconds delay);
  void resume_at(base::TransceiverId sender, std::uint64_t sequence,
                 std::vector<std::int64_t> credits_used, base::Picoseconds delay);
  void watch(base::TransceiverId who, bool closely);

  [[nodiscard]] base::TransceiverId id() const { return id_; }
  [[nodiscard]] base::RankId rank() const { return rank_; }
  /// Frames to `peer` that were sent and are not known to have arrived.
  [[nodiscard]] std::int64_t unacknowledged(base::RankId peer);

 private:
  /// What is under way to one peer.
  struct Outgoing {
    Outgoing(FramePool& pool, const LinkLayerParameters& parameters)
        : kept(pool),
          credits(static_cast<std::size_t>(parameters.virtual_channels), parameters.channel_credits,
                  parameters.pool_credits),
          arrived(static_cast<std::size_t>(parameters.virtual_channels)) {}
    std::uint64_t next = 0;              ///< number of the next new frame
    std::uint64_t acknowledged = 0;      ///< all before it have arrived
    std::optional<std::uint64_t> again;  ///< going back: the next to send again
    ReplayBuffer kept;
    CreditAccount credits;
    std::vector<std::int64_t> arrived;  ///< credits of acknowledged frames, by virtual channel
    std::deque<LinkReturn> returns;
    base::Picoseconds since;     ///< when the present run of frames without a gap began
    base::Picoseconds progress;  ///< when the last acknowledgement came
    bool timer_set = false;
    bool waits_for_circuit = false;
    int timeouts = 0;             ///< one after the other
    std::uint64_t rounds = 0;     ///< how often it went back
    std::uint64_t abandoned = 0;  ///< all before it that is not acknowledged was given up
    std::vector<std::int64_t> credits_abandoned;  ///< used until then, by virtual channel
    base::Picoseconds refused_since = base::Picoseconds::never();
    bool refused_for_credit = false;
    std::function<void()> quiet;  ///< waits for all to be acknowledged
  };
  using Incoming = LinkIncoming;
  struct Moment {
    enum class Kind { wake, timer, missing, resume, quiet } kind = Kind::wake;
    std::uint32_t peer = 0;  ///< rank, or of Kind::resume the transceiver
    std::uint64_t sequence = 0;
    std::vector<std::int64_t> credits_used;  ///< of Kind::resume, by virtual channel
  };

  /// A peer asks for a frame that it misses.
  struct Missing {
    base::Picoseconds when;
    base::RankId peer{};
    std::uint64_t sequence = 0;
  };

  [[nodiscard]] Outgoing& to(base::RankId peer);
  [[nodiscard]] Incoming& from(base::TransceiverId sender);
  [[nodiscard]] std::size_t virtual_channel(std::int32_t channel) const;
  [[nodiscard]] bool reaches(base::RankId peer) const { return !reaches_ || reaches_(peer); }
  void read_returns(Outgoing& peer);
  void acknowledge(Outgoing& peer);
  [[nodiscard]] std::int64_t room(Outgoing& peer, std::size_t channel) const;
  void refuse(base::RankId destination, Outgoing& peer, bool for_credit);
  void end_refusal(base::RankId destination, Outgoing& peer);
  [[nodiscard]] Frame* repeat();
  [[nodiscard]] bool outstanding(const Outgoing& peer) const;
  [[nodiscard]] base::Picoseconds due(const Outgoing& peer) const;
  void set_timer(base::RankId destination, Outgoing& peer);
  void schedule_timer(base::RankId destination, Outgoing& peer, base::Picoseconds when);
  static void end_round_if_done(Outgoing& peer);
  void given(base::RankId destination, Outgoing& peer, const Frame& frame, bool again);
  void watch_peer(base::RankId destination, bool closely);
  void on_moment(const Moment& moment);
  void on_timer(base::RankId destination);
  /// There may be something to send; unless that is just being asked.
  void rouse();
  /// Does what peers have asked for until now.
  void heed_missing();
  void on_missing(base::RankId destination, std::uint64_t sequence);
  void on_resume(const Moment& moment);
  void go_back(base::RankId destination, Outgoing& peer, bool by_timer);
  void resynchronise(base::RankId destination, Outgoing& peer);
  void tell_abandoned(base::RankId destination, const Outgoing& peer);
  void wake_at(base::Picoseconds when);
  /// Somebody waits for news of this peer.
  [[nodiscard]] static bool watched(const Outgoing& peer);
  void expect_quiet(base::RankId destination, const Outgoing& peer);
  void tell_if_quiet(base::RankId destination, Outgoing& peer);
  void give_up(base::RankId destination, Outgoing& peer);
  void ask_for(base::TransceiverId sender, Incoming& incoming, base::Picoseconds available);
  void report(const Frame& frame, Incoming& incoming, bool frees_room);

  base::TransceiverId id_;
  base::RankId rank_;
  LinkLayerParameters parameters_;
  std::int64_t credits_of_frame_;
  base::Picoseconds reception_;
  FramePool& pool_;
  LinkNeighbours& neighbours_;
  LinkLayerObserver& observer_;
  FrameSource* source_ = nullptr;
  FrameSink* sink_ = nullptr;
  FrameOutlet* outlet_ = nullptr;
  std::function<void()> ask_again_;
  std::function<void(bool)> watch_;
  std::function<bool(base::RankId)> reaches_;
  Calendar<Moment> moments_;
  std::deque<Missing> missing_;                      // asked for and not heeded yet
  std::vector<std::unique_ptr<Outgoing>> outgoing_;  // by rank
  std::vector<base::TransceiverId> watchers_;        // senders that wait for news
  bool asked_ = false;                               // what to send
  bool careful_ = false;                             // it has gone back before: no trains any more
  // What was given last.
  base::RankId given_to_{};
  std::size_t given_channel_ = 0;
  std::int64_t given_ = 0;
  bool given_again_ = false;
  base::Bytes given_payload_;
  std::uint64_t given_sequence_ = 0;
  std::uint64_t given_round_ = 0;
  base::Picoseconds left_at_{-1};  // its last bit
  base::Picoseconds wake_at_{-1};  // the next wake that is scheduled
};

}  // namespace heliograph::systemc
