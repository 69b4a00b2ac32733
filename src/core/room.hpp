// room.hpp - memory that is kept from one problem to the next.
#pragma once

#include <cstddef>
#include <vector>

namespace attsvm {

/// Makes room for `count` entries and keeps those that are there. Never shrinks: to fill memory with zeros that are
/// overwritten anyway takes as long as a small problem. How many entries count is the owner's to know.
template <class T>
void make_room(std::vector<T>& entries, std::size_t count) {
  if (entries.size() < count) entries.resize(count);
}

}  // namespace attsvm
