/// Calls into the sanitizers. Their entry points are weak references: in a program built without sanitizers they are
/// null, and these functions do nothing. (Undefined weak references require ELF.)
#ifndef TACTUS_SANITIZERS_H
#define TACTUS_SANITIZERS_H

#include <stdbool.h>

#if defined(__ELF__)
__attribute__((weak)) void __rtsan_ensure_initialized(void);
__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);
__attribute__((weak)) void __tsan_acquire(void *);

/// Whether RealtimeSanitizer is linked in.
static inline bool ctactus_realtime_is_checked(void) { return __rtsan_realtime_enter != 0; }

/// Marks the calling thread as an audio thread: RealtimeSanitizer ends the process at any call that may block.
TACTUS_REALTIME static inline void ctactus_realtime_enter(void) {
  if (!__rtsan_realtime_enter) return;
  __rtsan_ensure_initialized();
  __rtsan_realtime_enter();
}
/// Removes the calling thread's mark as an audio thread.
TACTUS_REALTIME static inline void ctactus_realtime_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

/// Whether ThreadSanitizer is linked in.
static inline bool ctactus_threads_are_checked(void) { return __tsan_acquire != 0; }
#else
static inline bool ctactus_realtime_is_checked(void) { return false; }
TACTUS_REALTIME static inline void ctactus_realtime_enter(void) {}
TACTUS_REALTIME static inline void ctactus_realtime_exit(void) {}
static inline bool ctactus_threads_are_checked(void) { return false; }
#endif

#endif
