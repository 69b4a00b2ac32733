// The code of stb_image_write: PNG files of the window, and the deflate of links.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
