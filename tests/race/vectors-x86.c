// Gathers, scatters and masked accesses that only x86 has: the lanes that the mask chooses.
// REQUIRES: avx512f
// RUN: %race --levels 02 --workers 1 %s -- %tussah-clang -mavx2 -mavx512f -mavx512vl
#include <cilk/cilk.h>
#include <immintrin.h>

static int ints[64];
static double doubles[64];
static char bytes[16];

// Lanes 0 and 2 of the four.
#define CHOSEN _mm_setr_epi32(-1, 0, -1, 0)
#define INDICES _mm_setr_epi32(1, 5, 20, 40)

/// One after another, so that each has memory of its own.
static void write_ints(int at, int other) {
#ifdef SAFE
  at = other;
#endif
  ints[at] = 1; // race, always
}
static void write_doubles(int at, int other) {
#ifdef SAFE
  at = other;
#endif
  doubles[at] = 1; // race, always
}
static int read_ints(int at, int other) {
#ifdef SAFE
  at = other;
#endif
  return ints[at]; // race, always
}

__attribute__((noinline)) static void gathers(void) {
  __m128i all, some;
  __m256d wide;
  __m128i far;
  all = cilk_spawn _mm_i32gather_epi32(ints, INDICES, 4); // race, always
  write_ints(40, 41);
  cilk_sync;
  some = cilk_spawn _mm_mask_i32gather_epi32(_mm_setzero_si128(), ints, INDICES, CHOSEN, 4); // race, always
  write_ints(20, 40);
  cilk_sync;
  wide = cilk_spawn _mm256_i32gather_pd(doubles, INDICES, 8); // race, always
  write_doubles(5, 6);
  cilk_sync;
  // Two lanes: there are two indices.
  far = cilk_spawn _mm_i64gather_epi32(ints, _mm_set_epi64x(7, 9), 4); // race, always
  write_ints(7, 8);
  cilk_sync;
}

__attribute__((noinline)) static void wide_ones(void) {
  __m512i indices = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 63), gathered;
  gathered = cilk_spawn _mm512_mask_i32gather_epi32(indices, 0x8001, indices, ints, 4); // race, always
  write_ints(63, 5);
  cilk_sync;
  cilk_spawn _mm512_mask_i32scatter_epi32(ints, 0x8001, indices, indices, 4); // race, always
  doubles[0] += read_ints(63, 5);
  cilk_sync;
  cilk_spawn _mm_mask_i32scatter_epi32(ints, 5, INDICES, INDICES, 4); // race, always
  doubles[0] += read_ints(20, 40);
  cilk_sync;
}

// Headers of clang have these as functions, without debug information.
__attribute__((noinline)) static void masks(void) {
  __m128i loaded;
  loaded = cilk_spawn _mm_maskload_epi32(ints + 8, CHOSEN);
  write_ints(10, 11);
  cilk_sync;
  cilk_spawn _mm_maskstore_epi32(ints + 8, CHOSEN, INDICES);
  doubles[0] += read_ints(8, 9);
  cilk_sync;
  cilk_spawn _mm_maskmoveu_si128(INDICES, _mm_setr_epi32(0, 0x8000, 0, 0), bytes);
#ifdef SAFE
  bytes[4] = 1;
#else
  bytes[5] = 1; // race, always
#endif
  cilk_sync;
  loaded = cilk_spawn _mm_lddqu_si128((__m128i *)(ints + 17));
  write_ints(20, 21);
  cilk_sync;
}

int main() {
  gathers();
  wide_ones();
  masks();
  return 0;
}
