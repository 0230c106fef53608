#include "CAllocationCounter.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread bool counting;
static __thread long count;

static inline void note(void) {
  if (counting) count++;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}
void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}
void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *fresh = __libc_memalign(alignment, size);
  if (!fresh) return ENOMEM;
  *memory = fresh;
  return 0;
}
void free(void *memory) {
  if (memory) note();
  __libc_free(memory);
}

bool counts_allocations(void) { return true; }
void start_counting_allocations(void) {
  count = 0;
  counting = true;
}
long stop_counting_allocations(void) {
  counting = false;
  return count;
}

#else

bool counts_allocations(void) { return false; }
void start_counting_allocations(void) {}
long stop_counting_allocations(void) { return 0; }

#endif
