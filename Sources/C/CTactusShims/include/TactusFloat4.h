/// Four floats in one register. Swift's `SIMD4` computes lane by lane and relies on the optimizer to vectorize, which
/// the optimizer does not always do, and never does in a debug build. These functions are one instruction each, in
/// debug and in release builds. Every lane is rounded according to IEEE 754 and nothing is fused, so the bits are the
/// same everywhere. Swift sees the type as `SIMD4<Float>`.
#ifndef TACTUS_FLOAT4_H
#define TACTUS_FLOAT4_H

#define TACTUS_LEAF TACTUS_REALTIME static inline __attribute__((always_inline))

typedef float ctactus_float4 __attribute__((ext_vector_type(4)));
typedef int ctactus_int4 __attribute__((ext_vector_type(4)));

/// Load and store four floats; no alignment is required.
TACTUS_LEAF ctactus_float4 ctactus_float4_load(const float *from) {
  ctactus_float4 x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}
TACTUS_LEAF void ctactus_float4_store(float *to, ctactus_float4 x) { __builtin_memcpy(to, &x, sizeof x); }

TACTUS_LEAF ctactus_float4 ctactus_float4_repeating(float x) { return (ctactus_float4)(x); }
TACTUS_LEAF ctactus_float4 ctactus_float4_add(ctactus_float4 a, ctactus_float4 b) { return a + b; }
TACTUS_LEAF ctactus_float4 ctactus_float4_subtract(ctactus_float4 a, ctactus_float4 b) { return a - b; }
TACTUS_LEAF ctactus_float4 ctactus_float4_multiply(ctactus_float4 a, ctactus_float4 b) { return a * b; }
TACTUS_LEAF ctactus_float4 ctactus_float4_magnitude(ctactus_float4 x) { return __builtin_elementwise_abs(x); }

/// The greater of each pair of lanes; that of `a` if they are equal or if either is NaN.
TACTUS_LEAF ctactus_float4 ctactus_float4_greater(ctactus_float4 a, ctactus_float4 b) { return b > a ? b : a; }

/// The greatest of the four; none of them may be NaN.
TACTUS_LEAF float ctactus_float4_greatest(ctactus_float4 x) {
  ctactus_float4 y = ctactus_float4_greater(x, x.zwxy);
  y = ctactus_float4_greater(y, y.yxwz);
  return y.x;
}

/// Converts integers to floats, rounded to nearest.
TACTUS_LEAF ctactus_float4 ctactus_float4_from(ctactus_int4 x) {
  return __builtin_convertvector(x, ctactus_float4);
}

/// Combine lanes of two registers: interleave the lower halves, interleave the upper halves, join the lower halves,
/// join the upper halves.
TACTUS_LEAF ctactus_float4 ctactus_float4_interleave_low(ctactus_float4 a, ctactus_float4 b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
TACTUS_LEAF ctactus_float4 ctactus_float4_interleave_high(ctactus_float4 a, ctactus_float4 b) {
  return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
TACTUS_LEAF ctactus_float4 ctactus_float4_low_halves(ctactus_float4 a, ctactus_float4 b) {
  return __builtin_shufflevector(a, b, 0, 1, 4, 5);
}
TACTUS_LEAF ctactus_float4 ctactus_float4_high_halves(ctactus_float4 a, ctactus_float4 b) {
  return __builtin_shufflevector(a, b, 2, 3, 6, 7);
}

#endif
