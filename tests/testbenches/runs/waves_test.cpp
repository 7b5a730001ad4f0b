// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <gtkwave/fstapi.h>

#include <filesystem>
#include <map>
#include <string>

#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

/// How often each signal of a waveform file changes, by its name.
class Changes {
 public:
  explicit Changes(const std::string& file) {
    void* reader = fstReaderOpen(file.c_str());
    REQUIRE(reader != nullptr);
    end_ = fstReaderGetEndTime(reader);
    std::map<fstHandle, std::string> names;
    std::string scope;
    while (const fstHier* item = fstReaderIterateHier(reader)) {
      if (item->htyp == FST_HT_SCOPE) {
        scope = item->u.scope.name;
      } else if (item->htyp == FST_HT_VAR) {
        names[item->u.var.handle] = scope + "." + item->u.var.name;
      }
    }
    fstReaderSetFacProcessMaskAll(reader);
    std::map<fstHandle, std::int64_t> counts;
    fstReaderIterBlocks(
        reader,
        [](void* data, std::uint64_t, fstHandle handle, const unsigned char*) {
          ++(*static_cast<std::map<fstHandle, std::int64_t>*>(data))[handle];
        },
        &counts, nullptr);
    fstReaderClose(reader);
    for (const auto& [handle, name] : names) {
      counts_[name] = counts[handle];
    }
  }

  [[nodiscard]] std::int64_t of(const std::string& name) const {
    INFO(name);
    REQUIRE(counts_.count(name) == 1);
    return counts_.at(name);
  }
  [[nodiscard]] std::uint64_t end() const { return end_; }

 private:
  std::map<std::string, std::int64_t> counts_;
  std::uint64_t end_ = 0;
};

}  // namespace

TEST_CASE("the waveforms hold value changes of controller, heaters and receivers") {
  const std::string file =
      (std::filesystem::temp_directory_path() / "heliograph_waves_test.fst").string();
  testbenches::Simulation simulation(tests::scenario("two_matchings.yaml"));
  const testbenches::RunResult& result = simulation.run(file);
  const Changes changes(file);
  std::filesystem::remove(file);
  CHECK(changes.end() == static_cast<std::uint64_t>(result.simulated.count()));
  CHECK(changes.of("controller.cev_id_o") > 3 * 9);
  CHECK(changes.of("controller.drain_req_o") > 4);
  CHECK(changes.of("controller.dac_valid_o") > 4);
  CHECK(changes.of("controller.gnt_epoch_o") > 2);
  CHECK(changes.of("switch.phase_rad_0") > 20);
  CHECK(changes.of("receiver0.source") > 2);
  CHECK(changes.of("receiver0.power_dBm") > 20);
  CHECK(changes.of("receiver0.log10_pre_fec_ber") > 20);
  CHECK(changes.of("receiver0.cdr_lock") > 4);
}
