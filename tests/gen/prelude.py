"""What every generated program begins with: its types, and how each is made
from a number and becomes one again."""

from dataclasses import dataclass

COMMON = """\
#include <cilk/cilk.h>

#include <stdint.h>
#include <stdio.h>

static inline uint64_t mix(uint64_t a, uint64_t b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  return a ^ a >> 29;
}

struct Small {
  uint32_t a;
  uint64_t b;
};
struct Large {
  uint64_t v[6];
};
struct Wide {
  ALIGNED uint64_t v[4];
};
typedef struct Small Small;
typedef struct Large Large;
typedef struct Wide Wide;

static inline Small to_Small(uint64_t x) {
  Small s;
  s.a = (uint32_t)x;
  s.b = mix(x, 1);
  return s;
}
static inline uint64_t from_Small(Small s) { return mix(s.a, s.b); }
static inline Large to_Large(uint64_t x) {
  Large l;
  for (int i = 0; i < 6; ++i)
    l.v[i] = x + i;
  return l;
}
static inline uint64_t from_Large(Large l) {
  uint64_t h = 0;
  for (int i = 0; i < 6; ++i)
    h = mix(h, l.v[i]);
  return h;
}
static inline Wide to_Wide(uint64_t x) {
  Wide w;
  for (int i = 0; i < 4; ++i)
    w.v[i] = x * (i + 1);
  return w;
}
static inline uint64_t from_Wide(Wide w) {
  // Wrong if a frame is not aligned.
  uint64_t h = (uint64_t)(uintptr_t)&w % 64;
  for (int i = 0; i < 4; ++i)
    h = mix(h, w.v[i]);
  return h;
}
static inline uint64_t to_u64(uint64_t x) { return x; }
static inline uint64_t from_u64(uint64_t x) { return x; }
static inline uint32_t to_u32(uint64_t x) { return (uint32_t)x; }
static inline uint64_t from_u32(uint32_t x) { return x; }
"""

C = "#define ALIGNED _Alignas(64)\n" + COMMON

CXX = (
    """\
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#define ALIGNED alignas(64)
"""
    + COMMON
    + """
/// Every object is destroyed once, and by then it has been constructed.
struct Object {
  static inline std::atomic<long> alive{0};
  uint64_t value;
  const Object *self;
  explicit Object(uint64_t x) : value(x), self(this) { ++alive; }
  Object(const Object &o) : value(o.get()), self(this) { ++alive; }
  Object(Object &&o) : value(o.get()), self(this) { o.value = 1, ++alive; }
  Object &operator=(const Object &o) {
    value = o.get() + (self != this);
    return *this;
  }
  ~Object() {
    alive -= self == this ? 1 : 1000;
    self = nullptr;
  }
  uint64_t get() const { return self == this ? value : 0xdead; }
};
static inline Object to_Object(uint64_t x) { return Object(x); }
static inline uint64_t from_Object(const Object &o) { return mix(o.get(), 7); }

typedef std::string String;
static inline String to_String(uint64_t x) {
  return std::to_string(x) + (x & 1 ? "" : " and so long that it is on the heap");
}
static inline uint64_t from_String(const String &s) {
  uint64_t h = s.size();
  for (char c : s)
    h = mix(h, (unsigned char)c);
  return h;
}

struct Error {
  uint64_t value;
};
"""
)


@dataclass(frozen=True)
class Type:
    """`tag` names the functions to_... and from_..."""

    name: str
    tag: str
    cxx_only: bool = False

    def make(self, text):
        return f"to_{self.tag}({text})"

    def read(self, text):
        return f"from_{self.tag}({text})"


U64 = Type("uint64_t", "u64")
U32 = Type("uint32_t", "u32")
TYPES = (
    U64,
    U64,
    U32,
    Type("Small", "Small"),
    Type("Large", "Large"),
    Type("Wide", "Wide"),
    Type("Object", "Object", True),
    Type("String", "String", True),
)
