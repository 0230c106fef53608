/// Counts what a thread asks of the heap. On Linux with glibc it stands in front of malloc and its kin; elsewhere, and
/// under a sanitizer, which stands there itself, it counts nothing and says so.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdbool.h>

/// Whether anything is counted here.
bool counts_allocations(void);
/// Begins to count on this thread, from zero.
void start_counting_allocations(void);
/// Ends it, and says how often this thread has allocated, grown or freed memory.
long stop_counting_allocations(void);

#endif
