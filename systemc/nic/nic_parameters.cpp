// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/nic_parameters.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

namespace {

void add_ordering(base::ParameterTable<NicParameters>& table) {
  using P = NicParameters;
  table
      .choice("ordering", &P::ordering,
              {{"proxy_drain", NicOrdering::proxy_drain},
               {"nic_fence", NicOrdering::nic_fence},
               {"unordered", NicOrdering::unordered}},
              "who sees to it that a signal takes effect after the puts before it: a host proxy, "
              "which waits until all its puts are acknowledged; the NIC; or nobody",
              {Basis::chosen, "as published fixes have it (arXiv 2605.00686, read in summary)"})
      .choice("delivery", &P::delivery,
              {{"in_order", NicDelivery::in_order}, {"unordered", NicDelivery::unordered}},
              "whether what leaves for one peer arrives in that order: then a fenced signal leaves "
              "right behind its puts and the receiving NIC keeps the order; else the sending NIC "
              "holds it until they are acknowledged",
              {Basis::chosen,
               "one circuit has one path; switched networks with adaptive routing "
               "have none"})
      .choice(
          "striping", &P::striping, {{"none", NicStriping::none}, {"ports", NicStriping::ports}},
          "with several ports: none gives each circuit a port of its own, so that a rank has as "
          "many peers at once; ports gives a circuit all ports of its two ranks side by side "
          "and lays each message over them in whole frames",
          {Basis::chosen, "a port for each neighbour"})
      .boolean("proxy", &P::proxy,
               "requests go through a host proxy even where it need not keep their order",
               {Basis::chosen, "whoever computes rings the doorbell"})
      .number("proxy_service_ns", &P::proxy_service, {"ns", 1e3}, Range{0.0, 1e6},
              "of the host proxy for each request that it posts",
              {Basis::assumed, "some hundred instructions of a host core; sweep"});
}

void add_faults(base::ParameterTable<NicParameters>& table) {
  using P = NicParameters;
  table
      .number("acknowledge_timeout_us", &P::acknowledge_timeout, {"us", 1e6}, Range{1e-3, 1e6},
              "how long after its last bit a one-sided message may be unacknowledged before its "
              "source asks after it",
              {Basis::assumed, "far above a round trip; sweep"})
      .integer("inquiries", &P::inquiries, Range{1, 64},
               "how often a source asks before it reports a message as lost",
               {Basis::assumed, "3 replay requests as in UALink-like links; sweep"})
      .integer("landings", &P::landings, Range{1, 1'000'000'000},
               "messages that may be arriving at once; beyond it, the one that has waited longest "
               "for its next frame is reported as lost",
               {Basis::assumed, "entries of an on-chip table; sweep"});
}

}  // namespace

base::ParameterTable<NicParameters> NicParameters::table() {
  const KeyUnit ns{"ns", 1e3};
  base::ParameterTable<NicParameters> table;
  table
      .number("doorbell_ns", &NicParameters::doorbell, ns, Range{0.0, 1e6},
              "a posted write from software to the NIC's doorbell register",
              {Basis::assumed, "on-package register write; sweep"})
      .number("processing_ns", &NicParameters::processing, ns, Range{0.0, 1e6},
              "from a fetched descriptor to the first payload read",
              {Basis::assumed, "a pipeline of some tens of cycles at 1 GHz; sweep"});
  add_ordering(table);
  add_faults(table);
  return table;
}

}  // namespace heliograph::systemc
