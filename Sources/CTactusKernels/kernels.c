#include "CTactusKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef float F4 __attribute__((vector_size(16)));
typedef int32_t I4 __attribute__((vector_size(16)));
typedef uint32_t U4 __attribute__((vector_size(16)));
typedef float F8 __attribute__((vector_size(32)));
typedef uint32_t U8 __attribute__((vector_size(32)));

#define LOCAL static inline __attribute__((always_inline))

LOCAL int32_t load32(const char *p) { int32_t v; memcpy(&v, p, 4); return v; }
LOCAL F4 load4(const float *p) { F4 v; memcpy(&v, p, 16); return v; }
LOCAL void store4(float *p, F4 v) { memcpy(p, &v, 16); }

#define TARGET
#define WIDTH 4
#define V F4
#define VI U4
#define NAME(x) x##_baseline
#define loadv load4
#define storev store4
LOCAL U4 loadvi4(const uint32_t *p) { U4 v; memcpy(&v, p, 16); return v; }
#define loadvi loadvi4
#include "kernels.inc"
#undef TARGET
#undef WIDTH
#undef V
#undef VI
#undef NAME
#undef loadv
#undef storev
#undef loadvi

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2")))
#define WIDTH 8
#define V F8
#define VI U8
#define NAME(x) x##_avx2
TARGET LOCAL F8 load8(const float *p) { F8 v; memcpy(&v, p, 32); return v; }
TARGET LOCAL void store8(float *p, F8 v) { memcpy(p, &v, 32); }
TARGET LOCAL U8 loadvi8(const uint32_t *p) { U8 v; memcpy(&v, p, 32); return v; }
#define loadv load8
#define storev store8
#define loadvi loadvi8
#include "kernels.inc"

static int version = -1;
static int detect(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") ? 1 : 0;
}
__attribute__((constructor)) static void choose(void) { version = detect(); }
int tactus_kernel_version(void) { return version; }
void tactus_choose_kernel_version(int wanted) { version = wanted == 1 ? detect() : 0; }
#define RUN(x, ...) (version == 1 ? x##_avx2(__VA_ARGS__) : x##_baseline(__VA_ARGS__))
#else
int tactus_kernel_version(void) { return 0; }
void tactus_choose_kernel_version(int wanted) { (void)wanted; }
#define RUN(x, ...) x##_baseline(__VA_ARGS__)
#endif

void tactus_read_cubic(const void *points, int64_t phase, int64_t increment, int count, float *row) {
  RUN(read_cubic, points, phase, increment, count, row);
}
void tactus_read_linear(const void *points, int64_t phase, int64_t increment, int count, float *row) {
  RUN(read_linear, points, phase, increment, count, row);
}
void tactus_read_cubic_at(const void *points, const int64_t *phases, int64_t shift, int count, float *row) {
  RUN(read_cubic_at, points, phases, shift, count, row);
}
void tactus_read_linear_at(const void *points, const int64_t *phases, int64_t shift, int count, float *row) {
  RUN(read_linear_at, points, phases, shift, count, row);
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
void tactus_shape(TactusLanes *l, const float *rows, int stride, int count, TactusWork work, float *frames) {
  RUN(shape, l, rows, stride, count, work, frames);
}
void tactus_mix(TactusLanes *l, const float *frames, int count, TactusWork work, TactusBuses buses) {
  RUN(mix, l, frames, count, work, buses);
}
