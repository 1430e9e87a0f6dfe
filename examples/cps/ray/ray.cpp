//===- ray.cpp - A ray tracer by continuation-passing threads -------------===//
///
/// \file
/// The ray of section 4 of Blumofe et al. (PPoPP 1995) divides a picture into
/// four, again and again. Here a thread makes at most 8 * 8 pixels, and what it
/// makes is sent to its parent's successor, so that it also works on a cluster.
/// The serial program divides the picture in the same way, as the paper's did.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "ray"
#define EXAMPLE_USAGE                                                          \
  "[width [height [scene [picture.png]]]] [--compare] " CPS_USAGE
#include "../cps_example.h"

#include "tracer.h"

#include <fstream>
#include <iterator>
#if __has_include(<png.h>)
#include <png.h>
#define HAVE_PNG 1
#endif

using namespace tussah::cps;

/// The bytes of a rectangle, row after row.
using Pixels = std::vector<uint8_t>;

struct Rectangle {
  int X, Y, Width, Height;

  bool isSmall() const { return Width <= 8 && Height <= 8; }
  /// One of the four parts; some may be empty.
  Rectangle part(int which) const {
    int left = Width / 2, top = Height / 2;
    return {which % 2 ? X + left : X, which / 2 ? Y + top : Y,
            which % 2 ? Width - left : left, which / 2 ? Height - top : top};
  }
};

/// All ranks make the same.
static Scene scene;
static int width, height;

/// Renders into \p to, where the first pixel of the rectangle is, and which has
/// \p pitch bytes in a row.
static void renderSmall(Rectangle r, uint8_t *to, size_t pitch) {
  Tracer tracer(scene);
  for (int y = 0; y < r.Height; ++y)
    for (int x = 0; x < r.Width; ++x)
      tracer.pixel(r.X + x, r.Y + y, width, height, to + y * pitch + 3 * x);
}

static void renderSerially(Rectangle r, Pixels &picture) {
  size_t pitch = 3 * size_t(width);
  if (r.isSmall())
    return renderSmall(r, picture.data() + r.Y * pitch + 3 * size_t(r.X),
                       pitch);
  for (int i = 0; i < 4; ++i)
    renderSerially(r.part(i), picture);
}

/// Puts four parts together.
static void join(cont<Pixels> k, Rectangle r, Pixels a, Pixels b, Pixels c,
                 Pixels d) {
  Pixels whole(3 * size_t(r.Width) * r.Height);
  const Pixels *parts[] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; ++i) {
    Rectangle part = r.part(i);
    for (int y = 0; y < part.Height; ++y)
      std::copy_n(parts[i]->data() + 3 * size_t(y) * part.Width,
                  3 * size_t(part.Width),
                  whole.data() + 3 * (size_t(part.Y - r.Y + y) * r.Width +
                                      size_t(part.X - r.X)));
  }
  send_argument(k, std::move(whole));
}

static void render(cont<Pixels> k, Rectangle r) {
  if (r.isSmall()) {
    Pixels pixels(3 * size_t(r.Width) * r.Height);
    renderSmall(r, pixels.data(), 3 * size_t(r.Width));
    return send_argument(k, std::move(pixels));
  }
  cont<Pixels> a, b, c, d;
  spawn_next<join>(k, r, missing(a), missing(b), missing(c), missing(d));
  spawn<render>(a, r.part(0));
  spawn<render>(b, r.part(1));
  spawn<render>(c, r.part(2));
  tail_call<render>(d, r.part(3));
}

static std::string readFile(const std::string &name) {
  std::ifstream file(name);
  if (!file)
    example_fail(2, "cannot read %s", name.c_str());
  return {std::istreambuf_iterator<char>(file), {}};
}

static void writePicture(const char *name, const Pixels &picture) {
#if HAVE_PNG
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_file(&image, name, 0, picture.data(), 0, nullptr))
    example_fail(2, "cannot write %s: %s", name, image.message);
#else
  static_cast<void>(picture);
  example_fail(2, "cannot write %s: compiled without libpng", name);
#endif
}

/// FNV-1a.
static uint64_t hash(const Pixels &picture) {
  uint64_t value = 14695981039346656037u;
  for (uint8_t byte : picture)
    value = (value ^ byte) * 1099511628211u;
  return value;
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    bool compare = example_flag(&argc, argv, "--compare");
    example_arguments(argc, argv, 4);
    width = argc > 1 ? (int)example_number("width", argv[1], 1, 20000) : 500;
    height =
        argc > 2 ? (int)example_number("height", argv[2], 1, 20000) : width;
    // The file that is beside the program's source.
    std::string name = argc > 3 ? argv[3]
                                : std::string(__FILE__).substr(
                                      0, std::string(__FILE__).rfind('/') + 1) +
                                      "balls.scene";
    try {
      scene = SceneReader::read(name,
                                cps::broadcast([&] { return readFile(name); }));
    } catch (const std::runtime_error &e) {
      example_fail(2, "%s", e.what());
    }
    Rectangle all = {0, 0, width, height};
    const auto serial = [&] {
      Pixels picture(3 * size_t(width) * height);
      renderSerially(all, picture);
      return picture;
    };
    Pixels picture = example.run(
        serial, [&](const options &o) { return run<render>(o, all); });
    if (compare && picture != serial())
      example_fail(1, "wrong result: the picture is not that of the serial "
                      "program");
    if (argc > 4)
      writePicture(argv[4], picture);
    printf("ray(%d, %d): %016" PRIx64 "\n", width, height, hash(picture));
  });
}
