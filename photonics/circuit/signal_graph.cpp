// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/signal_graph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "photonics/circuit/components.hpp"

namespace heliograph::photonics {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
using Edges = std::vector<std::vector<std::size_t>>;

/// Every node that can be reached from `from`, those included.
std::vector<bool> reachable(const Edges& successors, std::vector<std::size_t> from) {
  std::vector<bool> seen(successors.size(), false);
  for (const std::size_t node : from) {
    seen[node] = true;
  }
  while (!from.empty()) {
    const std::size_t node = from.back();
    from.pop_back();
    for (const std::size_t next : successors[node]) {
      if (!seen[next]) {
        seen[next] = true;
        from.push_back(next);
      }
    }
  }
  return seen;
}

Edges reversed(const Edges& edges) {
  Edges back(edges.size());
  for (std::size_t node = 0; node < edges.size(); ++node) {
    for (const std::size_t next : edges[node]) {
      back[next].push_back(node);
    }
  }
  return back;
}

/// The whole circuit: a node for what travels into each terminal, then one for what leaves each
/// external port.
struct WholeGraph {
  Edges successors;
  std::vector<SignalEntry> entries;      // rows and columns are nodes here
  std::vector<std::size_t> leaving;      // node of the wave that leaves a terminal, or kNone
  std::vector<std::size_t> input_nodes;  // by external
  std::vector<std::size_t> output_nodes;
};

WholeGraph whole_graph(const Circuit& circuit) {
  WholeGraph graph;
  const std::size_t terminals = circuit.terminals();
  graph.leaving.assign(terminals, kNone);
  for (std::size_t t = 0; t < terminals; ++t) {
    if (const auto other = circuit.partner(static_cast<TerminalId>(t))) {
      graph.leaving[t] = static_cast<std::size_t>(*other);
    }
  }
  for (std::size_t e = 0; e < circuit.externals().size(); ++e) {
    const auto t = static_cast<std::size_t>(circuit.externals()[e].terminal);
    graph.leaving[t] = terminals + e;
    graph.input_nodes.push_back(t);
    graph.output_nodes.push_back(terminals + e);
  }
  graph.successors.resize(terminals + circuit.externals().size());
  for (std::size_t i = 0; i < circuit.instances(); ++i) {
    const auto id = static_cast<InstanceId>(i);
    const ScatteringModel& model = circuit.model(id);
    const auto first = static_cast<std::size_t>(circuit.first_terminal(id));
    const std::size_t ports = model.ports().size();
    for (std::size_t to = 0; to < ports; ++to) {
      const std::size_t row = graph.leaving[first + to];
      for (std::size_t from = 0; row != kNone && from < ports; ++from) {
        // Nothing ever travels into an open port.
        if (graph.leaving[first + from] != kNone && model.couples(to, from)) {
          graph.successors[first + from].push_back(row);
          graph.entries.push_back({row, first + from, i, to, from});
        }
      }
    }
  }
  return graph;
}

std::vector<std::size_t> picked(const std::vector<std::size_t>& nodes,
                                const std::vector<std::size_t>& positions) {
  std::vector<std::size_t> result;
  for (const std::size_t position : positions) {
    if (position >= nodes.size()) {
      throw std::invalid_argument("a circuit with " + std::to_string(nodes.size()) +
                                  " external ports has none at position " +
                                  std::to_string(position));
    }
    if (std::find(result.begin(), result.end(), nodes[position]) != result.end()) {
      throw std::invalid_argument("external port " + std::to_string(position) +
                                  " is selected twice");
    }
    result.push_back(nodes[position]);
  }
  return result;
}

}  // namespace

SignalGraph::SignalGraph(const Circuit& circuit, const std::vector<std::size_t>& outputs,
                         const std::vector<std::size_t>& inputs)
    : inputs_(inputs.size()), outputs_(outputs.size()) {
  const WholeGraph whole = whole_graph(circuit);
  const Edges back = reversed(whole.successors);
  const std::vector<std::size_t> in = picked(whole.input_nodes, inputs);
  const std::vector<std::size_t> out = picked(whole.output_nodes, outputs);
  const std::vector<bool> from_inputs = reachable(whole.successors, in);
  const std::vector<bool> to_outputs = reachable(back, out);
  const std::vector<bool> enters = reachable(whole.successors, whole.input_nodes);
  const std::vector<bool> leaves = reachable(back, whole.output_nodes);
  const Components all = strongly_connected(whole.successors);

  std::vector<std::size_t> row_of(whole.successors.size(), kNone);
  std::vector<std::size_t> column_of(whole.successors.size(), kNone);
  for (std::size_t t = 0; t < circuit.terminals(); ++t) {
    const bool isolated_loop = all.cyclic[all.of[t]] && !(enters[t] && leaves[t]);
    if (circuit.partner(static_cast<TerminalId>(t)) &&
        ((from_inputs[t] && to_outputs[t]) || isolated_loop)) {
      row_of[t] = column_of[t] = terminal_.size();
      terminal_.push_back(static_cast<TerminalId>(t));
    }
  }
  for (std::size_t k = 0; k < in.size(); ++k) {
    column_of[in[k]] = waves() + k;
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    row_of[out[k]] = waves() + k;
  }
  Edges edges(waves());
  for (SignalEntry entry : whole.entries) {
    entry.row = row_of[entry.row];
    entry.column = column_of[entry.column];
    if (entry.row != kNone && entry.column != kNone) {
      entries_.push_back(entry);
      if (entry.row < waves() && entry.column < waves()) {
        edges[entry.column].push_back(entry.row);
      }
    }
  }
  const Components kept = strongly_connected(edges);
  has_feedback_ = std::find(kept.cyclic.begin(), kept.cyclic.end(), true) != kept.cyclic.end();
  if (!has_feedback_) {
    order_.resize(waves());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    // Light flows to lower-numbered components.
    std::sort(order_.begin(), order_.end(),
              [&](std::size_t a, std::size_t b) { return kept.of[a] > kept.of[b]; });
  }
}

}  // namespace heliograph::photonics
