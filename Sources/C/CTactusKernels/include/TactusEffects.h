/// The innermost loops of the reverb and the chorus: a block of the grid at a time.
#ifndef TACTUSEFFECTS_H
#define TACTUSEFFECTS_H

/// A number for each of four or eight lines.
typedef float TactusFour __attribute__((ext_vector_type(4)));
typedef int32_t TactusFourCounts __attribute__((ext_vector_type(4)));
typedef struct {
  TactusFour low, high;
} TactusEight;
typedef struct {
  TactusFourCounts low, high;
} TactusEightCounts;

/// Floats of a row: sixteen, the last four of which are history, and a block.
enum { TACTUS_SWUNG = 16 + 64 };

/// Rings of past frames, `stride` floats apart in memory, as `DelayBank` describes them.
typedef struct {
  float *base;
  int64_t stride, length, position;
} TactusRings;

/// The frames that an effect gathers or gives out.
typedef struct {
  float *left, *right;
} TactusSides;

/// What a block of 64 frames of a reverb is rendered from; `ReverbCore` draws the network.
typedef struct {
  /// The block; where it is kept, with four frames of history before each side; and, unless null, where what is
  /// finished is added to: `output` of the block before. That may be where the block comes from.
  const float *left, *right;
  TactusSides input, to_output;
  /// Where the answer goes.
  TactusSides output;
  TactusRings entrance, first, second, room;
  TactusEightCounts tap_delays, first_delays, second_delays, room_delays;
  /// How far behind its delay each of the first four of the room's lines is read, in parts of a frame, and how much
  /// further with each frame.
  TactusFour swing, swing_step;
  /// Of each line: the low-pass's input gain and pole; how loud the second diffuser enters the room.
  TactusEight room_gain, room_pole, second_weights;
  float upper_gain, upper_pole, lower_gain, lower_pole;
  /// The gains of a side and of the other, in straight lines.
  float direct_from, direct, crossed_from, crossed;
  /// The last four outputs of twelve low-passes: the room's lines', the left input's upper and lower, the right's.
  float *states;
  /// A row of `TACTUS_SWUNG` floats for each line that swings; the last four frames are kept from block to block.
  float *swung;
  /// While delays change: the share of the new ones four frames before the block, and what each frame adds.
  bool is_fading;
  float share, share_step;
  TactusEightCounts next_tap_delays, next_first_delays, next_second_delays, next_room_delays;
} TactusReverbBlock;

/// The greatest magnitudes of a block's input and output.
typedef struct {
  float input, output;
} TactusReverbPeaks;

/// Places in rings that move evenly, two for each of eight voices, the left ring's before the right one's: their delays
/// in 1/65,536 frames, and what each frame adds to them, no more than two thirds of a frame either way.
typedef struct {
  int32_t delays[16], steps[16];
} TactusTaps;

/// What up to four blocks of sixteen frames of a chorus are rendered from; `ChorusCore` draws it.
typedef struct {
  /// The blocks; where the last one is kept; and, unless null, where what is finished is added to: `output` and `sends`
  /// of the block before. The first may be where the blocks come from.
  const float *left, *right;
  TactusSides input, to_output, to_reverb;
  /// What each block gives out and sends to the reverb.
  TactusSides output, sends;
  /// What the taps of each side add up to, of the block before and then of this one.
  TactusSides sums;
  /// A ring for each side, and the taps.
  TactusRings lines;
  TactusTaps *taps;
  int32_t voices, blocks;
  /// Whether any gain is on its way, for one block; each goes in a straight line.
  bool is_ramping;
  TactusEight weights_from, weights;
  float gain_from, gain, feedback_from, feedback, send_from, send;
  /// What counts as silence.
  float floor;
} TactusChorusBlocks;

/// What has become of them: how many have been rendered, the greatest magnitude of each one's input and output, and
/// whether the last was silent: then the rest is left, and its place in the rings has not been passed.
typedef struct {
  int32_t blocks;
  float peaks[4];
  bool is_silent;
} TactusChorusResult;

/// Where a chorus's taps have to be at the end of a cell of 64 frames, in frames: the middle of their swing, its reach,
/// and in turns the phase of the first left tap, what the right ones are ahead, and from one voice to the next. They
/// move there by no more than `most` 1/65,536 frames, and never come nearer than `least`.
typedef struct {
  double middle, reach, phase, offset, distance;
  int32_t most, least;
} TactusSwing;

/// Copies `count` frames from the input to where they are gathered, and adds as many finished ones, if there are any,
/// to the output, which may be the input.
TACTUS_REALTIME void tactus_exchange(const float *input, float *gathered, const float *finished, float *output,
                                     int64_t count);
/// Adds `count` frames.
TACTUS_REALTIME void tactus_add(const float *frames, float *to, int64_t count);
/// Makes values below about 2^-84 zero and answers the greatest magnitude of `count` frames of both sides, a multiple
/// of sixteen. Where a value is not a number, or 2^20 or more, all become zero.
TACTUS_REALTIME float tactus_clean(TactusSides sides, int64_t count);
/// Renders a block, and writes the copies behind the rings' ends.
TACTUS_REALTIME TactusReverbPeaks tactus_reverb(const TactusReverbBlock *block);
/// Renders blocks and moves the taps and the rings on.
TACTUS_REALTIME TactusChorusResult tactus_chorus(const TactusChorusBlocks *blocks);
/// Moves the taps on by some frames.
TACTUS_REALTIME static inline void tactus_pass(TactusTaps *taps, int32_t frames) {
  for (int i = 0; i < 16; i++) taps->delays[i] += taps->steps[i] * frames;
}
/// Puts a tap of a voice at a delay.
TACTUS_REALTIME static inline void tactus_place(TactusTaps *taps, int32_t voice, int32_t side, int32_t delay) {
  taps->delays[2 * voice + side] = delay;
}
/// Gives the taps of the first `voices` voices the steps that lead there.
TACTUS_REALTIME void tactus_set_tap_steps(const TactusSwing *swing, TactusTaps *taps, int32_t voices);

#endif
