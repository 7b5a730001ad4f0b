// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <random>
#include <string>

#include "base/diagnostics.hpp"
#include "testbenches/collectives/ring.hpp"
#include "testbenches/formats/msccl_reader.hpp"
#include "testbenches/formats/msccl_writer.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "tests/testbenches/schedule/schedule_fixtures.hpp"

namespace heliograph::testbenches {
namespace {

TEST_CASE("every step type, buffer and collective reads") {
  const std::string text = R"(<?xml version="1.0"?>
<!-- two ranks pass chunks to and fro -->
<algo name="all" proto="LL" nchannels="2" nchunksperloop="2" ngpus="2" coll="custom" inplace="0"
      outofplace="1" minBytes="0" maxBytes="-1" nthreads="256">
  <gpu id="1" i_chunks="2" o_chunks="2" s_chunks="2">
    <tb id="0" send="0" recv="0" chan="1" rtype="nic" stype="p2p">
      <step s="0" type="rcs" srcbuf="i" srcoff="-1" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="1" type="rrs" srcbuf="i" srcoff="0" dstbuf="o" dstoff="-1" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="2" type="rrcs" srcbuf="i" srcoff="0" dstbuf="s" dstoff="1" cnt="1" depid="-1" deps="-1" hasdep="0"/>
    </tb>
  </gpu>
  <gpu id="0" i_chunks="2" o_chunks="2" s_chunks="2">
    <tb id="1" send="-1" recv="-1" chan="0">
      <step s="0" type="cpy" srcbuf="i" srcoff="0" dstbuf="s" dstoff="0" cnt="2" depid="-1" deps="-1" hasdep="0"/>
      <step s="1" type="nop" srcbuf="i" srcoff="-1" dstbuf="o" dstoff="-1" cnt="0" depid="0" deps="4" hasdep="0"/>
      <step s="2" type="re" srcbuf="s" srcoff="0" dstbuf="i" dstoff="0" cnt="2" depid="0" deps="5" hasdep="0"/>
    </tb>
    <tb id="0" send="1" recv="1" chan="1">
      <step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="1" type="s" srcbuf="i" srcoff="1" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="2" type="s" srcbuf="i" srcoff="1" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="3" type="r" srcbuf="o" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="4" type="rrc" srcbuf="o" srcoff="0" dstbuf="o" dstoff="1" cnt="1" depid="-1" deps="-1" hasdep="1"/>
      <step s="5" type="r" srcbuf="o" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="1"/>
    </tb>
  </gpu>
</algo>)";
  const auto schedule = parse_msccl(text, "all.xml");
  CHECK(fixtures::dump(*schedule) ==
        "all custom 0 2 2\n"
        "rank 2 2 2\nstream 1 1 1\ns i0 o0 1\ns i1 o0 1\ns i1 o0 1\nr o0 o0 1\nrrc o0 o1 1\n"
        "r o0 o0 1\nstream -1 -1 0\ncpy i0 s0 2\nnop i0 i0 0 after 0.4\nre s0 i0 2 after 0.5\n"
        "rank 2 2 2\nstream 0 0 1\nrcs i-1 o0 1\nrrs i0 o-1 1\nrrcs i0 s1 1\n");
  CHECK(check_schedule(*schedule).correct());
  CHECK(fixtures::dump(*parse_msccl(msccl_text(*schedule), "again")) == fixtures::dump(*schedule));
  CHECK(parse_msccl(msccl_text(*schedule, "LL128"), "again")->protocol() == "LL128");
  for (const char* name : {"allreduce", "reduce", "broadcast"}) {
    std::string other = text;
    other.replace(other.find("custom"), 6, name);
    CHECK(to_string(parse_msccl(other, name)->collective()) == name);
  }
}

TEST_CASE("what the writer writes, the reader reads") {
  CHECK(rc::check("read(write(x)) is x", [] {
    const auto schedule =
        ExplicitSchedule::build(fixtures::RandomDraft(*rc::gen::arbitrary<std::uint64_t>()).make());
    const std::string text = msccl_text(*schedule);
    const auto again = parse_msccl(text, "again");
    RC_ASSERT(fixtures::dump(*again) == fixtures::dump(*schedule));
    RC_ASSERT(msccl_text(*again) == text);
  }));
}

/// Breaks a text the way that editors and disks do.
std::string corrupted(std::string text, std::mt19937_64& engine) {
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(engine() % limit); };
  const std::string spare = "<>\"=/& -019risoc\n\0\xFF";
  for (std::size_t change = 1 + below(4); change > 0 && !text.empty(); --change) {
    const std::size_t place = below(text.size());
    switch (below(5)) {
      case 0:
        text[place] = static_cast<char>(below(256));
        break;
      case 1:
        text[place] = spare[below(spare.size())];
        break;
      case 2:
        text.erase(place, 1 + below(30));
        break;
      case 3:
        text.insert(place, text.substr(below(text.size()), below(60)));
        break;
      default:
        text.resize(below(8) == 0 ? place : text.size());
    }
  }
  return text;
}

TEST_CASE("no bytes crash the reader, the checker or the writer") {
  const std::string texts[] = {
      msccl_text(*make_ring_all_reduce(3)),
      msccl_text(*ExplicitSchedule::build(fixtures::RandomDraft(7).make()))};
  std::mt19937_64 engine(1);
  int valid = 0;
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string text = corrupted(texts[round % 2], engine);
    try {
      const auto schedule = parse_msccl(text, "corrupted");
      (void)check_schedule(*schedule);
      REQUIRE(fixtures::dump(*parse_msccl(msccl_text(*schedule), "again")) ==
              fixtures::dump(*schedule));
      ++valid;
    } catch (const base::InputError& error) {
      REQUIRE_FALSE(error.diagnostics().entries().empty());
      ++refused;
    }
  }
  CHECK(valid > 50);
  CHECK(refused > 1000);
}

}  // namespace
}  // namespace heliograph::testbenches
