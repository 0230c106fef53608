/// The inner loops of reverb and chorus, which process one or more whole blocks.
#ifndef TACTUSEFFECTS_H
#define TACTUSEFFECTS_H

/// One number for each of four or eight delay lines.
typedef float TactusFour __attribute__((ext_vector_type(4)));
typedef int32_t TactusFourCounts __attribute__((ext_vector_type(4)));
typedef struct {
  TactusFour low, high;
} TactusEight;
typedef struct {
  TactusFourCounts low, high;
} TactusEightCounts;

/// The number of floats in the buffer of a modulated line: sixteen, the last four of which are history, plus a block.
enum { TACTUS_SWUNG = 16 + 64 };

/// Ring buffers of past frames, `stride` floats apart in memory; see `DelayBank`.
typedef struct {
  float *base;
  int64_t stride, length, position;
} TactusRings;

/// The two channels of an effect's input or output.
typedef struct {
  float *left, *right;
} TactusSides;

/// The input, state and settings of one reverb block of 64 frames. The network is drawn in `ReverbCore`.
typedef struct {
  /// The block's input.
  const float *left, *right;
  /// `input` receives a copy of the block's input and has four frames of history before each side. `to_output`, unless
  /// null, are the buffers to which `output` of the previous block is added; these buffers may be the same as
  /// `left` and `right`.
  TactusSides input, to_output;
  /// The buffers that receive the reverb.
  TactusSides output;
  TactusRings entrance, first, second, room;
  TactusEightCounts tap_delays, first_delays, second_delays, room_delays;
  /// The modulation of the first four lines of `room`: the fraction of a frame by which a line's delay is shortened,
  /// and the change of this fraction per frame.
  TactusFour swing, swing_step;
  /// For each line of `room`: the input gain and the pole of its low-pass, and the gain of its input from the second
  /// diffuser.
  TactusEight room_gain, room_pole, second_weights;
  float upper_gain, upper_pole, lower_gain, lower_pole;
  /// The gains to the same side (`direct`) and to the other side (`crossed`); each ramps linearly over the block.
  float direct_from, direct, crossed_from, crossed;
  /// The last four outputs of each of twelve low-passes: eight for the lines of `room`, then the upper and the lower
  /// one of the left input, then those of the right input.
  float *states;
  /// A buffer of `TACTUS_SWUNG` floats for each modulated line; its last four frames are kept from block to block.
  float *swung;
  /// Whether the delays crossfade to those in `next_…_delays`. If so, `share` is the share of the new delays four
  /// frames before the block, and `share_step` is its change per frame.
  bool is_fading;
  float share, share_step;
  TactusEightCounts next_tap_delays, next_first_delays, next_second_delays, next_room_delays;
} TactusReverbBlock;

/// The greatest magnitudes of a block's input and output.
typedef struct {
  float input, output;
} TactusReverbPeaks;

/// Taps whose delays change linearly: a left and a right tap, in this order, for each of eight voices. `delays` are in
/// units of 1/65,536 frame; `steps` are their changes per frame, of at most two thirds of a frame in either direction.
typedef struct {
  int32_t delays[16], steps[16];
} TactusTaps;

/// The input, state and settings of up to four chorus blocks of sixteen frames. The network is drawn in `ChorusCore`.
typedef struct {
  /// The input of the blocks.
  const float *left, *right;
  /// `input` receives a copy of the last block's input. `to_output` and `to_reverb`, unless null, are the buffers to
  /// which `output` and `sends` of the previous block are added; `to_output` may be the same as `left` and `right`.
  TactusSides input, to_output, to_reverb;
  /// The buffers that receive each block's output and its send to the reverb.
  TactusSides output, sends;
  /// The sum of each side's taps: on entry, the sum in the previous block, which is fed back; on return, the sum in the
  /// last block rendered.
  TactusSides sums;
  /// A ring buffer for each side, and the taps.
  TactusRings lines;
  TactusTaps *taps;
  int32_t voices, blocks;
  /// Whether gains ramp linearly over the block; allowed only with a single block.
  bool is_ramping;
  TactusEight weights_from, weights;
  float gain_from, gain, feedback_from, feedback, send_from, send;
  /// The magnitude below which a signal counts as silence.
  float floor;
} TactusChorusBlocks;

/// The result of `ctactus_chorus`: the number of blocks rendered, the greatest magnitude of each block's input and
/// output, and whether the last block rendered was silent. Rendering stops after a silent block, and the ring buffers
/// do not advance past that block.
typedef struct {
  int32_t blocks;
  float peaks[4];
  bool is_silent;
} TactusChorusResult;

/// The modulation of a chorus. It determines the tap positions at the end of each cell of 64 frames. `middle` and
/// `reach` are in frames. The phase of the first left tap (`phase`), the lead of the right taps (`offset`) and the
/// phase difference between successive voices (`distance`) are in turns. In units of 1/65,536 frame, a tap moves by at
/// most `most` per cell, and its delay never falls below `least`.
typedef struct {
  double middle, reach, phase, offset, distance;
  int32_t most, least;
} TactusSwing;

/// Copies `count` frames of `input` to `gathered`. Then, unless `finished` is null, adds `count` frames of it to
/// `output`, which may be the same buffer as `input`.
TACTUS_REALTIME void ctactus_exchange(const float *input, float *gathered, const float *finished, float *output,
                                     int64_t count);
/// Adds `count` frames to those at `to`.
TACTUS_REALTIME void ctactus_add(const float *frames, float *to, int64_t count);
/// Sets values below about 2^-84 to zero and returns the greatest magnitude of `count` frames of both sides; `count` is
/// a multiple of sixteen. If a value is NaN or its magnitude is 2^20 or more, all become zero.
TACTUS_REALTIME float ctactus_clean(TactusSides sides, int64_t count);
/// Renders a block, and updates the margin behind each ring buffer, which repeats the buffer's first frames.
TACTUS_REALTIME TactusReverbPeaks ctactus_reverb(const TactusReverbBlock *block);
/// Renders blocks and advances the taps and the ring buffers.
TACTUS_REALTIME TactusChorusResult ctactus_chorus(const TactusChorusBlocks *blocks);
/// Advances the taps by `frames` frames.
TACTUS_REALTIME static inline void ctactus_pass(TactusTaps *taps, int32_t frames) {
  for (int i = 0; i < 16; i++) taps->delays[i] += taps->steps[i] * frames;
}
/// Sets the delay of a voice's tap.
TACTUS_REALTIME static inline void ctactus_set_tap(TactusTaps *taps, int32_t voice, int32_t side, int32_t delay) {
  taps->delays[2 * voice + side] = delay;
}
/// Sets the steps that move the taps of the first `voices` voices towards their positions at the end of the cell.
TACTUS_REALTIME void ctactus_set_tap_steps(const TactusSwing *swing, TactusTaps *taps, int32_t voices);

#endif
