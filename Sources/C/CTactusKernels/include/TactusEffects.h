/// The inner loops of reverb and chorus, for one block of the grid at a time.
#ifndef TACTUSEFFECTS_H
#define TACTUSEFFECTS_H

/// A number for each of four or eight delay lines.
typedef float TactusFour __attribute__((ext_vector_type(4)));
typedef int32_t TactusFourCounts __attribute__((ext_vector_type(4)));
typedef struct {
  TactusFour low, high;
} TactusEight;
typedef struct {
  TactusFourCounts low, high;
} TactusEightCounts;

/// The floats of a buffer for a modulated line: sixteen, of which the last four are history, and a block.
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
  /// The block; the buffer that keeps it, with four frames of history before each side; and, unless null, the buffers
  /// to which `output` of the previous block is added, which may be those the block comes from.
  const float *left, *right;
  TactusSides input, to_output;
  /// The buffers that receive the reverb.
  TactusSides output;
  TactusRings entrance, first, second, room;
  TactusEightCounts tap_delays, first_delays, second_delays, room_delays;
  /// The modulation of the first four lines of the room: an offset behind their delays in fractions of a frame, and its
  /// change per frame.
  TactusFour swing, swing_step;
  /// For each line: the low-pass's input gain and pole, and the gain with which the second diffuser enters the room.
  TactusEight room_gain, room_pole, second_weights;
  float upper_gain, upper_pole, lower_gain, lower_pole;
  /// Gains to the same side and to the other one; each ramps linearly over the block.
  float direct_from, direct, crossed_from, crossed;
  /// The last four outputs of twelve low-passes: those of the room's lines, the upper and lower ones of the left input,
  /// and those of the right.
  float *states;
  /// A buffer of `TACTUS_SWUNG` floats for each modulated line; its last four frames are kept from block to block.
  float *swung;
  /// While delays crossfade: the share of the new ones four frames before the block, and its change per frame.
  bool is_fading;
  float share, share_step;
  TactusEightCounts next_tap_delays, next_first_delays, next_second_delays, next_room_delays;
} TactusReverbBlock;

/// The greatest magnitudes of a block's input and output.
typedef struct {
  float input, output;
} TactusReverbPeaks;

/// Taps whose delays change linearly, two for each of eight voices, the left one first: the delays in 1/65,536 frames,
/// and their change per frame, at most two thirds of a frame either way.
typedef struct {
  int32_t delays[16], steps[16];
} TactusTaps;

/// The input, state and settings of up to four chorus blocks of sixteen frames. The network is drawn in `ChorusCore`.
typedef struct {
  /// The blocks; the buffer that keeps the last one; and, unless null, the buffers to which `output` and `sends` of the
  /// previous block are added. The first may be those the blocks come from.
  const float *left, *right;
  TactusSides input, to_output, to_reverb;
  /// The buffers that receive each block's output and its send to the reverb.
  TactusSides output, sends;
  /// The sum of each side's taps: on entry that of the previous block, which is fed back; on return that of the last
  /// block rendered.
  TactusSides sums;
  /// A ring buffer for each side, and the taps.
  TactusRings lines;
  TactusTaps *taps;
  int32_t voices, blocks;
  /// Whether a gain ramps, if there is only one block; ramps are linear.
  bool is_ramping;
  TactusEight weights_from, weights;
  float gain_from, gain, feedback_from, feedback, send_from, send;
  /// The magnitude below which a signal counts as silence.
  float floor;
} TactusChorusBlocks;

/// The result: the number of blocks rendered, the greatest magnitude of each one's input and output, and whether the
/// last was silent. After a silent block the rest is not rendered, and the ring buffers have not advanced over it.
typedef struct {
  int32_t blocks;
  float peaks[4];
  bool is_silent;
} TactusChorusResult;

/// The modulation of a chorus: the tap positions at the end of a cell of 64 frames. `middle` and `reach` are in frames;
/// `phase` of the first left tap, `offset` of the right taps and `distance` from voice to voice are in cycles. A tap
/// moves by at most `most` 1/65,536 frames per frame and its delay never falls below `least`.
typedef struct {
  double middle, reach, phase, offset, distance;
  int32_t most, least;
} TactusSwing;

/// Copies `count` frames of the input to the gathering buffer, and adds as many finished frames, if there are any, to
/// the output, which may be the input.
TACTUS_REALTIME void tactus_exchange(const float *input, float *gathered, const float *finished, float *output,
                                     int64_t count);
/// Adds `count` frames.
TACTUS_REALTIME void tactus_add(const float *frames, float *to, int64_t count);
/// Sets values below about 2^-84 to zero and returns the greatest magnitude of `count` frames of both sides; `count` is
/// a multiple of sixteen. If a value is NaN or its magnitude is 2^20 or more, all become zero.
TACTUS_REALTIME float tactus_clean(TactusSides sides, int64_t count);
/// Renders a block and updates the copies behind the ring buffers' ends.
TACTUS_REALTIME TactusReverbPeaks tactus_reverb(const TactusReverbBlock *block);
/// Renders blocks and advances the taps and the ring buffers.
TACTUS_REALTIME TactusChorusResult tactus_chorus(const TactusChorusBlocks *blocks);
/// Advances the taps by some frames.
TACTUS_REALTIME static inline void tactus_pass(TactusTaps *taps, int32_t frames) {
  for (int i = 0; i < 16; i++) taps->delays[i] += taps->steps[i] * frames;
}
/// Sets the delay of a voice's tap.
TACTUS_REALTIME static inline void tactus_set_tap(TactusTaps *taps, int32_t voice, int32_t side, int32_t delay) {
  taps->delays[2 * voice + side] = delay;
}
/// Sets the steps that move the taps of the first `voices` voices to their targets.
TACTUS_REALTIME void tactus_set_tap_steps(const TactusSwing *swing, TactusTaps *taps, int32_t voices);

#endif
