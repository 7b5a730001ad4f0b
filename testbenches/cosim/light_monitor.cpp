// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/light_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

std::string source_text(const std::optional<base::TransceiverId>& source) {
  return source ? fmt::format("transceiver {}", base::index(*source)) : std::string("nobody");
}

bool is_of_control(systemc::LossCause cause) {
  return cause == systemc::LossCause::dark || cause == systemc::LossCause::unlocked ||
         cause == systemc::LossCause::masked || cause == systemc::LossCause::misdelivered;
}

}  // namespace

LightMonitor::LightMonitor(Scoreboard& board, const Settings& settings)
    : board_(board),
      settings_(settings),
      monitors_(board, settings.ports, settings.max_actuators, settings.groups, settings.bus_bound),
      light_(settings.ports) {
  monitors_.reset();
}

std::uint64_t LightMonitor::cycle_at(base::Picoseconds when) const {
  // Cycle 0 means "never" to the monitors.
  return static_cast<std::uint64_t>(when.count() / settings_.period.count()) + 1;
}

std::optional<unsigned> LightMonitor::source_of(unsigned output) const {
  const PortMap& map = monitors_.view().active;
  for (unsigned src = 0; src < settings_.ports; ++src) {
    if (map[src] == output) return src;
  }
  return std::nullopt;
}

bool LightMonitor::unmasked(unsigned output) const { return (masks_ >> output & 1U) == 0; }

void LightMonitor::clock_edge(const systemc::ControllerInputs& inputs,
                              const systemc::ControllerOutputs& outputs, base::Picoseconds when) {
  ++edges_;
  if (monitors_.hopeless()) return;
  monitors_.edge(cycle_at(when), inputs, outputs);
  masks_ = outputs.rx_mask;
  const std::optional<Outcome> ended = monitors_.sequence().ended();
  if (ended == Outcome::active || ended == Outcome::relock_timeout) judge_activation();
}

void LightMonitor::judge_activation() {
  if (changed_codes_ && settings_.timer_is_right) {
    board_.check(Rule::light_settled, settled_, [&] {
      return fmt::format("epoch {} is active, and the fabric has not come to rest",
                         monitors_.view().active_epoch);
    });
  }
  changed_codes_ = false;
  for (unsigned output = 0; output < settings_.ports && output < light_.size(); ++output) {
    if (unmasked(output)) judge_light(output, light_[output]);
  }
}

void LightMonitor::judge_light(unsigned output, const systemc::ReceivedLight& light) {
  const std::optional<unsigned> wanted = source_of(output);
  // A transmitter without anything to say may be dark.
  const bool dark = light.loss_of_signal || !light.source;
  const bool right =
      dark ? !settings_.keeps_alive : wanted && base::index(*light.source) == *wanted;
  board_.check(Rule::light_unmasked, right, [&] {
    return fmt::format("output {} is unmasked and sees {}{}; its circuit comes from {}", output,
                       source_text(light.source), light.loss_of_signal ? " (loss of signal)" : "",
                       wanted ? fmt::format("input {}", *wanted) : std::string("nowhere"));
  });
}

void LightMonitor::light_changed(base::TransceiverId at, const systemc::ReceivedLight& light) {
  const auto output = static_cast<unsigned>(base::index(at));
  if (output >= light_.size()) return;
  const systemc::ReceivedLight before = light_[output];
  light_[output] = light;
  if (monitors_.hopeless() || !unmasked(output)) return;
  judge_light(output, light);
  if (monitors_.sequence().phase() == Phase::none) return;
  // It is not of those that are broken, for they are masked, or should be.
  const bool kept = light.source == before.source &&
                    (!light.loss_of_signal || before.loss_of_signal || !settings_.keeps_alive) &&
                    (light.quality_ok || !before.quality_ok || light.loss_of_signal);
  board_.check(Rule::light_undisturbed, kept, [&] {
    return fmt::format(
        "output {} is not masked; its light came from {} and comes from {} at {} ps"
        "{}",
        output, source_text(before.source), source_text(light.source), light.valid_from.count(),
        light.quality_ok ? "" : ", too bad to be understood");
  });
}

void LightMonitor::lock_changed(base::TransceiverId at, bool locked, base::Picoseconds when) {
  const auto output = static_cast<unsigned>(base::index(at));
  if (locked || output >= light_.size() || !unmasked(output)) return;
  if (monitors_.sequence().phase() == Phase::none || !settings_.keeps_alive) return;
  board_.check(Rule::light_undisturbed, false, [&] {
    return fmt::format("output {} is not masked and loses its lock at {} ps", output, when.count());
  });
}

void LightMonitor::codes_latched(const std::vector<photonics::DacCode>& codes,
                                 base::Picoseconds /*when*/) {
  if (codes != codes_) {
    settled_ = false;
    changed_codes_ = true;
  }
  codes_ = codes;
  // Circuits that stay are put to the test by each latch.
  std::uint32_t staying = monitors_.view().connected & ~masks_;
  for (; staying != 0; staying &= staying - 1) board_.exercised(Rule::light_undisturbed);
}

void LightMonitor::fabric_settled(base::Picoseconds /*when*/) { settled_ = true; }

void LightMonitor::frame_lost(const systemc::Frame& /*frame*/, base::TransceiverId at,
                              systemc::LossCause cause, base::Picoseconds when) {
  if (!is_of_control(cause)) return;
  board_.check(Rule::light_frames, false, [&] {
    return fmt::format("a frame is lost at transceiver {} at {} ps: {}", base::index(at),
                       when.count(), to_string(cause));
  });
}

void LightMonitor::frame_delivered(const systemc::Frame& /*frame*/, base::TransceiverId /*at*/) {
  board_.exercised(Rule::light_frames);
}

}  // namespace heliograph::testbenches
