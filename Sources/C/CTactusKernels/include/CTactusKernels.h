/// The innermost loops of the synthesizer and of what becomes of its sound: leaf functions over plain memory.
///
/// They are in C for one reason: a binary can hold them several times, compiled for the baseline, for AVX2 and for
/// AVX-512, and choose when it runs. All do the same operations in the same order and without fused multiplication, so
/// they give the same bits; so do other architectures.
#ifndef CTACTUSKERNELS_H
#define CTACTUSKERNELS_H

#include <stdbool.h>
#include <stdint.h>

#define TACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

/// The filters of eight lanes. `VoiceGroup` begins with the same fields. The coefficients move by a step each frame.
typedef struct {
  float b[8], b_step[8], c[8], c_step[8], h[8], h_step[8], gain[8], gain_step[8];
  float memory1[8], memory2[8];
  /// All ones in each lane whose filter is in the path; elsewhere it runs unheard.
  uint32_t through[8];
} TactusFilters;

/// What a lane's filter becomes at a frame of a row. The lane is 0…7 of the first group, 8…15 of the second.
typedef struct {
  int32_t frame, lane;
  float b, b_step, c, c_step, h, h_step, gain, gain_step;
  uint32_t through;
} TactusFilterChange;

/// The gains of eight lanes. `VoiceGroup` goes on with the same fields. Where they ramp they are these, and a step more
/// for each of `age` frames at the row's first one.
typedef struct {
  float left[8], left_step[8], right[8], right_step[8];
  float reverb[8], reverb_step[8], chorus[8], chorus_step[8];
  int32_t age[8];
} TactusGains;

/// A lane's speed, in 32.32 fixed point, where it changes by a factor each frame. Frames count in eights: the speed is
/// that of the present eight's first frame, and `passed` of its frames have passed. `factor` is that of eight frames;
/// `sums` are those of the powers of one frame's factor, from none to eight of them.
typedef struct {
  double speed, factor, sums[9];
  int32_t passed;
} TactusGlide;

/// How loud a lane is in an attack: (level + slope · n) · 2^(octaves + fall · n) after n frames.
typedef struct {
  float level, slope, octaves, fall;
} TactusLine;

/// How loud eight lanes are elsewhere: level · 2^(octaves + fall · n) at the beginning of the n-th block of sixteen
/// frames after the block `block`, and `within` times that in the frames of a block. Blocks count from frame 0.
typedef struct {
  float level[8], octaves[8], fall[8];
  uint32_t block[8];
  float within[8][16];
} TactusCurves;

/// The six buses of a partial mix.
typedef struct {
  float *left, *right, *reverb_left, *reverb_right, *chorus_left, *chorus_right;
} TactusBuses;

/// The rows of a group, filtered, and what is to be done with them.
typedef struct {
  /// The lanes' frames, and the levels they are taken times: curves, or rows. The first frame's block, for curves.
  const float *frames, *levels;
  const TactusCurves *curves;
  uint32_t block;
  /// Bit per lane: sounds; has a curve; has a row of levels. Without either the level is one.
  uint32_t lanes, curved, levelled;
  /// Gains or sends move; some lane feeds an effect.
  bool ramping, reverb, chorus;
} TactusLaneBlocks;

/// Which version runs: 0 baseline, 1 AVX2, 2 AVX-512.
TACTUS_REALTIME int tactus_kernel_version(void);
/// The best version that the processor has.
TACTUS_REALTIME int tactus_best_kernel_version(void);
/// Chooses a version, for tests; one that the processor lacks becomes the best that it has.
void tactus_choose_kernel_version(int version);

/// Reads `count` frames of 16-bit points by the Catmull-Rom cubic into a row; phases are 32.32 fixed point and
/// `increment` apart. None of the frames' four points lies outside the sample; of the `readable` points that follow
/// `points` in memory others may be looked at too. The row has room for `count` rounded up to sixteen.
TACTUS_REALTIME void tactus_read_cubic(const void *points, int64_t readable, int64_t phase, int64_t increment,
                                       int count, float *output);
/// The same at given phases, which do not fall, all moved by `shift`.
TACTUS_REALTIME void tactus_read_cubic_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift,
                                          int count, float *output);
/// The same by straight lines.
TACTUS_REALTIME void tactus_read_linear(const void *points, int64_t readable, int64_t phase, int64_t increment,
                                        int count, float *output);
TACTUS_REALTIME void tactus_read_linear_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift,
                                           int count, float *output);
/// Reads frames through a kernel of `taps` points (a multiple of sixteen), of which 2^bits + 1 rows hold the values for
/// fractions of a point. `points` are those that the first tap of a frame at the phase `origin` meets, and what follows.
TACTUS_REALTIME void tactus_read_sinc(const float *points, int64_t origin, const float *kernel, int taps, int bits,
                                      const int64_t *phases, int count, float *output);
/// Points of 16 bits, or 24 where there are low bytes, as numbers between -32768 and 32768.
TACTUS_REALTIME void tactus_points(const void *points, const uint8_t *low_bytes, int count, float *output);
/// Lets a lane glide from a speed by a factor each frame.
TACTUS_REALTIME void tactus_set_glide(TactusGlide *glide, double speed, double factor);
/// The next `count` phases of a lane that glides; returns the one after them.
TACTUS_REALTIME int64_t tactus_glide(TactusGlide *glide, int64_t phase, int count, int64_t *phases);
/// Levels of an attack, for `count` frames of which the first is `age` frames after the one that the line is given for.
/// The row has room for `count` rounded up to sixteen.
TACTUS_REALTIME void tactus_line(const TactusLine *line, int age, int count, float *output);
/// Sets a lane's curve to what it is at a frame, and how many octaves it falls each frame.
TACTUS_REALTIME void tactus_set_curve(TactusCurves *curves, int lane, float level, float octaves, float fall,
                                      int64_t frame);
/// A lane's levels by its curve, for `count` frames from any frame on.
TACTUS_REALTIME void tactus_curve(const TactusCurves *curves, int lane, int64_t frame, int count, float *output);
/// Takes the rows of one group or two through their filters (no `second` is one); two are faster than one and one, with
/// the same bits. `sweeping` tells that coefficients move now; the `number` changes, at most one for each lane and frame,
/// may let them; `mixed` that some lane that sounds is not filtered, or not always: what becomes of lanes that sound in
/// no frame does not matter. The rows are `stride` frames apart, those of the second group behind the first one's;
/// `count` is at most 64, and up to a multiple of sixteen zeros follow.
TACTUS_REALTIME void tactus_filter(TactusFilters *first, TactusFilters *second, const TactusFilterChange *changes,
                                   int number, bool sweeping, bool mixed, float *blocks, int stride, int count);
/// Adds a group's rows to its buses. Behind `count` frames zeros follow in the rows up to a multiple of sixteen, and the
/// buses have room for as many, which are rewritten unchanged.
TACTUS_REALTIME void tactus_mix(const TactusGains *gains, const TactusLaneBlocks *blocks, int stride, int count,
                                const TactusBuses *buses);

#include "TactusOutput.h"

#include "TactusEffects.h"

#endif
