#define _GNU_SOURCE
#include "CTactusShims.h"

#include <stdlib.h>

#if defined(__linux__) || defined(__APPLE__)
#include <sched.h>

void ctactus_yield(void) { sched_yield(); }
#else
void ctactus_yield(void) { ctactus_pause(); }
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
void *ctactus_allocate_zeros(long size) { return calloc(1, (size_t)size); }
void ctactus_free(void *memory) { free(memory); }
