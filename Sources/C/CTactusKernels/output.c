#include "TactusOutput.h"

#include "vectors.h"

typedef double D16 __attribute__((vector_size(128)));
typedef int64_t L16 __attribute__((vector_size(128)));

enum { BLOCK = 16 };
#define MAGNITUDE 0x7FFFFFFFu
#define INFINITE 0x7F800000u

// Stores the low three bytes of each word, two channels interleaved. Each store writes eight bytes; the next frame
// overwrites the last two.
LOCAL void store_threes_baseline(U16 left, U16 right, char *to) {
  for (int i = 0; i < BLOCK; i++) {
    uint64_t frame = (left[i] & 0xFFFFFF) | (uint64_t)(right[i] & 0xFFFFFF) << 24;
    memcpy(to + 6 * i, &frame, 8);
  }
}

#define TARGET __attribute__((aligned(64)))
#define NAME(x) x##_baseline
#include "output.inc"
#undef TARGET
#undef NAME

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx2"), aligned(64)))
#define NAME(x) x##_avx2

// Two frames are sixteen bytes, of which twelve are used; a shuffle makes these contiguous.
TARGET LOCAL void store_threes_avx2(U16 left, U16 right, char *to) {
  const __m128i threes = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  U16 pairs[2] = {
      __builtin_shufflevector(left, right, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
      __builtin_shufflevector(left, right, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
  };
  for (int i = 0; i < BLOCK / 2; i++) {
    __m128i two = _mm_loadu_si128((const __m128i *)pairs + i);
    _mm_storeu_si128((__m128i *)(to + 12 * i), _mm_shuffle_epi8(two, threes));
  }
}

#include "output.inc"
#undef TARGET
#undef NAME

#define TARGET __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi"), aligned(64)))
#define NAME(x) x##_avx512

// One permutation moves any bytes of two vectors to any position.
TARGET LOCAL void store_threes_avx512(U16 left, U16 right, char *to) {
#define FRAME(i) 4 * i, 4 * i + 1, 4 * i + 2, 64 + 4 * i, 64 + 4 * i + 1, 64 + 4 * i + 2
  static const uint8_t sources[128] = {FRAME(0),  FRAME(1),  FRAME(2),  FRAME(3),  FRAME(4),  FRAME(5),
                                      FRAME(6),  FRAME(7),  FRAME(8),  FRAME(9),  FRAME(10), FRAME(11),
                                      FRAME(12), FRAME(13), FRAME(14), FRAME(15)};
#undef FRAME
  __m512i first = _mm512_permutex2var_epi8((__m512i)left, _mm512_loadu_si512(sources), (__m512i)right);
  __m512i second = _mm512_permutex2var_epi8((__m512i)left, _mm512_loadu_si512(sources + 64), (__m512i)right);
  _mm512_storeu_si512(to, first);
  _mm256_storeu_si256((__m256i *)(to + 64), _mm512_castsi512_si256(second));
}

#include "output.inc"
#undef TARGET
#undef NAME
#endif

// Sums the buses of one kind, whose left and right buses are members `kind` and `kind` + 1 of a partial mix.
static void sum_kind(const TactusBuses *mixes, uint32_t used, int kind, const TactusBuses *sum, int count) {
  float *left[32], *right[32];
  int mixed = 0;
  for (; used; used &= used - 1) {
    float *const *buses = (float *const *)(mixes + __builtin_ctz(used));
    left[mixed] = buses[kind];
    right[mixed] = buses[kind + 1];
    mixed++;
  }
  float *const *sums = (float *const *)sum;
  BEST(sum_mixes, left, mixed, sums[kind], count);
  BEST(sum_mixes, right, mixed, sums[kind + 1], count);
}

void ctactus_sum_mixes(const TactusBuses *mixes, int number, TactusUsedMixes used, const TactusBuses *sum, int count) {
  uint32_t all = number < 32 ? (1u << number) - 1 : ~0u;
  sum_kind(mixes, used.dry & all, 0, sum, count);
  sum_kind(mixes, used.reverb & all, 2, sum, count);
  sum_kind(mixes, used.chorus & all, 4, sum, count);
  if (used.delay & all) sum_kind(mixes, used.delay & all, 6, sum, count);
}

void ctactus_sum_stereo(const TactusBuses *mixes, int number, uint32_t used, float *left, float *right, int count) {
  float *from[2][32];
  int mixed = 0;
  for (int i = 0; i < number; i++) {
    if (!(used >> i & 1)) continue;
    from[0][mixed] = mixes[i].left;
    from[1][mixed] = mixes[i].right;
    mixed++;
  }
  BEST(sum_mixes, from[0], mixed, left, count);
  BEST(sum_mixes, from[1], mixed, right, count);
}

float ctactus_peak(const float *samples, int count) { return BEST(peak, samples, count); }

void ctactus_quantize(const float *samples, int count, const TactusQuantization *how, uint32_t key, uint32_t frame,
                     uint32_t *words) {
  BEST(quantize, samples, count, how, key, frame, words);
}

uint32_t ctactus_encode_pair(const float *left, const float *right, int count, const TactusQuantization *how,
                            uint32_t left_key, uint32_t right_key, uint32_t frame, int size, bool big_endian,
                            void *bytes) {
  return BEST(encode_pair, left, right, count, how, left_key, right_key, frame, size, big_endian, bytes);
}
