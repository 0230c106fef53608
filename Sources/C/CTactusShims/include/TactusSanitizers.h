/// What the sanitizers are told. Their entry points are weak: a program that is built without them finds none and does
/// nothing here. (Weak references that nobody defines are a matter of ELF.)
#ifndef TACTUS_SANITIZERS_H
#define TACTUS_SANITIZERS_H

#include <stdbool.h>

#if defined(__ELF__)
__attribute__((weak)) void __rtsan_ensure_initialized(void);
__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

/// Whether RealtimeSanitizer is linked in.
static inline bool tactus_realtime_is_checked(void) { return __rtsan_realtime_enter != 0; }

/// From here on this thread is an audio thread: RealtimeSanitizer ends the process at whatever may block.
TACTUS_REALTIME static inline void tactus_realtime_enter(void) {
  if (!__rtsan_realtime_enter) return;
  __rtsan_ensure_initialized();
  __rtsan_realtime_enter();
}
/// Until here.
TACTUS_REALTIME static inline void tactus_realtime_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

/// Whether ThreadSanitizer watches.
static inline bool tactus_threads_are_checked(void) { return __tsan_acquire != 0; }

/// Tells ThreadSanitizer of a hand-over by a lock that it cannot see into: what came before `tactus_hands_over` on one
/// thread is known to another after its `tactus_takes_over` of the same place.
static inline void tactus_takes_over(void *place) {
  if (__tsan_acquire) __tsan_acquire(place);
}
static inline void tactus_hands_over(void *place) {
  if (__tsan_release) __tsan_release(place);
}
#else
static inline bool tactus_realtime_is_checked(void) { return false; }
TACTUS_REALTIME static inline void tactus_realtime_enter(void) {}
TACTUS_REALTIME static inline void tactus_realtime_exit(void) {}
static inline bool tactus_threads_are_checked(void) { return false; }
static inline void tactus_takes_over(void *place) { (void)place; }
static inline void tactus_hands_over(void *place) { (void)place; }
#endif

#endif
