#include "app/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "core/json.hpp"
#include "lab/scenes.hpp"

namespace attsvm {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

constexpr std::size_t kLargestFile = std::size_t{512} << 20;

Result<std::string> read_all(std::FILE* file, const std::string& name) {
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, count);
    if (text.size() > kLargestFile) return Error{name, "larger than 512 MiB"};
  }
  if (std::ferror(file)) return Error{name, std::string("cannot be read: ") + std::strerror(errno)};
  return text;
}

Result<std::string> read_source(const std::string& source) {
  if (source == "-") return read_all(stdin, "standard input");
  const File file(std::fopen(source.c_str(), "rb"));
  if (!file) {
    return Error{source, std::string("there is no such scene, and the file cannot be read: ") + std::strerror(errno)};
  }
  return read_all(file.get(), source);
}

}  // namespace

Result<Experiment> open_experiment(const std::string& source, Queries queries) {
  if (find_scene(source)) return read_experiment(Json{{"scene", source}});
  const auto text = read_source(source);
  if (!text) return text.error();
  auto experiment = parse_experiment(*text, queries);
  if (!experiment) return Error{source == "-" ? "standard input" : source, experiment.error().message()};
  for (const std::string& key : experiment->unknown_keys)
    std::fprintf(stderr, "attsvm: %s: unknown key, kept\n", key.c_str());
  return experiment;
}

std::optional<Error> write_text(const std::string& path, const std::string& text) {
  if (path.empty()) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
      return std::nullopt;
    return Error{"standard output", std::string("cannot be written: ") + std::strerror(errno)};
  }
  File file(std::fopen(path.c_str(), "wb"));
  bool written = file && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (file) written &= std::fclose(file.release()) == 0;
  if (written) return std::nullopt;
  return Error{path, std::string("cannot be written: ") + std::strerror(errno)};
}

}  // namespace attsvm
