// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "testbenches/studies/light_text.hpp"
#include "testbenches/studies/spectrum.hpp"
#include "testbenches/studies/spectrum_report.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches {
namespace {

SpectrumSource read(const std::string& name, const std::string& models = "") {
  base::Diagnostics diagnostics;
  return SpectrumSource::read(tests::source_path(name),
                              models.empty() ? "" : tests::source_path(models), diagnostics);
}

TEST_CASE("light is read with its unit") {
  CHECK(parse_light("1550nm")->frequency.value() == Approx(1.93414489e14).epsilon(1e-9));
  CHECK(parse_light("1.55 um")->is_wavelength);
  CHECK(parse_light("193.4THz")->frequency.value() == 193.4e12);
  CHECK(parse_light("1.55e-6m")->frequency.value() == Approx(1.93414489e14).epsilon(1e-9));
  CHECK_FALSE(parse_light("193400GHz")->is_wavelength);
  for (const char* text : {"", "nm", "1550", "-1nm", "0nm", "x nm", "1e999nm", "1550mm"}) {
    INFO(text);
    CHECK_FALSE(parse_light(text));
  }
}

TEST_CASE("a sweep has both ends and equal steps of what was named") {
  const std::vector<base::Hertz> sweep =
      light_sweep(*parse_light("1500nm"), *parse_light("1600nm"), 5);
  REQUIRE(sweep.size() == 5);
  for (std::size_t k = 0; k < sweep.size(); ++k) {
    CHECK(wavelength_nm(sweep[k]) == Approx(1500.0 + 25.0 * static_cast<double>(k)));
  }
  const std::vector<base::Hertz> other =
      light_sweep(*parse_light("193THz"), *parse_light("194THz"), 3);
  CHECK(other[1].value() == Approx(193.5e12));
  CHECK(other[2].value() == 194e12);
  CHECK(light_sweep(*parse_light("193THz"), *parse_light("194THz"), 1).size() == 1);
}

TEST_CASE("a spectrum has the ports and frequencies that were asked for") {
  const SpectrumSource ring = read("testbenches/studies/add_drop_ring.yaml");
  CHECK(ring.ports() == std::vector<std::string>{"in", "through", "add", "drop"});
  SpectrumRequest request;
  request.frequencies = light_sweep(*parse_light("1540nm"), *parse_light("1560nm"), 41);
  const Spectrum all = ring.spectrum(request);
  request.inputs = {"in"};
  request.outputs = {"drop", "through"};
  const Spectrum some = ring.spectrum(request);
  CHECK(some.inputs == std::vector<std::string>{"in"});
  for (std::size_t k = 0; k < request.frequencies.size(); ++k) {
    CHECK(std::abs(some.fields[k](0, 0) - all.fields[k](3, 0)) < 1e-12);
    CHECK(std::abs(some.fields[k](1, 0) - all.fields[k](1, 0)) < 1e-12);
    CHECK(all.fields[k].col(0).squaredNorm() < 1.0 + 1e-12);
  }
  request.inputs = {"inn"};
  CHECK_THROWS_WITH(ring.spectrum(request),
                    Catch::Contains("there is no port 'inn': expected in, through, add, drop (did "
                                    "you mean 'in'?)"));
}

TEST_CASE("a model that is not defined is an error unless a map defines it") {
  const std::string folder = "tests/photonics/formats/data/";
  CHECK_THROWS_WITH(read(folder + "mapped.json"),
                    Catch::Contains("mapped.json:3:19: error: the model 'measured' is not defined: "
                                    "map it with --models FILE"));
  const SpectrumSource mapped = read(folder + "mapped.json", folder + "mapped_models.yml");
  SpectrumRequest request;
  request.frequencies = {base::Hertz(193.5e12)};
  request.inputs = {"in"};
  request.outputs = {"out"};
  CHECK(std::norm(mapped.spectrum(request).fields[0](0, 0)) == Approx(0.64 * 0.36));
  request.frequencies = {base::Hertz(195e12)};
  CHECK_THROWS_AS(mapped.spectrum(request), base::InputError);
}

TEST_CASE("a closed loop without loss is named where its first part stands") {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("loop_" + std::to_string(getpid()) + ".yaml");
  std::ofstream(file) << "instances:\n  bus: straight\n  ring: phase_shifter\n"
                         "connections: {\"ring,o1\": \"ring,o2\"}\n"
                         "ports: {in: \"bus,o1\", out: \"bus,o2\"}\n";
  base::Diagnostics diagnostics;
  const SpectrumSource loop = SpectrumSource::read(file.string(), "", diagnostics);
  std::filesystem::remove(file);
  SpectrumRequest request;
  request.frequencies = {base::Hertz(193e12)};
  CHECK_THROWS_WITH(loop.spectrum(request),
                    file.string() +
                        ":3:3: error: light circulates without loss in a closed loop "
                        "at 193 THz: 'ring'\n");
}

TEST_CASE("the spectrum of data is the data, and rows say so in every form") {
  const SpectrumSource data = read("tests/photonics/formats/data/gain_free.s2p");
  SpectrumRequest request;
  request.frequencies = {base::Hertz(194e12), base::Hertz(193e12)};
  const Spectrum spectrum = data.spectrum(request);
  const std::string csv = spectrum_csv(spectrum);
  CHECK_THAT(csv, Catch::StartsWith(
                      "wavelength_nm,frequency_THz,input,output,power_dB,phase_rad,re,im\n"));
  CHECK_THAT(csv, Catch::Contains(",194,west,west,,,0,0\n"));
  CHECK_THAT(csv, Catch::Contains(",193,west,east,-1.938200260161"));
  const auto json = nlohmann::json::parse(spectrum_json(spectrum));
  REQUIRE(json["rows"].size() == 8);
  CHECK(json["rows"][0]["power_dB"].is_null());
  CHECK(json["rows"][1]["power_dB"].get<double>() == Approx(-1.9382).epsilon(1e-4));
  CHECK_THAT(spectrum_text(spectrum), Catch::Contains("from west: power in dB\n"));
  const photonics::SParameters all = to_s_parameters(spectrum);
  CHECK(all.frequencies.front().value() == 193e12);
}

}  // namespace
}  // namespace heliograph::testbenches
