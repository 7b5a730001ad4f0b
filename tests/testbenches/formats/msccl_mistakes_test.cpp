// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <string_view>
#include <vector>

#include "tests/testbenches/formats/msccl_sample.hpp"

namespace heliograph::testbenches {
namespace {

using sample::changed;
using sample::errors_of;
using sample::kValid;

struct Mistake {
  int line;
  std::string_view from;
  std::string_view to;
  std::string_view message;
};

std::vector<Mistake> mistakes() {
  return {
      {1, R"(ngpus="2" )", R"()",
       R"(f.xml:1:1: error: missing attribute "ngpus" of <algo>)"
       "\n"},
      {1, R"(ngpus="2")", R"(ngpus="two")",
       R"(f.xml:1:67: error: ngpus is "two": expected a whole number from 1 to 65536)"
       "\n"},
      {1, R"(ngpus="2")", R"(ngpus="-2")",
       R"(f.xml:1:67: error: ngpus is -2: expected a whole number from 1 to 65536)"
       "\n"},
      {1, R"(ngpus="2")", R"(ngpus="3")",
       R"(f.xml:1:67: error: ngpus is 3: expected a gpu for each, but there is none with id 2)"
       "\n"},
      {1, R"(ngpus="2")", R"(ngpus="99999999")",
       R"(f.xml:1:67: error: ngpus is 99999999: expected a whole number from 1 to 65536)"
       "\n"},
      {1, R"(ngpus="2")", R"(ngpu="2")",
       R"(f.xml:1:1: error: missing attribute "ngpus" of <algo>)"
       "\n"
       R"(f.xml:1:67: error: unknown attribute "ngpu" of <algo>: expected name, proto, nchannels, nchunksperloop, ngpus, coll, inplace, outofplace, minBytes, maxBytes or nthreads (did you mean 'ngpus'?))"
       "\n"},
      {1, R"(ngpus="2")", R"(ngpus="2" ngpus="2")",
       R"(f.xml:1:77: error: attribute "ngpus" is given twice)"
       "\n"},
      {1, R"(allreduce)", R"(allreduse)",
       R"(f.xml:1:77: error: coll is "allreduse": expected allreduce, allgather, reduce, broadcast, alltoall, reduce_scatter, custom or reducescatter (did you mean 'allreduce'?))"
       "\n"},
      {1, R"(coll="allreduce")", R"(coll="allgather")",
       R"(f.xml:2:15: error: i_chunks is 2: expected 0 or 1 (nchunksperloop is 2, coll is allgather))"
       "\n"
       R"(f.xml:14:15: error: i_chunks is 2: expected 0 or 1 (nchunksperloop is 2, coll is allgather))"
       "\n"},
      {1, R"(Simple)", R"(simple)",
       R"(f.xml:1:19: error: proto is "simple": expected Simple, LL or LL128 (did you mean 'Simple'?))"
       "\n"},
      {1, R"(inplace="1")", R"(inplace="2")",
       R"(f.xml:1:94: error: inplace is 2: expected 0 or 1)"
       "\n"},
      {1, R"(inplace="1")", R"(inplace="0" outofplace="0")",
       R"(f.xml:1:94: error: inplace and outofplace are both 0: expected 1 for one of them)"
       "\n"},
      {1, R"(nchunksperloop="2")", R"(nchunksperloop="0")",
       R"(f.xml:1:48: error: nchunksperloop is 0: expected a whole number from 1 to 16777216)"
       "\n"},
      {1, R"(nchunksperloop="2")", R"(nchunksperloop="4")",
       R"(f.xml:2:15: error: i_chunks is 2: expected 0 or 4 (nchunksperloop is 4, coll is allreduce))"
       "\n"
       R"(f.xml:14:15: error: i_chunks is 2: expected 0 or 4 (nchunksperloop is 4, coll is allreduce))"
       "\n"},
      {1, R"(inplace="1")", R"(inplace="1" minBytes="8" maxBytes="4")",
       R"(f.xml:1:106: error: minBytes is 8: expected at most maxBytes, 4)"
       "\n"},
      {1, R"(<algo)", R"(<algorithm)",
       R"(f.xml:22:3: error: not well-formed XML: start-end tags mismatch)"
       "\n"},
      {2, R"(<gpu)", R"(<gpuu)",
       R"(f.xml:13:5: error: not well-formed XML: start-end tags mismatch)"
       "\n"},
      {2, R"(id="0")", R"(id="2")",
       R"(f.xml:1:67: error: ngpus is 2: expected a gpu for each, but there is none with id 0)"
       "\n"
       R"(f.xml:2:8: error: id is 2: expected 0 or 1)"
       "\n"},
      {2, R"(id="0")", R"(id="1")",
       R"(f.xml:1:67: error: ngpus is 2: expected a gpu for each, but there is none with id 0)"
       "\n"
       R"(f.xml:14:8: error: gpu id 1 is used twice)"
       "\n"},
      {2, R"(s_chunks="1")", R"(s_chunks="-1")",
       R"(f.xml:2:41: error: s_chunks is -1: expected a whole number from 0 to 16777216)"
       "\n"},
      {2, R"(s_chunks="1")", R"(scratch="1")",
       R"(f.xml:2:3: error: missing attribute "s_chunks" of <gpu>)"
       "\n"
       R"(f.xml:2:41: error: unknown attribute "scratch" of <gpu>: expected id, i_chunks, o_chunks or s_chunks)"
       "\n"},
      {3, R"(id="0")", R"(id="1")",
       R"(f.xml:9:9: error: tb id 1 is used twice in this gpu)"
       "\n"},
      {3, R"(id="0")", R"(id="7")",
       R"(f.xml:3:9: error: id is 7: expected 0 or 1)"
       "\n"},
      {3, R"(send="1")", R"(send="2")",
       R"(f.xml:3:16: error: send is 2: expected -1 or 0 to 1)"
       "\n"},
      {3, R"(send="1")", R"(send="0")",
       R"(f.xml:3:16: error: send is 0, the gpu itself: expected another gpu, or -1 for none)"
       "\n"},
      {3, R"(send="1")", R"(send="-1")",
       R"(f.xml:4:19: error: type is s, which sends, but send of this tb is -1: expected a peer there)"
       "\n"
       R"(f.xml:6:19: error: type is s, which sends, but send of this tb is -1: expected a peer there)"
       "\n"},
      {3, R"(recv="1")", R"(recv="-1")",
       R"(f.xml:5:19: error: type is rrc, which receives, but recv of this tb is -1: expected a peer there)"
       "\n"
       R"(f.xml:7:19: error: type is r, which receives, but recv of this tb is -1: expected a peer there)"
       "\n"},
      {3, R"(chan="0")", R"(chan="1")",
       R"(f.xml:3:34: error: chan is 1: expected 0)"
       "\n"},
      {9, R"(send="-1")", R"(send="1")",
       R"(f.xml:9:16: error: send is 1 on chan 0, as in tb 0 of this gpu: expected one tb for each peer and channel)"
       "\n"},
      {9, R"(recv="-1")", R"(recv="1")",
       R"(f.xml:9:26: error: recv is 1 on chan 0, as in tb 0 of this gpu: expected one tb for each peer and channel)"
       "\n"},
      {4, R"(<step)", R"(hello <step)",
       R"(f.xml:4:7: error: unexpected text "hello " in <tb>: expected <step> elements)"
       "\n"},
      {4, R"(s="0")", R"(s="1")",
       R"(f.xml:4:13: error: s is 1: expected 0 (steps are numbered from 0, in order))"
       "\n"},
      {5, R"(s="1")", R"(s="0")",
       R"(f.xml:5:13: error: s is 0: expected 1 (steps are numbered from 0, in order))"
       "\n"},
      {4, R"(type="s")", R"(type="sr")",
       R"(f.xml:4:19: error: type is "sr": expected s, r, rcs, rrs, rrc, rrcs, cpy, re or nop (did you mean 'rrs'?))"
       "\n"},
      {4, R"(type="s")", R"(type="ra")",
       R"(f.xml:4:19: error: type is "ra", the addition of residuals that lie outside of the buffers of the collective: expected s, r, rcs, rrs, rrc, rrcs, cpy, re or nop)"
       "\n"},
      {5, R"(type="rrc")", R"(type="rrd")",
       R"(f.xml:5:19: error: type is "rrd": expected s, r, rcs, rrs, rrc, rrcs, cpy, re or nop (did you mean 'rrs'?))"
       "\n"},
      {4, R"(type="s")", R"(tpye="s")",
       R"(f.xml:4:7: error: missing attribute "type" of <step>)"
       "\n"
       R"(f.xml:4:19: error: unknown attribute "tpye" of <step>: expected s, type, srcbuf, srcoff, dstbuf, dstoff, cnt, depid, deps or hasdep (did you mean 'type'?))"
       "\n"},
      {4, R"(srcbuf="i")", R"(srcbuf="x")",
       R"(f.xml:4:28: error: srcbuf is "x": expected i, o or s)"
       "\n"},
      {4, R"(srcoff="0")", R"(srcoff="1.5")",
       R"(f.xml:4:39: error: srcoff is "1.5": expected a whole number of at least 0)"
       "\n"},
      {4, R"(srcoff="0")", R"(srcoff="-1")",
       R"(f.xml:4:39: error: srcoff is -1: expected a whole number of at least 0)"
       "\n"},
      {4, R"(srcoff="0")", R"(srcoff="2")",
       R"(f.xml:4:39: error: srcoff is 2 with cnt 1: buffer i of gpu 0 has 2 chunks)"
       "\n"},
      {5, R"(dstbuf="i" dstoff="1")", R"(dstbuf="s" dstoff="1")",
       R"(f.xml:5:63: error: dstoff is 1 with cnt 1: buffer s of gpu 0 has 1 chunk)"
       "\n"},
      {4, R"(cnt="1")", R"(cnt="0")",
       R"(f.xml:4:72: error: cnt is 0: expected a whole number of at least 1)"
       "\n"},
      {4, R"(cnt="1")", R"(cnt="3")",
       R"(f.xml:4:39: error: srcoff is 0 with cnt 3: buffer i of gpu 0 has 2 chunks)"
       "\n"},
      {4, R"(cnt="1")", R"(cnt="2")",
       R"(f.xml:17:74: error: cnt is 1: expected 2, as sent by rank 0, thread block 0, step 0)"
       "\n"},
      {4, R"(cnt="1")", R"(cnt="99999999999")",
       R"(f.xml:4:72: error: cnt is 99999999999: expected a whole number from 1 to 2147483647)"
       "\n"},
      {4, R"(depid="-1")", R"(depid="0")",
       R"(f.xml:4:80: error: depid is 0 and deps is -1: expected a tb and a step, or -1 and -1)"
       "\n"},
      {4, R"(depid="-1" deps="-1")", R"(depid="0" deps="0")",
       R"(f.xml:4:90: error: deps is 0 of this same tb: a step cannot wait for itself)"
       "\n"},
      {4, R"(depid="-1" deps="-1")", R"(depid="0" deps="3")",
       R"(f.xml:4:90: error: deps is 3 of this same tb: a step cannot wait for one that comes after it)"
       "\n"},
      {4, R"(depid="-1" deps="-1")", R"(depid="2" deps="0")",
       R"(f.xml:4:80: error: depid is 2: expected 0 to 1, the thread blocks of this gpu)"
       "\n"},
      {4, R"(depid="-1" deps="-1")", R"(depid="1" deps="9")",
       R"(f.xml:4:90: error: deps is 9: expected 0 to 1, since tb 1 has 2 steps)"
       "\n"},
      {4, R"(depid="-1" deps="-1")", R"(depid="1" deps="0")",
       R"(f.xml:4:80: error: dependency cycle: tb 0 step 0 waits for tb 1 step 0; tb 1 step 0 waits for tb 0 step 3)"
       "\n"},
      {4, R"(hasdep="0")", R"(hasdep="2")",
       R"(f.xml:4:101: error: hasdep is 2: expected 0 or 1)"
       "\n"},
      {4, R"(hasdep="0"/>)", R"(hasdep="0"><x/></step>)",
       R"(f.xml:4:112: error: unexpected element "x" in <step>: expected nothing inside)"
       "\n"},
      {7, R"(type="r")", R"(type="nop")",
       R"(f.xml:18:19: error: gpu 1 sends 2 messages to gpu 0 on chan 0, which receives 1: this one has no partner)"
       "\n"},
      {6, R"(type="s")", R"(type="cpy")",
       R"(f.xml:19:19: error: gpu 0 sends 1 message to gpu 1 on chan 0, which receives 2: this one has no partner)"
       "\n"},
      {4, R"(cnt="1")", R"(cnt="one" extra="2")",
       R"(f.xml:4:72: error: cnt is "one": expected a whole number of at least 1)"
       "\n"
       R"(f.xml:4:82: error: unknown attribute "extra" of <step>: expected s, type, srcbuf, srcoff, dstbuf, dstoff, cnt, depid, deps or hasdep)"
       "\n"},
      {12, R"(</tb>)", R"(</td>)",
       R"(f.xml:12:7: error: not well-formed XML: start-end tags mismatch)"
       "\n"},
      {1, R"(name="pair")", R"(name="a&#10;b")",
       R"(f.xml:1:7: error: name is "a\x0ab": expected text without control characters)"
       "\n"},
      {22, R"(</algo>)", R"(</algo><algo/>)",
       R"(f.xml:22:8: error: a second root element, "algo": expected one <algo> in a file)"
       "\n"},

  };
}

TEST_CASE("the text that the mistakes are made in is valid") { CHECK(errors_of(kValid).empty()); }

TEST_CASE("each mistake in an MSCCL file is named where it is") {
  for (const Mistake& mistake : mistakes()) {
    INFO("line " << mistake.line << ": " << mistake.from << " -> " << mistake.to);
    CHECK(errors_of(changed(mistake.line, mistake.from, mistake.to)) == mistake.message);
  }
}

}  // namespace
}  // namespace heliograph::testbenches
