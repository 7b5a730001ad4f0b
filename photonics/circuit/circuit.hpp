// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "photonics/circuit/model.hpp"

namespace heliograph::photonics {

/// An instance of a circuit, 0-based.
enum class InstanceId : std::size_t {};
/// A port of an instance, counted through all instances of a circuit, 0-based.
enum class TerminalId : std::size_t {};

/// A flat circuit: models, joins between their ports, and ports to the outside. The wiring is fixed
/// when it is made; settings of the models can change between solves.
class Circuit {
 public:
  /// A port of an instance that the outside sees, under `name`.
  struct External {
    std::string name;
    TerminalId terminal{};
  };

  /// Adds a part; its ports get the next numbers. Throws std::invalid_argument for a second
  /// instance of the same path.
  InstanceId add(std::string path, std::unique_ptr<ScatteringModel> model);
  /// Joins two ports. Throws std::invalid_argument when they are the same or either is in use.
  void join(TerminalId a, TerminalId b);
  /// Makes a port external. Throws std::invalid_argument when it is in use or the name is taken.
  void expose(std::string name, TerminalId terminal);

  [[nodiscard]] std::size_t instances() const { return parts_.size(); }
  [[nodiscard]] const std::string& path(InstanceId id) const { return part(id).path; }
  [[nodiscard]] const ScatteringModel& model(InstanceId id) const { return *part(id).model; }
  [[nodiscard]] std::optional<InstanceId> find(std::string_view path) const;
  /// Changes a numeric setting of one part; false when the model refuses it (ScatteringModel::set).
  bool set(InstanceId id, std::string_view setting, double value);

  /// Ports of all instances together.
  [[nodiscard]] std::size_t terminals() const { return partner_.size(); }
  [[nodiscard]] TerminalId first_terminal(InstanceId id) const { return part(id).first; }
  [[nodiscard]] TerminalId terminal(InstanceId id, std::size_t port) const {
    return static_cast<TerminalId>(static_cast<std::size_t>(part(id).first) + port);
  }
  [[nodiscard]] InstanceId instance_of(TerminalId terminal) const {
    return owner_[static_cast<std::size_t>(terminal)];
  }
  /// The port joined to this one, or nothing.
  [[nodiscard]] std::optional<TerminalId> partner(TerminalId terminal) const;
  [[nodiscard]] const std::vector<External>& externals() const { return externals_; }
  [[nodiscard]] std::vector<std::string> external_names() const;

 private:
  static constexpr std::size_t kOpen = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kExternal = kOpen - 1;

  struct Part {
    std::string path;
    std::unique_ptr<ScatteringModel> model;
    TerminalId first{};
  };
  [[nodiscard]] const Part& part(InstanceId id) const {
    return parts_[static_cast<std::size_t>(id)];
  }

  std::vector<Part> parts_;
  std::vector<InstanceId> owner_;     // by terminal
  std::vector<std::size_t> partner_;  // by terminal; kOpen or kExternal where there is none
  std::vector<External> externals_;
  std::unordered_map<std::string, InstanceId> by_path_;
};

}  // namespace heliograph::photonics
