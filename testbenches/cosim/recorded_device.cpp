// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/recorded_device.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/time.hpp"
#include "systemc/control/foreign/foreign_controller.hpp"
#include "systemc/control/foreign/foreign_scheduler.hpp"

namespace heliograph::testbenches {

namespace {

constexpr base::Picoseconds kShownPeriod{1000};  // of a bench's clock, which has no time of its own

/// Opens and closes the waveform of an instance as its cycles pass.
class WaveRecorder {
 public:
  explicit WaveRecorder(RecordedDevices& devices) : devices_(devices) {}

  void reset() { cycle_ = 0; }
  void before_cycle(systemc::ForeignDevice& device) {
    if (!last_) {
      if (const auto window = devices_.take_window(cycle_)) {
        device.open_trace(window->path, kShownPeriod);
        last_ = window->to;
      }
    } else if (open_ && cycle_ > *last_) {
      end(device);
    }
    ++cycle_;
  }
  void end(systemc::ForeignDevice& device) {
    if (last_ && open_) {
      device.close_trace();
      open_ = false;
    }
  }

 private:
  RecordedDevices& devices_;
  std::uint64_t cycle_ = 0;
  std::optional<std::uint64_t> last_;  ///< cycle of the waveform, once it was begun
  bool open_ = true;
};

systemc::RtlInitialState initial(std::uint64_t state) {
  return {static_cast<std::uint32_t>(state)};
}

class RecordedController final : public systemc::ControllerCore {
 public:
  RecordedController(RecordedDevices& devices, const systemc::LoadedDevice& device,
                     std::uint64_t initial_state)
      : devices_(devices),
        core_(device.inspected.device, device.model, initial(initial_state)),
        counts_(initial_state == 0),
        waves_(devices) {}
  ~RecordedController() override {
    waves_.end(core_.device());
    if (counts_) {
      devices_.collect(core_.device());
    }
  }

  [[nodiscard]] unsigned ports() const override { return core_.ports(); }
  void reset() override {
    waves_.reset();
    core_.reset();
  }
  const systemc::ControllerOutputs& cycle(const systemc::ControllerInputs& inputs) override {
    waves_.before_cycle(core_.device());
    return core_.cycle(inputs);
  }
  [[nodiscard]] bool settled() const override { return core_.settled(); }
  void mark() override { core_.mark(); }
  [[nodiscard]] bool unchanged_since_mark() const override { return core_.unchanged_since_mark(); }
  [[nodiscard]] bool may_be_skipped() const override { return core_.may_be_skipped(); }

 private:
  RecordedDevices& devices_;
  systemc::ForeignController core_;
  bool counts_;  ///< a bit that begins at random would count as one that toggled
  WaveRecorder waves_;
};

template <class Scheduler>
class RecordedScheduler final : public systemc::SchedulerCore {
 public:
  RecordedScheduler(RecordedDevices& devices, const systemc::LoadedDevice& device,
                    std::uint64_t initial_state)
      : devices_(devices),
        core_(device.inspected.device, device.model, initial(initial_state)),
        counts_(initial_state == 0),
        waves_(devices) {}
  ~RecordedScheduler() override {
    waves_.end(core_.device());
    if (counts_) {
      devices_.collect(core_.device());
    }
  }

  [[nodiscard]] unsigned ports() const override { return core_.ports(); }
  void reset() override {
    waves_.reset();
    core_.reset();
  }
  const systemc::SchedulerOutputs& cycle(const systemc::SchedulerInputs& inputs) override {
    waves_.before_cycle(core_.device());
    return core_.cycle(inputs);
  }

 private:
  RecordedDevices& devices_;
  Scheduler core_;
  bool counts_;
  WaveRecorder waves_;
};

}  // namespace

std::unique_ptr<systemc::ControllerCore> RecordedDevices::controller(std::uint64_t initial_state) {
  return std::make_unique<RecordedController>(*this, device_, initial_state);
}

std::unique_ptr<systemc::SchedulerCore> RecordedDevices::scheduler(std::uint64_t initial_state) {
  if (device_.kind() == systemc::DeviceKind::crossbar) {
    return std::make_unique<RecordedScheduler<systemc::ForeignCrossbar>>(*this, device_,
                                                                         initial_state);
  }
  return std::make_unique<RecordedScheduler<systemc::ForeignScheduler>>(*this, device_,
                                                                        initial_state);
}

std::optional<WaveWindow> RecordedDevices::take_window(std::uint64_t cycle) {
  if (!window_ || cycle < window_->from) {
    return std::nullopt;
  }
  return std::exchange(window_, std::nullopt);
}

void RecordedDevices::collect(systemc::ForeignDevice& device) {
  if (scratch_.empty()) {
    return;
  }
  device.instance().write_coverage(scratch_);
  std::ifstream file(scratch_, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  coverage_.add(text.str());
  std::error_code ignored;
  std::filesystem::remove(scratch_, ignored);
}

}  // namespace heliograph::testbenches
