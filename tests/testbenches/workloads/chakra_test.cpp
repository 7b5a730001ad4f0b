// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <random>

#include <catch2/catch.hpp>
#include <zlib.h>

#include "base/diagnostics.hpp"
#include "testbenches/formats/chakra_reader.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "testbenches/workloads/chakra_program.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches {

namespace {

std::string without_last_line_end(std::string text) {
  return text.empty() || text.back() != '\n' ? text : text.substr(0, text.size() - 1);
}

/// Writes protobuf's wire format by hand: an independent way to the same bytes.
class Wire {
 public:
  Wire& varint(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_ += static_cast<char>((value & 0x7F) | 0x80);
      value >>= 7;
    }
    bytes_ += static_cast<char>(value);
    return *this;
  }
  Wire& number(int field, std::uint64_t value) { return tag(field, 0).varint(value); }
  Wire& fixed(int field, std::uint64_t value, int bytes) {
    tag(field, bytes == 8 ? 1 : 5);
    for (int i = 0; i < bytes; ++i) {
      bytes_ += static_cast<char>(value >> (8 * i));
    }
    return *this;
  }
  Wire& text(int field, const std::string& value) {
    tag(field, 2).varint(value.size());
    bytes_ += value;
    return *this;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  Wire& tag(int field, int type) {
    return varint(static_cast<std::uint64_t>(field) << 3 | static_cast<std::uint64_t>(type));
  }
  std::string bytes_;
};

std::string delimited(const std::string& message) {
  return Wire().varint(message.size()).bytes() + message;
}

std::string version(const std::string& text = "1.0.0") {
  return delimited(Wire().text(1, text).bytes());
}

std::string attribute(const std::string& name, std::int64_t value) {
  return Wire().text(1, name).number(9, static_cast<std::uint64_t>(value)).bytes();
}

struct NodeText {
  std::uint64_t id;
  std::uint64_t type;
  std::vector<std::uint64_t> after;
  std::uint64_t duration = 0;
  std::vector<std::string> attributes;
};

std::string node(const NodeText& made) {
  Wire wire;
  wire.number(1, made.id).text(2, "n" + std::to_string(made.id)).number(3, made.type);
  for (const std::uint64_t id : made.after) {
    wire.number(5, id);
  }
  wire.number(7, made.duration);
  for (const std::string& one : made.attributes) {
    wire.text(10, one);
  }
  return delimited(wire.bytes());
}

std::string errors_of(const std::vector<std::string>& traces) {
  std::vector<ChakraTrace> read;
  std::vector<std::string> files;
  try {
    for (const std::string& bytes : traces) {
      files.push_back("t." + std::to_string(files.size()) + ".et");
      read.push_back(parse_chakra(bytes, files.back()));
    }
    (void)chakra_program(read, files, 8);
    return "";
  } catch (const base::InputError& error) {
    return without_last_line_end(error.what());
  }
}

std::string gzipped(const std::string& text) {
  std::string packed(text.size() + 100, '\0');
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string collective(std::uint64_t id, std::int64_t type, std::int64_t size,
                       const std::vector<std::uint64_t>& after = {}) {
  return node({id, 7, after, 0, {attribute("comm_type", type), attribute("comm_size", size)}});
}

}  // namespace

TEST_CASE("a trace is read whatever protobuf's kind of an integer is, plain or gzipped") {
  constexpr std::int64_t kSize = 1'048'576;
  const auto bits = static_cast<std::uint64_t>(kSize);
  const std::vector<std::string> kinds{
      Wire().text(1, "comm_size").number(7, bits).bytes(),
      Wire().text(1, "comm_size").number(9, bits).bytes(),
      Wire().text(1, "comm_size").number(11, bits).bytes(),
      Wire().text(1, "comm_size").number(13, bits).bytes(),
      Wire().text(1, "comm_size").number(15, bits * 2).bytes(),
      Wire().text(1, "comm_size").number(17, bits * 2).bytes(),
      Wire().text(1, "comm_size").fixed(19, bits, 4).bytes(),
      Wire().text(1, "comm_size").fixed(21, bits, 8).bytes(),
      Wire().text(1, "comm_size").fixed(23, bits, 4).bytes(),
      Wire().text(1, "comm_size").fixed(25, bits, 8).bytes(),
  };
  for (const std::string& size : kinds) {
    const std::string bytes = version("0.0.4") + node({3, 7, {}, 0, {size}});
    for (const std::string& file : {bytes, gzipped(bytes)}) {
      const ChakraTrace trace = parse_chakra(file, "t.et");
      CHECK(trace.version == "0.0.4");
      REQUIRE(trace.nodes.size() == 1);
      CHECK(trace.nodes[0].id == 3);
      CHECK(trace.nodes[0].comm_size == kSize);
      CHECK(trace.nodes[0].comm_type == 0);
    }
  }
  const std::string minus = Wire().text(1, "comm_dst").fixed(23, 0xFFFF'FFFF, 4).bytes();
  CHECK(*parse_chakra(version() + node({0, 5, {}, 0, {minus}}), "t").nodes[0].comm_destination ==
        -1);
}

TEST_CASE("lists of a trace may be packed, and unknown fields are read over") {
  const std::string packed = Wire().varint(4).varint(300).bytes();
  const std::string message = Wire()
                                  .number(1, 9)
                                  .text(4, packed)
                                  .number(5, 7)
                                  .fixed(77, 5, 8)
                                  .text(78, "later")
                                  .number(3, 4)
                                  .number(7, 12)
                                  .bytes();
  const ChakraTrace trace = parse_chakra(version() + delimited(message), "t.et");
  REQUIRE(trace.nodes.size() == 1);
  CHECK(trace.nodes[0].after == std::vector<std::uint64_t>{4, 300, 7});
  CHECK(trace.nodes[0].kind == ChakraKind::compute);
  CHECK(trace.nodes[0].duration_us == 12);
}

TEST_CASE("the shared Chakra traces are one AllReduce of four ranks") {
  const auto path = tests::case_path("chakra/all_reduce.0.et");
  HELIOGRAPH_SKIP_WITHOUT(path, "chakra/all_reduce.0.et");
  const ChakraTrace trace = read_chakra(*path);
  CHECK(trace.version == "0.0.4");
  REQUIRE(trace.nodes.size() == 1);
  CHECK(trace.nodes[0].id == 0);
  CHECK(trace.nodes[0].comm_type == 0);
  CHECK(trace.nodes[0].comm_size == 1'048'576);
  const auto program = read_chakra_program(*path, 4);
  REQUIRE(program->parts() == 1);
  CHECK(program->part(0).ranks.size() == 4);
  CHECK(program->part(0).schedule->collective() == Collective::all_reduce);
  CHECK(check_schedule(*program).correct());
}

TEST_CASE("nodes of a trace wait for what their rank has before them") {
  // Rank 0 computes, sends to rank 1, and both reduce; rank 1 reduces after it has received.
  const std::string zero =
      version() + node({1, 4, {}, 5, {}}) +
      node({2, 5, {1}, 0, {attribute("comm_dst", 1), attribute("comm_size", 640)}}) +
      collective(3, 0, 1024, {2});
  const std::string one =
      version() + node({7, 6, {}, 0, {attribute("comm_src", 0), attribute("comm_size", 640)}}) +
      collective(9, 0, 1024, {7});
  const auto program = chakra_program({parse_chakra(zero, "t.0.et"), parse_chakra(one, "t.1.et")},
                                      {"t.0.et", "t.1.et"}, 8);
  REQUIRE(program->parts() == 3);
  CHECK(program->part(0).compute == base::Picoseconds(5'000'000));
  CHECK(!program->part(0).schedule);
  CHECK(check_schedule(*program).correct());
  CHECK(check_schedule(*program).messages == 1 + 2 * 2);
}

TEST_CASE("what is wrong in traces is named by rank, node and byte") {
  CHECK(errors_of({version() + collective(1, 0, 64), version() + collective(1, 2, 64)}) ==
        "t.1.et: error: node 1 'n1' at byte 8: is collective 2 of 64 bytes; node 1 of rank 0 is 0 "
        "of 64");
  CHECK(errors_of({version() + collective(1, 3, 64)}) ==
        "t.0.et: error: node 1 'n1' at byte 8: comm_type is 3; expected 0 (AllReduce), 1 (Reduce), "
        "2 (AllGather), 5 (Broadcast), 6 (AllToAll), 7 (ReduceScatter) or 9 (barrier)");
  CHECK(errors_of({version() + collective(1, 0, 0), version() + collective(1, 0, 0)}) ==
        "t.0.et: error: node 1 'n1' at byte 8: comm_size is 0; expected 1 byte to 1 TiB");
  CHECK(errors_of({version() + node({1, 4, {5}, 0, {}}) + node({1, 4, {}, 0, {}})}) ==
        "t.0.et: error: node 1 'n1' at byte 21: this id is there twice\n"
        "t.0.et: error: node 1 'n1' at byte 8: waits for node 5, which is not there");
  CHECK(errors_of({version() + node({1, 4, {2}, 0, {}}) + node({2, 4, {1}, 0, {}})}) ==
        "t.0.et: error: the ranks' nodes wait for each other in a circle: 'n1' waits "
        "for 'n2' waits for 'n1'");
  CHECK(errors_of({version() + node({1, 5, {}, 0, {attribute("comm_dst", 1)}}), version()})
            .find("no receive at rank 1 meets this send, number 0 of tag 0") != std::string::npos);
  CHECK(errors_of({version() + node({1, 6, {}, 0, {attribute("comm_src", 4)}}), version()})
            .find("comm_src is 4; expected another rank, below 2") != std::string::npos);
  CHECK(errors_of({version() + collective(1, 0, 64), version()})
            .find("names no group, so that all ranks take part; rank 1 has no collective") !=
        std::string::npos);
}

TEST_CASE("other schemas and kinds of nodes are refused") {
  CHECK(errors_of({version("9.9")}) ==
        "t.0.et: error: is no Chakra execution trace that is known: at byte 0 found schema version "
        "'9.9'; expected 0.0.4 or 1.0.0");
  CHECK(errors_of({version() + node({1, 77, {}, 0, {}})}) ==
        "t.0.et: error: is no Chakra execution trace that is known: at byte 8 a node of type 77; "
        "expected 0 to 7");
}

TEST_CASE("no bytes break the reader of traces") {
  const std::string good =
      version() + node({1, 4, {2}, 3, {attribute("comm_size", 7)}}) + collective(2, 0, 4096);
  CHECK(errors_of({std::string()})
            .find("t.0.et: error: is no Chakra execution trace that is known: at byte 0") == 0);
  for (std::size_t cut = 1; cut < good.size(); ++cut) {
    (void)errors_of({good.substr(0, cut)});
  }
  std::mt19937_64 random(5);
  for (int n = 0; n < 2000; ++n) {
    std::string bytes = good;
    for (std::uint64_t k = 0; k <= random() % 4; ++k) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    (void)errors_of({bytes});
  }
  std::string packed = gzipped(good);
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  CHECK(errors_of({packed}).find("t.0.et: error: ") == 0);
}

}  // namespace heliograph::testbenches
