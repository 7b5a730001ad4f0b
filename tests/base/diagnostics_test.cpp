// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

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

TEST_CASE("what a terminal would obey is written as an escape") {
  CHECK(visible("plain, \xC3\xA9 and \xF0\x9F\x92\xA1") == "plain, \xC3\xA9 and \xF0\x9F\x92\xA1");
  CHECK(visible("\x1b[31mred\x7f\t\n") == R"(\x1b[31mred\x7f\x09\x0a)");
  CHECK(visible("two\nlines\r", true) == "two\nlines\\x0d");
  CHECK(visible("\xFF\xE2\x80") == R"(\xff\xe2\x80)");  // no UTF-8
  CHECK(visible("\xC2\x9B") == R"(\u009b)");            // CSI as one character
  CHECK(visible("a\xE2\x80\xAE"
                "b\xE2\x80\xAA") == R"(a\u202eb\u202a)");  // overrides, embeddings
  CHECK(visible("\xE2\x81\xA6\xE2\x81\xA9\xE2\x80\x8F") == R"(\u2066\u2069\u200f)");
  CHECK(visible("\xE2\x80\x9C\xE2\x81\xA5") == "\xE2\x80\x9C\xE2\x81\xA5");  // their neighbours
  CHECK(quoted("a\xE2\x80\xAE"
               "b\n") == R"('a\u202eb\x0a')");
}

TEST_CASE("a diagnostic shows what it was given, and obeys nothing in it") {
  CHECK(Diagnostic{Severity::error, {"a\n\x1b[2J.yaml", 3, 7}, "no key '\xE2\x80\xAE'"}.text() ==
        R"(a\x0a\x1b[2J.yaml:3:7: error: no key '\u202e')");
  CHECK(Diagnostic{Severity::error, {"a", 0, 0}, "stuck:\n  rank 0"}.text() ==
        "a: error: stuck:\n  rank 0");
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
