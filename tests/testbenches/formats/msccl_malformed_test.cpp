// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/testbenches/formats/msccl_sample.hpp"

namespace heliograph::testbenches {
namespace {

using sample::changed;
using sample::errors_of;
using sample::kValid;

TEST_CASE("all mistakes of an MSCCL file are reported at once") {
  std::string text = changed(5, "type=\"rrc\"", "type=\"rrx\"");
  text.replace(text.find("chan=\"0\""), 8, "chan=\"z\"");
  text.replace(text.rfind("srcoff=\"1\""), 10, "srcoff=\"\"");
  text.replace(text.rfind("cnt=\"1\""), 7, "cnt=\"0\"");
  CHECK(errors_of(text) ==
        "f.xml:3:34: error: chan is \"z\": expected 0\n"
        "f.xml:5:19: error: type is \"rrx\": expected s, r, rcs, rrs, rrc, rrcs, cpy, re or nop "
        "(did you mean 'rrs'?)\n"
        "f.xml:19:39: error: srcoff is \"\": expected a whole number of at least -1\n"
        "f.xml:19:71: error: cnt is 0: expected a whole number of at least 1\n");
}

TEST_CASE("what is no MSCCL file is refused") {
  CHECK(errors_of("") == "f.xml:1:1: error: the file is empty: expected an <algo> element\n");
  CHECK(errors_of("\n\n hello") ==
        "f.xml:1:1: error: this is not XML: expected an <algo> element\n");
  CHECK(errors_of("<gpu id=\"0\"/>") ==
        "f.xml:1:1: error: the root element is \"gpu\": expected \"algo\"\n");
  CHECK(
      errors_of("<Algo/>") ==
      "f.xml:1:1: error: the root element is \"Algo\": expected \"algo\" (did you mean 'algo'?)\n");
  CHECK(errors_of(std::string_view("<algo\n\0>", 8)) ==
        "f.xml:2:1: error: this byte (value 0) is no text: expected XML in UTF-8\n");
  CHECK(errors_of("<algo name=\"\xC3\xA9\xFF\"/>") ==
        "f.xml:1:14: error: this byte (value 255) is no text: expected XML in UTF-8\n");
  CHECK(errors_of("\x7F"
                  "ELF\x02\x01") ==
        "f.xml:1:1: error: this byte (value 127) is no text: expected XML in UTF-8\n");
}

TEST_CASE("a truncated MSCCL file says where it ends") {
  const std::string_view text = kValid;
  const std::string in_tag = errors_of(text.substr(0, text.find("srcoff")));
  CHECK(in_tag ==
        "f.xml:4:38: error: not well-formed XML: error parsing start element tag; the file ends "
        "here, so it may be truncated\n");
  const std::string between = errors_of(text.substr(0, text.find("</gpu>")));
  CHECK_THAT(between, Catch::Contains("start-end tags mismatch; the file ends here"));
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    INFO(length);
    CHECK_FALSE(errors_of(text.substr(0, length)).empty());
  }
}

TEST_CASE("an MSCCL file that asks for too much is refused before it is parsed") {
  std::string many = "<algo>";
  for (std::size_t k = 0; k < 2500000; ++k) {
    many += "<a>";
  }
  CHECK(errors_of(many) ==
        "f.xml:1:1: error: too large: expected at most 268435456 bytes, 2400000 tags and "
        "16000000 attributes\n");
}

TEST_CASE("deep nesting in an MSCCL file is a message, not a crash") {
  constexpr std::size_t kDepth = 500000;
  std::string deep;
  for (std::size_t k = 0; k < kDepth; ++k) {
    deep += "<algo>";
  }
  for (std::size_t k = 0; k < kDepth; ++k) {
    deep += "</algo>";
  }
  CHECK_THAT(errors_of(deep), Catch::Contains("unexpected element \"algo\" in <algo>"));
  CHECK_FALSE(errors_of("<!DOCTYPE " + std::string(kDepth, '<')).empty());
}

TEST_CASE("a file with endless mistakes lists the first thousand") {
  std::string text = "<algo>";
  for (int k = 0; k < 5000; ++k) {
    text += "<x/>";
  }
  const std::string errors = errors_of(text + "</algo>");
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 1001);
  CHECK_THAT(errors, Catch::EndsWith("error: and 4007 more mistakes, which are not listed\n"));
}

TEST_CASE("files that cannot be read as MSCCL are named") {
  const auto error_of = [](const std::string& path) {
    try {
      (void)read_msccl(path);
      return std::string();
    } catch (const base::InputError& error) {
      return std::string(error.what());
    }
  };
  CHECK(error_of("no/such/file.xml") ==
        "no/such/file.xml: error: no such file: expected an MSCCL XML file\n");
  CHECK(error_of(".") == ".: error: this is a directory: expected an MSCCL XML file\n");
  CHECK(error_of("/dev/null") ==
        "/dev/null: error: this is not a regular file: expected an MSCCL XML file\n");
}

}  // namespace
}  // namespace heliograph::testbenches
