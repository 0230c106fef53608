/// Leaf functions that Swift code marked `@_noAllocation @_noLocks` may call. Each is one machine instruction whose
/// result IEEE 754 fixes to the bit, so that every platform gives the same bytes.
#ifndef CTACTUSSHIMS_H
#define CTACTUSSHIMS_H

#define TACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

TACTUS_REALTIME static inline double tactus_sqrt(double x) { return __builtin_sqrt(x); }
TACTUS_REALTIME static inline float tactus_sqrtf(float x) { return __builtin_sqrtf(x); }

#endif
