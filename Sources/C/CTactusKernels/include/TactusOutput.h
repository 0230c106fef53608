/// The steps from partial mixes to the bytes of a file: summing, finding peaks and quantizing.
#ifndef TACTUSOUTPUT_H
#define TACTUSOUTPUT_H

#include "CTactusKernels.h"

/// How samples are quantized: to integers of the file's format, or not at all.
typedef struct {
  /// 2^(bits - 1); 0 for floats, which are stored unchanged.
  double scale;
  /// Whether dither is added.
  bool dithered;
  /// The magnitude, as a bit pattern, below which samples are not dithered.
  uint32_t floor;
} TactusQuantization;

/// Writes the sum of `number` partial mixes (at most 32) to `sum`, and clears them. Buses that are not in use are
/// neither read nor cleared. Each frame's sum begins with zero and adds the mixes in order. The sum's
/// delay buses are written only if a mix uses its own.
TACTUS_REALTIME void ctactus_sum_mixes(const TactusBuses *mixes, int number, TactusUsedMixes used,
                                   const TactusBuses *sum, int count);
/// The same for the dry buses alone, into two buffers.
TACTUS_REALTIME void ctactus_sum_stereo(const TactusBuses *mixes, int number, uint32_t used, float *left,
                                        float *right, int count);
/// Returns the greatest magnitude of `count` samples, ignoring NaN.
TACTUS_REALTIME float ctactus_peak(const float *samples, int count);
/// Quantizes samples to words that hold an integer, or a float's bits, in their low bytes. The dither depends only on
/// `key` and the frame number, starting at `frame`.
TACTUS_REALTIME void ctactus_quantize(const float *samples, int count, const TactusQuantization *how, uint32_t key,
                                     uint32_t frame, uint32_t *words);
/// Quantizes two channels and stores `size` bytes (2 to 4) of each word, interleaved. Returns the greatest magnitude of
/// all samples as a bit pattern. Up to 16 bytes after the last frame in `bytes` may be overwritten.
TACTUS_REALTIME uint32_t ctactus_encode_pair(const float *left, const float *right, int count,
                                            const TactusQuantization *how, uint32_t left_key, uint32_t right_key,
                                            uint32_t frame, int size, bool big_endian, void *bytes);

#endif
