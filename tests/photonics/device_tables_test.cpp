// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <catch2/catch.hpp>

#include "photonics/device/circulator.hpp"
#include "photonics/device/crossing.hpp"
#include "photonics/device/directional_coupler.hpp"
#include "photonics/device/fibre_coupler.hpp"
#include "photonics/device/interferometer.hpp"
#include "photonics/device/laser.hpp"
#include "photonics/device/mmi.hpp"
#include "photonics/device/mz_modulator.hpp"
#include "photonics/device/phase_shifter.hpp"
#include "photonics/device/photodiode.hpp"
#include "photonics/device/polarisation.hpp"
#include "photonics/device/ring.hpp"
#include "photonics/device/ring_modulator.hpp"
#include "photonics/device/soa.hpp"
#include "photonics/device/splitter.hpp"
#include "photonics/device/termination.hpp"
#include "photonics/device/tia.hpp"
#include "photonics/device/waveguide.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

template <class Config>
void check_table(const char* device) {
  const base::ParameterTable<Config> table = Config::table();
  std::set<std::string> names;
  CHECK_FALSE(table.infos().empty());
  for (std::size_t i = 0; i < table.infos().size(); ++i) {
    const base::ParameterInfo& info = table.infos()[i];
    CAPTURE(device, info.name, info.default_text);
    CHECK(names.insert(info.name).second);
    CHECK_FALSE(info.meaning.empty());
    CHECK_FALSE(info.source.text.empty());
    CHECK(info.default_text.size() <= 6);
    Config config;
    CHECK(table.assign(config, i, info.default_text));
    CHECK(table.value_text(config, i) == info.default_text);
    CHECK_FALSE(table.assign(config, i, "plenty"));
  }
}

}  // namespace

TEST_CASE("every device parameter has a default inside its range, and a source") {
  check_table<CirculatorParameters>("circulator");
  check_table<CrossingParameters>("crossing");
  check_table<DirectionalCouplerParameters>("directional coupler");
  check_table<EdgeCouplerParameters>("edge coupler");
  check_table<ElectroOpticParameters>("electro-optic phase shifter");
  check_table<GratingCouplerParameters>("grating coupler");
  check_table<InterferometerParameters>("interferometer");
  check_table<LaserParameters>("laser");
  check_table<MmiParameters>("mmi");
  check_table<MzModulatorParameters>("mz modulator");
  check_table<PhotodiodeParameters>("photodiode");
  check_table<PolarisationParameters>("polarisation");
  check_table<RingModulatorParameters>("ring modulator");
  check_table<RingParameters>("ring");
  check_table<SoaParameters>("soa");
  check_table<SplitterParameters>("splitter");
  check_table<TerminationParameters>("termination");
  check_table<ThermoOpticParameters>("thermo-optic phase shifter");
  check_table<TiaParameters>("tia");
  check_table<WaveguideParameters>("waveguide");
  check_table<YJunctionParameters>("y junction");
}
