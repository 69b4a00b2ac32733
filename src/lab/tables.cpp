#include "lab/tables.hpp"

#include <cstddef>
#include <vector>

#include "core/json.hpp"
#include "model/tokens.hpp"

namespace attsvm {
namespace {

/// In quotes, a quote in the text doubled (RFC 4180).
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

void append(std::string& out, const Json& number) { out.append(",").append(number.dump()); }

void append(std::string& out, const Vector& numbers) {
  for (const double x : numbers) append(out, Json(x));
}

std::string numbered(const char* name, std::size_t count) {
  std::string head;
  for (std::size_t c = 1; c <= count; ++c) head.append(",").append(name).append(std::to_string(c));
  return head;
}

std::string data_table(const Experiment& experiment) {
  const Dataset& data = experiment.data;
  const std::vector<Vector> score = scores(data, experiment.model);
  std::string out = "input,token,label,score" + numbered("x", data.d()) + '\n';
  for (std::size_t i = 0; i < data.n(); ++i) {
    for (std::size_t t = 0; t < data.T(i); ++t) {
      out += std::to_string(i) + ',' + std::to_string(t);
      append(out, Json(data.labels[i]));
      append(out, Json(score[i][t]));
      for (const double x : data.tokens[i].row(t)) append(out, Json(x));
      out += '\n';
    }
  }
  return out;
}

/// Calls visit(number of the solution, the solution as JSON, its row of the result's "svm").
template <class Visit>
void each_solution(const Json& result, Visit visit) {
  std::size_t index = 0;
  for (const Json& solution : result["selections"]) visit(std::to_string(index++), solution, solution["svm"]);
}

bool is_optimal(const Json& svm) { return svm["status"] == "optimal"; }

std::string separator_table(const Experiment& experiment, const Json& result) {
  const std::vector<Matrix> key = keys(experiment.data, experiment.model.key_query);
  std::string out = "solution,kind,input,selected" + numbered("p", experiment.data.d()) + ",offset\n";
  each_solution(result, [&](const std::string& index, const Json& solution, const Json& svm) {
    if (!is_optimal(svm)) return;
    const Vector p = svm["p"].get<Vector>();
    for (std::size_t i = 0; i < key.size(); ++i) {
      const std::size_t selected = solution["alpha"][i].get<std::size_t>();
      out +=
          index + ',' + solution["kind"].get<std::string>() + ',' + std::to_string(i) + ',' + std::to_string(selected);
      append(out, p);
      append(out, Json(dot(key[i].row(selected), p) - 0.5));
      out += '\n';
    }
  });
  return out;
}

std::string certificate_table(const Json& result) {
  constexpr std::array kResiduals{"primal", "dual", "stationarity", "complementarity", "gap"};
  std::string out = "solution,kind,selected,status,norm,margin";
  for (const char* name : kResiduals) out += std::string(",") + name;
  out += '\n';
  each_solution(result, [&](const std::string& index, const Json& solution, const Json& svm) {
    std::string selected;
    for (const Json& token : solution["alpha"]) selected.append(selected.empty() ? "" : " ").append(token.dump());
    out += index + ',' + solution["kind"].get<std::string>() + ',' + selected + ',' + svm["status"].get<std::string>();
    if (is_optimal(svm)) {
      append(out, svm["norm"]);
      svm["margin"].is_null() ? void(out += ',') : append(out, svm["margin"]);
      for (const char* name : kResiduals) append(out, svm["kkt"][name]);
    } else {
      out.append(2 + kResiduals.size(), ',');
    }
    out += '\n';
  });
  return out;
}

std::string constraint_table(const Experiment& experiment, const Json& result) {
  const std::vector<Matrix> key = keys(experiment.data, experiment.model.key_query);
  std::string out = "solution,input,token,multiplier,slack\n";
  each_solution(result, [&](const std::string& index, const Json& solution, const Json& svm) {
    const bool optimal = is_optimal(svm);
    if (!optimal && !svm.contains("farkas")) return;
    const Json& multipliers = svm[optimal ? "lambda" : "farkas"];
    const Vector p = optimal ? svm["p"].get<Vector>() : Vector();
    std::size_t row = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
      const std::size_t selected = solution["alpha"][i].get<std::size_t>();
      for (std::size_t t = 0; t < key[i].rows; ++t) {
        if (t == selected) continue;
        out += index + ',' + std::to_string(i) + ',' + std::to_string(t);
        append(out, multipliers[row++]);
        out += ',';
        if (optimal) out += Json(dot(key[i].row(selected), p) - dot(key[i].row(t), p) - 1.0).dump();
        out += '\n';
      }
    }
  });
  return out;
}

}  // namespace

Result<std::string> to_table(const Experiment& experiment, const Json& result, std::string_view table) {
  if (table == "data") return data_table(experiment);
  if (table == "iterates") return to_csv(result);
  if (table == "separators") return separator_table(experiment, result);
  if (table == "certificate") return certificate_table(result);
  if (table == "constraints") return constraint_table(experiment, result);
  std::string names, all;
  for (const std::string_view name : kTableNames) {
    names += std::string(name) + ", ";
    if (table == "all")
      all.append(all.empty() ? "# " : "\n# ").append(name).append("\n").append(*to_table(experiment, result, name));
  }
  if (table == "all") return all;
  return Error{"table", "expected " + names + "or all, got \"" + std::string(table) + '"'};
}

std::string to_csv(const Json& result) {
  const Json& runs = result["runs"];
  const std::size_t d = runs[0]["p"][0].size(), n = runs[0]["selected"][0].size();
  const bool with_v = runs[0].contains("v");
  std::string out = "case,run,iteration";
  for (std::size_t c = 1; c <= d; ++c) out += ",p" + std::to_string(c);
  for (std::size_t c = 1; with_v && c <= d; ++c) out += ",v" + std::to_string(c);
  out += ",loss,norm";
  for (std::size_t i = 1; i <= n; ++i) out += ",selected" + std::to_string(i) + ",weight" + std::to_string(i);
  out += '\n';
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const Json& run = runs[r];
    for (std::size_t k = 0; k < run["iterations"].size(); ++k) {
      out += quoted(run.value("case", "")) + ',' + std::to_string(r);
      append(out, run["iterations"][k]);
      for (const Json& x : run["p"][k]) append(out, x);
      if (with_v)
        for (const Json& x : run["v"][k]) append(out, x);
      append(out, run["loss"][k]);
      append(out, run["norm"][k]);
      for (std::size_t i = 0; i < n; ++i) {
        const Json& token = run["selected"][k][i];
        append(out, token);
        append(out, run["weights"][k][i][token.get<std::size_t>()]);
      }
      out += '\n';
    }
  }
  return out;
}

}  // namespace attsvm
