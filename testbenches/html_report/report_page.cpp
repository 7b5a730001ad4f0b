// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbenches/html_report/magnitude.hpp"

namespace heliograph::testbenches {

namespace {

/// JSON inside a script element: nothing in it may end the element.
std::string script_json(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// An id with a capital.
std::string navigation_words(std::string id) {
  if (!id.empty() && id.front() >= 'a' && id.front() <= 'z') {
    id.front() = static_cast<char>(id.front() - 'a' + 'A');
  }
  return id;
}

class Page {
 public:
  Page(const Report& report, const ReportAssets& assets) : report_(report), assets_(assets) {}

  std::string text() {
    put("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    put("<link rel=\"icon\" href=\"data:,\">\n");
    element("title", "", report_.title + " · Heliograph");
    put("<style>\n");
    put(assets_.style);
    put("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#answer\">Skip to the answer</a>\n");
    heading();
    navigation();
    put("<main>\n");
    answer();
    for (const ReportSection& section : report_.sections) {
      this->section(section);
    }
    put("</main>\n");
    element("footer", "",
            "Made from result.json, manifest.json and timeline.json alone; `heliograph report` "
            "makes it again. Chart.js (MIT licence) draws the charts.");
    if (!assets_.chart_library.empty()) {
      put("<script>\n");
      put(assets_.chart_library);
      put("\n</script>\n");
    }
    put("<script>\n");
    put(assets_.script);
    put("</script>\n</body>\n</html>\n");
    return std::move(out_);
  }

 private:
  void put(std::string_view text) { out_ += text; }

  void element(const char* name, const char* kind, const std::string& text) {
    const std::string of_class = *kind == '\0' ? std::string() : fmt::format(" class=\"{}\"", kind);
    out_ += fmt::format("<{}{}>{}</{}>\n", name, of_class, html_text(text), name);
  }

  void heading() {
    put("<header>\n");
    element("h1", "", report_.title);
    element("p", "subtitle", report_.subtitle);
    element("p", report_.good ? "verdict good" : "verdict bad", report_.verdict);
    if (assets_.chart_library.empty()) {
      element("p", "note",
              "Charts are missing: Debian's package libjs-chart.js was not installed when this "
              "program was built. The tables have all numbers.");
    } else {
      put(R"(<noscript><p class="note">Charts need JavaScript; the tables have all numbers.)"
          "</p></noscript>\n");
    }
    put("</header>\n");
  }

  void navigation() {
    put("<nav aria-label=\"Sections\"><div><ul>\n<li><a href=\"#answer\">Answer</a></li>\n");
    for (const ReportSection& section : report_.sections) {
      out_ += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id,
                          navigation_words(section.id));
    }
    put(R"(</ul><button type="button" id="theme" aria-label="Switch between light and dark">)"
        "Dark</button></div></nav>\n");
  }

  void figure(const KeyFigure& figure) {
    out_ += fmt::format("<div><dt>{}</dt><dd>", html_text(figure.name));
    std::string source;
    if (figure.raw) {
      source = fmt::format(R"( data-source="{}" data-value="{}")", html_text(figure.source),
                           Json(*figure.raw).dump());
    }
    out_ += fmt::format(R"(<div class="value"{}>{})", source, html_text(figure.value));
    if (!figure.unit.empty()) {
      out_ += fmt::format(" <small>{}</small>", html_text(figure.unit));
    }
    put("</div>");
    if (figure.share) {
      out_ += fmt::format(R"(<meter min="0" max="1" value="{:.4f}" aria-label="{}"></meter>)",
                          *figure.share, html_text(figure.remark));
    }
    out_ += fmt::format("<div class=\"remark\">{}</div></dd></div>\n", html_text(figure.remark));
  }

  void answer() {
    put("<section id=\"answer\">\n<dl class=\"figures\">\n");
    for (const KeyFigure& one : report_.figures) {
      figure(one);
    }
    put("</dl>\n");
    element("h2", "", report_.answer_title);
    for (const std::string& sentence : report_.answer) {
      element("p", "", sentence);
    }
    put("</section>\n");
  }

  void section(const ReportSection& section) {
    out_ += fmt::format("<section id=\"{}\">\n", section.id);
    element("h2", "", section.title);
    for (const std::string& paragraph : section.paragraphs) {
      element("p", "", paragraph);
    }
    if (!section.points.empty()) {
      put("<ul class=\"points\">\n");
      for (const std::string& point : section.points) {
        element("li", "", point);
      }
      put("</ul>\n");
    }
    if (!assets_.chart_library.empty()) {
      for (const ReportChart& one : section.charts) {
        chart(one);
      }
    }
    for (const ReportTable& one : section.tables) {
      table(one);
    }
    put("</section>\n");
  }

  void chart(const ReportChart& chart) {
    out_ += fmt::format(
        "<figure class=\"chart\" id=\"{}\"><figcaption><h3>{}</h3><span>{}</span></figcaption>\n"
        "<div class=\"canvas\"><canvas role=\"img\" aria-label=\"{}\"></canvas></div>\n"
        "<script type=\"application/json\">{}</script></figure>\n",
        chart.id, html_text(chart.title), html_text(chart.caption),
        html_text(chart.title + ". " + chart.caption), script_json(chart.spec));
  }

  void table(const ReportTable& table) {
    const bool cut = table.rows.size() > kMostTableRows;
    if (table.folded) {
      out_ += fmt::format("<details{}><summary>{} <small>({})</small></summary>\n",
                          table.rows.size() > kLongTable ? R"( data-long="yes")" : "",
                          html_text(table.title),
                          count_words(static_cast<double>(table.rows.size()), "row"));
    }
    out_ += fmt::format("<div class=\"table\" id=\"{}\" data-title=\"{}\"{}{}>\n", table.id,
                        html_text(table.title), cut ? R"( data-cut="yes")" : "",
                        table.searchable ? R"( data-searchable="yes")" : "");
    out_ += fmt::format("<div class=\"head\">{}</div>\n",
                        table.folded ? "" : "<h3>" + html_text(table.title) + "</h3>");
    if (!table.note.empty()) {
      element("p", "note", table.note);
    }
    if (cut) {
      element(
          "p", "note",
          fmt::format("The first {} of {} rows; `heliograph report RUN_DIR --tables DIR` writes "
                      "all of them as CSV.",
                      kMostTableRows, table.rows.size()));
    }
    out_ += fmt::format(R"(<div class="scroll" tabindex="0" role="region" aria-label="{}">)"
                        "<table><thead><tr>",
                        html_text(table.title));
    for (const ReportColumn& column : table.columns) {
      this->column(column);
    }
    put("</tr></thead>\n<tbody>\n");
    for (std::size_t i = 0; i < std::min(table.rows.size(), kMostTableRows); ++i) {
      row(table.columns, table.rows[i]);
    }
    put("</tbody></table></div></div>\n");
    put(table.folded ? "</details>\n" : "");
  }

  void column(const ReportColumn& column) {
    out_ += fmt::format(R"(<th scope="col" data-key="{}")", html_text(column.key));
    if (column.numeric) {
      out_ += fmt::format(R"( class="n" data-scale="{}")", Json(column.scale).dump());
    }
    out_ += fmt::format(">{}", html_text(column.name));
    if (!column.unit.empty()) {
      out_ += fmt::format(" <small>({})</small>", html_text(column.unit));
    }
    put("</th>");
  }

  void row(const std::vector<ReportColumn>& columns, const std::vector<Json>& cells) {
    put("<tr>");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string text = cell_text(columns[i], cells[i]);
      if (cells[i].is_number()) {
        out_ += fmt::format(R"(<td class="n" data-value="{}">{}</td>)", cells[i].dump(), text);
      } else if (columns[i].numeric) {
        out_ += fmt::format(R"(<td class="n" data-value="">{}</td>)", text);
      } else if (text.size() > kLongText) {
        // Where in the bytes it is cut must not matter: only lists of ASCII are as long.
        out_ += fmt::format(R"(<td data-value="{}">{} …</td>)", html_text(text),
                            html_text(text.substr(0, text.find(' ', kLongText - 20))));
      } else {
        out_ += fmt::format("<td>{}</td>", html_text(text));
      }
    }
    put("</tr>\n");
  }

  static constexpr std::size_t kLongText = 240;
  static constexpr std::size_t kLongTable = 100;  ///< rows; not unfolded for the printer

  const Report& report_;
  const ReportAssets& assets_;
  std::string out_;
};

}  // namespace

std::string html_text(const std::string& text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string report_page(const Report& report, const ReportAssets& assets) {
  return Page(report, assets).text();
}

}  // namespace heliograph::testbenches
