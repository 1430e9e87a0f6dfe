typedef _Bool Flag;

static inline uint64_t make_u64(uint64_t x) { return mix(x, 3); }
static inline uint64_t hash_u64(uint64_t x) { return x; }
static inline uint64_t hash_u32(unsigned x) { return x; }
static inline uint16_t make_u16(uint64_t x) { return (uint16_t)(x >> 3); }
static inline uint64_t hash_u16(uint16_t x) { return x; }
static inline int32_t make_i32(uint64_t x) { return (int32_t)(x >> 5 & 0x7fffffff); }
static inline uint64_t hash_i32(int32_t x) { return (uint64_t)x; }
static inline Flag make_Flag(uint64_t x) { return (x >> 4 & 1) != 0; }
static inline uint64_t hash_Flag(Flag x) { return x ? 5 : 2; }
static inline Wide make_Wide(uint64_t x) { return (Wide)x * 0x123456789abcdefu; }
static inline uint64_t hash_Wide(Wide x) { return mix((uint64_t)x, (uint64_t)(x >> 64)); }
static inline double make_double(uint64_t x) { return (double)(x % 1000003) * 0.5; }
static inline uint64_t hash_double(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return mix(bits, 1);
}
static inline long double make_real(uint64_t x) { return (long double)(x >> 2); }
static inline uint64_t hash_real(long double x) { return mix((uint64_t)x, 2); }
static inline Complex make_Complex(uint64_t x) {
  Complex z;
  __real__ z = make_double(x);
  __imag__ z = make_double(x >> 20);
  return z;
}
static inline uint64_t hash_Complex(Complex z) {
  return mix(hash_double(__real__ z), hash_double(__imag__ z));
}
static inline FloatComplex make_FloatComplex(uint64_t x) {
  FloatComplex z;
  __real__ z = (float)(x & 0xffff);
  __imag__ z = (float)(x >> 16 & 0xffff);
  return z;
}
static inline uint64_t hash_FloatComplex(FloatComplex z) {
  return mix((uint64_t)__real__ z, (uint64_t)__imag__ z);
}
static inline Quad make_Quad(uint64_t x) {
  return (Quad){(uint32_t)x, (uint32_t)(x >> 7), (uint32_t)(x >> 32), 5};
}
static inline uint64_t hash_Quad(Quad v) { return mix(mix(v[0], v[1]), mix(v[2], v[3])); }
static inline Oct make_Oct(uint64_t x) {
  return (Oct){x, x >> 1, x >> 2, x * 3, x * 5, 6, 7, ~x};
}
static inline uint64_t hash_Oct(Oct v) {
  uint64_t h = 1;
  for (int i = 0; i < 8; ++i)
    h = mix(h, v[i]);
  return h;
}
static inline Halves make_Halves(uint64_t x) {
  return (Halves){(float)(x & 0xfff), (float)(x >> 12 & 0xfff)};
}
static inline uint64_t hash_Halves(Halves v) { return mix((uint64_t)v[0], (uint64_t)v[1]); }

/* A list through objects of any storage. */
struct Node {
  uint64_t value;
  struct Node *next;
};
typedef struct Node Node;
static inline Node make_Node(uint64_t x) { return (Node){mix(x, 9), 0}; }
static inline uint64_t hash_Node(Node n) { return mix(n.value, 8); }

static void zero(void *view) { *(uint64_t *)view = 0; }
static void plus(void *left, void *right) { *(uint64_t *)left += *(uint64_t *)right; }
typedef uint64_t cilk_reducer(zero, plus) Sum;
struct Sequence {
  uint64_t hash, power;
};
typedef struct Sequence Sequence;
static void empty(void *view) { *(Sequence *)view = (Sequence){0, 1}; }
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
struct Totals {
  uint16_t small;
  Sum sum;
  Order orders[2];
};
typedef struct Totals Totals;
