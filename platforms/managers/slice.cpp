// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/slice.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"

namespace heliograph::platforms {

namespace {

const base::SourceLocation kRequestPlace{"slice request", 0, 0};

bool in_whole_servers(const Extent& shape, const TorusRack& rack) {
  for (std::size_t d = 0; d < kDimensions; ++d) {
    if (shape.of[d] % rack.server_extent().of[d] != 0) {
      return false;
    }
  }
  return true;
}

int half_surface(const Extent& shape) {
  return shape.of[0] * shape.of[1] + shape.of[1] * shape.of[2] + shape.of[0] * shape.of[2];
}

}  // namespace

std::vector<ShapeLink> shape_links(const Extent& shape) {
  std::vector<ShapeLink> links;
  const auto places = static_cast<std::size_t>(shape.volume());
  for (std::size_t place = 0; place < places; ++place) {
    for (std::uint32_t d = 0; d < kDimensions; ++d) {
      Position at = position_in(shape, place);
      if (++at.of[d] < shape.of[d]) {
        links.push_back({place, index_in(shape, at), Dimension{d}});
      }
    }
  }
  return links;
}

SliceRequest request_of(int chips, const TorusRack& rack) {
  using Rating = std::tuple<bool, int, std::array<int, kDimensions>>;
  std::optional<Rating> best;
  const Extent& most = rack.extent();
  Extent box;
  for (box.of[0] = 1; box.of[0] <= most.of[0]; ++box.of[0]) {
    for (box.of[1] = 1; box.of[1] <= most.of[1]; ++box.of[1]) {
      for (box.of[2] = 1; box.of[2] <= most.of[2]; ++box.of[2]) {
        if (box.volume() == chips) {
          const Rating rating{!in_whole_servers(box, rack), half_surface(box), box.of};
          best = best ? std::min(*best, rating) : rating;
        }
      }
    }
  }
  if (!best) {
    throw base::InputError(kRequestPlace, "found " + std::to_string(chips) +
                                              " accelerators; expected a number that fills a box "
                                              "in a rack of " +
                                              rack.extent().text());
  }
  return {Extent{std::get<2>(*best)}};
}

SliceRequest parse_slice_request(const std::string& text, const TorusRack& rack) {
  const auto wrong = [&](const std::string& why) {
    return base::InputError(kRequestPlace, "found '" + text + "'; " + why);
  };
  std::vector<int> numbers;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::optional<std::int64_t> number = base::parse_integer(text.substr(begin, end - begin));
    if (!number || *number < 1 || *number > 1'000'000) {
      throw wrong("expected a shape as 2x4x4, or a number of accelerators");
    }
    numbers.push_back(static_cast<int>(*number));
    begin = end + 1;
  }
  if (numbers.size() == 1) {
    return request_of(numbers.front(), rack);
  }
  if (numbers.size() != kDimensions) {
    throw wrong("expected three sizes, as 2x4x4, or a number of accelerators");
  }
  SliceRequest request;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    request.shape.of[d] = numbers[d];
    if (numbers[d] > rack.extent().of[d]) {
      throw wrong("expected a box that fits a rack of " + rack.extent().text());
    }
  }
  return request;
}

}  // namespace heliograph::platforms
