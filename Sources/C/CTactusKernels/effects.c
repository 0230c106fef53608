#include "CTactusKernels.h"

#include "vectors.h"

// The block lengths of the effects, in frames.
enum { REVERB_BLOCK = 64, CHORUS_BLOCK = 16 };

// Unrolls the next loop, so that its vectors stay in registers.
#define UNROLLED _Pragma("clang loop unroll(full)")

// MARGIN: the number of frames at the start of a ring buffer that are repeated after its end. LOUDEST: the magnitude at
// or above which input counts as invalid.
enum { MARGIN = 128 };
#define LOUDEST 0x1p20f
#define LOUDEST_BITS 0x49800000

// Returns a ring buffer's frames, starting `delay` frames before the current block.
LOCAL const float *delayed(const TactusRings *ring, int32_t delay) {
  int64_t start = ring->position - delay;
  return ring->base + start + (ring->length & start >> 63);
}

// Writes a linear gain ramp. Every processor version computes four frames per step, so that all versions round alike.
LOCAL void ramp(float start, float step, int count, float *output) {
  F4 value = start + (F4){0, 1, 2, 3} * step;
  const F4 stride = (F4){0, 0, 0, 0} + 4 * step;
  for (int i = 0; i < count; i += 4, value += stride) store4(output + i, value);
}

// Third-order Lagrange interpolation: the value between b and c at the fraction x, on the cubic through a b c d. Its
// gain never exceeds one, so it is safe in a feedback loop.
#define LAGRANGE(V, y, a, b, c, d, x)                        \
  V y;                                                       \
  {                                                          \
    V rise = c - b, c3 = (d - a) * (1.0f / 6) - rise * 0.5f; \
    V c2 = (a + c) * 0.5f - b, c1 = rise - c2 - c3;          \
    y = ((c3 * x + c2) * x + c1) * x + b;                    \
  }

// The number of frames in the buffer of a delay line that crossfades between two delays: history, a block, and
// look-ahead.
enum { FADED = 4 + REVERB_BLOCK + 4 };

// Crossfades a block of a delay line from its old delay to the new one.
static __attribute__((noinline)) const float *fade(const TactusReverbBlock *b, const float *old, const float *new,
                                                   float *output) {
  float share[FADED];
  ramp(b->share, b->share_step, FADED, share);
  // The first of the four frames before the block lies outside the line's range; it is read but not used.
  for (int i = 0; i < FADED; i += 4) {
    F4 x, y, part;
    memcpy(&x, old - 4 + i, sizeof x);
    memcpy(&y, new - 4 + i, sizeof y);
    memcpy(&part, share + i, sizeof part);
    store4(output + i, x + part * (y - x));
  }
  return output + 4;
}

#define KERNELS "effects.inc"
#include "versions.inc"

void ctactus_exchange(const float *input, float *gathered, const float *finished, float *output, int64_t count) {
  BEST(exchange, input, gathered, finished, output, count);
}
void ctactus_add(const float *frames, float *to, int64_t count) { BEST(add, frames, to, count); }
float ctactus_clean(TactusSides sides, int64_t count) { return BEST(clean, sides, count); }
TactusReverbPeaks ctactus_reverb(const TactusReverbBlock *block) { return BEST(reverb, block); }
TactusChorusResult ctactus_chorus(const TactusChorusBlocks *blocks) { return BEST(chorus, blocks); }
void ctactus_set_tap_steps(const TactusSwing *swing, TactusTaps *taps, int32_t voices) { BEST(set_tap_steps, swing, taps, voices); }
