// link.hpp - the link that shows an experiment again: embed.html#state=1.<the document, deflated, in base64url>.
#pragma once

#include <string>
#include <string_view>

namespace attsvm {

/// `site`: address of the folder that holds embed.html, with or without a slash at its end; empty for a relative link.
/// `document`: what the element's get() gives, as JSON text. web/att-svm-share.js reads the link.
std::string state_link(std::string_view site, std::string_view document);

}  // namespace attsvm
