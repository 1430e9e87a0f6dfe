"""What every generated program begins with: its types, how each is made from a
number and becomes one again, and its reducers."""

from dataclasses import dataclass

COMMON = """\
#include <cilk/cilk.h>

#include <stdint.h>
#include <stdio.h>

static inline uint64_t mix(uint64_t a, uint64_t b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  return a ^ a >> 29;
}

/// An object that others know by its address.
typedef struct Node {
  struct Node *next;
  uint64_t value;
  char more[40];
} Node;

__attribute__((noinline, unused)) static Node *begin_node(Node *node, uint64_t x) {
  node->next = 0;
  node->value = x;
  return node;
}
__attribute__((noinline, unused)) static void publish(Node *node, uint64_t x, Node **head) {
  node->value += x;
  node->next = *head;
  *head = node;
}
__attribute__((noinline, unused)) static Node *same_node(Node *node, uint64_t x) {
  node->value = x;
  return node;
}
/// Reads the list, after writing where objects that ended too early have been.
__attribute__((noinline, unused)) static uint64_t recall(const Node *node) {
  volatile char stack[512];
  for (unsigned i = 0; i < sizeof stack; ++i)
    stack[i] = 9;
  uint64_t h = stack[3];
  for (; node; node = node->next)
    h = mix(h, node->value);
  return h;
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
struct Floats {
  float x, y, z;
};
struct Mixed {
  double d;
  int32_t i;
};
struct Bits {
  uint32_t a : 7;
  uint64_t b : 37;
  int32_t c : 13;
  uint32_t d : 3;
};
struct __attribute__((packed)) Packed {
  uint8_t a;
  uint64_t b;
  uint16_t c;
};
typedef struct Small Small;
typedef struct Large Large;
typedef struct Wide Wide;
typedef struct Floats Floats;
typedef struct Mixed Mixed;
typedef struct Bits Bits;
typedef struct Packed Packed;
typedef uint32_t Vector __attribute__((vector_size(16)));
typedef uint16_t ShortVector __attribute__((vector_size(8)));
typedef uint64_t LongVector __attribute__((vector_size(32)));
typedef float _Complex FloatComplex;
typedef double _Complex Complex;
typedef long double _Complex RealComplex;
typedef unsigned _BitInt(100) Odd;

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
  // Wrong if what it is made in is not aligned. (Arguments are not, for clang,
  // in functions with arrays of variable length.)
  x += (uint64_t)(uintptr_t)&w % 64;
  for (int i = 0; i < 4; ++i)
    w.v[i] = x * (i + 1);
  return w;
}
static inline uint64_t from_Wide(Wide w) {
  uint64_t h = 0;
  for (int i = 0; i < 4; ++i)
    h = mix(h, w.v[i]);
  return h;
}
static inline Floats to_Floats(uint64_t x) {
  Floats f;
  f.x = (float)(x & 0xffff);
  f.y = (float)(x >> 16 & 0xffff);
  f.z = -(float)(x >> 40 & 0xfff);
  return f;
}
static inline uint64_t from_Floats(Floats f) {
  return mix(mix((uint64_t)f.x, (uint64_t)f.y), (uint64_t)-f.z);
}
static inline Mixed to_Mixed(uint64_t x) {
  Mixed m;
  m.d = (double)(x % 1000003) * 0.5;
  m.i = (int32_t)(x % 1009) - 500;
  return m;
}
static inline uint64_t from_Mixed(Mixed m) {
  return mix((uint64_t)(m.d * 2), (uint64_t)(m.i + 500));
}
static inline Bits to_Bits(uint64_t x) {
  Bits b;
  b.a = x & 127;
  b.b = x & 0x1fffffffff;
  b.c = (int32_t)(x % 8001) - 4000;
  b.d = x >> 61;
  return b;
}
static inline uint64_t from_Bits(Bits b) {
  return mix(mix(b.a, b.b), mix((uint64_t)(b.c + 4096), b.d));
}
static inline Vector to_Vector(uint64_t x) {
  Vector v = {(uint32_t)x, (uint32_t)(x >> 7), (uint32_t)(x >> 32), 5};
  return v;
}
static inline uint64_t from_Vector(Vector v) {
  return mix(mix(v[0], v[1]), mix(v[2], v[3]));
}
static inline ShortVector to_ShortVector(uint64_t x) {
  ShortVector v = {(uint16_t)x, (uint16_t)(x >> 16), (uint16_t)(x >> 32), 9};
  return v;
}
static inline uint64_t from_ShortVector(ShortVector v) {
  return mix(mix(v[0], v[1]), mix(v[2], v[3]));
}
static inline LongVector to_LongVector(uint64_t x) {
  LongVector v = {x, x >> 3, x * 5, 7};
  return v;
}
static inline uint64_t from_LongVector(LongVector v) {
  return mix(mix(v[0], v[1]), mix(v[2], v[3]));
}
static inline FloatComplex to_FloatComplex(uint64_t x) {
  FloatComplex z;
  __real__ z = (float)(x & 0xffff);
  __imag__ z = (float)(x >> 16 & 0xffff);
  return z;
}
static inline uint64_t from_FloatComplex(FloatComplex z) {
  return mix((uint64_t)__real__ z, (uint64_t)__imag__ z);
}
static inline Complex to_Complex(uint64_t x) {
  Complex z;
  __real__ z = (double)(x % 1000003) * 0.5;
  __imag__ z = (double)(x >> 40);
  return z;
}
static inline uint64_t from_Complex(Complex z) {
  return mix((uint64_t)(__real__ z * 2), (uint64_t)__imag__ z);
}
static inline RealComplex to_RealComplex(uint64_t x) {
  RealComplex z;
  __real__ z = (long double)x;
  __imag__ z = (long double)(x >> 9);
  return z;
}
static inline uint64_t from_RealComplex(RealComplex z) {
  return mix((uint64_t)__real__ z, (uint64_t)__imag__ z);
}
static inline Packed to_Packed(uint64_t x) {
  Packed p;
  p.a = (uint8_t)x;
  p.b = mix(x, 2);
  p.c = (uint16_t)(x >> 9);
  return p;
}
static inline uint64_t from_Packed(Packed p) { return mix(mix(p.a, p.b), p.c); }
static inline Odd to_Odd(uint64_t x) { return (Odd)x * 0x123456789abu; }
static inline uint64_t from_Odd(Odd x) {
  return mix((uint64_t)x, (uint64_t)(x >> 64));
}
static inline Flag to_Flag(uint64_t x) { return (x >> 2 & 1) != 0; }
static inline uint64_t from_Flag(Flag x) { return x ? 5 : 2; }
static inline uint64_t to_u64(uint64_t x) { return x; }
static inline uint64_t from_u64(uint64_t x) { return x; }
static inline uint32_t to_u32(uint64_t x) { return (uint32_t)x; }
static inline uint64_t from_u32(uint32_t x) { return x; }
static inline int8_t to_i8(uint64_t x) { return (int8_t)((int)(x & 255) - 128); }
static inline uint64_t from_i8(int8_t x) { return (uint64_t)(x + 128); }
static inline double to_double(uint64_t x) { return (double)(x % 1000003) * 0.5; }
static inline uint64_t from_double(double x) { return (uint64_t)(x * 2); }
static inline long double to_real(uint64_t x) { return (long double)x; }
static inline uint64_t from_real(long double x) { return (uint64_t)x; }
static inline __int128 to_i128(uint64_t x) { return (__int128)x * 0x123456789; }
static inline uint64_t from_i128(__int128 x) {
  return mix((uint64_t)x, (uint64_t)(x >> 64));
}

// Reducers: a sum, and numbers in the order of the serial program.
static void zero(void *view) { *(uint64_t *)view = 0; }
static void plus(void *left, void *right) {
  *(uint64_t *)left += *(uint64_t *)right;
}
typedef uint64_t cilk_reducer(zero, plus) Sum;

struct Sequence {
  uint64_t hash, power;
};
typedef struct Sequence Sequence;
static void empty(void *view) {
  Sequence *s = (Sequence *)view;
  s->hash = 0;
  s->power = 1;
}
static void append(void *left, void *right) {
  Sequence *l = (Sequence *)left, *r = (Sequence *)right;
  l->hash = l->hash * r->power + r->hash;
  l->power *= r->power;
}
typedef Sequence cilk_reducer(empty, append) Order;
static inline void push(Sequence *s, uint64_t x) {
  s->hash = s->hash * 0x100000001b3u + x;
  s->power *= 0x100000001b3u;
}
"""

C = "#define ALIGNED _Alignas(64)\ntypedef _Bool Flag;\n" + COMMON

CXX = (
    """\
#include <atomic>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#define ALIGNED alignas(64)
typedef bool Flag;
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

/// One that calls pass in a register, and that the callee destroys.
struct __attribute__((trivial_abi)) Handle {
  uint64_t value;
  explicit Handle(uint64_t x) : value(x) { ++Object::alive; }
  Handle(const Handle &h) : value(h.value) { ++Object::alive; }
  Handle(Handle &&h) : value(h.value) { h.value = 1, ++Object::alive; }
  Handle &operator=(const Handle &h) {
    value = h.value;
    return *this;
  }
  ~Handle() {
    --Object::alive;
    value = 0xdead;
  }
};
static inline Handle to_Handle(uint64_t x) { return Handle(x); }
static inline uint64_t from_Handle(const Handle &h) { return mix(h.value, 3); }

typedef std::unique_ptr<Object> Pointer;
static inline Pointer to_Pointer(uint64_t x) { return Pointer(new Object(x)); }
static inline uint64_t from_Pointer(const Pointer &p) { return mix(p->get(), 4); }

/// Has no bytes, and is in no register.
struct Empty {};
static inline Empty to_Empty(uint64_t) { return Empty(); }
static inline uint64_t from_Empty(Empty) { return 6; }

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
struct ObjectError : Error {
  Object kept;
  explicit ObjectError(uint64_t x) : Error{x}, kept(x) {}
};
/// Throws for some numbers.
static inline uint64_t risk(uint64_t x, uint64_t rarity) {
  if (mix(x, rarity) % rarity == 0)
    throw Error{x};
  return x;
}
/// What is being handled: throws it again.
__attribute__((noinline)) static Error caught() {
  try {
    throw;
  } catch (const Error &e) {
    return e;
  }
}

/// The numbers of a range; moves in both directions.
class Counter {
  Object at;

public:
  typedef long difference_type;
  explicit Counter(long n) : at((uint64_t)n) {}
  long operator*() const { return (long)at.get(); }
  Counter &operator++() { return *this += 1; }
  Counter &operator--() { return *this += -1; }
  Counter &operator+=(long n) {
    at.value += (uint64_t)n;
    return *this;
  }
  Counter &operator-=(long n) { return *this += -n; }
  Counter operator+(long n) const { return Counter(**this + n); }
  Counter operator-(long n) const { return Counter(**this - n); }
  long operator-(const Counter &o) const { return **this - *o; }
  bool operator==(const Counter &o) const { return **this == *o; }
  bool operator!=(const Counter &o) const { return **this != *o; }
  bool operator<(const Counter &o) const { return **this < *o; }
  bool operator>(const Counter &o) const { return o < *this; }
};
struct Numbers {
  long first, last;
  Counter begin() const { return Counter(first); }
  Counter end() const { return Counter(last); }
};

static void no_text(void *view) { new (view) String; }
static void add_text(void *left, void *right) {
  *(String *)left += *(String *)right;
  ((String *)right)->~String();
}
typedef String cilk_reducer(no_text, add_text) Text;
"""
)

LIBRARY = """\
#include <cilk/reducer_list.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opxor.h>
#include <cilk/reducer_string.h>
#include <cilk/reducer_vector.h>
"""


@dataclass(frozen=True)
class Type:
    """`tag` names the functions to_... and from_...; `members` are those that
    a program assigns one by one, with their types; `operators` are those by
    which a result is added to what there is."""

    name: str
    tag: str
    cxx_only: bool = False
    is_object: bool = False  # has a destructor
    members: tuple = ()
    operators: tuple = ()
    is_integer: bool = False  # all of these become each other

    def make(self, text):
        return f"to_{self.tag}({text})"

    def read(self, text):
        return f"from_{self.tag}({text})"


OPERATORS = ("+=", "^=", "|=", "-=", "*=", "&=")
U64 = Type("uint64_t", "u64", operators=OPERATORS, is_integer=True)
U32 = Type("uint32_t", "u32", operators=OPERATORS, is_integer=True)
SMALL = Type("Small", "Small", members=(("a", U32), ("b", U64)))
BITS = Type("Bits", "Bits", members=(("a", U32), ("b", U64), ("d", U32)))
LARGE = Type("Large", "Large", members=(("v[2]", U64), ("v[5]", U64)))
TYPES = (
    *(U64,) * 6,
    *(U32,) * 3,
    *(SMALL,) * 2,
    *(LARGE,) * 2,
    *(Type("Wide", "Wide", members=(("v[3]", U64),)),) * 2,
    *(Type("Object", "Object", True, True),) * 3,
    *(Type("String", "String", True, True, operators=("+=",)),) * 2,
    *(BITS,) * 2,
    Type("Floats", "Floats"),
    Type("Mixed", "Mixed"),
    Type("Vector", "Vector", operators=("+=", "^=")),
    Type("int8_t", "i8", is_integer=True),
    Type("double", "double", operators=("+=",)),
    Type("long double", "real"),
    Type("__int128", "i128", operators=("^=",), is_integer=True),
    Type("ShortVector", "ShortVector", operators=("+=", "^=")),
    Type("LongVector", "LongVector", operators=("+=", "^=")),
    Type("FloatComplex", "FloatComplex"),
    Type("Complex", "Complex", operators=("+=",)),
    Type("RealComplex", "RealComplex"),
    Type("Packed", "Packed", members=(("b", U64),)),
    Type("Odd", "Odd", operators=OPERATORS, is_integer=True),
    Type("Flag", "Flag", is_integer=True),
    Type("Handle", "Handle", True, True),
    Type("Pointer", "Pointer", True, True),
    Type("Empty", "Empty", True),
)


@dataclass(frozen=True)
class Reducer:
    """`start` initializes; `update` and `read` have {r} for the reducer and {x}
    for a number."""

    name: str
    start: str
    update: str
    read: str
    cxx_only: bool = False
    is_library: bool = False


REDUCERS = (
    Reducer("Sum", " = 7", "{r} += {x};", "{r}"),
    Reducer("Sum", " = 0", "++{r};", "{r}"),
    Reducer("Order", " = {5, 1}", "push(&{r}, {x});", "{r}.hash"),
    Reducer("Text", ' = "text "', "{r} += to_String({x} & 1023);", "from_String({r})", True),
    Reducer(
        "cilk::reducer<cilk::op_add<uint64_t>>", "", "*{r} += {x};", "{r}.get_value()", True, True
    ),
    Reducer("cilk::reducer_opxor<uint64_t>", "", "{r} ^= {x};", "{r}.get_value()", True, True),
    Reducer(
        "cilk::reducer<cilk::op_string>",
        "",
        "{r}->append(to_String({x} & 127));",
        "from_String({r}.get_value())",
        True,
        True,
    ),
    Reducer(
        "cilk::reducer<cilk::op_max_index<uint64_t, uint64_t>>",
        "",
        "{r}->calc_max({x}, {x} % 11);",
        "({r}->is_set() ? {r}.get_value().first + {r}.get_value().second : 3)",
        True,
        True,
    ),
    Reducer(
        "cilk::reducer<cilk::op_vector<uint64_t>>",
        "",
        "{r}->push_back({x});",
        "fold({r}.get_value())",
        True,
        True,
    ),
    Reducer(
        "cilk::reducer_list_append<uint64_t>",
        "",
        "{r}.push_back({x});",
        "fold({r}.get_value())",
        True,
        True,
    ),
)

FOLD = """\
template <class T> static uint64_t fold(const T &numbers) {
  uint64_t h = 11;
  for (uint64_t x : numbers)
    h = mix(h, x);
  return h;
}
"""


def text(is_cxx, with_library, with_cancellation):
    """The begin of a program; the library of reducers takes long to compile."""
    parts = [CXX if is_cxx else C]
    if with_cancellation:
        # Then all children ask whether they are cancelled.
        parts.insert(0, "#include <tussah/cancel.h>\n")
    if with_library:
        parts += [LIBRARY, FOLD]
    return "\n".join(parts)
