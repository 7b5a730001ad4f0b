// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/slice_allocator.hpp"

namespace heliograph::platforms {

std::string_view to_string(AllocationPolicy policy) {
  switch (policy) {
    case AllocationPolicy::contiguous:
      return "contiguous";
    case AllocationPolicy::fragmented:
      return "fragmented";
    case AllocationPolicy::bcube:
      return "bcube";
    case AllocationPolicy::ideal_switch:
      return "ideal_switch";
  }
  return "unknown";
}

std::string_view to_string(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return "none";
    case Refusal::too_few_free:
      return "no rack has enough that is free";
    case Refusal::no_block:
      return "what is free does not lie together";
    case Refusal::fibres_full:
      return "the fibres between servers are full";
  }
  return "unknown";
}

base::ParameterTable<AllocatorConfig> AllocatorConfig::table() {
  using C = AllocatorConfig;
  const std::string morphlux = "Morphlux, arXiv 2508.03674v3, ";
  base::ParameterTable<C> table;
  table
      .choice("policy", &C::policy,
              {{"contiguous", AllocationPolicy::contiguous},
               {"fragmented", AllocationPolicy::fragmented},
               {"bcube", AllocationPolicy::bcube},
               {"ideal_switch", AllocationPolicy::ideal_switch}},
              "who may stand where",
              {base::Basis::chosen, "fragmented: what circuits between servers are for"})
      .boolean("any_orientation", &C::any_orientation, "boxes may be turned",
               {base::Basis::cited, morphlux + "artefact: boxes of one orientation"})
      .integer("fibres_per_link", &C::fibres_per_link, base::Range{1, 1024},
               "fibres that two joined servers of a slice take on each trunk of their way",
               {base::Basis::cited, morphlux + "Alg. 1: 4 a route"})
      .integer("routes_searched", &C::routes_searched, base::Range{1, 10000},
               "shortest loopless ways between two servers that are looked at",
               {base::Basis::cited, morphlux + "artefact: 50"})
      .integer("routes_kept", &C::routes_kept, base::Range{1, 10000},
               "of these, ways with the least load that a link may take",
               {base::Basis::cited, morphlux + "artefact: K = 5"})
      .boolean("extra_fibres", &C::extra_fibres,
               "a slice may need more fibres on a trunk than it has; how many is reported",
               {base::Basis::chosen, "no: such a slice is refused"})
      .boolean("exact", &C::exact,
               "where the heuristic is above the least peak, an integer program (CBC) goes on",
               {base::Basis::chosen, "no: a build need not have CBC"})
      .integer("exact_nodes", &C::exact_nodes, base::Range{0, 1e9},
               "nodes after which the integer program gives up",
               {base::Basis::chosen, "bounds a decision without looking at a clock"});
  return table;
}

}  // namespace heliograph::platforms
