// SPDX-License-Identifier: Apache-2.0
#include "testbenches/formats/msccl_reader.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "base/diagnostics.hpp"
#include "base/input_file.hpp"
#include "testbenches/formats/msccl_elements.hpp"
#include "testbenches/schedule/draft_checks.hpp"

namespace heliograph::testbenches {

namespace {

/// The elements that the parts of a draft came from, by the same indices.
struct TbNodes {
  pugi::xml_node tb;
  std::vector<pugi::xml_node> steps;
};
struct GpuNodes {
  pugi::xml_node gpu;
  std::vector<TbNodes> tbs;
};

class MscclReader {
 public:
  /// `text` is what `buffer` held before it was parsed.
  MscclReader(pugi::xml_node root, const char* buffer, std::string_view text,
              InputProblems& problems)
      : root_(root), offsets_(buffer), cursor_(text), problems_(problems) {}

  /// The draft that the document describes; the problems say whether it can be trusted.
  ScheduleDraft read() {
    const XmlElement element = at(root_);
    algo_ = read_algo(element, grammar_);
    const std::vector<pugi::xml_node> gpus = element.children("gpu");
    draft_.ranks.resize(static_cast<std::size_t>(algo_.gpus.value_or(0)));
    nodes_.resize(draft_.ranks.size());
    for (const pugi::xml_node gpu : gpus) {
      read_one_gpu(gpu);
    }
    if (algo_.complete()) {
      report_missing_gpus();
      fill_head();
      report_faults();
    }
    return std::move(draft_);
  }

 private:
  [[nodiscard]] XmlElement at(pugi::xml_node node) const { return {node, offsets_, problems_}; }

  void read_one_gpu(pugi::xml_node gpu) {
    const XmlElement element = at(gpu);
    RankDraft rank = read_gpu(element, grammar_);
    GpuNodes nodes{gpu, {}};
    read_tbs(element, rank, nodes);
    const std::int64_t most = algo_.gpus.value_or(MscclLimits::kRanks) - 1;
    const std::optional<std::int64_t> id = element.integer("id", {0, most});
    if (!id || !algo_.gpus) {
      return;
    }
    const auto index = static_cast<std::size_t>(*id);
    if (nodes_[index].gpu) {
      element.problem("id", "gpu id " + std::to_string(*id) + " is used twice");
      draft_.ranks[index].complete = false;
      return;
    }
    draft_.ranks[index] = std::move(rank);
    nodes_[index] = std::move(nodes);
  }

  void read_tbs(const XmlElement& gpu, RankDraft& rank, GpuNodes& nodes) {
    const std::vector<pugi::xml_node> tbs = gpu.children("tb");
    StreamDraft absent;
    absent.complete = false;
    rank.streams.resize(tbs.size(), absent);
    nodes.tbs.resize(tbs.size());
    for (const pugi::xml_node tb : tbs) {
      const XmlElement element = at(tb);
      TbNodes tb_nodes{tb, {}};
      StreamDraft stream = read_tb(element, grammar_, algo_.channels);
      read_steps(element, stream, tb_nodes);
      const std::optional<std::int64_t> id =
          element.integer("id", {0, static_cast<std::int64_t>(tbs.size()) - 1});
      if (!id) {
        rank.complete = false;
        continue;
      }
      const auto index = static_cast<std::size_t>(*id);
      if (nodes.tbs[index].tb) {
        element.problem("id", "tb id " + std::to_string(*id) + " is used twice in this gpu");
        rank.complete = false;
        continue;
      }
      rank.streams[index] = std::move(stream);
      nodes.tbs[index] = std::move(tb_nodes);
    }
  }

  void read_steps(const XmlElement& tb, StreamDraft& stream, TbNodes& nodes) {
    nodes.steps = tb.children("step");
    bool in_order = true;
    for (const pugi::xml_node node : nodes.steps) {
      const XmlElement element = at(node);
      const std::optional<Step> step = read_step(element, grammar_);
      const std::optional<std::int64_t> number = element.integer("s", {0, MscclLimits::kTags});
      const auto position = static_cast<std::int64_t>(stream.steps.size());
      if (in_order && number && *number != position) {
        // Only the first: the ones behind a gap are all off by the same.
        element.problem("s", "s is " + std::to_string(*number) + ": expected " +
                                 std::to_string(position) +
                                 " (steps are numbered from 0, in order)");
        in_order = false;
      }
      stream.complete = stream.complete && in_order && number && step;
      stream.steps.push_back(step.value_or(Step{StepKind::nop, {}, {}, 0, {}}));
      cursor_.move_to(offsets_.of(node));  // elements are read in the order of the file
      stream.places.push_back({cursor_.line(), cursor_.column()});
    }
  }

  void report_missing_gpus() {
    constexpr std::size_t kMostNamed = 8;
    std::vector<std::string> missing;
    for (std::size_t index = 0; index < nodes_.size(); ++index) {
      if (!nodes_[index].gpu) {
        draft_.ranks[index].complete = false;
        missing.push_back(std::to_string(index));
      }
    }
    if (missing.empty()) {
      return;
    }
    const std::size_t more = missing.size() - std::min(missing.size(), kMostNamed);
    missing.resize(missing.size() - more);
    std::string ids = more > 0 ? missing.front() : list_text(missing);
    for (std::size_t index = 1; more > 0 && index < missing.size(); ++index) {
      ids += ", " + missing[index];
    }
    at(root_).problem("ngpus", "ngpus is " + std::to_string(nodes_.size()) +
                                   ": expected a gpu for each, but there is none with id " + ids +
                                   (more > 0 ? " and " + std::to_string(more) + " more" : ""));
  }

  void fill_head() {
    draft_.name = algo_.name;
    draft_.protocol = algo_.protocol;
    draft_.collective = *algo_.collective;
    draft_.in_place = *algo_.in_place;
    draft_.chunks_per_loop = *algo_.chunks_per_loop;
  }

  void report_faults() {
    for (const DraftFault& fault : faults_of(draft_)) {
      const std::string field(fault.place.field);
      at(node_of(fault.place)).problem(field.c_str(), fault.message);
    }
  }

  [[nodiscard]] pugi::xml_node node_of(const DraftPlace& place) const {
    if (!place.rank || !nodes_[*place.rank].gpu) {
      return root_;
    }
    const GpuNodes& gpu = nodes_[*place.rank];
    if (!place.stream || !gpu.tbs[*place.stream].tb) {
      return gpu.gpu;
    }
    const TbNodes& tb = gpu.tbs[*place.stream];
    return place.step ? tb.steps[*place.step] : tb.tb;
  }

  pugi::xml_node root_;
  XmlOffsets offsets_;
  TextCursor cursor_;
  InputProblems& problems_;
  MscclGrammar grammar_;
  MscclAlgo algo_;
  ScheduleDraft draft_;
  std::vector<GpuNodes> nodes_;
};

/// Throws unless `text` is text of a size that can be parsed in bounded memory.
void check_text(std::string_view text, InputProblems& problems) {
  const auto count = [&](char c) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
  };
  const std::size_t bad = base::first_non_text(text);
  if (text.empty()) {
    problems.add(0, "the file is empty: expected an <algo> element");
  } else if (bad != std::string_view::npos) {
    problems.add(bad, "this byte (value " + std::to_string(static_cast<unsigned char>(text[bad])) +
                          ") is no text: expected XML in UTF-8");
  } else if (text.size() > MscclLimits::kBytes || count('<') > MscclLimits::kTags ||
             count('=') > MscclLimits::kAttributes) {
    problems.add(0, "too large: expected at most " + std::to_string(MscclLimits::kBytes) +
                        " bytes, " + std::to_string(MscclLimits::kTags) + " tags and " +
                        std::to_string(MscclLimits::kAttributes) + " attributes");
  }
  problems.throw_if_any();
}

void report_syntax(const pugi::xml_parse_result& result, std::string_view text,
                   InputProblems& problems) {
  if (result.status == pugi::status_no_document_element) {
    problems.add(0, "this is not XML: expected an <algo> element");
    return;
  }
  std::string what = result.description();
  what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  const bool at_end = last == std::string_view::npos || offset >= last;
  problems.add(offset, "not well-formed XML: " + what +
                           (at_end ? "; the file ends here, so it may be truncated" : ""));
}

/// The one <algo> element of the document.
pugi::xml_node find_root(const pugi::xml_document& document, XmlOffsets offsets,
                         InputProblems& problems) {
  const pugi::xml_node root = document.document_element();
  const std::string_view name = root.name();
  if (name != "algo") {
    problems.add(offsets.of(root), "the root element is " + quoted(name) + ": expected \"algo\"" +
                                       base::did_you_mean(name, {"algo"}));
  }
  for (pugi::xml_node next = root.next_sibling(); next; next = next.next_sibling()) {
    if (next.type() == pugi::node_element) {
      problems.add(offsets.of(next), "a second root element, " + quoted(next.name()) +
                                         ": expected one <algo> in a file");
    }
  }
  problems.throw_if_any();
  return root;
}

}  // namespace

std::unique_ptr<ExplicitSchedule> parse_msccl(std::string_view text, std::string file) {
  InputProblems problems(file, text);
  check_text(text, problems);
  std::string buffer(text);  // pugixml parses in place, and positions need the text as it was
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer_inplace(
      buffer.data(), buffer.size(), pugi::parse_escapes, pugi::encoding_utf8);
  if (!result) {
    report_syntax(result, text, problems);
    problems.throw_if_any();
  }
  const XmlOffsets offsets(buffer.data());
  const pugi::xml_node root = find_root(document, offsets, problems);
  ScheduleDraft draft = MscclReader(root, buffer.data(), text, problems).read();
  problems.throw_if_any();
  draft.file = std::move(file);
  return ExplicitSchedule::build(std::move(draft));
}

std::unique_ptr<ExplicitSchedule> read_msccl(const std::string& path) {
  return parse_msccl(base::read_input_file(path, MscclLimits::kBytes, "an MSCCL XML file"), path);
}

}  // namespace heliograph::testbenches
