#define _GNU_SOURCE
#include "CTactusShims.h"

#if defined(__linux__)
#include <sched.h>

int tactus_allowed_processors(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}
#else
int tactus_allowed_processors(void) { return 0; }
#endif
