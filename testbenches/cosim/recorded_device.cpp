// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/recorded_device.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/time.hpp"
#include "systemc/control/foreign/foreign_controller.hpp"
#include "systemc/control/foreign/foreign_scheduler.hpp"
#include "testbenches/cosim/apb_monitor.hpp"

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

/// An instance of a design of some kind, and what is kept of it.
template <class Core>
class Recorded {
 public:
  Recorded(RecordedDevices& devices, const systemc::LoadedDevice& device,
           std::uint64_t initial_state)
      : devices_(devices),
        core_(device.inspected.device, device.model,
              systemc::RtlInitialState{static_cast<std::uint32_t>(initial_state)}),
        counts_(initial_state == 0),
        waves_(devices) {}
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;
  ~Recorded() {
    waves_.end(core_.device());
    if (counts_) {
      devices_.collect(core_.device());
    }
  }

  [[nodiscard]] Core& core() { return core_; }
  [[nodiscard]] const Core& core() const { return core_; }
  void reset() {
    waves_.reset();
    core_.reset();
  }
  template <class Inputs>
  decltype(auto) cycle(const Inputs& inputs) {
    waves_.before_cycle(core_.device());
    return core_.cycle(inputs);
  }

 private:
  RecordedDevices& devices_;
  Core core_;
  bool counts_;  ///< a bit that begins at random would count as one that toggled
  WaveRecorder waves_;
};

class RecordedController final : public systemc::ControllerCore {
 public:
  RecordedController(RecordedDevices& devices, const systemc::LoadedDevice& device,
                     std::uint64_t initial_state)
      : device_(devices, device, initial_state),
        has_apb_(devices.apb()),
        apb_(devices.apb_board(), devices.bus_bound()) {}

  [[nodiscard]] unsigned ports() const override { return core().ports(); }
  void reset() override {
    device_.reset();
    apb_.reset();
    cycle_ = 0;
  }
  const systemc::ControllerOutputs& cycle(const systemc::ControllerInputs& inputs) override {
    const systemc::ControllerOutputs& outputs = device_.cycle(inputs);
    ++cycle_;
    if (has_apb_) {
      apb_.edge(cycle_, core().apb().request, core().apb().response);
    }
    return outputs;
  }
  [[nodiscard]] bool settled() const override { return core().settled(); }
  void mark() override { device_.core().mark(); }
  [[nodiscard]] bool unchanged_since_mark() const override { return core().unchanged_since_mark(); }
  [[nodiscard]] bool may_be_skipped() const override { return core().may_be_skipped(); }

 private:
  [[nodiscard]] const systemc::ForeignController& core() const { return device_.core(); }

  Recorded<systemc::ForeignController> device_;
  bool has_apb_;
  ApbMonitor apb_;
  std::uint64_t cycle_ = 0;
};

template <class Scheduler>
class RecordedScheduler final : public systemc::SchedulerCore {
 public:
  RecordedScheduler(RecordedDevices& devices, const systemc::LoadedDevice& device,
                    std::uint64_t initial_state)
      : device_(devices, device, initial_state) {}

  [[nodiscard]] unsigned ports() const override { return device_.core().ports(); }
  void reset() override { device_.reset(); }
  const systemc::SchedulerOutputs& cycle(const systemc::SchedulerInputs& inputs) override {
    return device_.cycle(inputs);
  }

 private:
  Recorded<Scheduler> device_;
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
