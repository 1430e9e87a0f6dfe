//===- tracer.h - The colour of a pixel -----------------------------------===//
///
/// \file
/// Whitted, "An improved illumination model for shaded display" (1980): what a
/// ray from the eye meets is lit by the lights that it sees, in the model of
/// Phong, and shows what it mirrors.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_RAY_TRACER_H
#define TUSSAH_EXAMPLES_CPS_RAY_TRACER_H

#include "scene.h"

#include <algorithm>
#include <cstdint>

struct Ray {
  Vector From, Direction;
};

/// What a ray meets first.
struct Hit {
  double Distance = 1e30;
  Vector Normal;
  int Surface = -1;
};

class Tracer {
public:
  explicit Tracer(const Scene &scene) : S(scene) {}

  /// Writes the three bytes of a pixel of a picture.
  void pixel(int x, int y, int width, int height, std::uint8_t *to) const {
    Vector sum;
    for (int i = 0; i < Samples; ++i)
      for (int j = 0; j < Samples; ++j) {
        double across =
            (2 * (x + (i + 0.5) / Samples) - width) / width * S.Scale;
        double up = (height - 2 * (y + (j + 0.5) / Samples)) / width * S.Scale;
        Vector to = S.Forward + across * S.Right + up * S.Up;
        sum = sum + trace({S.Eye, normalize(to)}, MaxReflections);
      }
    sum = 1.0 / (Samples * Samples) * sum;
    to[0] = toByte(sum.x);
    to[1] = toByte(sum.y);
    to[2] = toByte(sum.z);
  }

private:
  static constexpr int Samples = 2, MaxReflections = 5;
  /// Rays from a surface do not meet it again.
  static constexpr double Nearest = 1e-6;

  /// With the gamma of the usual screens.
  static std::uint8_t toByte(double light) {
    return static_cast<std::uint8_t>(
        255 * std::pow(std::clamp(light, 0.0, 1.0), 1 / 2.2) + 0.5);
  }

  static double meet(const Sphere &sphere, const Ray &ray) {
    Vector to = sphere.Centre - ray.From;
    double middle = dot(to, ray.Direction);
    double half2 =
        sphere.Radius * sphere.Radius - dot(to, to) + middle * middle;
    if (half2 < 0)
      return 1e30;
    double half = std::sqrt(half2);
    if (middle - half > Nearest)
      return middle - half;
    return middle + half > Nearest ? middle + half : 1e30;
  }
  static double meet(const Plane &plane, const Ray &ray) {
    double along = dot(plane.Normal, ray.Direction);
    if (std::abs(along) < 1e-12)
      return 1e30;
    double t = (plane.Distance - dot(plane.Normal, ray.From)) / along;
    return t > Nearest ? t : 1e30;
  }
  /// Moeller and Trumbore, "Fast, minimum storage ray/triangle intersection"
  /// (1997).
  static double meet(const Triangle &triangle, const Ray &ray) {
    Vector p = cross(ray.Direction, triangle.Edge2);
    double determinant = dot(triangle.Edge1, p);
    if (std::abs(determinant) < 1e-12)
      return 1e30;
    Vector from = ray.From - triangle.Corner;
    double u = dot(from, p) / determinant;
    Vector q = cross(from, triangle.Edge1);
    double v = dot(ray.Direction, q) / determinant;
    if (u < 0 || v < 0 || u + v > 1)
      return 1e30;
    double t = dot(triangle.Edge2, q) / determinant;
    return t > Nearest ? t : 1e30;
  }

  Hit meet(const Ray &ray) const {
    Hit hit;
    for (const Sphere &sphere : S.Spheres)
      if (double t = meet(sphere, ray); t < hit.Distance)
        hit = {t, 1 / sphere.Radius * (at(ray, t) - sphere.Centre),
               sphere.Surface};
    for (const Triangle &triangle : S.Triangles)
      if (double t = meet(triangle, ray); t < hit.Distance)
        hit = {t, triangle.Normal, triangle.Surface};
    for (const Plane &plane : S.Planes)
      if (double t = meet(plane, ray); t < hit.Distance)
        hit = {t, plane.Normal, surface(plane, at(ray, t))};
    return hit;
  }

  static int surface(const Plane &plane, Vector where) {
    // Two directions in the plane.
    Vector side =
        std::abs(plane.Normal.x) < 0.9 ? Vector{1, 0, 0} : Vector{0, 0, 1};
    Vector a = normalize(cross(plane.Normal, side));
    Vector b = cross(plane.Normal, a);
    double squares = std::floor(dot(a, where)) + std::floor(dot(b, where));
    return std::fmod(squares, 2) == 0 ? plane.Surface : plane.Other;
  }

  /// Whether something is between a surface and a light.
  bool isShadowed(const Ray &ray, double distance) const {
    const auto between = [&](const auto &object) {
      return meet(object, ray) < distance;
    };
    return std::any_of(S.Spheres.begin(), S.Spheres.end(), between) ||
           std::any_of(S.Triangles.begin(), S.Triangles.end(), between) ||
           std::any_of(S.Planes.begin(), S.Planes.end(), between);
  }

  static Vector at(const Ray &ray, double t) {
    return ray.From + t * ray.Direction;
  }

  Vector trace(const Ray &ray, int reflections) const {
    Hit hit = meet(ray);
    if (hit.Surface < 0) {
      double up = std::max(0.0, ray.Direction.y);
      return (1 - up) * S.Horizon + up * S.Zenith;
    }
    const Material &material = S.Materials[hit.Surface];
    Vector where = at(ray, hit.Distance);
    Vector normal = hit.Normal;
    if (dot(normal, ray.Direction) > 0)
      normal = -1 * normal;
    Vector mirrored = ray.Direction - 2 * dot(ray.Direction, normal) * normal;
    Vector result = S.Ambient * material.Colour;
    for (const Light &light : S.Lights) {
      Vector to = light.Where - where;
      double distance = length(to);
      to = 1 / distance * to;
      double facing = dot(normal, to);
      if (facing <= 0 || isShadowed({where, to}, distance))
        continue;
      result =
          result + material.Diffuse * facing * light.Colour * material.Colour;
      double shine = std::max(0.0, dot(mirrored, to));
      result = result + material.Specular *
                            std::pow(shine, material.Shininess) * light.Colour;
    }
    if (material.Reflection > 0 && reflections > 0)
      result = (1 - material.Reflection) * result +
               material.Reflection * trace({where, mirrored}, reflections - 1);
    return result;
  }

  const Scene &S;
};

#endif // TUSSAH_EXAMPLES_CPS_RAY_TRACER_H
