#include <math.h>

// Swift's overlay of the C library refers to this function, whose latest version glibc has had since 2.35 only. With a
// definition of its own, the library loads with earlier ones too. The engine does not call it.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
