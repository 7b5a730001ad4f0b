// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/parameter_list.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heliograph::platforms {

namespace {

/// A list of names has no table of its own.
ParameterRow name_list_row(const NameListInfo& info, const std::vector<std::string>& names) {
  const std::size_t dot = info.path.rfind('.');
  ParameterRow row;
  row.section = info.path.substr(0, dot);
  row.info.name = info.path.substr(dot + 1);
  row.info.kind = base::ParameterKind::choice;
  row.info.choices = info.allowed;
  row.info.default_text = "[]";
  row.info.meaning = "a list of " + info.meaning;
  row.info.source = {base::Basis::chosen, "none"};
  for (const std::string& name : names) {
    row.value += (row.value.empty() ? "" : ", ") + name;
  }
  row.value = "[" + row.value + "]";
  return row;
}

std::string allowed_text(const base::ParameterInfo& info) {
  switch (info.kind) {
    case base::ParameterKind::number:
      return info.range.text();
    case base::ParameterKind::integer:
    case base::ParameterKind::size:
      return info.range.whole_text();
    case base::ParameterKind::boolean:
      return "true, false";
    case base::ParameterKind::integers:
      return "each " + info.range.whole_text();
    case base::ParameterKind::text:
      return "a text";
    case base::ParameterKind::choice:
      break;
  }
  std::string all;
  for (const std::string& choice : info.choices) {
    all += (all.empty() ? "" : ", ") + choice;
  }
  return all;
}

/// A cell of a table, where a bar would end it.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    escaped += c == '|' ? "\\|" : std::string(1, c);
  }
  return escaped;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

}  // namespace

std::vector<ParameterRow> list_parameters(const ScenarioConfig& scenario) {
  std::vector<ParameterRow> rows;
  visit_parameters(scenario,
                   [&](const std::string& section, const auto& config, const auto& table) {
                     for (std::size_t i = 0; i < table.infos().size(); ++i) {
                       rows.push_back({section, table.infos()[i], table.value_text(config, i)});
                     }
                   });
  visit_name_lists(scenario, [&](const NameListInfo& info, const std::vector<std::string>& names) {
    rows.push_back(name_list_row(info, names));
  });
  return rows;
}

std::vector<std::string> list_sections(const std::vector<ParameterRow>& rows) {
  std::vector<std::string> sections;
  for (const ParameterRow& row : rows) {
    if (std::find(sections.begin(), sections.end(), row.section) == sections.end()) {
      sections.push_back(row.section);
    }
  }
  return sections;
}

std::string parameter_text(const std::vector<ParameterRow>& rows) {
  std::string text;
  for (const ParameterRow& row : rows) {
    const base::ParameterInfo& info = row.info;
    const std::string unit = info.unit.empty() ? "" : " " + info.unit;
    text += row.path() + " = " + (row.value.empty() ? "(none)" : row.value + unit) + "\n";
    text += "    " + info.meaning + "\n    default " +
            (info.default_text.empty() ? "(none)" : info.default_text + unit) + "; allowed " +
            allowed_text(info) + "; " + std::string(base::to_string(info.source.basis)) + ": " +
            info.source.text + "\n";
  }
  return text;
}

std::string parameter_json(const std::vector<ParameterRow>& rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const ParameterRow& row : rows) {
    const base::ParameterInfo& info = row.info;
    list.push_back({{"path", row.path()},
                    {"value", row.value},
                    {"default", info.default_text},
                    {"unit", info.unit},
                    {"kind", base::to_string(info.kind)},
                    {"allowed", allowed_text(info)},
                    {"meaning", info.meaning},
                    {"basis", base::to_string(info.source.basis)},
                    {"source", info.source.text}});
  }
  return Json{{"rows", list}}.dump(2) + "\n";
}

std::string parameter_markdown(const std::vector<ParameterRow>& rows) {
  std::string text =
      "# Parameters of a scenario\n\n"
      "Written by `heliograph run --list-params=markdown`; do not edit. Keys carry their unit. A "
      "section's keys stand in the mapping of its name; `--set` joins the two with a dot. What a "
      "default rests on: *cited* (read in the source), *derived* (computed from cited values), "
      "*recalled* (from memory), *assumed* (plausible; sweep it), *chosen* (a decision).\n\n"
      "`platform` may also be the name of a platform file, in which `switch` stands beside the "
      "platform's own keys. Any mapping may have `include: FILE` or a list of files; own keys win. "
      "File names are relative to the file in which they stand.\n";
  for (const std::string& section : list_sections(rows)) {
    text += "\n## " + (section.empty() ? std::string("Root") : code(section)) + "\n\n";
    text += "| key | unit | default | allowed | basis | source | meaning |\n";
    text += "|---|---|---|---|---|---|---|\n";
    for (const ParameterRow& row : rows) {
      if (row.section == section) {
        const base::ParameterInfo& info = row.info;
        text += "| " + code(info.name) + " | " + cell(info.unit) + " | " + code(info.default_text) +
                " | " + cell(allowed_text(info)) + " | " +
                std::string(base::to_string(info.source.basis)) + " | " + cell(info.source.text) +
                " | " + cell(info.meaning) + " |\n";
      }
    }
  }
  return text;
}

}  // namespace heliograph::platforms
