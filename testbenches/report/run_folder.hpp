// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/simulation/simulation.hpp"

namespace heliograph::testbenches {

/// The folder that a run leaves behind: result.json, manifest.json, timeline.json, waves.fst,
/// report.html.
class RunFolder {
 public:
  /// Makes `out`, or, when it is empty, a new folder `runs/<scenario>-<n>`. Throws
  /// base::InputError when it cannot be made, or when `out` is there and holds files but no
  /// manifest of a run: what is not ours is not written over.
  [[nodiscard]] static RunFolder make(const std::string& out, const std::string& scenario);

  [[nodiscard]] std::string path(const std::string& file) const { return folder_ + "/" + file; }
  /// Before the run: writes the manifest and takes away the results of an earlier run, so that
  /// what is in the folder belongs together even when this one does not come to its end.
  void start(const platforms::ScenarioConfig& scenario, const std::vector<std::string>& overrides);
  void write_results(const Simulation& simulation) const;

 private:
  explicit RunFolder(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
  nlohmann::ordered_json manifest_;
};

}  // namespace heliograph::testbenches
