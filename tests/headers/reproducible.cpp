// cilk::reproducible_add rounds once, to nearest and even, as two summands show,
// whose sum the processor rounds in that way too; and its bits depend neither on
// the order nor on the compiler and its options.
//
// DEFINE: %{flags} = -std=c++11 -I%include-dir -Wall -Wextra -Werror
// RUN: %clangxx %{flags} -O1 %s -o %t && %t check > %t.expected
// RUN: %clangxx %{flags} -O1 -g -fsanitize=undefined -fno-sanitize-recover=all %s -o %t && %t check | diff - %t.expected
// RUN: %clangxx %{flags} -O0 %s -o %t && %t | diff - %t.expected
// RUN: %clangxx %{flags} -O3 -ffast-math -mavx2 -mfma %s -o %t && %t | diff - %t.expected
// RUN: %if gcc %{ %gxx %{flags} -O3 -ffast-math %s -o %t && %t | diff - %t.expected %}
// RUN: %tussah-clang++ -O2 %s -o %t && env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal %t | diff - %t.expected
// RUN: grep -c . %t.expected | %FileCheck %s
// CHECK: 18
#include <algorithm>
#include <cfenv>
#include <cilk/cilk.h>
#include <cilk/reproducible_add.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

template <class T> struct bits_of {
  typedef std::uint64_t type;
};
template <> struct bits_of<float> {
  typedef std::uint32_t type;
};

template <class T> static typename bits_of<T>::type bits(T X) {
  typename bits_of<T>::type Result;
  std::memcpy(&Result, &X, sizeof(X));
  return Result;
}

template <class T> static T number(typename bits_of<T>::type Bits) {
  T Result;
  std::memcpy(&Result, &Bits, sizeof(Result));
  return Result;
}

static void print(const char *What, unsigned long long Bits) {
  std::printf("%s %llx\n", What, Bits);
}

/// Pairs of numbers of all magnitudes, near to each other, and subnormal.
template <class T> static void pairs(bool Check) {
  typedef typename bits_of<T>::type Bits;
  const int Digits = std::numeric_limits<T>::digits;
  const Bits Mantissa = (Bits(1) << (Digits - 1)) - 1;
  const Bits Sign = Bits(1) << (8 * sizeof(T) - 1);
  const Bits Special = Bits(~Sign) & Bits(~Mantissa);
  std::mt19937_64 Random(7);
  Bits Hash = 0;
  for (int I = 0; I < 30000; ++I) {
    Bits X = Bits(Random()), Y = Bits(Random());
    if (I % 3 == 0)
      Y = (Y & (Mantissa | Sign)) | ((X + (Y & 3) * (Mantissa + 1)) & Special);
    if (I % 7 == 0) {
      X &= Sign | Mantissa | (Mantissa + 1);
      Y &= Sign | Mantissa | (Mantissa + 1);
    }
    if ((X & Special) == Special || (Y & Special) == Special)
      continue;
    cilk::reproducible_add<T> Sum, Reverse, One = number<T>(X);
    Sum += number<T>(X);
    Sum += number<T>(Y);
    Reverse += number<T>(Y);
    Reverse += number<T>(X);
    Bits Got = bits(Sum.get_value());
    Hash = Hash * 31 + Got;
    bool Right = Got == bits(Reverse.get_value()) &&
                 (bits(One.get_value()) == X || X == Sign);
    if (Check) {
      volatile T Exact = number<T>(X);
      Exact = Exact + number<T>(Y);
      // A sum of zeros is +0.
      Right = Right && (bits<T>(Exact) == Got || bits<T>(Exact) == Sign);
    }
    if (!Right) {
      std::printf("wrong: %a + %a\n", double(number<T>(X)),
                  double(number<T>(Y)));
      std::exit(1);
    }
  }
  print("pairs", Hash);
}

template <class T> static void many() {
  typedef std::numeric_limits<T> limits;
  std::mt19937_64 Random(3);
  std::vector<T> Numbers(20000);
  for (T &X : Numbers) {
    int Digits = int(Random() >> 40) - (1 << 23);
    X = std::ldexp(T(Digits), int(Random() % 80) - 60);
  }
  cilk::reproducible_add<T> Sum;
  Sum.add(Numbers.data(), Numbers.size());
  print("many", bits(Sum.get_value()));
  for (int Round = 0; Round < 3; ++Round) {
    std::shuffle(Numbers.begin(), Numbers.end(), Random);
    cilk::reproducible_add<T> Other;
    cilk_for (std::size_t I = 0; I < 20000; ++I)
      Other += Numbers[I];
    if (bits(Other.get_value()) != bits(Sum.get_value()))
      std::printf("wrong: the order counts\n");
    cilk_for (std::size_t I = 0; I < 20000; ++I)
      Other -= Numbers[I];
    if (bits(Other.get_value()) != 0)
      std::printf("wrong: something is left\n");
  }
  // The rounding mode and partial sums that are too large do not matter.
  std::fesetround(FE_UPWARD);
  print("upward", bits(Sum.get_value()));
  std::fesetround(FE_TONEAREST);
  cilk::reproducible_add<T> Large;
  for (int I = 0; I < 3000; ++I)
    Large += limits::max();
  print("large", bits(Large.get_value()));
  for (int I = 0; I < 2999; ++I)
    Large -= limits::max();
  print("max", bits(Large.get_value()));
  cilk::reproducible_add<T> Small;
  for (int I = 0; I < 3000; ++I)
    Small -= number<T>(1);
  print("small", bits(Small.get_value()));
  // Not from <limits>, which -ffast-math does without.
  const T Infinity = number<T>(bits(limits::max()) + 1);
  Small += Infinity;
  print("infinity", bits(Small.get_value()));
  Small -= Infinity;
  print("not a number", bits(Small.get_value()));
  cilk::reproducible_add<T> Spoiled = T(1);
  Spoiled += number<T>(bits(limits::max()) + 2);
  print("not a number", bits(Spoiled.get_value()));
}

int main(int Count, char **) {
  pairs<double>(Count > 1);
  many<double>();
  pairs<float>(Count > 1);
  many<float>();
  return 0;
}
