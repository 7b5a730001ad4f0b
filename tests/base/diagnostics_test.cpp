// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::base {
namespace {

TEST_CASE("a place reads as file, line and column") {
  CHECK(SourceLocation{"a.yaml", 3, 7}.text() == "a.yaml:3:7");
  CHECK(SourceLocation{"a.yaml", 0, 0}.text() == "a.yaml");
}

TEST_CASE("a diagnostic reads as compilers write it") {
  CHECK(Diagnostic{Severity::error, {"a.yaml", 3, 7}, "no such key"}.text() ==
        "a.yaml:3:7: error: no such key");
  CHECK(Diagnostic{Severity::warning, {"a.yaml", 0, 0}, "empty"}.text() ==
        "a.yaml: warning: empty");
}

TEST_CASE("diagnostics are kept in the order of report, and only errors are errors") {
  Diagnostics found;
  CHECK_FALSE(found.has_errors());
  CHECK(found.text().empty());
  found.warning({"a", 1, 1}, "odd");
  CHECK_FALSE(found.has_errors());
  CHECK_NOTHROW(throw_if_errors(found));
  found.error({"a", 2, 1}, "wrong");
  found.error({"b", 1, 1}, "worse");
  CHECK(found.has_errors());
  CHECK(found.entries().size() == 3);
  CHECK(found.text() == "a:1:1: warning: odd\na:2:1: error: wrong\nb:1:1: error: worse\n");
}

TEST_CASE("an input error carries all that was found") {
  Diagnostics found;
  found.error({"a", 2, 1}, "wrong");
  found.error({"b", 1, 1}, "worse");
  try {
    throw_if_errors(found);
    FAIL("nothing was thrown");
  } catch (const InputError& error) {
    CHECK(error.diagnostics().entries().size() == 2);
    CHECK(std::string(error.what()) == found.text());
  }
  const InputError one({"c.xml", 4, 5}, "cut off");
  CHECK(std::string(one.what()) == "c.xml:4:5: error: cut off\n");
  CHECK(one.diagnostics().has_errors());
}

TEST_CASE("a slip of the finger finds its word") {
  const std::vector<std::string> names{"line_rate_Gbps", "wavelengths", "lock", "relock_ns",
                                       "tau_us"};
  CHECK(nearest_name("line_rate_gbps", names) == "line_rate_Gbps");
  CHECK(nearest_name("wavelength", names) == "wavelengths");
  CHECK(nearest_name("wavelenghts", names) == "wavelengths");
  CHECK(nearest_name("relok_ns", names) == "relock_ns");
  CHECK(nearest_name("lokc", names) == "lock");
  CHECK(did_you_mean("tau_u", names) == " (did you mean 'tau_us'?)");
}

TEST_CASE("what is no slip of the finger finds nothing") {
  const std::vector<std::string> names{"line_rate_Gbps", "wavelengths", "k", "ab"};
  CHECK(nearest_name("", names).empty());
  CHECK(nearest_name("temperature", names).empty());
  CHECK(nearest_name("x", names).empty());  // replacing all of a word is no slip
  CHECK(nearest_name("zz", names).empty());
  CHECK(nearest_name("anything", {}).empty());
  CHECK(nearest_name("anything", {""}).empty());
  CHECK(nearest_name(std::string(100'000, 'a'), names).empty());
  CHECK(did_you_mean("temperature", names).empty());
}

TEST_CASE("of equally near names the first one is offered") {
  CHECK(nearest_name("porz", {"port", "pork"}) == "port");
  CHECK(nearest_name("pork", {"port", "pork"}) == "pork");
}

}  // namespace
}  // namespace heliograph::base
