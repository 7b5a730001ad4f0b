// SPDX-License-Identifier: Apache-2.0
#include "systemc/electrical/network_topology.hpp"

#include <utility>

namespace heliograph::systemc {

namespace {

class Star final : public NetworkTopology {
 public:
  explicit Star(std::size_t nodes) : nodes_(nodes) {}

  [[nodiscard]] std::size_t nodes() const override { return nodes_; }
  [[nodiscard]] std::size_t links() const override { return 2 * nodes_; }
  [[nodiscard]] LinkEnds ends(std::size_t link) const override {
    return link < nodes_ ? LinkEnds{link, nodes_} : LinkEnds{nodes_, link - nodes_};
  }
  [[nodiscard]] std::size_t links_of_node() const override { return 1; }
  [[nodiscard]] std::size_t next_link(std::size_t at, std::size_t destination) const override {
    return at < nodes_ ? at : nodes_ + destination;
  }

 private:
  std::size_t nodes_;
};

class FullMesh final : public NetworkTopology {
 public:
  explicit FullMesh(std::size_t nodes) : nodes_(nodes) {}

  [[nodiscard]] std::size_t nodes() const override { return nodes_; }
  [[nodiscard]] std::size_t links() const override { return nodes_ * links_of_node(); }
  [[nodiscard]] LinkEnds ends(std::size_t link) const override {
    const std::size_t from = link / links_of_node();
    const std::size_t peer = link % links_of_node();
    return {from, peer < from ? peer : peer + 1};
  }
  [[nodiscard]] std::size_t links_of_node() const override { return nodes_ - 1; }
  [[nodiscard]] std::size_t next_link(std::size_t at, std::size_t destination) const override {
    return at * links_of_node() + (destination < at ? destination : destination - 1);
  }

 private:
  std::size_t nodes_;
};

class Torus final : public NetworkTopology {
 public:
  explicit Torus(const std::vector<std::size_t>& dims) {
    for (const std::size_t size : dims) {
      dims_.push_back({size, nodes_, ports_});
      nodes_ *= size;
      ports_ += size > 2 ? 2 : size - 1;
    }
  }

  [[nodiscard]] std::size_t nodes() const override { return nodes_; }
  [[nodiscard]] std::size_t links() const override { return nodes_ * ports_; }
  [[nodiscard]] std::size_t links_of_node() const override { return ports_; }

  [[nodiscard]] LinkEnds ends(std::size_t link) const override {
    const std::size_t from = link / ports_;
    const std::size_t port = link % ports_;
    const Dimension* along = nullptr;
    for (const Dimension& dim : dims_) {
      if (dim.size > 1 && dim.first_port <= port) {
        along = &dim;
      }
    }
    const std::size_t place = from / along->stride % along->size;
    const bool up = port == along->first_port;
    const std::size_t next = (place + (up ? 1 : along->size - 1)) % along->size;
    return {from, from - place * along->stride + next * along->stride};
  }

  [[nodiscard]] std::size_t next_link(std::size_t at, std::size_t destination) const override {
    for (const Dimension& dim : dims_) {
      const std::size_t here = at / dim.stride % dim.size;
      const std::size_t there = destination / dim.stride % dim.size;
      if (here != there) {
        const std::size_t upwards = (there + dim.size - here) % dim.size;
        const bool up = dim.size == 2 || 2 * upwards <= dim.size;
        return at * ports_ + dim.first_port + (up ? 0 : 1);
      }
    }
    return links();  // it is there
  }

 private:
  struct Dimension {
    std::size_t size = 1;
    std::size_t stride = 1;
    std::size_t first_port = 0;  ///< up; the next one is down
  };

  std::vector<Dimension> dims_;
  std::size_t nodes_ = 1;
  std::size_t ports_ = 0;
};

}  // namespace

std::unique_ptr<NetworkTopology> make_star(std::size_t nodes) {
  return std::make_unique<Star>(nodes);
}

std::unique_ptr<NetworkTopology> make_full_mesh(std::size_t nodes) {
  return std::make_unique<FullMesh>(nodes);
}

std::unique_ptr<NetworkTopology> make_torus(const std::vector<std::size_t>& dims) {
  return std::make_unique<Torus>(dims);
}

std::vector<std::size_t> way(const NetworkTopology& topology, std::size_t from, std::size_t to) {
  std::vector<std::size_t> links;
  for (std::size_t at = from; at != to;) {
    links.push_back(topology.next_link(at, to));
    at = topology.ends(links.back()).to;
  }
  return links;
}

}  // namespace heliograph::systemc
