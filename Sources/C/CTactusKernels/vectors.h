// Vector types of up to sixteen elements, and functions that load and store them. Private to this target.
#ifndef CTACTUSKERNELS_VECTORS_H
#define CTACTUSKERNELS_VECTORS_H

#include <stdint.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF
// Wide vectors are only passed between functions that are always inlined, so the ABI warning does not apply.
#pragma clang diagnostic ignored "-Wpsabi"

#define LOCAL static inline __attribute__((always_inline))

typedef float F4 __attribute__((vector_size(16)));
typedef int32_t I4 __attribute__((vector_size(16)));
typedef uint32_t U4 __attribute__((vector_size(16)));
typedef float F8 __attribute__((vector_size(32)));
typedef int32_t I8 __attribute__((vector_size(32)));
typedef uint32_t U8 __attribute__((vector_size(32)));
typedef float F16 __attribute__((vector_size(64)));
typedef int32_t I16 __attribute__((vector_size(64)));
typedef uint32_t U16 __attribute__((vector_size(64)));
typedef int32_t I2 __attribute__((vector_size(8)));
typedef int64_t L2 __attribute__((vector_size(16)));
typedef double D2 __attribute__((vector_size(16)));
typedef double D4 __attribute__((vector_size(32)));
typedef double D8 __attribute__((vector_size(64)));
typedef uint64_t W8 __attribute__((vector_size(64)));

LOCAL int32_t load32(const char *p) { int32_t v; memcpy(&v, p, 4); return v; }
LOCAL int64_t load64(const char *p) { int64_t v; memcpy(&v, p, 8); return v; }
LOCAL void store4(float *p, F4 v) { memcpy(p, &v, 16); }

// The Catmull-Rom cubic through the points a b c d, between b and c at the fraction x. The operations and their order
// are the same for vectors of any width.
#define CUBIC(V, y, a, b, c, d, x)                            \
  V y;                                                        \
  {                                                           \
    V c1 = (c - a) * 0.5f, half = (d - b) * 0.5f, by = c - b; \
    V sum = c1 + half;                                        \
    V c3 = sum - (by + by);                                   \
    V c2 = by - c1 - c3;                                      \
    y = ((c3 * x + c2) * x + c1) * x + b;                     \
  }

// Multiplies the 16-bit numbers of each word, the earlier and the later, by those of another word, and adds the products.
// It is defined where the processor does this in one instruction.
#if defined(__x86_64__)
#include <emmintrin.h>
#define DOT(words, factors) ((I4)_mm_madd_epi16((__m128i)(words), (__m128i)(factors)))
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define DOT(words, factors) ((I4)wasm_i32x4_dot_i16x8((v128_t)(words), (v128_t)(factors)))
#endif
// Two 16-bit factors in a word: one for the earlier number, one for the later.
#define FACTORS(early, late) ((int32_t)((uint32_t)(uint16_t)(late) << 16 | (uint16_t)(early)))

// Linear interpolation between the points b and c, with the upper 15 bits w of the fraction, is
// (b·(32767 - w) + c·w) / 32767. The sum is an exact integer, so all versions convert the same number.
#define LINE_UNIT (1.0f / 32767)
// Both factors in a word, from twice: w beside itself.
#define LINE_FACTORS 0x00007FFFu

// Calls the selected version of a function; each file contains all versions.
#if defined(__x86_64__)
extern int ctactus_version __attribute__((visibility("hidden")));
#define BEST(x, ...)                                 \
  (ctactus_version == 2   ? x##_avx512(__VA_ARGS__) \
   : ctactus_version == 1 ? x##_avx2(__VA_ARGS__)   \
                         : x##_baseline(__VA_ARGS__))
#else
#define BEST(x, ...) x##_baseline(__VA_ARGS__)
#endif

#endif
