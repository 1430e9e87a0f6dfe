#include <array>
#include <atomic>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
#ifdef WITH_CONTAINERS
#include <deque>
#include <list>
#include <map>
#endif
#ifdef WITH_RANGES
#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>
#endif
#ifdef WITH_FUNCTIONS
#include <functional>
#endif
#ifdef WITH_COROUTINES
#include <coroutine>
#endif
#ifdef WITH_CALLBACKS
#include <cilk/reducer>
#endif
#ifdef WITH_LIBRARY
#include <cilk/reducer_list.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opxor.h>
#include <cilk/reducer_vector.h>
#endif

template <class T> struct Traits;
template <class T> T make(uint64_t x) { return Traits<T>::make(x); }
template <class T> uint64_t hash(const T &v) { return Traits<T>::hash(v); }

template <class T>
  requires std::is_integral_v<T>
struct Traits<T> {
  static T make(uint64_t x) {
    if constexpr (sizeof(T) > 8)
      return (T)x * 0x123456789abcdefu;
    else if constexpr (std::is_same_v<T, bool>)
      return x >> 4 & 1;
    else
      return static_cast<T>(mix(x, 3));
  }
  static uint64_t hash(T v) {
    if constexpr (sizeof(T) > 8)
      return mix((uint64_t)v, (uint64_t)(v >> 64));
    return (uint64_t)v;
  }
};
template <> struct Traits<double> {
  static double make(uint64_t x) { return (double)(x % 1000003) * 0.5; }
  static uint64_t hash(double v) {
    uint64_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return mix(bits, 1);
  }
};
template <> struct Traits<long double> {
  static long double make(uint64_t x) { return (long double)(x >> 2); }
  static uint64_t hash(long double v) { return mix((uint64_t)v, 2); }
};
template <> struct Traits<Complex> {
  static Complex make(uint64_t x) {
    Complex z;
    __real__ z = ::make<double>(x);
    __imag__ z = ::make<double>(x >> 20);
    return z;
  }
  static uint64_t hash(Complex z) { return mix(::hash(__real__ z), ::hash(__imag__ z)); }
};
template <> struct Traits<Quad> {
  static Quad make(uint64_t x) {
    return Quad{(uint32_t)x, (uint32_t)(x >> 7), (uint32_t)(x >> 32), 5};
  }
  static uint64_t hash(Quad v) { return mix(mix(v[0], v[1]), mix(v[2], v[3])); }
};
template <> struct Traits<Oct> {
  static Oct make(uint64_t x) { return Oct{x, x >> 1, x >> 2, x * 3, x * 5, 6, 7, ~x}; }
  static uint64_t hash(Oct v) {
    uint64_t h = 1;
    for (int i = 0; i < 8; ++i)
      h = mix(h, v[i]);
    return h;
  }
};
template <> struct Traits<std::string> {
  static std::string make(uint64_t x) {
    return std::to_string(x) + (x & 1 ? "" : " and so long that it is on the heap");
  }
  static uint64_t hash(const std::string &s) {
    uint64_t h = s.size();
    for (char c : s)
      h = mix(h, (unsigned char)c);
    return h;
  }
};
/// Of a sequence; programs count on its having three elements at least.
template <class C> struct Sequenced {
  static C make(uint64_t x) {
    C c;
    for (uint64_t i = 0; i < 3 + x % 3; ++i)
      c.push_back(::make<typename C::value_type>(mix(x, i)));
    return c;
  }
  static uint64_t hash(const C &c) {
    uint64_t h = 11;
    for (const auto &v : c)
      h = mix(h, ::hash(v));
    return h;
  }
};
template <class T> struct Traits<std::vector<T>> : Sequenced<std::vector<T>> {};
#ifdef WITH_CONTAINERS
template <class T> struct Traits<std::deque<T>> : Sequenced<std::deque<T>> {};
template <class T> struct Traits<std::list<T>> : Sequenced<std::list<T>> {};
template <class K, class T> struct Traits<std::map<K, T>> {
  static std::map<K, T> make(uint64_t x) {
    std::map<K, T> m;
    for (uint64_t i = 0; i < 3; ++i)
      m.emplace((K)i, ::make<T>(mix(x, i)));
    return m;
  }
  static uint64_t hash(const std::map<K, T> &m) {
    uint64_t h = 12;
    for (const auto &[k, v] : m)
      h = mix(mix(h, k), ::hash(v));
    return h;
  }
};
#endif
template <class T, std::size_t N> struct Traits<std::array<T, N>> {
  static std::array<T, N> make(uint64_t x) {
    return [x]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<T, N>{::make<T>(mix(x, I))...};
    }(std::make_index_sequence<N>());
  }
  static uint64_t hash(const std::array<T, N> &a) {
    uint64_t h = 13;
    for (const auto &v : a)
      h = mix(h, ::hash(v));
    return h;
  }
};
template <class A, class B> struct Traits<std::pair<A, B>> {
  static std::pair<A, B> make(uint64_t x) { return {::make<A>(x), ::make<B>(mix(x, 1))}; }
  static uint64_t hash(const std::pair<A, B> &p) {
    const auto &[a, b] = p;
    return mix(::hash(a), ::hash(b));
  }
};
template <class... T> struct Traits<std::tuple<T...>> {
  static std::tuple<T...> make(uint64_t x) { return {::make<T>(mix(x, sizeof(T)))...}; }
  static uint64_t hash(const std::tuple<T...> &t) {
    return std::apply([](const T &...v) {
      uint64_t h = 14;
      ((h = mix(h, ::hash(v))), ...);
      return h;
    }, t);
  }
};
template <class T> struct Traits<std::optional<T>> {
  static std::optional<T> make(uint64_t x) { return ::make<T>(x); }
  static uint64_t hash(const std::optional<T> &o) { return o ? mix(::hash(*o), 5) : 6; }
};
template <class A, class B> struct Traits<std::variant<A, B>> {
  static std::variant<A, B> make(uint64_t x) {
    if (x & 2)
      return std::variant<A, B>(std::in_place_index<0>, ::make<A>(x));
    return std::variant<A, B>(std::in_place_index<1>, ::make<B>(x));
  }
  static uint64_t hash(const std::variant<A, B> &v) {
    return std::visit([&](const auto &x) { return mix(::hash(x), v.index()); }, v);
  }
};
template <class T> struct Traits<std::unique_ptr<T>> {
  static std::unique_ptr<T> make(uint64_t x) { return std::unique_ptr<T>(new T(::make<T>(x))); }
  static uint64_t hash(const std::unique_ptr<T> &p) { return p ? mix(::hash(*p), 15) : 16; }
};
template <class T> struct Traits<std::shared_ptr<T>> {
  static std::shared_ptr<T> make(uint64_t x) { return std::make_shared<T>(::make<T>(x)); }
  static uint64_t hash(const std::shared_ptr<T> &p) { return p ? mix(::hash(*p), 17) : 18; }
};

/// Every object is destroyed once, and by then it has been constructed.
struct Object {
  static inline std::atomic<long> alive{0};
  uint64_t value;
  const Object *self;
  explicit Object(uint64_t x) : value(x), self(this) { ++alive; }
  Object(const Object &o) : value(o.get()), self(this) { ++alive; }
  Object(Object &&o) noexcept : value(o.get()), self(this) { o.value = 1, ++alive; }
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
template <> struct Traits<Object> {
  static Object make(uint64_t x) { return Object(x); }
  static uint64_t hash(const Object &o) { return mix(o.get(), 7); }
};

/// A list through objects of any storage.
struct Node {
  uint64_t value;
  Node *next;
};
template <> struct Traits<Node> {
  static Node make(uint64_t x) { return {mix(x, 9), nullptr}; }
  static uint64_t hash(const Node &n) { return mix(n.value, 8); }
};

/// Classes with a virtual base.
struct Shape {
  uint64_t size;
  explicit Shape(uint64_t x) : size(x) { ++Object::alive; }
  Shape(const Shape &s) : size(s.size) { ++Object::alive; }
  Shape &operator=(const Shape &) = default;
  virtual ~Shape() { --Object::alive; }
  virtual uint64_t area() const { return size; }
  virtual void grow(uint64_t x) { size += x; }
};
struct Round : virtual Shape {
  uint64_t radius = 3;
  Round() : Shape(1) {}
  uint64_t area() const override { return mix(size, radius); }
};
struct Flat : virtual Shape {
  uint32_t width = 5;
  Flat() : Shape(2) {}
  void grow(uint64_t x) override { width += (uint32_t)x, size ^= width; }
};
struct Disc : Round, Flat {
  Object kept;
  explicit Disc(uint64_t x) : Shape(x), kept(x >> 1) {}
  uint64_t area() const override { return mix(Round::area(), mix(width, kept.get())); }
};
template <> struct Traits<Disc> {
  static Disc make(uint64_t x) { return Disc(x); }
  static uint64_t hash(const Disc &d) {
    const Shape &s = d;
    return s.area();
  }
};

struct Error {
  uint64_t value;
  virtual ~Error() = default;
  explicit Error(uint64_t x) : value(x) {}
};
struct DeepError : virtual Error {
  Object kept;
  explicit DeepError(uint64_t x) : Error(x), kept(x) {}
};
/// Throws for some numbers.
static inline uint64_t risk(uint64_t x, uint64_t rarity) {
  if (mix(x, rarity) % rarity == 0)
    throw Error(x);
  return x;
}

/// Other ways to lead somewhere.
template <class T> struct Link {
  uint32_t tag;
  T *to;
};
template <class T> void put(T *&h, T *p) { h = p; }
template <class T, std::size_t N> void put(T *(&h)[N], T *p) {
  for (std::size_t i = N; --i;)
    h[i] = h[i - 1];
  h[0] = p;
}
template <class T> void put(std::vector<T *> &h, T *p) { h.push_back(p); }
template <class T> void put(std::optional<T *> &h, T *p) { h = p; }
template <class T> void put(std::variant<std::monostate, T *> &h, T *p) { h = p; }
template <class T> void put(Link<T> &h, T *p) { h.to = p, ++h.tag; }
template <class P, class F>
  requires std::is_pointer_v<P>
void each(P &h, F f) {
  if (h)
    f(*h);
}
template <class T, std::size_t N, class F> void each(T *(&h)[N], F f) {
  for (T *p : h)
    each(p, f);
}
template <class T, class F> void each(const std::vector<T *> &h, F f) {
  for (T *p : h)
    each(p, f);
}
template <class T, class F> void each(const std::optional<T *> &h, F f) {
  if (h)
    each(*h, f);
}
template <class T, class F> void each(const std::variant<std::monostate, T *> &h, F f) {
  if (auto *p = std::get_if<1>(&h))
    each(*p, f);
}
template <class T, class F> void each(const Link<T> &h, F f) { each(h.to, f); }
#ifdef WITH_CONTAINERS
template <class T> void put(std::map<uint64_t, T *> &h, T *p) { h.emplace(h.size(), p); }
template <class T, class F> void each(const std::map<uint64_t, T *> &h, F f) {
  for (const auto &[k, p] : h)
    each(p, f);
}
#endif
#ifdef WITH_FUNCTIONS
template <class T> void put(std::vector<std::reference_wrapper<T>> &h, T *p) { h.push_back(*p); }
template <class T, class F> void each(const std::vector<std::reference_wrapper<T>> &h, F f) {
  for (T &r : h)
    f(r);
}
#endif
#ifdef WITH_RANGES
template <class T> void put(std::span<T> &h, T *p) { h = std::span<T>(p, 1); }
template <class T, class F> void each(const std::span<T> &h, F f) {
  for (T &r : h)
    f(r);
}
#endif
/// Makes an object, and lets something lead to it.
template <class T, class H> __attribute__((noinline)) void plant(T *at, uint64_t x, H &in) {
  *at = make<T>(x);
  put(in, at);
}
template <class T, class H> T *planted(T &at, uint64_t x, H *in) {
  plant(&at, x, *in);
  return &at;
}
template <class T> uint64_t deep(T &v) { return hash(v); }
inline uint64_t deep(Node &n) {
  uint64_t h = 1;
  int count = 0;
  for (Node *p = &n; p && count < 12; p = p->next, ++count)
    h = mix(h, hash(*p));
  return h;
}
template <class H> uint64_t fold(H &h) {
  uint64_t all = 21;
  each(h, [&](auto &v) { all = mix(all, deep(v)); });
  return all;
}
template <class T> void change(T &v, uint64_t x) { v = make<T>(hash(v) + x); }
inline void change(Node &n, uint64_t x) { n.value ^= x; }
template <class H> void poke(H &h, uint64_t x) {
  each(h, [&](auto &v) { change(v, x); });
}

static void zero(void *view) { *(uint64_t *)view = 0; }
static void plus(void *left, void *right) { *(uint64_t *)left += *(uint64_t *)right; }
typedef uint64_t cilk_reducer(zero, plus) Sum;
struct Sequence {
  uint64_t hash = 0, power = 1;
  void push(uint64_t x) {
    hash = hash * 0x100000001b3u + x;
    power *= 0x100000001b3u;
  }
  void join(const Sequence &r) {
    hash = hash * r.power + r.hash;
    power *= r.power;
  }
};
static void empty(void *view) { new (view) Sequence; }
static void append(void *left, void *right) { ((Sequence *)left)->join(*(Sequence *)right); }
typedef Sequence cilk_reducer(empty, append) Order;
typedef std::vector<uint64_t> Numbers;
static void no_numbers(void *view) { new (view) Numbers; }
static void add_numbers(void *left, void *right) {
  auto *l = (Numbers *)left, *r = (Numbers *)right;
  l->insert(l->end(), r->begin(), r->end());
  r->~Numbers();
}
typedef Numbers cilk_reducer(no_numbers, add_numbers) List;
/// Reducers as members, in arrays.
struct Totals {
  uint16_t small = 3;
  Sum sum = 4;
  Order orders[2];
  List list;
  uint64_t all() { return mix(mix(sum, hash(list)), mix(orders[0].hash, orders[1].hash)); }
};
#ifdef WITH_CALLBACKS
struct Longest : __reducer_base {
  std::string text;
  std::size_t size() const override { return sizeof *this; }
  __reducer_base *identity(void *view) override { return new (view) Longest; }
  void reduce(__reducer_base *, __reducer_base *right) override {
    auto &other = static_cast<Longest *>(right)->text;
    if (other.size() > text.size())
      text = other;
  }
};
static __reducer_callbacks xors{sizeof(uint64_t), [](void *view) { new (view) uint64_t(0); },
                                [](void *left, void *right) {
                                  *(uint64_t *)left ^= *(uint64_t *)right;
                                }};
#endif

#ifdef WITH_COROUTINES
/// Numbers that a coroutine yields.
class Generator {
public:
  struct promise_type {
    uint64_t current = 0;
    std::exception_ptr error;
    Generator get_return_object() {
      return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(uint64_t x) {
      current = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  Generator(Generator &&o) noexcept : handle(std::exchange(o.handle, {})) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    if (handle.promise().error)
      std::rethrow_exception(handle.promise().error);
    return !handle.done();
  }
  uint64_t value() const { return handle.promise().current; }
  struct Iterator {
    Generator *of;
    bool more;
    uint64_t operator*() const { return of->value(); }
    Iterator &operator++() {
      more = of->next();
      return *this;
    }
    bool operator!=(std::default_sentinel_t) const { return more; }
  };
  Iterator begin() { return {this, next()}; }
  std::default_sentinel_t end() { return {}; }

private:
  explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
  std::coroutine_handle<promise_type> handle;
};
#endif
