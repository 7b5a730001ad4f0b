// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/html_report/report_model.hpp"
#include "testbenches/html_report/timeline_reader.hpp"

namespace heliograph::testbenches {

// The sections of a run's report; one without anything to say is empty.

[[nodiscard]] ReportSection time_section(const Json& result);
[[nodiscard]] ReportSection timeline_section(const Json& result, const TimelineData* timeline);
[[nodiscard]] ReportSection reconfiguration_section(const Json& result);
[[nodiscard]] ReportSection link_section(const Json& result);
[[nodiscard]] ReportSection traffic_section(const Json& result);
[[nodiscard]] ReportSection latency_section(const TimelineData* timeline);
[[nodiscard]] ReportSection energy_section(const Json& result);
[[nodiscard]] ReportSection controller_section(const TimelineData* timeline);
[[nodiscard]] ReportSection trust_section(const Json& result, const Json& manifest);
[[nodiscard]] ReportSection parameter_section(const Json& manifest);

}  // namespace heliograph::testbenches
