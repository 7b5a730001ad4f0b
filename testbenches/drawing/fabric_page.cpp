// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/fabric_page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/units.hpp"

namespace heliograph::testbenches {

using photonics::CellRail;
using photonics::DrawingPoint;
using photonics::DrawnCell;
using photonics::DrawnWay;

namespace {

constexpr double kPitch = 24.0;

/// Calls `see` with each point of a drawing.
template <class See>
void each_point(const photonics::FabricDrawing& drawing, See see) {
  const auto each_of = [&](const auto& points) {
    for (const DrawingPoint& point : points) {
      see(point);
    }
  };
  for (const DrawnCell& cell : drawing.cells) {
    each_of(cell.left);
    each_of(cell.right);
  }
  for (const DrawnWay& way : drawing.input_ways) {
    each_of(way);
  }
  for (const auto& after : drawing.ways) {
    for (const DrawnWay& way : after) {
      each_of(way);
    }
  }
  each_of(drawing.inputs);
  each_of(drawing.outputs);
}

/// Level or upright.
bool along_page(const PagePoint& direction) { return direction.x == 0.0 || direction.y == 0.0; }

}  // namespace

FabricPage::FabricPage(const photonics::CellGraph& graph, const photonics::FabricDrawing& drawing)
    : graph_(graph), drawing_(drawing) {
  DrawingPoint least{std::numeric_limits<int>::max(), std::numeric_limits<int>::max()};
  DrawingPoint most{std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};
  each_point(drawing_, [&](const DrawingPoint& p) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
    xs_[p.x] = 0.0;
  });
  if (xs_.empty()) {
    return;
  }
  origin_ = {static_cast<double>(least.x), static_cast<double>(least.y)};
  for (std::size_t cell = 0; cell < drawing_.cells.size(); ++cell) {
    diamonds_ = diamonds_ && diamond(cell);
  }
  if (upright()) {
    stretch();
  } else {
    keep_shape();
  }
  const PagePoint end = at(most);
  width_ = end.x;
  height_ = end.y;
}

bool FabricPage::upright() const {
  return std::all_of(drawing_.cells.begin(), drawing_.cells.end(), [](const DrawnCell& cell) {
    return cell.left[0].x == cell.left[1].x && cell.right[0].x == cell.right[1].x &&
           cell.left[0].y == cell.right[0].y && cell.left[1].y == cell.right[1].y &&
           cell.left[0].x < cell.right[0].x && cell.left[0].y < cell.left[1].y;
  });
}

void FabricPage::stretch() {
  pitch_ = kPitch;
  int rails = drawing_.cells.empty() ? 1 : std::numeric_limits<int>::max();
  for (const DrawnCell& cell : drawing_.cells) {
    rails = std::min(rails, cell.left[1].y - cell.left[0].y);
  }
  scale_ = pitch_ / rails;
  // What lies between neighbouring xs: cells, and how far waveguides rise or fall.
  struct Strip {
    bool cells = false;
    int rise = 0;
  };
  std::map<int, Strip> strips;  // by left edge
  for (const auto& [x, ignored] : xs_) {
    strips[x] = {};
  }
  for (const DrawnCell& cell : drawing_.cells) {
    for (auto at = strips.find(cell.left[0].x); at->first < cell.right[0].x; ++at) {
      at->second.cells = true;
    }
  }
  const auto see_way = [&](const DrawnWay& way) {
    for (std::size_t i = 1; i < way.size(); ++i) {
      const int from = std::min(way[i - 1].x, way[i].x);
      const int to = std::max(way[i - 1].x, way[i].x);
      for (auto at = strips.find(from); at->first < to; ++at) {
        at->second.rise = std::max(at->second.rise, std::abs(way[i].y - way[i - 1].y));
      }
    }
  };
  std::for_each(drawing_.input_ways.begin(), drawing_.input_ways.end(), see_way);
  int most_y = 0;
  for (const auto& after : drawing_.ways) {
    std::for_each(after.begin(), after.end(), see_way);
  }
  each_point(drawing_, [&](const DrawingPoint& p) { most_y = std::max(most_y, p.y); });
  // All in pitches.
  const double lines = 1.0 + (most_y - origin_.y) / rails;
  constexpr double kAspect = 1.6;
  const auto columns = static_cast<double>(
      std::count_if(strips.begin(), strips.end(), [](const auto& at) { return at.second.cells; }));
  // What a column and its gap have of a page of that shape.
  const double share = kAspect * lines / std::max(columns, 1.0);
  const auto gap = [&](const Strip& strip) {
    if (strip.rise == 0) {
      return 0.55;
    }
    const double rise = static_cast<double>(strip.rise) / rails;
    return std::max({1.2, 0.25 * share, 0.5 + 0.85 * std::pow(rise, 0.92)});
  };
  double gaps = 0.0;
  for (auto at = strips.begin(); std::next(at) != strips.end(); ++at) {
    gaps += at->second.cells ? 0.0 : gap(at->second);
  }
  const double cell = std::clamp((kAspect * lines - gaps) / std::max(columns, 1.0), 1.0, 2.1);
  double x = 0.0;
  for (const auto& [left, strip] : strips) {
    xs_[left] = x;
    x += pitch_ * (strip.cells ? cell : gap(strip));
  }
}

void FabricPage::keep_shape() {
  xs_.clear();
  double rails = std::numeric_limits<double>::max();
  for (const DrawnCell& cell : drawing_.cells) {
    for (const auto& side : {cell.left, cell.right}) {
      rails = std::min(rails, std::hypot(side[1].x - side[0].x, side[1].y - side[0].y));
    }
  }
  pitch_ = kPitch / std::sqrt(2.0);
  scale_ = pitch_ / std::max(rails, 1.0);
}

PagePoint FabricPage::at(const DrawingPoint& point) const {
  const auto stretched = xs_.find(point.x);
  return {stretched != xs_.end() ? stretched->second : scale_ * (point.x - origin_.x),
          scale_ * (point.y - origin_.y)};
}

PagePoint FabricPage::rail_end(std::size_t cell, bool right, std::size_t rail) const {
  const DrawnCell& drawn = drawing_.cells[cell];
  return at(right ? drawn.right[rail] : drawn.left[rail]);
}

bool FabricPage::diamond(std::size_t cell) const {
  const DrawnCell& drawn = drawing_.cells[cell];
  // In cross light goes straight on: the row from end to end, and the column at a right angle.
  const DrawingPoint row{drawn.right[1].x - drawn.left[0].x, drawn.right[1].y - drawn.left[0].y};
  const DrawingPoint column{drawn.right[0].x - drawn.left[1].x, drawn.right[0].y - drawn.left[1].y};
  const bool level = row.y == 0 && column.x == 0 && std::abs(row.x) == std::abs(column.y);
  const bool upright = row.x == 0 && column.y == 0 && std::abs(row.y) == std::abs(column.x);
  return (level || upright) &&
         drawn.left[0].x + drawn.right[1].x == drawn.left[1].x + drawn.right[0].x &&
         drawn.left[0].y + drawn.right[1].y == drawn.left[1].y + drawn.right[0].y;
}

PagePoint FabricPage::direction(std::size_t cell, bool right, std::size_t rail) const {
  if (diamond(cell)) {
    // The waveguide that passes here in cross, from its end on the left.
    return unit(rail_end(cell, true, right ? rail : rail ^ 1U) -
                rail_end(cell, false, right ? rail ^ 1U : rail));
  }
  return unit(rail_end(cell, true, 0) + rail_end(cell, true, 1) - rail_end(cell, false, 0) -
              rail_end(cell, false, 1));
}

CellBox FabricPage::box(std::size_t cell) const {
  const PagePoint left = (rail_end(cell, false, 0) + rail_end(cell, false, 1)) * 0.5;
  const PagePoint right = (rail_end(cell, true, 0) + rail_end(cell, true, 1)) * 0.5;
  CellBox box;
  box.centre = (left + right) * 0.5;
  if (diamond(cell)) {
    box.width = box.height = 2.0 * length(rail_end(cell, false, 0) - box.centre);
    return box;
  }
  constexpr double kMargin = 0.3;
  box.width = length(right - left);
  box.height = length(rail_end(cell, false, 1) - rail_end(cell, false, 0)) + 2 * kMargin * pitch_;
  box.angle = std::atan2(right.y - left.y, right.x - left.x) * 180.0 / base::kPi;
  return box;
}

PagePoint FabricPage::entering(const CellRail& at) const {
  const std::size_t cell = base::index(at.cell);
  return at.rail < 2 ? direction(cell, false, at.rail) : direction(cell, true, at.rail - 2) * -1.0;
}

PagePoint FabricPage::leaving(const CellRail& at) const {
  const std::size_t cell = base::index(at.cell);
  return at.rail < 2 ? direction(cell, true, at.rail) : direction(cell, false, at.rail - 2) * -1.0;
}

PagePoint FabricPage::outwards(base::PortId port, bool output) const {
  const auto last_piece = [&](const DrawnWay& way, bool end) {
    const std::size_t n = way.size();
    return end ? unit(at(way[n - 1]) - at(way[n - 2])) : unit(at(way[0]) - at(way[1]));
  };
  if (!output) {
    const DrawnWay& way = drawing_.input_ways[base::index(port)];
    if (way.size() > 1) {
      return last_piece(way, false);
    }
    const auto* rail = std::get_if<CellRail>(&graph_.inputs[base::index(port)]);
    return rail ? entering(*rail) * -1.0 : PagePoint{-1.0, 0.0};
  }
  for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
    for (std::size_t rail = 0; rail < photonics::kCellRails; ++rail) {
      if (graph_.after[cell][rail] == photonics::WayEnd(port)) {
        const DrawnWay& way = drawing_.ways[cell][rail];
        return way.size() > 1 ? last_piece(way, true)
                              : leaving({static_cast<base::CellId>(cell), rail});
      }
    }
  }
  return {1.0, 0.0};
}

void FabricPage::add_way(const DrawnWay& way, const PagePoint& leaving, const PagePoint& arriving,
                         SvgPath& path) const {
  PagePoint before = leaving;
  for (std::size_t i = 1; i < way.size(); ++i) {
    PagePoint after = arriving;
    if (i + 1 < way.size()) {
      const PagePoint to = unit(at(way[i]) - at(way[i - 1]));
      const PagePoint on = unit(at(way[i + 1]) - at(way[i]));
      // A piece that goes on straight from one end of the way stays straight.
      after = dot(to, before) > 0.999 ? to : dot(on, arriving) > 0.999 ? on : unit(to + on);
      // So does one along the page between two corners.
      if (diamonds_ && along_page(on) && !along_page(to)) {
        after = on;
      }
      // Between columns waveguides begin and end level.
      if (!xs_.empty()) {
        after = {way[i].x >= way[i - 1].x ? 1.0 : -1.0, 0.0};
      }
    }
    path.bend_to(before, after, at(way[i]));
    before = after;
  }
}

void FabricPage::add_rail(const CellRail& at, photonics::CellState state, SvgPath& path) const {
  const CellRail out{at.cell, photonics::rail_after(at.rail, state)};
  const std::size_t cell = base::index(at.cell);
  path.bend_to(entering(at), leaving(out), rail_end(cell, out.rail < 2, out.rail % 2));
}

}  // namespace heliograph::testbenches
