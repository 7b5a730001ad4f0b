// SPDX-License-Identifier: Apache-2.0
// The drawing is parsed again and held against the fabric that it shows.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <pugixml.hpp>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "testbenches/drawing/fabric_palette.hpp"
#include "testbenches/drawing/fabric_svg.hpp"
#include "testbenches/drawing/label_places.hpp"
#include "testbenches/drawing/svg_text.hpp"
#include "testbenches/drawing/svg_writer.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using namespace heliograph::testbenches;
using base::Decibel;
using base::PortId;

namespace {

std::vector<CellState> random_states(const SwitchFabric& fabric, std::uint64_t seed) {
  base::RandomStream random(seed, "drawn states");
  std::vector<CellState> states;
  for (std::size_t i = 0; i < fabric.cells(); ++i) {
    states.push_back(random.uniform() < 0.5 ? CellState::bar : CellState::cross);
  }
  return states;
}

std::vector<PortId> all_ports(const SwitchFabric& fabric) {
  std::vector<PortId> ports;
  for (std::size_t i = 0; i < fabric.ports(); ++i) {
    ports.push_back(static_cast<PortId>(i));
  }
  return ports;
}

FabricPicture random_picture(const SwitchFabric& fabric, std::uint64_t seed = 1) {
  FabricPicture picture = traced_picture(fabric, random_states(fabric, seed), all_ports(fabric));
  picture.title = "A fabric";
  picture.caption = "Cells in random states.";
  return picture;
}

struct Page {
  explicit Page(const std::string& svg) {
    const pugi::xml_parse_result result = document.load_buffer(svg.data(), svg.size());
    INFO(result.description());
    REQUIRE(result);
    root = document.child("svg");
    REQUIRE(root);
  }
  [[nodiscard]] pugi::xml_node by_id(const char* id) const {
    return root.find_child_by_attribute("id", id);
  }
  [[nodiscard]] std::vector<pugi::xml_node> all(const pugi::xml_node& below,
                                                const std::string& name) const {
    std::vector<pugi::xml_node> nodes;
    for (const pugi::xpath_node& found : below.select_nodes((".//" + name).c_str())) {
      nodes.push_back(found.node());
    }
    return nodes;
  }
  [[nodiscard]] std::vector<std::string> texts(const char* id) const {
    std::vector<std::string> texts;
    for (const pugi::xml_node& node : all(by_id(id), "text")) {
      texts.emplace_back(node.child_value());
    }
    return texts;
  }

  pugi::xml_document document;
  pugi::xml_node root;
};

/// The points between the pieces of a path.
std::vector<PagePoint> path_points(const std::string& d) {
  std::vector<PagePoint> points;
  PagePoint at;
  const char* next = d.c_str();
  const auto number = [&] {
    char* end = nullptr;
    const double value = std::strtod(next, &end);
    REQUIRE(end != next);
    next = end;
    return value;
  };
  while (*next != '\0') {
    const char command = *next++;
    if (command == 'H') {
      at.x = number();
    } else if (command == 'V') {
      at.y = number();
    } else if (command != 'Z') {
      REQUIRE(std::string("MLC").find(command) != std::string::npos);
      for (int skipped = command == 'C' ? 2 : 0; skipped > 0; --skipped) {
        number();
        number();
      }
      at.x = number();
      at.y = number();
    }
    points.push_back(at);
  }
  return points;
}

std::size_t count_of(const std::string& text, char c) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

/// Lines in a group of paths.
std::size_t lines_in(const Page& page, const char* id) {
  std::size_t lines = 0;
  for (const pugi::xml_node& path : page.all(page.by_id(id), "path")) {
    CHECK(path.attribute("d").value()[0] == 'M');
    lines += count_of(path.attribute("d").value(), 'M');
  }
  return lines;
}

double number_of(const pugi::xml_node& node, const char* name) {
  REQUIRE(node.attribute(name));
  return node.attribute(name).as_double();
}

/// The frames of the cells, by their names.
std::map<std::string, pugi::xml_node> frames_of(const Page& page) {
  std::map<std::string, pugi::xml_node> frames;
  for (const pugi::xml_node& rect : page.all(page.by_id("cells"), "rect")) {
    const std::string title = rect.child_value("title");
    const bool is_new = frames.emplace(title, rect).second;
    INFO(title);
    REQUIRE(is_new);
  }
  return frames;
}

std::string frame_name(const SwitchFabric& fabric, const PathHop& hop) {
  return "cell " + std::to_string(base::index(hop.cell)) + ", " + fabric.cell_name(hop.cell) +
         ": " + std::string(to_string(hop.state));
}

void check_cells(const SwitchFabric& fabric, const FabricPicture& picture, const Page& page) {
  const auto frames = frames_of(page);
  REQUIRE(frames.size() == fabric.cells());
  std::set<std::pair<double, double>> places;
  for (std::size_t i = 0; i < fabric.cells(); ++i) {
    const auto frame =
        frames.find(frame_name(fabric, {static_cast<base::CellId>(i), picture.states[i]}));
    REQUIRE(frame != frames.end());
    places.emplace(number_of(frame->second, "x"), number_of(frame->second, "y"));
  }
  CHECK(places.size() == fabric.cells());
  // Two rails a cell.
  CHECK(lines_in(page, "rails") == 2 * fabric.cells());
}

/// Port labels that lie on the same side are a letter's height apart; all texts are on the page.
void check_texts(const Page& page) {
  double x = 0.0;
  double y = 0.0;
  double width = 0.0;
  double height = 0.0;
  std::istringstream(page.root.attribute("viewBox").value()) >> x >> y >> width >> height;
  for (const char* group : {"ports", "legend", "title", "caption"}) {
    const double size = number_of(page.by_id(group), "font-size");
    CHECK(size > 0.0);
    std::vector<PagePoint> anchors;
    for (const pugi::xml_node& text : page.all(page.by_id(group), "text")) {
      const PagePoint anchor{number_of(text, "x"), number_of(text, "y")};
      for (const PagePoint& other : anchors) {
        CHECK(length(anchor - other) > 0.95 * size);
      }
      anchors.push_back(anchor);
      CHECK((anchor.x > x && anchor.x < x + width && anchor.y > y && anchor.y < y + height));
      if (!text.attribute("transform")) {
        const double wide = text_width(text.child_value(), size);
        const bool ends_here = text.attribute("text-anchor");
        CHECK((ends_here ? anchor.x - wide > x : anchor.x + wide < x + width));
      }
    }
  }
}

}  // namespace

TEST_CASE("svg: every topology is drawn with each cell once and each circuit from port to port") {
  for (const Topology topology : all_topologies()) {
    for (const std::size_t ports : {2U, 4U, 8U, 16U}) {
      INFO(to_string(topology) << " " << ports);
      const FeedForwardFabric fabric = make_fabric(topology, ports, {});
      const FabricPicture picture = random_picture(fabric);
      const Page page(fabric_svg(fabric, picture));
      check_cells(fabric, picture, page);
      check_texts(page);
      const auto frames = frames_of(page);
      const pugi::xml_node group = page.by_id("circuits");
      const std::vector<std::string> labels = page.texts("ports");
      CHECK(labels.size() == 2 * ports);
      auto drawn = group.children("g").begin();
      for (const DrawnCircuit& circuit : picture.circuits) {
        REQUIRE(drawn != group.children("g").end());
        const auto paths = page.all(*drawn, "path");
        REQUIRE(paths.size() == 2);  // the line and its rim
        CHECK(std::string(paths[0].attribute("d").value()) == paths[1].attribute("d").value());
        // One line: it is lifted nowhere.
        CHECK(count_of(paths[0].attribute("d").value(), 'M') == 1);
        const std::vector<PagePoint> points = path_points(paths[0].attribute("d").value());
        // From the frame's edge to the frame's edge of each cell, in the order of the light.
        std::size_t next = 0;
        const auto reaches = [&](const pugi::xml_node& frame) {
          const double left = number_of(frame, "x");
          const double top = number_of(frame, "y");
          const double right = left + number_of(frame, "width");
          const double bottom = top + number_of(frame, "height");
          for (; next < points.size(); ++next) {
            const PagePoint& p = points[next];
            if (p.x > left - 0.02 && p.x < right + 0.02 && p.y > top - 0.02 &&
                p.y < bottom + 0.02) {
              ++next;
              return true;
            }
          }
          return false;
        };
        for (const PathHop& hop : circuit.hops) {
          const pugi::xml_node frame = frames.at(frame_name(fabric, hop));
          CHECK(reaches(frame));  // enters
        }
        const std::string number = std::to_string(base::index(circuit.output));
        char loss[32];
        std::snprintf(loss, sizeof loss, "%.2f dB", circuit.loss.value().value());
        CHECK(std::count(labels.begin(), labels.end(), "out " + number + " | " + loss) == 1);
        CHECK(std::string(drawn->child_value("title")).find("to out " + number + ",") !=
              std::string::npos);
        ++drawn;
      }
      CHECK(drawn == group.children("g").end());
    }
  }
}

TEST_CASE("svg: circuits begin at their input's mark and end at their output's") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, {});
  const FabricPicture picture = random_picture(fabric);
  const Page page(fabric_svg(fabric, picture));
  std::set<std::pair<std::string, std::string>> begins;
  for (const pugi::xml_node& dot : page.all(page.by_id("ports"), "circle")) {
    begins.emplace(svg_number(number_of(dot, "cx")), svg_number(number_of(dot, "cy")));
  }
  CHECK(begins.size() == 8);
  std::set<std::string> heights;
  for (const pugi::xml_node& circuit : page.by_id("circuits").children("g")) {
    const auto points = path_points(circuit.child("path").attribute("d").value());
    CHECK(begins.count({svg_number(points.front().x), svg_number(points.front().y)}) == 1);
    heights.insert(svg_number(points.back().y));
    CHECK(points.back().x > points.front().x);
  }
  CHECK(heights.size() == 8);
}

TEST_CASE("svg: waveguides are drawn once, in meshes too, where they lead both ways") {
  const auto drawn_ways = [](const SwitchFabric& fabric) {
    const Page page(fabric_svg(fabric, random_picture(fabric)));
    return lines_in(page, "waveguides");
  };
  // Between the 5 columns of an 8 x 8 Benes network 8 waveguides each; 16 ports.
  CHECK(drawn_ways(make_fabric(Topology::benes, 8, {})) == 4 * 8 + 16);
  for (const MeshShape& shape :
       {MeshShape{MeshOutline::hexagonal, 3, 3}, MeshShape{MeshOutline::hexagonal_rings, 2, 2},
        MeshShape{MeshOutline::square, 4, 4}, MeshShape{MeshOutline::triangular, 2, 3},
        MeshShape{MeshOutline::smartlight, 1, 1}}) {
    const MeshFabric mesh = make_mesh(shape, {});
    INFO(to_string(shape.outline));
    // Each cell has four ends; two at a join, one at a port, where a waveguide and the port follow.
    CHECK(drawn_ways(mesh) == (4 * mesh.cells() - mesh.ports()) / 2 + 2 * mesh.ports());
    FabricPicture picture = random_picture(mesh);
    const Page page(fabric_svg(mesh, picture));
    check_cells(mesh, picture, page);
    CHECK(page.texts("ports").size() == mesh.ports());
    CHECK(page.all(page.by_id("circuits"), "g").size() == picture.circuits.size());
  }
}

TEST_CASE("svg: labels of ports overlap neither each other nor cells, at any slant") {
  const auto turned = [](const pugi::xml_node& node) {
    double degrees = 0.0;
    std::sscanf(node.attribute("transform").value(), "rotate(%lf", &degrees);
    return PagePoint{std::cos(degrees * base::kPi / 180.0), std::sin(degrees * base::kPi / 180.0)};
  };
  for (const MeshOutline outline : all_mesh_outlines()) {
    INFO(to_string(outline));
    const MeshFabric mesh = make_mesh({outline, 3, 3}, {});
    const Page page(fabric_svg(mesh, random_picture(mesh)));
    std::vector<Patch> taken;
    for (const auto& [name, rect] : frames_of(page)) {
      const double width = number_of(rect, "width");
      const double height = number_of(rect, "height");
      taken.push_back({{number_of(rect, "x") + width / 2, number_of(rect, "y") + height / 2},
                       turned(rect),
                       width,
                       height});
    }
    const double size = number_of(page.by_id("ports"), "font-size");
    for (const pugi::xml_node& text : page.all(page.by_id("ports"), "text")) {
      const PagePoint along = turned(text);
      const PagePoint middle =
          PagePoint{number_of(text, "x"), number_of(text, "y")} - aside(along) * (0.35 * size);
      const Patch label = patch_from(middle, text.attribute("text-anchor") ? along * -1.0 : along,
                                     text_width(text.child_value(), size), 0.85 * size);
      INFO(text.child_value());
      CHECK(std::none_of(taken.begin(), taken.end(),
                         [&](const Patch& other) { return overlap(label, other); }));
      taken.push_back(label);
    }
  }
}

TEST_CASE("svg: patches overlap where they have a point in common") {
  const Patch level{{0.0, 0.0}, {1.0, 0.0}, 10.0, 2.0};
  const auto slanting = [](double x, double y) {
    return Patch{{x, y}, unit({1.0, 1.0}), 10.0, 2.0};
  };
  CHECK(overlap(level, slanting(0.0, 0.0)));
  CHECK(overlap(level, slanting(4.0, 4.0)));
  // Bounding boxes overlap, the patches do not.
  CHECK_FALSE(overlap(level, slanting(8.7, 4.7)));
  CHECK_FALSE(overlap(level, {{0.0, 2.1}, {1.0, 0.0}, 10.0, 2.0}));
}

TEST_CASE("svg: dark ends are marked") {
  const auto marks = [](const SwitchFabric& fabric) -> std::size_t {
    const Page page(fabric_svg(fabric, random_picture(fabric)));
    return lines_in(page, "dark-ends") / 2;
  };
  CHECK(marks(make_fabric(Topology::benes, 8, {})) == 0);
  // Columns begin and rows end in the dark.
  CHECK(marks(make_fabric(Topology::crossbar, 8, {})) == 16);
  // Of two rails in the first column one is an input, in the last one an output.
  CHECK(marks(make_fabric(Topology::piloss, 8, {})) == 16);
  // One of the four ends of each cell.
  const FeedForwardFabric select = make_fabric(Topology::switch_and_select, 8, {});
  CHECK(marks(select) == select.cells());
}

TEST_CASE("svg: titles and captions are escaped") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, {});
  FabricPicture picture = random_picture(fabric);
  picture.title = "a<b & \"c\"\x01";
  picture.caption = "</text><script>x</script> \xC3\x97 ]]>";
  const Page page(fabric_svg(fabric, picture));
  CHECK(page.root.child_value("title") == std::string("a<b & \"c\"\xEF\xBF\xBD"));
  CHECK(page.root.child_value("desc") == picture.caption);
  CHECK(page.texts("title") == std::vector<std::string>{"a<b & \"c\"\xEF\xBF\xBD"});
  CHECK(page.all(page.root, "script").empty());
}

TEST_CASE("svg: the same picture gives the same bytes") {
  const FabricPicture picture = random_picture(make_fabric(Topology::dilated_benes, 16, {}));
  const std::string first = fabric_svg(make_fabric(Topology::dilated_benes, 16, {}), picture);
  CHECK(first == fabric_svg(make_fabric(Topology::dilated_benes, 16, {}), picture));
  FabricPicture other = picture;
  other.states[0] = picture.states[0] == CellState::bar ? CellState::cross : CellState::bar;
  other.circuits.clear();
  CHECK(first != fabric_svg(make_fabric(Topology::dilated_benes, 16, {}), other));
}

TEST_CASE("svg: a fabric without circuits") {
  const FeedForwardFabric fabric = make_fabric(Topology::planar, 5, {});
  FabricPicture picture;
  picture.states = fabric.structure().idle;
  const Page page(fabric_svg(fabric, picture));
  check_cells(fabric, picture, page);
  CHECK_FALSE(page.by_id("circuits").first_child().child("path"));
  for (const std::string& label : page.texts("ports")) {
    CHECK(label.find('|') == std::string::npos);
  }
  CHECK(page.texts("title").empty());
  CHECK(page.texts("legend") == std::vector<std::string>{"bar", "cross", "idle waveguide"});
}

TEST_CASE("svg: a circuit without a loss has none at its output") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 2, {});
  FabricPicture picture = traced_picture(fabric, {CellState::cross}, {PortId(0)});
  REQUIRE(picture.circuits.size() == 1);
  picture.circuits[0].loss.reset();
  const Page page(fabric_svg(fabric, picture));
  CHECK(page.texts("ports") == std::vector<std::string>{"in 0", "in 1", "out 0", "out 1"});
}

TEST_CASE("svg: pictures that are not of the fabric are refused") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, {});
  const FabricPicture good = random_picture(fabric);
  REQUIRE_NOTHROW(fabric_svg(fabric, good));
  REQUIRE(good.circuits.size() == 4);
  const auto refused = [&](auto change) {
    FabricPicture picture = good;
    change(picture);
    CHECK_THROWS_AS(fabric_svg(fabric, picture), std::invalid_argument);
  };
  refused([](FabricPicture& p) { p.states.pop_back(); });
  refused([](FabricPicture& p) { p.states.push_back(CellState::bar); });
  refused([](FabricPicture& p) { p.circuits[0].hops.pop_back(); });
  refused([](FabricPicture& p) { p.circuits[0].hops.push_back(p.circuits[0].hops.back()); });
  refused([](FabricPicture& p) { std::swap(p.circuits[0].output, p.circuits[1].output); });
  refused([](FabricPicture& p) { p.circuits[0].input = PortId(4); });
  refused([](FabricPicture& p) { p.circuits[0].output = PortId(4); });
  refused([](FabricPicture& p) { p.circuits[0].hops[0].cell = static_cast<base::CellId>(99); });
  refused([](FabricPicture& p) {
    CellState& state = p.circuits[0].hops[0].state;
    state = state == CellState::bar ? CellState::cross : CellState::bar;
  });
}

TEST_CASE("svg: the largest fabric stays below five million bytes") {
  const FeedForwardFabric fabric = make_fabric(Topology::switch_and_select, 64, {});
  const std::string svg = fabric_svg(fabric, random_picture(fabric));
  CHECK(svg.size() < 5'000'000);
  CHECK(frames_of(Page(svg)).size() == 8064);
}

TEST_CASE("svg: inks differ, and bar and cross differ in grey too") {
  std::set<std::pair<std::string_view, std::string_view>> inks;
  for (std::size_t i = 0; i < 72; ++i) {
    inks.emplace(circuit_ink(i).colour, circuit_ink(i).dash);
  }
  CHECK(inks.size() == 72);
  const auto grey = [](std::string_view colour) {
    const auto part = [&](std::size_t at) {
      return static_cast<double>(std::stoi(std::string(colour.substr(at, 2)), nullptr, 16));
    };
    // Luma of ITU-R BT.601, 0 to 255.
    return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5);
  };
  CHECK(grey(ink::kCross) - grey(ink::kBar) > 25.0);
}

TEST_CASE("svg: numbers are short") {
  CHECK(svg_number(0.0) == "0");
  CHECK(svg_number(-0.001) == "0");
  CHECK(svg_number(12.0) == "12");
  CHECK(svg_number(-0.5) == "-0.5");
  CHECK(svg_number(1.049) == "1.05");
  CHECK(svg_number(99.999) == "100");
  CHECK(svg_number(-3.25) == "-3.25");
  SvgPath path;
  path.move_to({1.0, -2.0});
  path.line_to({3.0, -2.0});
  path.line_to({3.0, 4.0});
  path.line_to({5.5, 6.0});
  path.bend_to({1.0, 0.0}, {1.0, 0.0}, {10.0, 6.0});
  CHECK(path.str() == "M1-2H3V4L5.5 6H10");
}

TEST_CASE("svg: text is wrapped at blanks") {
  CHECK(wrapped("", 10.0, 100.0).empty());
  CHECK(wrapped("  one two   three ", 10.0, 7 * 6.0) ==
        std::vector<std::string>{"one two", "three"});
  CHECK(wrapped("unbreakable", 10.0, 5.0) == std::vector<std::string>{"unbreakable"});
  // Characters, not bytes.
  CHECK(text_width("\xC3\x97", 10.0) == text_width("x", 10.0));
}

TEST_CASE("a drawing marks cells that cannot be set") {
  const MeshFabric mesh = make_mesh({MeshOutline::hexagonal, 1, 1}, {});
  FabricPicture picture = traced_picture(mesh, mesh.structure().idle, {});
  CHECK(fabric_svg(mesh, picture).find("failed") == std::string::npos);
  picture.stuck = {{static_cast<base::CellId>(1), StuckAt::bar},
                   {static_cast<base::CellId>(4), StuckAt::phase}};
  pugi::xml_document page;
  REQUIRE(page.load_string(fabric_svg(mesh, picture).c_str()));
  const pugi::xml_node failed = page.child("svg").find_child_by_attribute("id", "failed");
  std::vector<std::string> titles;
  std::vector<bool> crossed_out;
  for (const pugi::xml_node mark : failed.children("g")) {
    titles.emplace_back(mark.child("title").text().get());
    crossed_out.push_back(mark.child("g").child("path") != nullptr);
  }
  REQUIRE(titles.size() == 2);
  CHECK(titles[0].find("cell 1, ") == 0);
  CHECK(titles[0].find("stays in bar") != std::string::npos);
  CHECK(titles[1].find("no circuit can pass") != std::string::npos);
  CHECK(crossed_out == std::vector<bool>{false, true});
  std::string legend;
  for (const pugi::xml_node text :
       page.child("svg").find_child_by_attribute("id", "legend").children("text")) {
    legend += text.text().get();
  }
  CHECK(legend.find("failed cell, stays in its state") != std::string::npos);
  CHECK(legend.find("failed cell, nothing can pass") != std::string::npos);
  picture.stuck = {{static_cast<base::CellId>(99), StuckAt::bar}};
  CHECK_THROWS_AS(fabric_svg(mesh, picture), std::invalid_argument);
}

TEST_CASE("a drawing marks cells that nobody has set") {
  const MeshFabric mesh = make_mesh({MeshOutline::hexagonal, 1, 1}, {});
  FabricPicture picture = traced_picture(mesh, mesh.structure().idle, {});
  CHECK(fabric_svg(mesh, picture).find("unset") == std::string::npos);
  picture.unset = {false, true, false, true, true, false};
  pugi::xml_document page;
  REQUIRE(page.load_string(fabric_svg(mesh, picture).c_str()));
  const pugi::xml_node cells = page.child("svg").find_child_by_attribute("id", "cells");
  std::vector<std::string> titles;
  for (const pugi::xml_node mark : cells.find_child_by_attribute("id", "unset").children("g")) {
    titles.emplace_back(mark.child("title").text().get());
    CHECK(std::string(mark.child("text").text().get()) == "?");
    CHECK(mark.child("rect").attribute("stroke-dasharray") != nullptr);
  }
  REQUIRE(titles.size() == 3);
  CHECK(titles[0].find("cell 1") == 0);
  CHECK(titles[0].find("not set") != std::string::npos);
  // They have neither the tint nor the rails of a state.
  std::size_t tinted = 0;
  for (const pugi::xml_node group : cells.children("g")) {
    const auto rects = group.children("rect");
    tinted += static_cast<std::size_t>(std::distance(rects.begin(), rects.end()));
  }
  CHECK(tinted == 3);
  std::string legend;
  for (const pugi::xml_node text :
       page.child("svg").find_child_by_attribute("id", "legend").children("text")) {
    legend += text.text().get();
  }
  CHECK(legend.find("cell that nobody has set") != std::string::npos);
  picture.unset.pop_back();
  CHECK_THROWS_AS(fabric_svg(mesh, picture), std::invalid_argument);
}
