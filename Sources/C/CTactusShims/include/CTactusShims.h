/// Leaf functions, most of which are one machine instruction. Swift code marked `@_noAllocation @_noLocks` may call
/// those marked TACTUS_REALTIME. IEEE 754 defines the results of the arithmetic exactly, so every platform produces
/// the same bits.
#ifndef CTACTUSSHIMS_H
#define CTACTUSSHIMS_H

#include <stdint.h>

#define TACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

TACTUS_REALTIME static inline double ctactus_sqrt(double x) { return __builtin_sqrt(x); }
TACTUS_REALTIME static inline float ctactus_sqrtf(float x) { return __builtin_sqrtf(x); }

/// Set and check a flag: one thread sets it after writing some data, and another checks it before reading the data.
TACTUS_REALTIME static inline void ctactus_raise(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
TACTUS_REALTIME static inline int ctactus_is_raised(const int *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }

/// A function that renders the next `frames` frames of two channels.
typedef void (*ctactus_render_function)(void *context, long frames, float *left, float *right);

/// Calls such a function. The compiler cannot check it: it treats the call as free of allocations and locks, but the
/// functions of libfluidsynth's audio drivers take the synthesizer's lock, and those of programs may do anything.
TACTUS_REALTIME static inline void ctactus_call_renderer(
    ctactus_render_function function, void *context, long frames, float *left, float *right) {
  function(context, frames, left, right);
}

/// Returns the number of processors that this thread may run on, or 0 if the system does not report it. Swift cannot
/// import the system call's wrapper, which is a GNU extension.
int ctactus_allowed_processors(void);

/// Reads one byte of each page in `size` bytes of a mapped file, so that the system loads these pages into memory.
void ctactus_read_in(const void *start, long size);

/// Allocates memory that ctactus_free frees; NULL if there is not enough memory. Swift's own allocation would end the
/// process instead.
void *ctactus_allocate(long size);
void ctactus_free(void *memory);

/// Allocates memory that is zero, at an address that is a multiple of 64, and that ctactus_free_zeros frees; NULL if there
/// is not enough memory. Pages that are never written use no physical memory.
void *ctactus_allocate_zeros(long size);
void ctactus_free_zeros(void *memory);

/// Works like ctactus_allocate, for memory most of which will be written. Of 2 MiB and more, Linux provides large pages,
/// which takes a third of the time of small ones.
void *ctactus_allocate_table(long size);

/// A lock of the system, or NULL if there is no memory for it. It is not recursive.
void *ctactus_lock_new(void);
void ctactus_lock_free(void *lock);
void ctactus_lock_acquire(void *lock);
void ctactus_lock_release(void *lock);

/// Adds blocks of 64 bytes to a SHA-256 of eight words. `is_portable` excludes instructions that not all processors have.
void ctactus_sha256(uint32_t *state, const void *bytes, long blocks, int is_portable);

/// Hints to the processor that this thread is waiting in a loop, so that the processor saves power and yields its
/// resources to the core's other hardware thread.
static inline void ctactus_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("yield");
#endif
}

/// Sleeps for about a tenth of a millisecond, where the system can.
void ctactus_nap(void);

#include "TactusFloat4.h"
#include "TactusSanitizers.h"

#endif
