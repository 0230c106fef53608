#include "CTactusKernels.h"

#include "vectors.h"

// How many frames are rendered at a time.
enum { BLOCK = 16 };

// The gains of each lane to the six buses.
typedef struct {
  float left[8], right[8], reverb_left[8], reverb_right[8], chorus_left[8], chorus_right[8];
} Gains;

#define TARGET
#define NAME(x) x##_baseline
#define SPAN 4
#define M F4
#include "read.inc"
#include "groups.inc"
#include "sinc.inc"
#undef TARGET
#undef NAME
#undef SPAN
#undef M

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define SPAN 8
#define M F8
#include "read.inc"
#include "read_avx2.inc"
#include "groups.inc"
#include "sinc.inc"
#undef TARGET
#undef NAME
#undef SPAN
#undef M

#define TARGET __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq")))
#define NAME(x) x##_avx512
#define SPAN 16
#define M F16
#include "read_avx512.inc"
#include "groups.inc"
#include "sinc.inc"

// Processors with the byte permutations of 2019 run vectors of sixteen without slowing down; older ones do not.
static int detect(void) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return 0;
  return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi")
             ? 2
             : 1;
}
static int version = 0;
__attribute__((constructor)) static void choose(void) { version = detect(); }
int tactus_kernel_version(void) { return version; }
void tactus_choose_kernel_version(int wanted) {
  int best = detect();
  version = wanted < best ? wanted : best;
}
#define BEST(x, ...) \
  (version == 2 ? x##_avx512(__VA_ARGS__) : version == 1 ? x##_avx2(__VA_ARGS__) : x##_baseline(__VA_ARGS__))
#else
int tactus_kernel_version(void) { return 0; }
void tactus_choose_kernel_version(int wanted) { (void)wanted; }
#define BEST(x, ...) x##_baseline(__VA_ARGS__)
#endif

#define READ_BASELINE(kind)                                                                                 \
  static void read_##kind##_baseline(const char *points, int64_t readable, int64_t at, int64_t speed,       \
                                     int count, float *row) {                                               \
    (void)readable;                                                                                         \
    kind##_evenly_baseline(points, at, speed, count, row);                                                  \
  }                                                                                                         \
  static void read_##kind##_at_baseline(const char *points, int64_t readable, const int64_t *at,            \
                                        int64_t shift, int count, float *row) {                             \
    (void)readable;                                                                                         \
    kind##_each_baseline(points, at, shift, count, row);                                                    \
  }
READ_BASELINE(cubic)
READ_BASELINE(linear)

void tactus_read_cubic(const void *points, int64_t readable, int64_t phase, int64_t increment, int count, float *row) {
  BEST(read_cubic, points, readable, phase, increment, count, row);
}
void tactus_read_cubic_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift, int count,
                          float *row) {
  BEST(read_cubic_at, points, readable, phases, shift, count, row);
}
void tactus_read_linear(const void *points, int64_t readable, int64_t phase, int64_t increment, int count, float *row) {
  BEST(read_linear, points, readable, phase, increment, count, row);
}
void tactus_read_linear_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift, int count,
                           float *row) {
  BEST(read_linear_at, points, readable, phases, shift, count, row);
}
void tactus_read_sinc(const float *points, int64_t origin, const float *kernel, int taps, int bits, const int64_t *phases,
                      int count, float *row) {
  BEST(read_sinc, points, origin, kernel, taps, bits, phases, count, row);
}
void tactus_points(const void *points, const uint8_t *low_bytes, int count, float *row) {
  const char *from = points;
  for (int i = 0; i < count; i++) {
    int16_t point;
    memcpy(&point, from + 2 * (int64_t)i, 2);
    row[i] = low_bytes ? (float)point + (float)low_bytes[i] * (1.0f / 256) : (float)point;
  }
}
int64_t tactus_glide(int64_t phase, double *speed, double factor, int count, int64_t *phases) {
  double now = *speed;
  for (int frame = 0; frame < count; frame++) {
    phases[frame] = phase;
    phase += (int64_t)now;
    now *= factor;
  }
  *speed = now;
  return phase;
}
void tactus_render(const TactusGroup *groups, int number, int stride, int count) {
  BEST(render, groups, number, stride, count);
}
float tactus_peak(const float *samples, int count) {
  U4 peak = {0, 0, 0, 0};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    U4 bits;
    memcpy(&bits, samples + i, 16);
    bits &= 0x7FFFFFFFu;
    bits &= (U4)(bits <= 0x7F800000u);
    U4 greater = (U4)(bits > peak);
    peak = (bits & greater) | (peak & ~greater);
  }
  uint32_t highest = 0;
  for (int lane = 0; lane < 4; lane++) highest = peak[lane] > highest ? peak[lane] : highest;
  for (; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, samples + i, 4);
    bits &= 0x7FFFFFFFu;
    if (bits <= 0x7F800000u && bits > highest) highest = bits;
  }
  float result;
  memcpy(&result, &highest, 4);
  return result;
}
