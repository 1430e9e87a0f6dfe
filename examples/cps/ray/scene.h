//===- scene.h - What a ray tracer sees -----------------------------------===//
///
/// \file
/// Scenes, and the reader of scene files. A file has one object in a line; what
/// follows a # is a comment. All numbers are decimal, colours from 0 to 1.
///
///     camera      x y z   x y z   angle      where, to where, degrees across
///     background  r g b   r g b              at the horizon, above
///     ambient     r g b                      the light that is everywhere
///     light       x y z   r g b
///     material    name  r g b  diffuse specular shininess reflection
///     sphere      material  x y z  radius
///     plane       material [material]  nx ny nz  distance
///     triangle    material  x y z  x y z  x y z
///
/// A plane has the points p with n * p = distance; with two materials it is a
/// chess board of squares of length 1. The camera must come once, and a
/// material before the objects that have it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_RAY_SCENE_H
#define TUSSAH_EXAMPLES_CPS_RAY_SCENE_H

#include <charconv>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Vector {
  double x = 0, y = 0, z = 0;

  friend Vector operator+(Vector a, Vector b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend Vector operator-(Vector a, Vector b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend Vector operator*(double f, Vector a) {
    return {f * a.x, f * a.y, f * a.z};
  }
  /// Of colours: one component after the other.
  friend Vector operator*(Vector a, Vector b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
  }
};

inline double dot(Vector a, Vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vector a) { return std::sqrt(dot(a, a)); }
inline Vector normalize(Vector a) { return 1 / length(a) * a; }

struct Material {
  Vector Colour;
  double Diffuse = 0, Specular = 0, Shininess = 0, Reflection = 0;
};
struct Light {
  Vector Where, Colour;
};
struct Sphere {
  Vector Centre;
  double Radius;
  int Surface;
};
struct Plane {
  Vector Normal;
  double Distance;
  int Surface, Other;
};
struct Triangle {
  Vector Corner, Edge1, Edge2, Normal;
  int Surface;
};

struct Scene {
  Vector Eye, Forward, Right, Up;
  double Scale = 0;
  Vector Horizon, Zenith, Ambient;
  std::vector<Material> Materials;
  std::vector<Light> Lights;
  std::vector<Sphere> Spheres;
  std::vector<Plane> Planes;
  std::vector<Triangle> Triangles;
};

/// Reads one scene. Errors are std::runtime_error, with the name of the file
/// and the number of the line.
class SceneReader {
public:
  static Scene read(const std::string &name, const std::string &text) {
    SceneReader reader(name);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      ++reader.Line;
      reader.readLine(line.substr(0, line.find('#')));
    }
    if (!reader.HasCamera)
      reader.fail("there is no camera");
    return std::move(reader.Result);
  }

private:
  explicit SceneReader(const std::string &name) : Name(name) {}

  [[noreturn]] void fail(const std::string &what) const {
    throw std::runtime_error(Name + ":" + std::to_string(Line) + ": " + what);
  }

  std::string word(const char *what) {
    std::string text;
    if (!(Words >> text))
      fail(std::string("expected ") + what);
    return text;
  }

  double number(const char *what, double least, double most) {
    std::string text = word(what);
    double value = 0;
    auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() ||
        !(value >= least && value <= most))
      fail(std::string(what) + " must be a number from " + show(least) +
           " to " + show(most) + ", not '" + text + "'");
    return value;
  }
  static std::string show(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
  }

  Vector vector(const char *what, double least = -1e6, double most = 1e6) {
    double x = number(what, least, most);
    double y = number(what, least, most);
    return {x, y, number(what, least, most)};
  }
  Vector colour() { return vector("a part of a colour", 0, 1); }

  int material() {
    std::string name = word("the name of a material");
    auto found = Names.find(name);
    if (found == Names.end())
      fail("there is no material '" + name + "'");
    return found->second;
  }

  void readCamera() {
    if (HasCamera)
      fail("there is a camera already");
    HasCamera = true;
    Result.Eye = vector("a coordinate");
    Vector to = vector("a coordinate") - Result.Eye;
    double angle = number("the angle", 1, 170);
    if (length(cross(to, {0, 1, 0})) < 1e-9)
      fail("the camera must not look straight up or down");
    Result.Forward = normalize(to);
    Result.Right = normalize(cross({0, 1, 0}, Result.Forward));
    Result.Up = cross(Result.Forward, Result.Right);
    Result.Scale = std::tan(angle * std::acos(-1) / 360);
  }

  void readMaterial() {
    std::string name = word("the name of a material");
    if (!Names.emplace(name, Result.Materials.size()).second)
      fail("there is a material '" + name + "' already");
    Material made;
    made.Colour = colour();
    made.Diffuse = number("the diffuse part", 0, 1);
    made.Specular = number("the specular part", 0, 1);
    made.Shininess = number("the shininess", 1, 10000);
    made.Reflection = number("the reflection", 0, 1);
    Result.Materials.push_back(made);
  }

  void readPlane() {
    Plane made;
    made.Surface = made.Other = material();
    // A second name, or the first number.
    auto place = Words.tellg();
    if (Names.count(word("a coordinate"))) {
      Words.seekg(place);
      made.Other = material();
    } else {
      Words.clear();
      Words.seekg(place);
    }
    Vector normal = vector("a coordinate");
    if (length(normal) < 1e-9)
      fail("the normal of a plane must not be 0");
    made.Normal = normalize(normal);
    made.Distance = number("the distance", -1e6, 1e6);
    Result.Planes.push_back(made);
  }

  void readTriangle() {
    Triangle made;
    made.Surface = material();
    made.Corner = vector("a coordinate");
    made.Edge1 = vector("a coordinate") - made.Corner;
    made.Edge2 = vector("a coordinate") - made.Corner;
    Vector normal = cross(made.Edge1, made.Edge2);
    if (length(normal) < 1e-12)
      fail("a triangle must have an area");
    made.Normal = normalize(normal);
    Result.Triangles.push_back(made);
  }

  void readLine(const std::string &line) {
    Words = std::istringstream(line);
    std::string kind;
    if (!(Words >> kind))
      return;
    if (kind == "camera") {
      readCamera();
    } else if (kind == "background") {
      Result.Horizon = colour();
      Result.Zenith = colour();
    } else if (kind == "ambient") {
      Result.Ambient = colour();
    } else if (kind == "light") {
      Vector where = vector("a coordinate");
      Result.Lights.push_back({where, colour()});
    } else if (kind == "material") {
      readMaterial();
    } else if (kind == "sphere") {
      int surface = material();
      Vector centre = vector("a coordinate");
      Result.Spheres.push_back(
          {centre, number("the radius", 1e-6, 1e6), surface});
    } else if (kind == "plane") {
      readPlane();
    } else if (kind == "triangle") {
      readTriangle();
    } else {
      fail("there is no object '" + kind + "'");
    }
    std::string more;
    if (Words >> more)
      fail("unexpected '" + more + "' after " + kind);
  }

  std::string Name;
  int Line = 0;
  std::istringstream Words;
  Scene Result;
  std::map<std::string, int> Names;
  bool HasCamera = false;
};

#endif // TUSSAH_EXAMPLES_CPS_RAY_SCENE_H
