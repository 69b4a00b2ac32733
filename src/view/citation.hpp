// citation.hpp - how to cite a figure: BibTeX, the link that shows it again, and the numbers it shows.
#pragma once

#include <string>
#include <string_view>

#include "lab/session.hpp"

namespace attsvm::view {

/// Entries for the program and for the paper behind the scenes, then the numbers at the shown iteration with all their
/// digits, which BibTeX skips. `link` may be empty.
std::string citation(const Session& session, std::string_view link, std::string_view version);

}  // namespace attsvm::view
