//===- mandelbrot.cpp - A picture of the Mandelbrot set -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Draws the Mandelbrot set, or a part of it, and writes a PNG. The rows are a
/// parallel loop; a row that crosses the set takes a thousand times as long as
/// one beside it, so a fixed division among the cores would leave some idle.
///
///     mandelbrot [-o FILE] [width [height [x y view]]]
///
/// `x y` is the centre of the picture and `view` its width in the complex
/// plane. Checked: points of the two largest regions, whose formulas are known,
/// must be inside; every eighth row is computed once more by an ordinary loop;
/// and the file is read back.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "mandelbrot"
#define EXAMPLE_USAGE "[-o FILE] [width [height [x y view]]]"
#include "example.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <new>
#include <vector>

namespace {

constexpr int MostIterations = 1500;
/// Points computed for each pixel, in each direction; their mean is its colour.
constexpr int Samples = 2;

struct View {
  long width, height;
  double x, y, size;
};

struct Colour {
  double red, green, blue;
};

/// Follows z -> z^2 + c. Returns a negative number if it stays near 0, or how
/// many steps it takes to leave, with a fraction that makes it smooth.
double escape(double cx, double cy) {
  constexpr double FarAway = 256;
  double x = 0, y = 0;
  for (int i = 0; i < MostIterations; ++i) {
    double xx = x * x, yy = y * y;
    if (xx + yy > FarAway)
      return i + 1 - std::log2(std::log2(xx + yy) / std::log2(FarAway));
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  return -1;
}

/// True for points of the main cardioid and the disc to the left of it, which
/// are in the set.
bool isKnownInside(double x, double y) {
  double q = (x - 0.25) * (x - 0.25) + y * y;
  bool cardioid = q * (q + x - 0.25) < 0.2499 * y * y;
  bool disc = (x + 1) * (x + 1) + y * y < 0.0624;
  return cardioid || disc;
}

/// Night blue, white, amber and black in turn, blended in linear light.
Colour colourOf(double steps) {
  if (steps < 0)
    return {0, 0, 0};
  static constexpr std::array<Colour, 5> Stops = {{{0.000, 0.002, 0.060},
                                                   {0.012, 0.120, 0.480},
                                                   {0.850, 0.960, 1.000},
                                                   {1.000, 0.400, 0.000},
                                                   {0.020, 0.000, 0.015}}};
  double position = 0.9 * std::log2(1 + std::max(steps, 0.0));
  position -= Stops.size() * std::floor(position / Stops.size());
  size_t index = (size_t)position % Stops.size();
  const Colour &a = Stops[index], &b = Stops[(index + 1) % Stops.size()];
  double t = position - std::floor(position);
  t = t * t * (3 - 2 * t);
  return {a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
          a.blue + t * (b.blue - a.blue)};
}

/// From linear light to the brightness values that PNG files hold.
uint8_t encode(double light) {
  double value = light <= 0.0031308 ? 12.92 * light
                                    : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  return (uint8_t)std::lround(255 * std::clamp(value, 0.0, 1.0));
}

/// Computes row \p j of the picture, three bytes for each pixel.
void drawRow(const View &view, long j, uint8_t *pixels) {
  double step = view.size / view.width / Samples;
  double left = view.x - step * (view.width * Samples - 1) / 2;
  double top = view.y + step * (view.height * Samples - 1) / 2;
  for (long i = 0; i < view.width; ++i) {
    Colour sum = {0, 0, 0};
    for (int sample = 0; sample < Samples * Samples; ++sample) {
      double x = left + step * (i * Samples + sample % Samples);
      double y = top - step * (j * Samples + sample / Samples);
      Colour c = colourOf(escape(x, y));
      sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
    }
    for (double light : {sum.red, sum.green, sum.blue})
      *pixels++ = encode(light / (Samples * Samples));
  }
}

void draw(const View &view, std::vector<uint8_t> &picture) {
  cilk_for (long j = 0; j < view.height; ++j)
    drawRow(view, j, &picture[j * view.width * 3]);
}

void checkPicture(const View &view, const std::vector<uint8_t> &picture) {
  for (double y = -1; y <= 1; y += 0.01)
    for (double x = -2; x <= 0.5; x += 0.01)
      if (isKnownInside(x, y) && escape(x, y) >= 0)
        example_fail(1, "wrong result: %g%+gi left the set", x, y);

  std::vector<uint8_t> row(view.width * 3);
  for (long j = 0; j < view.height; j += 8) {
    drawRow(view, j, row.data());
    if (!std::equal(row.begin(), row.end(), &picture[j * row.size()]))
      example_fail(1, "wrong result: row %ld of the picture", j);
  }
}

png_image header(const View &view) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = (png_uint_32)view.width;
  image.height = (png_uint_32)view.height;
  image.format = PNG_FORMAT_RGB;
  return image;
}

void writePicture(const char *path, const View &view,
                  const std::vector<uint8_t> &picture) {
  png_image image = header(view);
  if (!png_image_write_to_file(&image, path, 0, picture.data(), 0, nullptr))
    example_fail(2, "cannot write '%s': %s", path, image.message);

  png_image copy = header(view);
  std::vector<uint8_t> pixels(picture.size());
  if (!png_image_begin_read_from_file(&copy, path))
    example_fail(2, "cannot read '%s': %s", path, copy.message);
  copy.format = PNG_FORMAT_RGB;
  if (copy.width != image.width || copy.height != image.height ||
      !png_image_finish_read(&copy, nullptr, pixels.data(), 0, nullptr) ||
      pixels != picture)
    example_fail(1, "wrong result: '%s' holds another picture", path);
}

double coordinate(const char *what, const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(std::fabs(value) <= 4))
    example_fail(2, "%s must be a number from -4 to 4, not '%s'; usage: %s",
                 what, text, EXAMPLE_NAME " " EXAMPLE_USAGE);
  return value;
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 7);
  const char *path = nullptr;
  if (argc > 1 && !strcmp(argv[1], "-o")) {
    if (argc == 2)
      example_fail(2, "-o needs a file name; usage: %s %s", EXAMPLE_NAME,
                   EXAMPLE_USAGE);
    path = argv[2];
    argv += 2;
    argc -= 2;
  }
  if (argc == 4 || argc == 5 || argc > 6)
    example_fail(2, "x, y and view belong together; usage: %s %s", EXAMPLE_NAME,
                 EXAMPLE_USAGE);

  View view = {720, 480, -0.7453, 0.1127, 0.0065};
  if (argc > 1) {
    view.width = example_number("width", argv[1], 1, 30000);
    view.height = argc > 2 ? example_number("height", argv[2], 1, 30000)
                           : (view.width * 2 + 2) / 3;
  }
  if (argc > 5) {
    view.x = coordinate("x", argv[3]);
    view.y = coordinate("y", argv[4]);
    view.size = coordinate("view", argv[5]);
    if (view.size < 1e-12)
      example_fail(2, "view must be at least 1e-12");
  }
  std::vector<uint8_t> picture(view.width * view.height * 3);

  double start = example_clock();
  draw(view, picture);
  example_time(start);

  checkPicture(view, picture);
  if (path)
    writePicture(path, view, picture);
  uint64_t checksum = 0;
  for (uint8_t byte : picture)
    checksum = example_mix(checksum ^ byte);
  printf("%ld by %ld pixels, %g wide, around %g%+gi\n", view.width, view.height,
         view.size, view.x, view.y);
  example_checksum(checksum);
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the picture");
}
