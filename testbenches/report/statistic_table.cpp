// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/statistic_table.hpp"

namespace heliograph::testbenches {

namespace {

Json list_of(const Json& items) { return {{"type", "array"}, {"items", items}}; }

Json plain(const char* type, bool nullable) {
  return {{"type", nullable ? Json::array({type, "null"}) : Json(type)}};
}

}  // namespace

Json value_schema(ValueType type, bool nullable) {
  switch (type) {
    case ValueType::integer:
      return plain("integer", nullable);
    case ValueType::number:
      return plain("number", nullable);
    case ValueType::text:
      return plain("string", nullable);
    case ValueType::boolean:
      return plain("boolean", nullable);
    case ValueType::integers:
      return list_of(plain("integer", false));
    case ValueType::circuits:
      return list_of(
          {{"type", "object"},
           {"properties", {{"from", plain("integer", false)}, {"to", plain("integer", false)}}},
           {"required", Json::array({"from", "to"})},
           {"additionalProperties", false}});
    case ValueType::counts:
      break;
  }
  return {{"type", "object"}, {"additionalProperties", plain("integer", false)}};
}

}  // namespace heliograph::testbenches
