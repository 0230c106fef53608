/// From the mixes to the bytes of a file: sums, peaks, quantisation.
#ifndef TACTUSOUTPUT_H
#define TACTUSOUTPUT_H

#include "CTactusKernels.h"

/// How a float becomes the integer that a file stores, or stays a float.
typedef struct {
  /// 2^(bits - 1); 0 for floats, whose bits stay.
  double scale;
  /// Whether noise is added, except to samples whose magnitude as a bit pattern lies below `floor`.
  bool dithered;
  uint32_t floor;
} TactusQuantization;

/// Puts the sum of the buses of `number` mixes (at most 32) into those of `sum` and leaves zeros behind. A bit for each
/// mix says whether its dry buses are in use, those to the reverb, and those to the chorus; others are not read.
/// Each frame's sum begins with zero and adds the mixes in their order.
TACTUS_REALTIME void tactus_sum_mixes(const TactusBuses *mixes, int number, uint32_t dry, uint32_t reverb,
                                   uint32_t chorus, const TactusBuses *sum, int count);
/// The greatest magnitude of `count` samples; samples that are no numbers do not count.
TACTUS_REALTIME float tactus_peak(const float *samples, int count);
/// Quantises samples into words that hold an integer, or a float's bits, in their low bytes. The noise is that of `key`
/// for the frames from `frame` on.
TACTUS_REALTIME void tactus_quantize(const float *samples, int count, const TactusQuantization *how, uint32_t key,
                                     uint32_t frame, uint32_t *words);
/// Quantises two channels and stores `size` bytes (2 to 4) of each word, left and right by turns; answers the greatest
/// magnitude of all samples as a bit pattern. Of `bytes` up to 16 beyond the last frame may be overwritten.
TACTUS_REALTIME uint32_t tactus_encode_pair(const float *left, const float *right, int count,
                                            const TactusQuantization *how, uint32_t left_key, uint32_t right_key,
                                            uint32_t frame, int size, bool big_endian, void *bytes);

#endif
