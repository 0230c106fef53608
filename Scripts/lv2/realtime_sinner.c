// Allocates in what it marks as a cycle: proves that the preloaded sanitizer can fail.
#include <stdlib.h>

__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);

int main(void) {
  if (!__rtsan_realtime_enter) return 2;
  __rtsan_realtime_enter();
  void *volatile memory = malloc(64);
  __rtsan_realtime_exit();
  free(memory);
  return 0;
}
