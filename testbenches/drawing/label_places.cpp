// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/label_places.hpp"

#include <algorithm>
#include <cmath>

namespace heliograph::testbenches {

namespace {

/// Half of what a patch covers in a direction.
double reach(const Patch& patch, const PagePoint& direction) {
  return 0.5 * (patch.length * std::abs(dot(patch.along, direction)) +
                patch.width * std::abs(dot(aside(patch.along), direction)));
}

/// A direction in which `a` and `b` are apart is one of their sides'.
bool apart(const Patch& a, const Patch& b, const PagePoint& direction) {
  return std::abs(dot(b.centre - a.centre, direction)) >= reach(a, direction) + reach(b, direction);
}

Patch text_patch(const PortLabel& label, const PagePoint& direction) {
  return patch_from(label.from + direction * label.gap, direction, label.length, label.height);
}

bool slants(const PagePoint& direction) {
  constexpr double kSlack = 1e-6;
  return std::abs(direction.x) > kSlack && std::abs(direction.y) > kSlack;
}

class Placer {
 public:
  Placer(const std::vector<PortLabel>& labels, const std::vector<Patch>& obstacles)
      : labels_(labels), obstacles_(obstacles) {
    for (const PortLabel& label : labels_) {
      // The port's mark and the end of its waveguide.
      ports_.push_back(patch_from(label.from + label.outwards * (0.5 * label.gap),
                                  label.outwards * -1.0, label.gap * 2.0, label.height));
    }
  }

  /// Clear of everything but the labels that are not placed yet.
  [[nodiscard]] bool clear(std::size_t label, const PagePoint& direction) const {
    const Patch text = text_patch(labels_[label], direction);
    const auto meets = [&](const Patch& other) { return overlap(text, other); };
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      if (i != label && meets(ports_[i])) {
        return false;
      }
    }
    return std::none_of(obstacles_.begin(), obstacles_.end(), meets) &&
           std::none_of(placed_.begin(), placed_.end(), meets);
  }

  /// Places every label in the first of its directions that is clear, or else in its first; whether
  /// all of them were clear.
  bool place(const std::vector<std::vector<PagePoint>>& wishes) {
    placed_.clear();
    directions_.clear();
    bool all_clear = true;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const auto found = std::find_if(wishes[i].begin(), wishes[i].end(),
                                      [&](const PagePoint& wish) { return clear(i, wish); });
      all_clear = all_clear && found != wishes[i].end();
      directions_.push_back(found != wishes[i].end() ? *found : wishes[i].front());
      placed_.push_back(text_patch(labels_[i], directions_.back()));
    }
    return all_clear;
  }
  [[nodiscard]] const std::vector<PagePoint>& directions() const { return directions_; }

 private:
  const std::vector<PortLabel>& labels_;
  const std::vector<Patch>& obstacles_;
  std::vector<Patch> ports_;
  std::vector<Patch> placed_;
  std::vector<PagePoint> directions_;
};

}  // namespace

bool overlap(const Patch& a, const Patch& b) {
  return !apart(a, b, a.along) && !apart(a, b, aside(a.along)) && !apart(a, b, b.along) &&
         !apart(a, b, aside(b.along));
}

Patch patch_from(const PagePoint& from, const PagePoint& along, double length, double width) {
  return {from + along * (0.5 * length), along, length, width};
}

std::vector<PagePoint> label_directions(const std::vector<PortLabel>& labels,
                                        const std::vector<Patch>& obstacles) {
  std::vector<PagePoint> outwards;
  std::vector<std::vector<PagePoint>> wishes;
  for (const PortLabel& label : labels) {
    outwards.push_back(label.outwards);
    wishes.push_back({label.outwards});
  }
  Placer placer(labels, obstacles);
  if (std::none_of(outwards.begin(), outwards.end(), slants) || placer.place(wishes)) {
    return outwards;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const PagePoint& along = outwards[i];
    if (slants(along)) {
      wishes[i] = {{along.x > 0.0 ? 1.0 : -1.0, 0.0}, {0.0, along.y > 0.0 ? 1.0 : -1.0}, along};
    }
  }
  placer.place(wishes);
  return placer.directions();
}

}  // namespace heliograph::testbenches
