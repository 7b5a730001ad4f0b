// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.hpp"
#include "base/utf8.hpp"
#include "testbenches/report/quantity_text.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kMostCircuitRows = 24;

std::string circuit_text(base::RankCircuit circuit) {
  return fmt::format("{} -> {}", base::index(circuit.from), base::index(circuit.to));
}

class Summary {
 public:
  explicit Summary(const RunResult& result) : result_(result) {}

  std::string text() {
    heading();
    if (result_.collectives.size() > 1) {
      collectives();
    }
    if (result_.completed) {
      time();
      blame();
      if (result_.plan) {
        plan(*result_.plan);
      }
      bandwidth();
    }
    if (result_.network) {
      network(*result_.network);
    } else {
      reconfigurations();
      circuits();
    }
    if (result_.link_layer) {
      link_layer(*result_.link_layer);
    }
    energy();
    traffic();
    faults();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    while (!out_.empty() && out_.back() == ' ') {
      out_.pop_back();
    }
    out_ += '\n';
  }

  void heading() {
    const bool several = result_.collectives.size() > 1;
    const std::string size = base::size_text(result_.bytes.count());
    line("{}: {} of {} over {} ranks, {} controller, seed {}", result_.workload_name,
         several
             ? count_text(static_cast<std::int64_t>(result_.collectives.size())) + " collectives"
             : result_.collective,
         several ? size + " in all" : size, result_.ranks, controller(), result_.seed);
    if (result_.completed) {
      line("completed in {}{}", time_text(result_.completion),
           result_.data_verified ? "; every byte verified" : "");
    } else {
      if (result_.watchdog > base::Picoseconds(0)) {
        line("NOT COMPLETED: nothing but clock edges for {} after {} (see watchdog_ms)",
             time_text(result_.watchdog), time_text(result_.simulated));
      } else {
        line("NOT COMPLETED: nothing can happen any more after {}", time_text(result_.simulated));
      }
    }
  }

  [[nodiscard]] std::string controller() const {
    if (result_.network) {
      return "no";
    }
    return result_.controller == "rtl" ? "RTL" : result_.controller;
  }

  void share(const char* name, base::Picoseconds part, int width = 16) {
    const double percent =
        100.0 * static_cast<double>(part.count()) /
        static_cast<double>(std::max<std::int64_t>(1, result_.completion.count()));
    line("  {:<{}}{:>12}  {:>5.1f} %", name, width, time_text(part), percent);
  }

  void time() {
    const TimeSplit& split = result_.split;
    line("\nTime on the critical path (set-up before it: {})", time_text(result_.set_up));
    share("start-up", split.startup);
    share("serialisation", split.serialisation);
    share("propagation", split.propagation);
    if (result_.network) {
      share("dilation", split.dilation);
      share("congestion", split.congestion);
    }
    share("reception", split.reception);
    share("computation", split.computation);
    share("waiting", split.waiting);
    if (!result_.late_by.empty() || split.late_start > base::Picoseconds(0)) {
      share("late start", split.late_start);
    }
    if (result_.network) {
      return;
    }
    if (result_.circuits_changed()) {
      share("control", split.control);
      share("drain", split.drain);
    }
    share("dark, exposed", split.dark_exposed);
    line("  {:<16}{:>12}  behind other work", "dark, hidden", time_text(result_.dark_hidden));
  }

  void blame() {
    constexpr std::size_t kMostShown = 5;
    if (result_.blame.empty()) {
      return;  // a run without records
    }
    // Where all ranks are alike, a list of them says nothing that the split does not.
    if (result_.blame.size() > kMostShown &&
        result_.blame[kMostShown - 1].time == result_.blame.front().time) {
      return;
    }
    line("\nWhat the time went to");
    const std::size_t shown = std::min(result_.blame.size(), kMostShown);
    for (std::size_t i = 0; i < shown; ++i) {
      share(result_.blame[i].resource.c_str(), result_.blame[i].time, 36);
    }
    if (shown < result_.blame.size()) {
      base::Picoseconds rest;
      for (std::size_t i = shown; i < result_.blame.size(); ++i) {
        rest += result_.blame[i].time;
      }
      share("all others", rest, 36);
    }
  }

  void collectives() {
    constexpr std::size_t kMostShown = 20;
    line("\nCollectives");
    line("  {:<28} {:>5} {:>12} {:>12} {:>12} {:>11}", "name", "ranks", "bytes", "began", "took",
         "bus GB/s");
    const std::size_t shown = std::min(result_.collectives.size(), kMostShown);
    for (std::size_t i = 0; i < shown; ++i) {
      const CollectiveResult& one = result_.collectives[i];
      const std::string name = base::visible(one.name);
      if (one.complete()) {
        line("  {:<28.28} {:>5} {:>12} {:>12} {:>12} {:>11.4g}", name, one.ranks,
             base::size_text(one.bytes.count()), time_text(one.began),
             time_text(one.finished - one.began), one.bus_bandwidth() * 1e-9);
      } else {
        line("  {:<28.28} {:>5} {:>12} not done", name, one.ranks,
             base::size_text(one.bytes.count()));
      }
    }
    if (shown < result_.collectives.size()) {
      line("  and {} more, in result.json", result_.collectives.size() - shown);
    }
  }

  void plan(const PlanResult& plan) {
    line("\nCircuits planned by {} from {}: {}", plan.policy, plan.start, plan.letters);
    line("                   predicted    simulated");
    line("  time          {:>9.2f} us {:>9.2f} us", plan.time_us,
         result_.completion.seconds() * 1e6);
    line("  dark, exposed {:>9.2f} us {:>9.2f} us   {} of {:.2f} us each", plan.dark_us,
         result_.split.dark_exposed.seconds() * 1e6,
         plan.changes == 1 ? "1 change" : std::to_string(plan.changes) + " changes",
         plan.change_us);
  }

  void bandwidth() {
    const double seconds = result_.completion.seconds();
    const double line_rate = static_cast<double>(result_.line_rate.bits_per_second());
    const double used = static_cast<double>(result_.busiest_wire_bits.count()) / seconds;
    line("\nBandwidth");
    line("  algorithm       {:.4g} GB/s",
         static_cast<double>(result_.bytes.count()) / seconds / 1e9);
    line("  busiest line    {:.4g} of {:.4g} Gb/s ({:.1f} %), {:.1f} % of line bits are payload",
         used / 1e9, line_rate / 1e9, 100.0 * used / line_rate, 100.0 * result_.payload_share);
  }

  void network(const NetworkResult& network) {
    line("\nNetwork: {}, {} links of {:.4g} Gb/s", network.kind,
         count_text(static_cast<std::int64_t>(network.links)),
         static_cast<double>(network.link_rate.bits_per_second()) / 1e9);
    line("  largest queue   {} bytes, longest wait in one {}",
         count_text(network.largest_queue.count() / 8), time_text(network.longest_wait));
  }

  void reconfigurations() {
    line("\nReconfigurations");
    line("  {:>5} {:>8} {:>5} {:>6} {:>12} {:>12} {:>12} {:>12}  {}", "epoch", "circuits", "kept",
         "cells", "programming", "settling", "relock", "dark", "settle timer");
    std::int64_t carried = 0;
    for (const ReconfigurationResult& change : result_.reconfigurations) {
      const std::string timer = time_text(change.settle_timer) +
                                (change.settle_timer_overridden ? " (scenario)" : " (derived)");
      if (!change.complete()) {
        line("  {:>5} {:>8} {:>5} {:>6} never became active", base::index(change.epoch),
             change.circuits.size(), change.kept.size(), change.changed_cells);
        continue;
      }
      line("  {:>5} {:>8} {:>5} {:>6} {:>12} {:>12} {:>12} {:>12}  {}", base::index(change.epoch),
           change.circuits.size(), change.kept.size(), change.changed_cells,
           time_text(change.programming()), time_text(change.settling()),
           time_text(change.relock()), time_text(change.dark()), timer);
      carried += change.frames_while_dark;
    }
    if (carried > 0) {
      line("  {} frames arrived on kept circuits while others were dark", count_text(carried));
    }
  }

  void circuits() {
    line("\nCircuits");
    // From rank and port to rank and port, where there are several.
    const std::size_t width = result_.ports_of_rank > 1 ? 12 : 9;
    line("  {:>5} {:>{}} {:>6} {:>9} {:>9} {:>10} {:>10} {:>7} {:>9} {:>9} {:>10}", "epoch",
         "circuit", width, "cells", "flight", "loss", "received", "crosstalk", "Q", "BER",
         "worst BER", "frame loss");
    std::size_t shown = 0;
    for (const CircuitResult& circuit : result_.circuits) {
      if (++shown > kMostCircuitRows) {
        line("  ... {} more in result.json", result_.circuits.size() - kMostCircuitRows);
        return;
      }
      line(
          "  {:>5} {:>{}} {:>6} {:>9} {:>6.2f} dB {:>6.2f} dBm {:>10} {:>7.2f} {:>9} {:>9} "
          "{:>10}{}",
          base::index(circuit.epoch), circuit_name(circuit), width, circuit.cells,
          time_text(circuit.flight), circuit.loss.value(), circuit.received.value(),
          std::isfinite(circuit.crosstalk.value())
              ? fmt::format("{:.2f} dB", circuit.crosstalk.value())
              : std::string("none"),
          circuit.q, rate_text(circuit.pre_fec_ber), rate_text(circuit.worst_pre_fec_ber),
          rate_text(circuit.frame_loss_probability),
          circuit.light_from == circuit.circuit.from && circuit.light_from_port == circuit.from_port
              ? ""
              : "  BROKEN");
    }
  }

  [[nodiscard]] static std::string circuit_name(const CircuitResult& circuit) {
    if (!circuit.from_port || !circuit.to_port) {
      return circuit_text(circuit.circuit);
    }
    return fmt::format("{}.{} -> {}.{}", base::index(circuit.circuit.from), *circuit.from_port,
                       base::index(circuit.circuit.to), *circuit.to_port);
  }

  void link_layer(const LinkLayerResult& layer) {
    LinkPairResult all;
    for (const LinkPairResult& pair : layer.pairs) {
      all.asked += pair.asked;
      all.timeouts += pair.timeouts;
      all.repeated += pair.repeated;
      all.given_up += pair.given_up;
      all.waited_for_credit += pair.waited_for_credit;
      all.waited_for_window += pair.waited_for_window;
    }
    line("\nLink layer");
    if (layer.retries) {
      line("  replay window   {} of frames; the longest dark time, {}, is {}: {}",
           time_text(layer.replay_window), time_text(layer.longest_dark),
           layer.longest_dark > layer.replay_window ? "longer" : "shorter", layer.dark_times);
      line("  sent again      {} frames, asked for {} times, by timer {}; {} given up",
           count_text(all.repeated), count_text(all.asked), count_text(all.timeouts),
           count_text(all.given_up));
    }
    line("  waited          {} for credits, {} for the window, over all links",
         time_text(all.waited_for_credit), time_text(all.waited_for_window));
  }

  void energy() {
    const double seconds = result_.simulated.seconds();
    const base::Joule total = result_.total_energy();
    line("\nEnergy in the {} of the run", time_text(result_.simulated));
    line("  {:<24}{:>12}{:>14}{:>12}{:>12}{:>9}", "", "mean power", "by its power", "by events",
         "together", "share");
    for (const EnergyItem& item : result_.energy) {
      const base::Joule sum = item.held + item.switched;
      if (sum.value() == 0.0) {
        continue;  // what this machine does not have; result.json lists it
      }
      line("  {:<24}{:>12}{:>14}{:>12}{:>12}{:>7.1f} %", item.component,
           power_text(base::Watt(sum.value() / seconds)), energy_text_or_none(item.held),
           energy_text_or_none(item.switched), energy_text(sum),
           total.value() > 0.0 ? 100.0 * (sum / total) : 0.0);
    }
    line("  {:<24}{:>12}{:>14}{:>12}{:>12}", "total",
         power_text(base::Watt(total.value() / seconds)), "", "", energy_text(total));
    per_bit("delivered payload", total, base::to_bits(result_.delivered));
    per_bit("frames on the wire", total, result_.wire_bits);
  }

  static std::string energy_text_or_none(base::Joule energy) {
    return energy.value() > 0.0 ? energy_text(energy) : "-";
  }

  void per_bit(const char* what, base::Joule total, base::Bits bits) {
    if (bits.count() > 0) {
      line("  {:.4g} pJ per bit of {}", total.value() / static_cast<double>(bits.count()) * 1e12,
           what);
    }
  }

  void traffic() {
    std::int64_t sent = 0;
    for (const FrameResult& frame : result_.frames) {
      sent += frame.counts.sent;
    }
    line("\n{} frames sent, {} lost; {} of {} bytes delivered, {} lost", count_text(sent),
         count_text(result_.lost_frames()), count_text(result_.delivered.count()),
         count_text(result_.posted.count()), count_text(result_.lost.count()));
  }

  void faults() {
    if (!result_.faults.empty()) {
      line("\nFaults");
    }
    for (const RunFault& fault : result_.faults) {
      line("  {}{}: {}", fault.name, fault.expected ? " (expected)" : "", fault.text);
    }
    if (!result_.blocked.empty()) {
      line("\nWho waits for whom");
    }
    for (const std::string& blocked : result_.blocked) {
      line("  {}", blocked);
    }
  }

  const RunResult& result_;
  std::string out_;
};

}  // namespace

std::string summary_text(const RunResult& result) { return Summary(result).text(); }

}  // namespace heliograph::testbenches
