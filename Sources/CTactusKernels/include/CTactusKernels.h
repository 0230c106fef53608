/// The synthesizer's innermost loops: leaf functions over plain memory.
///
/// They are in C for one reason: a binary can hold them twice, compiled for the baseline and for AVX2, and choose when it
/// runs. Both come from the same source with the same order of operations and without fused multiplication, so they
/// give the same bits; so do other architectures.
#ifndef CTACTUSKERNELS_H
#define CTACTUSKERNELS_H

#include <stdbool.h>
#include <stdint.h>

#define TACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

/// The part of a voice group that the kernels run: eight lanes of each quantity. `VoiceGroup` begins with the same
/// fields. What moves in octaves or decibels has a factor for each frame, what moves in a straight line a step.
typedef struct {
  float level[8], level_factor[8], level_step[8];
  float swell[8], swell_factor[8];
  float left[8], left_step[8], right[8], right_step[8];
  float reverb[8], reverb_step[8], chorus[8], chorus_step[8];
  float filter_g[8], filter_g_factor[8], filter_k[8], filter_k_step[8];
  float memory1[8], memory2[8];
  uint32_t filtered_lanes[8];
} TactusLanes;

/// What of a group has to be run besides the envelopes.
typedef struct {
  /// Some lane goes through the filter; its coefficients move; some lane swells.
  bool filtered, sweeping, swelling;
  /// Gains or sends move; some lane feeds an effect.
  bool ramping, reverb, chorus;
} TactusWork;

/// Six buses of a stripe.
typedef struct {
  float *left, *right, *reverb_left, *reverb_right, *chorus_left, *chorus_right;
} TactusBuses;

/// Which version runs: 0 baseline, 1 AVX2.
TACTUS_REALTIME int tactus_kernel_version(void);
/// Chooses a version, for tests; one that the processor lacks falls back to the baseline.
void tactus_choose_kernel_version(int version);

/// Reads `count` frames (a multiple of four, none near an edge) of 16-bit points by the Catmull-Rom cubic into a row;
/// phases are 32.32 fixed point and `increment` apart.
TACTUS_REALTIME void tactus_read_cubic(const void *points, int64_t phase, int64_t increment, int count, float *row);
/// The same by straight lines.
TACTUS_REALTIME void tactus_read_linear(const void *points, int64_t phase, int64_t increment, int count, float *row);
/// The same at given phases, all moved by `shift`.
TACTUS_REALTIME void tactus_read_cubic_at(const void *points, const int64_t *phases, int64_t shift, int count,
                                          float *row);
TACTUS_REALTIME void tactus_read_linear_at(const void *points, const int64_t *phases, int64_t shift, int count,
                                           float *row);
/// The next `count` phases of a lane whose speed changes by a factor each frame; returns the one after them.
TACTUS_REALTIME int64_t tactus_glide(int64_t phase, double *speed, double factor, int count, int64_t *phases);
/// Turns rows of lanes into vectors of lanes, through the filter, under envelopes and swells.
/// `rows` are eight rows of `stride` frames, `frames` has room for `count` rounded up to four vectors of eight.
TACTUS_REALTIME void tactus_shape(TactusLanes *lanes, const float *rows, int stride, int count, TactusWork work,
                                  float *frames);
/// Adds the lanes to the buses.
TACTUS_REALTIME void tactus_mix(TactusLanes *lanes, const float *frames, int count, TactusWork work,
                                TactusBuses buses);

#endif
