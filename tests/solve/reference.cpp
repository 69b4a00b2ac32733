#include "solve/reference.hpp"

#include <cstdio>

namespace attsvm::testing {

Json read_reference(const std::string& file) {
  std::string text;
  const std::string path = ATTSVM_TEST_DATA "/reference/" + file;
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  if (stream == nullptr) return Json(Json::value_t::discarded);
  char block[4096];
  for (std::size_t size = 0; (size = std::fread(block, 1, sizeof block, stream)) > 0;) text.append(block, size);
  std::fclose(stream);
  return Json::parse(text, nullptr, false);
}

Matrix matrix_of(const Json& rows) {
  Matrix m(rows.size(), rows.at(0).size());
  for (std::size_t r = 0; r < m.rows; ++r) {
    for (std::size_t c = 0; c < m.cols; ++c) m(r, c) = rows[r][c].get<double>();
  }
  return m;
}

Dataset dataset_of(const Json& tokens) {
  Dataset data;
  for (const Json& input : tokens) data.tokens.push_back(matrix_of(input));
  data.labels.assign(data.n(), 1.0);
  return data;
}

}  // namespace attsvm::testing
