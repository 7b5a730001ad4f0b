// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_layer_parameters.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

base::ParameterTable<LinkLayerParameters> LinkLayerParameters::table() {
  using L = LinkLayerParameters;
  base::ParameterTable<L> table;
  table
      .choice("retry", &L::retry, {{"none", RetryKind::none}, {"go_back_n", RetryKind::go_back_n}},
              "frames that do not arrive are lost, or the sender goes back to the first that is "
              "missing and sends from there again",
              {Basis::chosen, "none: what is lost shows"})
      .integer("replay_window_frames", &L::replay_window, Range{1, 65536},
               "frames to one peer that may be under way unacknowledged, with retry: go_back_n",
               {Basis::cited, "UALink 200G 1.0: window check <= 256 flits"})
      .number("replay_timer_us", &L::replay_timer, {"us", 1e6}, Range{1e-3, 1e6},
              "how long a sender waits for an acknowledgement before it goes back on its own",
              {Basis::assumed, "UEC link-level retry, example profile: 10 000, taken as ns"})
      .integer("replay_limit", &L::replay_limit, Range{1, 1000},
               "how often a sender goes back on its own without progress before it gives up and "
               "what was under way is lost",
               {Basis::cited, "UALink 200G 1.0: a replay request is repeated up to 3 times"})
      .choice("flow_control", &L::flow_control,
              {{"none", FlowControl::none}, {"credits", FlowControl::credits}},
              "receivers take whatever comes, or a frame leaves only if the receiver has room "
              "for it",
              {Basis::chosen, "none: memory keeps up with the line"})
      .integer("virtual_channels", &L::virtual_channels, Range{1, 32},
               "channels with credits of their own; a message's channel, modulo this, is its "
               "virtual channel",
               {Basis::cited, "UALink 200G 1.0: 4; UEC CBFC: up to 32"})
      .size("credit_bytes", &L::credit, Range{1, 65536}, "room that one credit stands for",
            {Basis::cited, "UALink 200G 1.0: a data credit is 64 B"})
      .integer("channel_credits", &L::channel_credits, Range{0, 1'000'000},
               "credits that belong to each virtual channel",
               {Basis::chosen, "with the pool, a round trip over the sideband at 212.5 Gb/s"})
      .integer("pool_credits", &L::pool_credits, Range{0, 1'000'000},
               "credits that all virtual channels share",
               {Basis::chosen,
                "with channel_credits, a round trip over the sideband at "
                "212.5 Gb/s"});
  return table;
}

}  // namespace heliograph::systemc
