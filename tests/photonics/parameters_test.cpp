// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <catch2/catch.hpp>

#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/link/fec.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/transmitter.hpp"
#include "photonics/power/power.hpp"
#include "photonics/thermal/thermal_plant.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// Each default is inside its own range, prints as a person would write it, reads back, and says
/// where it comes from.
template <class Config>
void check_table(std::set<std::string>& names) {
  const base::ParameterTable<Config> table = Config::table();
  for (std::size_t i = 0; i < table.infos().size(); ++i) {
    const base::ParameterInfo& info = table.infos()[i];
    CAPTURE(info.name, info.default_text);
    CHECK(names.insert(info.name).second);
    CHECK_FALSE(info.meaning.empty());
    CHECK_FALSE(info.source.text.empty());
    CHECK((info.kind == base::ParameterKind::choice || info.default_text.size() <= 6));
    Config config;
    CHECK(table.assign(config, i, info.default_text));
    CHECK(table.value_text(config, i) == info.default_text);
    CHECK_FALSE(table.assign(config, i, "plenty"));
  }
}

}  // namespace

TEST_CASE("every photonic parameter is declared with a default that holds and a source") {
  std::set<std::string> names;
  check_table<MziParameters>(names);
  check_table<FabricParameters>(names);
  check_table<HeaterDriverParameters>(names);
  check_table<ThermalPlantParameters>(names);
  check_table<TransmitterParameters>(names);
  check_table<ReceiverParameters>(names);
  check_table<FecParameters>(names);
  check_table<PowerParameters>(names);
  CHECK(names.count("tau_us") == 1);
  CHECK(names.size() > 30);
}
