/// The synthesizer's innermost loops: leaf functions over plain memory.
///
/// They are in C for one reason: a binary can hold them several times, compiled for the baseline, for AVX2 and for
/// AVX-512, and choose when it runs. All do the same operations in the same order and without fused multiplication, so
/// they give the same bits; so do other architectures.
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
  float filter_g[8], filter_g_factor[8], filter_k[8], filter_k_step[8], filter_gain[8], filter_gain_step[8];
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

/// A group to be rendered: its lanes, their eight rows of frames, what there is to do, and where the sound goes.
typedef struct {
  TactusLanes *lanes;
  const float *rows;
  TactusWork work;
  TactusBuses buses;
} TactusGroup;

/// Which version runs: 0 baseline, 1 AVX2, 2 AVX-512.
TACTUS_REALTIME int tactus_kernel_version(void);
/// Chooses a version, for tests; one that the processor lacks becomes the best that it has.
void tactus_choose_kernel_version(int version);

/// Reads `count` frames of 16-bit points by the Catmull-Rom cubic into a row; phases are 32.32 fixed point and
/// `increment` apart. None of the frames' four points lies outside the sample; of the `readable` points that follow
/// `points` in memory others may be looked at too. The row has room for `count` rounded up to sixteen.
TACTUS_REALTIME void tactus_read_cubic(const void *points, int64_t readable, int64_t phase, int64_t increment,
                                       int count, float *row);
/// The same at given phases, which do not fall, all moved by `shift`.
TACTUS_REALTIME void tactus_read_cubic_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift,
                                          int count, float *row);
/// The same by straight lines.
TACTUS_REALTIME void tactus_read_linear(const void *points, int64_t readable, int64_t phase, int64_t increment,
                                        int count, float *row);
TACTUS_REALTIME void tactus_read_linear_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift,
                                           int count, float *row);
/// Reads frames through a kernel of `taps` points (a multiple of sixteen), of which 2^bits + 1 rows hold the values for
/// fractions of a point. `points` are those that the first tap of a frame at the phase `origin` meets, and what follows.
TACTUS_REALTIME void tactus_read_sinc(const float *points, int64_t origin, const float *kernel, int taps, int bits,
                                      const int64_t *phases, int count, float *row);
/// Points of 16 bits, or 24 where there are low bytes, as numbers between -32768 and 32768.
TACTUS_REALTIME void tactus_points(const void *points, const uint8_t *low_bytes, int count, float *row);
/// The next `count` phases of a lane whose speed changes by a factor each frame; returns the one after them.
TACTUS_REALTIME int64_t tactus_glide(int64_t phase, double *speed, double factor, int count, int64_t *phases);
/// Takes one group or two (`number`) through filters and under envelopes and swells, and adds them to their buses, the
/// first before the second. Two are faster than one and one; they give the same bits, provided that both are filtered or
/// neither is. The rows are `stride` frames long, a multiple of sixteen and at least `count`; the buses have room for
/// `count` rounded up to sixteen, and what lies there beyond `count` is rewritten unchanged.
TACTUS_REALTIME void tactus_render(const TactusGroup *groups, int number, int stride, int count);
/// The greatest magnitude of `count` samples; samples that are no numbers do not count.
TACTUS_REALTIME float tactus_peak(const float *samples, int count);

#endif
