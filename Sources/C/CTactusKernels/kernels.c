#include "CTactusKernels.h"

#include <stdlib.h>

#include "vectors.h"

// Lane buffers are filled and mixed in blocks of BLOCK frames; they hold at most MOST_FRAMES.
enum { BLOCK = 16, MOST_FRAMES = TACTUS_BLOCK_FRAMES };

#include "filters.h"

// A lane that is being mixed.
typedef struct {
  const float *frames;
  // The gains of the frames. If the lane has no curve, `levels` is a buffer of gains, or null if all gains are 1. If it
  // has a curve, `levels` holds sixteen values, which are multiplied by the curve's value in `begins` at the start of
  // each block.
  const float *levels, *begins;
  // The left and right gains of the dry sound, of the reverb send and of the chorus send, in this order.
  float gains[6];
  int number;
} MixLane;

// Lists the sounding lanes; `begins` will receive the curve values of eight lanes at the start of each block.
static int list_lanes(const TactusGains *gains, const TactusLaneBlocks *in, const float *begins, int stride, MixLane lanes[8]) {
  int number = 0;
  for (uint32_t rest = in->lanes; rest != 0; rest &= rest - 1, number++) {
    int lane = __builtin_ctz(rest);
    bool is_curved = in->curved >> lane & 1, is_levelled = in->levelled >> lane & 1;
    float left = gains->left[lane], right = gains->right[lane];
    lanes[number] = (MixLane){
        .frames = in->frames + lane * stride,
        .levels = is_curved ? in->curves->within[lane] : is_levelled ? in->levels + lane * stride : NULL,
        .begins = is_curved ? begins + lane : NULL,
        .gains = {left, right, left * gains->reverb[lane], right * gains->reverb[lane], left * gains->chorus[lane],
                  right * gains->chorus[lane]},
        .number = lane,
    };
  }
  return number;
}

#define KERNELS "voices.inc"
#include "versions.inc"

#if defined(__x86_64__)
// AVX-512 processors with VBMI and VNNI (2019 and later) run 512-bit vectors without lowering their clock rate; older
// AVX-512 processors lower it.
int ctactus_best_kernel_version(void) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return 0;
  return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi") &&
                 __builtin_cpu_supports("avx512vnni")
             ? 2
             : 1;
}
int ctactus_version = 0;
int ctactus_kernel_version(void) { return ctactus_version; }
void ctactus_choose_kernel_version(int wanted) {
  int best = ctactus_best_kernel_version();
  ctactus_version = wanted < best ? wanted : best;
}
// Selects the best version, or a lower one if the environment variable TACTUS_KERNELS requests it.
__attribute__((constructor)) static void choose(void) {
  const char *wanted = getenv("TACTUS_KERNELS");
  bool is_baseline = wanted && strcmp(wanted, "baseline") == 0, is_avx2 = wanted && strcmp(wanted, "avx2") == 0;
  ctactus_choose_kernel_version(is_baseline ? 0 : is_avx2 ? 1 : 2);
}
#else
int ctactus_best_kernel_version(void) { return 0; }
int ctactus_kernel_version(void) { return 0; }
void ctactus_choose_kernel_version(int wanted) { (void)wanted; }
#endif

#define READ_BASELINE(kind)                                                                                 \
  static void read_##kind##_baseline(const char *points, int64_t readable, int64_t at, int64_t speed,       \
                                     int count, float *output) {                                               \
    (void)readable;                                                                                         \
    kind##_evenly_baseline(points, at, speed, count, output);                                                  \
  }                                                                                                         \
  static void read_##kind##_at_baseline(const char *points, int64_t readable, const int64_t *at,            \
                                        int64_t shift, int count, float *output) {                             \
    (void)readable;                                                                                         \
    kind##_each_baseline(points, at, shift, count, output);                                                    \
  }
READ_BASELINE(cubic)
READ_BASELINE(linear)

// Prefetches the sample points of the next frames.
LOCAL void look_ahead(const char *points, int64_t phase, int64_t points_ahead) {
  const char *next = points + (phase >> 32) * 2, *end = next + (points_ahead < 128 ? points_ahead : 128) * 2 + 64;
  for (; next < end; next += 64) __builtin_prefetch(next);
}

void ctactus_read_cubic(const void *points, int64_t readable, int64_t phase, int64_t increment, int count, float *output) {
  BEST(read_cubic, points, readable, phase, increment, count, output);
  look_ahead(points, phase + count * increment, (count * increment) >> 32);
}
void ctactus_read_cubic_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift, int count,
                          float *output) {
  BEST(read_cubic_at, points, readable, phases, shift, count, output);
  look_ahead(points, phases[count - 1] + shift, (phases[count - 1] - phases[0]) >> 32);
}
void ctactus_read_linear(const void *points, int64_t readable, int64_t phase, int64_t increment, int count, float *output) {
  BEST(read_linear, points, readable, phase, increment, count, output);
}
void ctactus_read_linear_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift, int count,
                           float *output) {
  BEST(read_linear_at, points, readable, phases, shift, count, output);
}
void ctactus_read_sinc(const float *points, int64_t origin, const float *kernel, int taps, int bits, const int64_t *phases,
                      int count, float *output) {
  BEST(read_sinc, points, origin, kernel, taps, bits, phases, count, output);
}
void ctactus_points(const void *points, const uint8_t *low_bytes, int count, float *output) {
  const char *from = points;
  for (int i = 0; i < count; i++) {
    int16_t point;
    memcpy(&point, from + 2 * (int64_t)i, 2);
    output[i] = low_bytes ? (float)point + (float)low_bytes[i] * (1.0f / 256) : (float)point;
  }
}
void ctactus_set_glide(TactusGlide *glide, double speed, double factor) {
  *glide = (TactusGlide){.speed = speed};
  double power = 1;
  for (int i = 0; i < 8; i++, power *= factor) glide->sums[i + 1] = glide->sums[i] + power;
  glide->factor = power;
}
int64_t ctactus_glide(TactusGlide *glide, int64_t phase, int count, int64_t *phases) {
  return BEST(glide, glide, phase, count, phases);
}
void ctactus_line(const TactusLine *line, int age, int count, float *output) { BEST(line, line, age, count, output); }
void ctactus_set_curve(TactusCurves *curves, int lane, float level, float octaves, float fall, int64_t frame) {
  BEST(set_curve, curves, lane, level, octaves, fall, frame);
}
void ctactus_curve(const TactusCurves *curves, int lane, int64_t frame, int count, float *output) {
  BEST(curve, curves, lane, frame, count, output);
}
void ctactus_filter(TactusFilters *first, TactusFilters *second, const TactusFilterChange *changes, int number,
                   uint32_t lanes, float *blocks, int stride, int count) {
  TactusFilters *groups[2] = {first, second};
  FilterChanges list;
  list_changes(&list, changes, number);
  BEST(filter, groups, &list, lanes, blocks, stride, count);
}
void ctactus_mix(const TactusGains *gains, const TactusLaneBlocks *blocks, int stride, int count, const TactusBuses *buses) {
  BEST(mix, gains, blocks, stride, count, buses);
}
