/// The inner loops of the synthesizer and of its output: leaf functions that work on plain memory.
///
/// They are written in C so that one binary can contain several versions of them, compiled for the baseline processor,
/// for AVX2 and for AVX-512, and choose one at run time. All versions perform the same operations in the same order and
/// without fused multiply-add. Their results are therefore bit-identical, also to those of builds for other
/// architectures.
#ifndef CTACTUSKERNELS_H
#define CTACTUSKERNELS_H

#include <stdbool.h>
#include <stdint.h>

#define TACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

/// The greatest number of frames that the filters and the mixer process at a time.
enum { TACTUS_BLOCK_FRAMES = 256 };

/// The filters of eight lanes: coefficients, the steps that are added to them at each frame, and the two states of each
/// filter (`memory1`, `memory2`). `VoiceGroup` begins with the same fields.
typedef struct {
  float b[8], b_step[8], c[8], c_step[8], h[8], h_step[8], gain[8], gain_step[8];
  float memory1[8], memory2[8];
  /// All ones in each lane whose filter is in the signal path; zero where the filter runs but its output is not used.
  uint32_t through[8];
} TactusFilters;

/// A change of a lane's filter at a frame of the block. The lane is 0…7 of the first group, 8…15 of the second.
typedef struct {
  int32_t frame, lane;
  float b, b_step, c, c_step, h, h_step, gain, gain_step;
  uint32_t through;
} TactusFilterChange;

/// The gains of eight lanes. In `VoiceGroup` these fields follow the filters. The value of a ramping gain at the first
/// frame of the block is the stored value plus `age` steps; each further frame adds one step.
typedef struct {
  float left[8], left_step[8], right[8], right_step[8];
  float reverb[8], reverb_step[8], chorus[8], chorus_step[8];
  int32_t age[8];
} TactusGains;

/// A playback rate, in 32.32 fixed point, that changes by a constant factor each frame. Frames are counted in groups of
/// eight: `speed` is the rate at the first frame of the current group, and `passed` is the number of frames already
/// processed in that group. `factor` is the change over eight frames. `sums[n]` is the sum of the powers 0 to n - 1 of
/// the factor for one frame.
typedef struct {
  double speed, factor, sums[9];
  int32_t passed;
} TactusGlide;

/// The gain of a lane during an attack, or during a decay that is too steep for a curve:
/// (level + slope · n) · 2^(octaves + fall · n) after n frames.
typedef struct {
  float level, slope, octaves, fall;
} TactusLine;

/// The gain curves of eight lanes. Blocks of sixteen frames are numbered from frame 0. At the first frame of the block
/// with the number `block` + n, the gain is level · 2^(octaves + fall · n); at frame m of that block, this gain is
/// multiplied by element m of `within`.
typedef struct {
  float level[8], octaves[8], fall[8];
  uint32_t block[8];
  float within[8][16];
} TactusCurves;

/// The eight buses of a partial mix.
typedef struct {
  float *left, *right, *reverb_left, *reverb_right, *chorus_left, *chorus_right, *delay_left, *delay_right;
} TactusBuses;

/// Bit masks of the partial mixes whose buses of each kind are in use. `inserted` has eight bits for each insertion
/// effect, whose partial mixes are separate buses.
typedef struct {
  uint32_t dry, reverb, chorus, delay, inserted;
} TactusUsedMixes;

/// The filtered blocks of a group, and how to mix them.
typedef struct {
  /// The lanes' frames, and for each lane in `levelled` a buffer of gains.
  const float *frames, *levels;
  /// The gain curves of the lanes in `curved`, and the number of the block that contains the first frame.
  const TactusCurves *curves;
  uint32_t block;
  /// Bit masks of the lanes that sound, of those with a gain curve, of those with a buffer of gains, and of those whose
  /// gains or sends ramp. Lanes without a curve or a buffer have a gain of one.
  uint32_t lanes, curved, levelled, ramping;
  /// Whether some lane feeds the reverb, and the chorus.
  bool reverb, chorus;
} TactusLaneBlocks;

/// The version that runs: 0 baseline, 1 AVX2, 2 AVX-512.
TACTUS_REALTIME int ctactus_kernel_version(void);
/// The best version that the processor supports.
TACTUS_REALTIME int ctactus_best_kernel_version(void);
/// Selects a version, for tests. If the processor lacks it, the best supported one is selected.
void ctactus_choose_kernel_version(int version);

/// Interpolates `count` frames from 16-bit sample points with the Catmull-Rom cubic. Phases are 32.32 fixed point and
/// `increment` apart. The four points of every frame must lie inside the sample; the function may also load any other
/// of the `readable` points that start at `points`. `output` has room for `count` frames, rounded up to a multiple of
/// sixteen.
TACTUS_REALTIME void ctactus_read_cubic(const void *points, int64_t readable, int64_t phase, int64_t increment,
                                       int count, float *output);
/// Interpolates like `ctactus_read_cubic`, but at given ascending phases, to each of which `shift` is added.
TACTUS_REALTIME void ctactus_read_cubic_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift,
                                          int count, float *output);
/// Interpolate linearly, and otherwise work like `ctactus_read_cubic` and `ctactus_read_cubic_at`.
TACTUS_REALTIME void ctactus_read_linear(const void *points, int64_t readable, int64_t phase, int64_t increment,
                                        int count, float *output);
TACTUS_REALTIME void ctactus_read_linear_at(const void *points, int64_t readable, const int64_t *phases, int64_t shift,
                                           int count, float *output);
/// Interpolates frames with a windowed-sinc kernel of `taps` points (a multiple of sixteen). The kernel is a table of
/// 2^bits + 1 sets of taps, one for each fraction of a point. The first of `points` is the point under the first tap
/// for a frame at the phase `origin`.
TACTUS_REALTIME void ctactus_read_sinc(const float *points, int64_t origin, const float *kernel, int taps, int bits,
                                      const int64_t *phases, int count, float *output);
/// Converts sample points of 16 bits, or of 24 bits if `low_bytes` is not null, to floats between -32768 and 32768.
TACTUS_REALTIME void ctactus_points(const void *points, const uint8_t *low_bytes, int count, float *output);
/// Sets a playback rate and the factor by which it changes each frame.
TACTUS_REALTIME void ctactus_set_glide(TactusGlide *glide, double speed, double factor);
/// Writes the next `count` phases, and returns the one after them.
TACTUS_REALTIME int64_t ctactus_glide(TactusGlide *glide, int64_t phase, int count, int64_t *phases);
/// Writes the gains of a line for `count` frames. The first of them is `age` frames after the frame at which the line
/// was set. `output` has room for `count` frames, rounded up to a multiple of sixteen.
TACTUS_REALTIME void ctactus_line(const TactusLine *line, int age, int count, float *output);
/// Sets a lane's gain curve: its value at a frame, level · 2^octaves, and the octaves that each frame adds (`fall`,
/// which is negative in a decay).
TACTUS_REALTIME void ctactus_set_curve(TactusCurves *curves, int lane, float level, float octaves, float fall,
                                      int64_t frame);
/// Writes the gains of a lane's curve for `count` frames, starting at any frame.
TACTUS_REALTIME void ctactus_curve(const TactusCurves *curves, int lane, int64_t frame, int count, float *output);
/// Filters the blocks of one group, or of two if `second` is not null; filtering two at once is faster than one after
/// the other, with the same result. There are `number` changes, at most one for each lane and frame. `lanes` has one bit
/// for each lane of these groups that sounds at some frame; the output of the others is undefined. A lane without a
/// filter in its signal path keeps its frames. The lanes' buffers are `stride` frames apart; those of the second group
/// follow those of the first. `count` is at most `TACTUS_BLOCK_FRAMES`. The frames after `count`, up to a multiple of
/// four, are read, and stay as they are.
TACTUS_REALTIME void ctactus_filter(TactusFilters *first, TactusFilters *second, const TactusFilterChange *changes,
                                   int number, uint32_t lanes, float *blocks, int stride, int count);
/// Adds a group's blocks to all its buses but those of the delay. The frames after `count`, up to a multiple of sixteen,
/// must be zero. The buses must have room for these frames, which are rewritten there unchanged.
TACTUS_REALTIME void ctactus_mix(const TactusGains *gains, const TactusLaneBlocks *blocks, int stride, int count,
                                const TactusBuses *buses);

#include "TactusOutput.h"

#include "TactusEffects.h"

#endif
