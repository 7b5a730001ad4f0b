// SPDX-License-Identifier: Apache-2.0
#include "testbenches/formats/chakra_reader.hpp"

#include <algorithm>
#include <limits>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>

#include "base/diagnostics.hpp"
#include "base/input_file.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

constexpr std::size_t kLargestTrace = 256U << 20U;
constexpr std::size_t kMostNodes = 1'000'000;

// Field numbers of et_def.proto.
constexpr int kVersion = 1;
constexpr int kNodeId = 1;
constexpr int kNodeName = 2;
constexpr int kNodeType = 3;
constexpr int kNodeControl = 4;
constexpr int kNodeData = 5;
constexpr int kNodeDuration = 7;
constexpr int kNodeAttribute = 10;
constexpr std::uint64_t kLastType = 7;
constexpr int kAttributeName = 1;
constexpr int kAttributeString = 29;

struct Failure {
  std::size_t offset;
  std::string text;
};

/// What an attribute holds, if it is a whole number or a text.
struct Attribute {
  std::string name;
  std::optional<std::int64_t> number;
  std::string text;
};

class ChakraParser {
 public:
  explicit ChakraParser(std::string_view bytes)
      : input_(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size())),
        size_(bytes.size()) {}

  ChakraTrace read() {
    ChakraTrace trace;
    const auto limit = open("the version");
    read_fields([&](int field, std::uint32_t tag) {
      return field == kVersion ? read_text(tag, trace.version) : skip(tag);
    });
    input_.PopLimit(limit);
    if (trace.version != "0.0.4" && trace.version != "1.0.0") {
      throw Failure{
          0, "found schema version " + base::quoted(trace.version) + "; expected 0.0.4 or 1.0.0"};
    }
    while (at() < size_) {
      if (trace.nodes.size() == kMostNodes) {
        throw Failure{at(), "more than " + std::to_string(kMostNodes) + " nodes"};
      }
      read_node(trace.nodes.emplace_back());
    }
    return trace;
  }

 private:
  [[nodiscard]] std::size_t at() const {
    return static_cast<std::size_t>(input_.CurrentPosition());
  }

  [[noreturn]] void fail(const std::string& text) const { throw Failure{at(), text}; }

  /// Reads a length and keeps what follows within it.
  CodedInputStream::Limit open(const std::string& what) {
    std::uint32_t length = 0;
    const bool has_length = input_.ReadVarint32(&length);
    const int within = input_.BytesUntilLimit();
    const std::size_t left = within < 0 ? size_ - at() : static_cast<std::size_t>(within);
    if (!has_length || length > left) {
      fail("expected the length of " + what + " and so many bytes; found " +
           (has_length ? std::to_string(length) + " with " + std::to_string(left) + " left"
                       : std::string("no length")));
    }
    return input_.PushLimit(static_cast<int>(length));
  }

  /// Calls `take(field, tag)` for each field up to the limit.
  template <class Take>
  void read_fields(Take&& take) {
    while (input_.BytesUntilLimit() > 0) {
      const std::uint32_t tag = input_.ReadTag();
      if (tag == 0 || !take(WireFormatLite::GetTagFieldNumber(tag), tag)) {
        fail("expected a field of a protobuf message");
      }
    }
  }

  bool skip(std::uint32_t tag) { return WireFormatLite::SkipField(&input_, tag); }

  bool read_text(std::uint32_t tag, std::string& text) {
    return WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED &&
           WireFormatLite::ReadString(&input_, &text);
  }

  /// A whole number of any width and kind but zigzag, which `read_attribute` undoes.
  bool read_number(std::uint32_t tag, std::uint64_t& number) {
    std::uint32_t narrow = 0;
    switch (WireFormatLite::GetTagWireType(tag)) {
      case WireFormatLite::WIRETYPE_VARINT:
        return input_.ReadVarint64(&number);
      case WireFormatLite::WIRETYPE_FIXED64:
        return input_.ReadLittleEndian64(&number);
      case WireFormatLite::WIRETYPE_FIXED32:
        if (!input_.ReadLittleEndian32(&narrow)) {
          return false;
        }
        number = narrow;
        return true;
      default:
        return false;
    }
  }

  bool read_numbers(std::uint32_t tag, std::vector<std::uint64_t>& numbers) {
    std::uint64_t number = 0;
    if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      if (!read_number(tag, number)) {
        return false;
      }
      numbers.push_back(number);
      return true;
    }
    const auto limit = open("a list");
    while (input_.BytesUntilLimit() > 0) {
      if (!input_.ReadVarint64(&number)) {
        return false;
      }
      numbers.push_back(number);
    }
    input_.PopLimit(limit);
    return true;
  }

  void read_node(ChakraNode& node) {
    node.offset = at();
    const auto limit = open("a node");
    std::uint64_t type = 0;
    read_fields([&](int field, std::uint32_t tag) {
      switch (field) {
        case kNodeId:
          return read_number(tag, node.id);
        case kNodeName:
          return read_text(tag, node.name);
        case kNodeType:
          return read_number(tag, type);
        case kNodeControl:
        case kNodeData:
          return read_numbers(tag, node.after);
        case kNodeDuration:
          return read_number(tag, node.duration_us);
        case kNodeAttribute:
          read_attribute(tag, node);
          return true;
        default:
          return skip(tag);
      }
    });
    input_.PopLimit(limit);
    if (type > kLastType) {
      throw Failure{node.offset, "a node of type " + std::to_string(type) + "; expected 0 to 7"};
    }
    node.kind = kind_of(type);
  }

  static ChakraKind kind_of(std::uint64_t type) {
    switch (type) {
      case 2:
      case 3:
        return ChakraKind::memory;
      case 4:
        return ChakraKind::compute;
      case 5:
        return ChakraKind::send;
      case 6:
        return ChakraKind::receive;
      case 7:
        return ChakraKind::collective;
      default:
        return ChakraKind::metadata;
    }
  }

  void read_attribute(std::uint32_t tag, ChakraNode& node) {
    if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      fail("expected an attribute");
    }
    const auto limit = open("an attribute");
    Attribute attribute;
    read_fields([&](int field, std::uint32_t own_tag) {
      if (field == kAttributeName) {
        return read_text(own_tag, attribute.name);
      }
      if (field == kAttributeString) {
        return read_text(own_tag, attribute.text);
      }
      return read_value(field, own_tag, attribute);
    });
    input_.PopLimit(limit);
    keep(attribute, node);
  }

  /// int32 7, int64 9, uint32 11, uint64 13, sint32 15, sint64 17, fixed32 19, fixed64 21,
  /// sfixed32 23, sfixed64 25, bool 27.
  bool read_value(int field, std::uint32_t tag, Attribute& attribute) {
    constexpr int kFirst = 7;
    constexpr int kLast = 27;
    constexpr int kSigned32 = 15;
    constexpr int kSigned64 = 17;
    constexpr int kFixedSigned32 = 23;
    if (field < kFirst || field > kLast || field % 2 == 0) {
      return skip(tag);
    }
    std::uint64_t number = 0;
    if (!read_number(tag, number)) {
      return false;
    }
    if (field == kSigned32 || field == kSigned64) {
      attribute.number = WireFormatLite::ZigZagDecode64(number);
    } else if (field == kFixedSigned32) {
      attribute.number = static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
    } else {
      attribute.number = static_cast<std::int64_t>(number);
    }
    return true;
  }

  static void keep(const Attribute& attribute, ChakraNode& node) {
    if (attribute.name == "pg_name") {
      node.group = attribute.number ? std::to_string(*attribute.number) : attribute.text;
    } else if (attribute.name == "comm_type") {
      node.comm_type = attribute.number.value_or(0);
    } else if (attribute.name == "comm_size") {
      node.comm_size = attribute.number.value_or(0);
    } else if (attribute.name == "comm_src") {
      node.comm_source = attribute.number.value_or(0);
    } else if (attribute.name == "comm_dst") {
      node.comm_destination = attribute.number.value_or(0);
    } else if (attribute.name == "comm_tag") {
      node.comm_tag = attribute.number.value_or(0);
    }
  }

  CodedInputStream input_;
  std::size_t size_;
};

bool is_gzip(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

std::string unpacked(std::string_view bytes, const std::string& file) {
  google::protobuf::io::ArrayInputStream packed(bytes.data(), static_cast<int>(bytes.size()));
  google::protobuf::io::GzipInputStream stream(&packed);
  std::string text;
  const void* data = nullptr;
  int size = 0;
  while (stream.Next(&data, &size)) {
    text.append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    if (text.size() > kLargestTrace) {
      throw base::InputError({file, 0, 0}, "is larger than 256 MiB when unpacked");
    }
  }
  if (stream.ZlibErrorMessage() != nullptr) {
    throw base::InputError({file, 0, 0},
                           std::string("cannot be unpacked as gzip: ") + stream.ZlibErrorMessage());
  }
  return text;
}

}  // namespace

ChakraTrace parse_chakra(std::string_view bytes, const std::string& file) {
  const std::string text = is_gzip(bytes) ? unpacked(bytes, file) : std::string();
  try {
    return ChakraParser(is_gzip(bytes) ? std::string_view(text) : bytes).read();
  } catch (const Failure& failure) {
    throw base::InputError({file, 0, 0}, "is no Chakra execution trace that is known: at byte " +
                                             std::to_string(failure.offset) + " " + failure.text);
  }
}

ChakraTrace read_chakra(const std::string& path) {
  return parse_chakra(base::read_input_file(path, kLargestTrace, "a Chakra execution trace"), path);
}

}  // namespace heliograph::testbenches
