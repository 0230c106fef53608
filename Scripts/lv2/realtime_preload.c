// RealtimeSanitizer's run-time library for programs that are not ours: preloaded into a plug-in host, it ends it with
// status 43 when a plug-in that marks its cycles calls something that may block in one. See Scripts/check-lv2.
#include <stdlib.h>

void __rtsan_ensure_initialized(void);

__attribute__((constructor(101))) static void begin(void) {
  __rtsan_ensure_initialized();
  unsetenv("LD_PRELOAD");  // what the sanitizer starts to find out names must not load it again
}
