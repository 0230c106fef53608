#define _GNU_SOURCE
#include "CTactusShims.h"

#include <stdlib.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__linux__) || defined(__APPLE__)
#include <sched.h>
#include <time.h>

// Linux adds about 50 µs to what is asked for.
void ctactus_nap(void) {
  const struct timespec half = {0, 50000};
  nanosleep(&half, NULL);
}
#else
void ctactus_nap(void) { ctactus_pause(); }
#endif

#if defined(__linux__)
int ctactus_allowed_processors(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}
#else
int ctactus_allowed_processors(void) { return 0; }
#endif

void ctactus_read_in(const void *start, long size) {
  const volatile char *bytes = start;
  for (long at = 0; at < size; at += 4096) (void)bytes[at];
  if (size > 0) (void)bytes[size - 1];
}

void *ctactus_allocate(long size) { return malloc((size_t)size); }
void ctactus_free(void *memory) { free(memory); }

// The byte before the memory says how far the memory is from the beginning of its allocation.
void *ctactus_allocate_zeros(long size) {
  enum { alignment = 64 };
  unsigned char *start = calloc(1, (size_t)size + alignment);
  if (!start) return NULL;
  const unsigned char distance = (unsigned char)(alignment - (uintptr_t)start % alignment);
  start[distance - 1] = distance;
  return start + distance;
}

void ctactus_free_zeros(void *memory) {
  unsigned char *bytes = memory;
  if (bytes) free(bytes - bytes[-1]);
}

void *ctactus_allocate_table(long size) {
#if defined(__linux__)
  const long page = 2 << 20;
  void *memory;
  if (size >= page && posix_memalign(&memory, (size_t)page, (size_t)size) == 0) {
    madvise(memory, (size_t)size, MADV_HUGEPAGE);
    return memory;
  }
#endif
  return malloc((size_t)size);
}
