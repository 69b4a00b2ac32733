#include "app/link.hpp"

#include <stb/stb_image_write.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

// Part of stb_image_write, which does not declare it.
STBIWDEF unsigned char* stbi_zlib_compress(unsigned char* data, int data_len, int* out_len, int quality);

namespace attsvm {
namespace {

struct Free {
  void operator()(unsigned char* data) const { std::free(data); }
};

// RFC 1951: a zlib stream without its head of two bytes and its checksum of four.
std::string deflate(std::string_view text) {
  constexpr int kQuality = 8;
  constexpr std::size_t kHead = 2, kChecksum = 4;
  std::string input(text);
  int size = 0;
  const std::unique_ptr<unsigned char, Free> stream(stbi_zlib_compress(
      reinterpret_cast<unsigned char*>(input.data()), static_cast<int>(input.size()), &size, kQuality));
  const char* bytes = reinterpret_cast<const char*>(stream.get());
  return {bytes + kHead, static_cast<std::size_t>(size) - kHead - kChecksum};
}

// RFC 4648, section 5, without padding.
std::string base64url(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  unsigned waiting = 0;
  int bits = 0;
  for (const char c : bytes) {
    waiting = (waiting << 8 | static_cast<unsigned char>(c)) & 0xffff;
    for (bits += 8; bits >= 6; bits -= 6) out += kDigits[waiting >> (bits - 6) & 63];
  }
  if (bits > 0) out += kDigits[waiting << (6 - bits) & 63];
  return out;
}

}  // namespace

std::string state_link(std::string_view site, std::string_view document) {
  std::string link(site);
  if (!link.empty() && link.back() != '/') link += '/';
  return link + "embed.html#state=1." + base64url(deflate(document));
}

}  // namespace attsvm
