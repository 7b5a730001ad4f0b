// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "testbenches/cosim/cosim_options.hpp"
#include "testbenches/cosim/rule.hpp"

namespace heliograph::testbenches::test {

inline constexpr unsigned kActuatorsOfTests = 64;

/// What a wrong controller does to what the twin is given and what it answers. It may keep state.
struct Tampering {
  std::function<void(systemc::ControllerInputs&)> inputs;
  std::function<void(systemc::ControllerOutputs&)> outputs;
};

/// The twin with its pins tampered with. A tampering is made anew at each reset.
class WrongController : public systemc::ControllerCore {
 public:
  WrongController(unsigned ports, std::function<Tampering()> make)
      : twin_(ports, kActuatorsOfTests), make_(std::move(make)), tampering_(make_()) {}

  [[nodiscard]] unsigned ports() const override { return twin_.ports(); }
  void reset() override {
    twin_.reset();
    tampering_ = make_();
  }
  const systemc::ControllerOutputs& cycle(const systemc::ControllerInputs& inputs) override {
    systemc::ControllerInputs given = inputs;
    if (tampering_.inputs) tampering_.inputs(given);
    outputs_ = twin_.cycle(given);
    if (tampering_.outputs) tampering_.outputs(outputs_);
    return outputs_;
  }
  [[nodiscard]] bool settled() const override { return false; }
  void mark() override {}
  [[nodiscard]] bool unchanged_since_mark() const override { return false; }

 private:
  systemc::SwitchCtrlTwin twin_;
  std::function<Tampering()> make_;
  Tampering tampering_;
  systemc::ControllerOutputs outputs_;
};

struct Wrong {
  std::string name;
  Rule rule;              ///< that must be broken
  std::string case_name;  ///< in which
  std::function<Tampering()> make;
};

inline ControllerFactory factory_of(const Wrong& wrong, unsigned ports) {
  return [wrong, ports](std::uint64_t /*initial_state*/) {
    return std::make_unique<WrongController>(ports, wrong.make);
  };
}

inline ControllerFactory right_twin(unsigned ports) {
  return [ports](std::uint64_t /*initial_state*/) {
    return std::make_unique<systemc::SwitchCtrlTwin>(ports, kActuatorsOfTests);
  };
}

/// Controllers with one fault each, and the rule that it breaks.
[[nodiscard]] std::vector<Wrong> wrong_controllers();

}  // namespace heliograph::testbenches::test
