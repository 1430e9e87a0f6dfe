// Pixels of the ray tracer that are known by hand, in pictures of a sphere of radius
// 1 in the origin and a floor at y = -1, from (0, 0, -5), a width of 90 degrees. A
// byte is 255 * light^(1/2.2), rounded.
#include "tracer.h"

#include <cstdio>
#include <cstdlib>

constexpr int Size = 1001;
static bool Good = true;

static void check(const Tracer &tracer, const char *what, int x, int y, int r,
                  int g, int b) {
  std::uint8_t is[3];
  tracer.pixel(x, y, Size, Size, is);
  if (std::abs(is[0] - r) <= 1 && std::abs(is[1] - g) <= 1 &&
      std::abs(is[2] - b) <= 1)
    return;
  std::printf("%s: %d %d %d, not %d %d %d\n", what, is[0], is[1], is[2], r, g,
              b);
  Good = false;
}

static const char *const Begin = "camera 0 0 -5  0 0 0  90\n"
                                 "background 0 0 1  1 0 0\n"
                                 "ambient 0.1 0.1 0.1\n";

/// The light is where the eye is.
static void fromTheEye() {
  Scene scene =
      SceneReader::read("eye", std::string(Begin) +
                                   "light 0 0 -5  1 1 1\n"
                                   "material ball 1 1 1  0.5 0.2 10 0\n"
                                   "material floor 0.5 0.25 1  0.8 0 10 0\n"
                                   "sphere ball 0 0 0 1\n"
                                   "plane floor 0 1 0 -1\n");
  Tracer tracer(scene);
  // 0.1 + 0.5 + 0.2: ambient, diffuse and specular light, all at a right angle.
  check(tracer, "the ball", 500, 500, 230, 230, 230);
  // Half way up: (1 - sin 45) of the horizon, sin 45 of the zenith.
  check(tracer, "the sky", 500, 0, 218, 0, 146);
  // At (0, -1, -4), in an angle of 45 degrees: 0.1 + 0.8 * sin 45.
  check(tracer, "the floor", 500, 1000, 155, 113, 212);
}

/// The light is above the ball, whose shadow has the radius 6 / sqrt(24).
static void fromAbove() {
  Scene scene =
      SceneReader::read("above", std::string(Begin) +
                                     "light 0 5 0  1 1 1\n"
                                     "material ball 1 1 1  0.5 0 10 0.5\n"
                                     "material white 1 1 1  0.8 0 10 0\n"
                                     "material black 0 0 0  0.8 0 10 0\n"
                                     "sphere ball 0 0 0 1\n"
                                     "plane white black 0 1 0 -1\n");
  Tracer tracer(scene);
  // Half ambient light, and half the sky behind the eye, seen in the direction
  // (0, 0.354, -0.935).
  check(tracer, "the mirror", 500, 480, 130, 65, 163);
  // About (0.1, -1, -1.09): ambient light only.
  check(tracer, "the shadow", 512, 628, 90, 90, 90);
  // (0.5, -1, -3.5): 0.1 + 0.8 * 6 / sqrt(48.5); and its neighbour.
  check(tracer, "a white square", 667, 834, 229, 229, 229);
  check(tracer, "a black square", 333, 834, 0, 0, 0);
}

int main() {
  fromTheEye();
  fromAbove();
  return Good ? 0 : 1;
}
