/// The system's clocks for audio threads, and audio threads themselves.
#ifndef CTACTUSCLOCK_H
#define CTACTUSCLOCK_H

#include <stdint.h>
#include <time.h>

#define TACTUS_CLOCK_REALTIME \
  __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline

/// Returns the time of the machine's clock in nanoseconds. It never jumps.
TACTUS_CLOCK_REALTIME int64_t ctactus_monotonic_time(void) {
  struct timespec time = {0, 0};
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
/// Returns the CPU time of the calling thread in microseconds, without the time in which other threads ran.
TACTUS_CLOCK_REALTIME int64_t ctactus_thread_time(void) {
  struct timespec time = {0, 0};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/// Starts a thread that calls `function` with `context`; with real-time priority if the user has the right to it.
/// Returns the thread, or NULL if there is none.
void *ctactus_audio_thread_start(void (*function)(void *), void *context);
/// Waits until the thread has ended, and frees it.
void ctactus_audio_thread_join(void *thread);

#endif
