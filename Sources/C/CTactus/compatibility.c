#include <math.h>

// Swift's overlay of the C library refers to `hypotf`, in a symbol version that glibc has only since 2.35. With this
// definition, the library also loads with earlier versions of glibc. The engine does not call the function.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
