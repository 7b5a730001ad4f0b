// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/control/rtl_models/rtl_source.hpp"
#include "tests/systemc/control/rtl_models/design_folder.hpp"

namespace heliograph::systemc::test {
namespace {

std::vector<std::string> names_of(const DesignFolder& folder, const std::vector<RtlPath>& paths) {
  std::vector<std::string> names;
  for (const RtlPath& path : paths) names.push_back(folder.anonymous(path.path));
  return names;
}

std::string diagnostics_of(const DesignFolder& folder, const std::vector<std::string>& inputs) {
  base::Diagnostics diagnostics;
  (void)read_rtl_source(inputs, RtlListPaths::working_directory, {"command line", 0, 0},
                        diagnostics);
  return folder.anonymous(diagnostics.text());
}

using Names = std::vector<std::string>;

TEST_CASE("rtl source: a list with everything it may hold") {
  const DesignFolder folder;
  folder.write("rtl/a pkg.sv", "");
  folder.write("rtl/a.sv", "");
  folder.write("rtl/deep/b.sv", "");
  folder.write("rtl/lib.v", "");
  folder.write("rtl/inc/x.svh", "");
  folder.write("rtl/deep/inner.F", "b.sv\n");
  ::setenv("HELIOGRAPH_TEST_RTL", (folder.path() + "/rtl").c_str(), 1);
  const std::string list = folder.write("rtl/all.f",
                                        "\xEF\xBB\xBF// first the package\r\n"
                                        "\"a pkg.sv\" /* two\r\nlines */ a.sv\r\n"
                                        "# a remark\r\n"
                                        "-F deep/inner.F\n"
                                        "+incdir+inc+${HELIOGRAPH_TEST_RTL}/inc\n"
                                        "-I$(HELIOGRAPH_TEST_RTL) -I inc\n"
                                        "+define+A=1+B -DC=2\n"
                                        "-y deep -v lib.v +libext+.sv+.v\n"
                                        "-GN=4 --top-module top_of_list\n"
                                        "-sv -Wno-WIDTH $HELIOGRAPH_TEST_RTL/deep/b.sv\n");
  base::Diagnostics diagnostics;
  const RtlSource source = read_rtl_source({"-F", list}, RtlListPaths::working_directory,
                                           {"command line", 0, 0}, diagnostics);
  CHECK(diagnostics.text().empty());
  CHECK(names_of(folder, source.files) ==
        Names{"DIR/rtl/a pkg.sv", "DIR/rtl/a.sv", "DIR/rtl/deep/b.sv", "DIR/rtl/deep/b.sv"});
  CHECK(names_of(folder, source.include_folders) ==
        Names{"DIR/rtl/inc", "DIR/rtl/inc", "DIR/rtl", "DIR/rtl/inc"});
  CHECK(source.defines == Names{"A=1", "B", "C=2"});
  CHECK(names_of(folder, source.library_folders) == Names{"DIR/rtl/deep"});
  CHECK(names_of(folder, source.library_files) == Names{"DIR/rtl/lib.v"});
  CHECK(source.library_endings == Names{".sv", ".v"});
  CHECK(source.parameters == Names{"N=4"});
  CHECK(source.top == "top_of_list");
  CHECK(source.files[1].named_at.line == 3);
}

TEST_CASE("rtl source: -f is relative to the working directory, also within -F") {
  const DesignFolder folder;
  folder.write("rtl/a.sv", "");
  const std::string inner = folder.write("rtl/inner.f", "a.sv\n");
  const std::string outer = folder.write("rtl/outer.f", "-f inner.f\n");
  CHECK(diagnostics_of(folder, {inner}) ==
        "DIR/rtl/inner.f:1:1: error: no such file: 'a.sv'; it lies beside the list: give the list "
        "with -F, by which its paths are relative to itself\n");
  CHECK(diagnostics_of(folder, {"-F", inner}).empty());
  CHECK(diagnostics_of(folder, {"-F", outer}) == diagnostics_of(folder, {inner}));
  base::Diagnostics none;
  CHECK(
      read_rtl_source({inner}, RtlListPaths::list_folder, {"scenario", 3, 1}, none).files.size() ==
      1);
}

TEST_CASE("rtl source: every mistake of the lists at once, each with its place") {
  const DesignFolder folder;
  ::unsetenv("HELIOGRAPH_TEST_NOT_SET");
  const std::string list = folder.write("bad.f",
                                        "missing.sv\n"
                                        "  also_missing.sv ${HELIOGRAPH_TEST_NOT_SET}/x.sv\n"
                                        "-f bad_missing.f\n"
                                        "--frobnicate\n"
                                        "-GN\n"
                                        "model.cpp\n"
                                        "-F bad.f\n"
                                        "\"open\n"
                                        "-y");
  CHECK(
      diagnostics_of(folder, {"-F", list}) ==
      "DIR/bad.f:2:19: error: the environment variable 'HELIOGRAPH_TEST_NOT_SET' is not set\n"
      "DIR/bad.f:8:1: error: this quote does not end on its line; expected '\"'\n"
      "DIR/bad.f:1:1: error: no such file: 'DIR/missing.sv'\n"
      "DIR/bad.f:2:3: error: no such file: 'DIR/also_missing.sv'\n"
      "DIR/bad.f:3:4: error: DIR/bad_missing.f: no such file: expected a file list\n"
      "DIR/bad.f:4:1: warning: '--frobnicate' is left out: it is no option that says what the "
      "design is made of\n"
      "DIR/bad.f:5:1: error: -GN has no value; expected -GNAME=VALUE\n"
      "DIR/bad.f:6:1: error: 'DIR/model.cpp' is not SystemVerilog: C++ behind DPI is not compiled "
      "here; leave it and its DPI imports out of the design\n"
      "DIR/bad.f:7:4: error: the list 'DIR/bad.f' includes itself\n"
      "DIR/bad.f:9:1: error: '-y' wants a word after it\n");
}

TEST_CASE("rtl source: nothing given, an empty list, a folder") {
  const DesignFolder folder;
  CHECK(diagnostics_of(folder, {}) ==
        "command line: error: no SystemVerilog file is given; expected a file list or sources\n");
  const std::string empty = folder.write("empty.f", "// nothing here\n/* nor here */\n");
  CHECK(diagnostics_of(folder, {empty}) ==
        "DIR/empty.f: error: the file list is empty; expected the names of SystemVerilog files\n");
  CHECK(diagnostics_of(folder, {folder.path()}) ==
        "command line: error: 'DIR' is a folder; expected a file\n");
  const std::string options = folder.write("options.f", "+define+A=1\n");
  CHECK(diagnostics_of(folder, {options}) ==
        "command line: error: no SystemVerilog file is given; expected a file list or sources\n");
  CHECK(diagnostics_of(folder, {folder.write("open.f", "/* no end")}) ==
        "DIR/open.f:1:1: error: this comment does not end; expected '*/'\n");
}

}  // namespace
}  // namespace heliograph::systemc::test
