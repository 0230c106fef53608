// The functions for 128-bit arithmetic that the compiler calls in WebAssembly.
#include <stdint.h>

typedef unsigned __int128 U;
typedef __int128 S;
typedef union {
  U whole;
  struct {
    uint64_t low, high;
  };
} Parts;

static inline U make(uint64_t high, uint64_t low) { return ((Parts){.low = low, .high = high}).whole; }

S __ashlti3(S a, int n) {
  Parts x = {.whole = (U)a};
  if (n >= 64) return (S)make(x.low << (n - 64), 0);
  return n == 0 ? a : (S)make(x.high << n | x.low >> (64 - n), x.low << n);
}
S __lshrti3(S a, int n) {
  Parts x = {.whole = (U)a};
  if (n >= 64) return (S)make(0, x.high >> (n - 64));
  return n == 0 ? a : (S)make(x.high >> n, x.low >> n | x.high << (64 - n));
}
S __ashrti3(S a, int n) {
  Parts x = {.whole = (U)a};
  int64_t high = (int64_t)x.high;
  if (n >= 64) return (S)make((uint64_t)(high >> 63), (uint64_t)(high >> (n - 64)));
  return n == 0 ? a : (S)make((uint64_t)(high >> n), x.low >> n | x.high << (64 - n));
}
S __multi3(S a, S b) {
  Parts x = {.whole = (U)a}, y = {.whole = (U)b};
  uint64_t m = 0xFFFFFFFF, p = (x.low & m) * (y.low & m), q = (x.low >> 32) * (y.low & m) + (p >> 32);
  uint64_t r = (x.low & m) * (y.low >> 32) + (q & m);
  uint64_t high = (x.low >> 32) * (y.low >> 32) + (q >> 32) + (r >> 32);
  return (S)make(high + x.high * y.low + x.low * y.high, r << 32 | (p & m));
}
// Divides bit by bit unless both numbers fit into 64 bits. Only set-up and tempo maps divide.
static U divide(U a, U b, U *rest) {
  Parts x = {.whole = a}, y = {.whole = b};
  if (x.high == 0 && y.high == 0) {
    *rest = make(0, x.low % y.low);
    return make(0, x.low / y.low);
  }
  Parts quotient = {.low = 0, .high = 0}, remainder = {.low = 0, .high = 0};
  int top = x.high ? 127 - __builtin_clzll(x.high) : 63 - __builtin_clzll(x.low);
  for (int i = top; i >= 0; i--) {
    uint64_t bit = (i >= 64 ? x.high >> (i - 64) : x.low >> i) & 1;
    remainder.high = remainder.high << 1 | remainder.low >> 63;
    remainder.low = remainder.low << 1 | bit;
    if (remainder.high > y.high || (remainder.high == y.high && remainder.low >= y.low)) {
      uint64_t borrow = remainder.low < y.low;
      remainder.low -= y.low;
      remainder.high -= y.high + borrow;
      if (i >= 64) quotient.high |= (uint64_t)1 << (i - 64);
      else quotient.low |= (uint64_t)1 << i;
    }
  }
  *rest = remainder.whole;
  return quotient.whole;
}
U __udivti3(U a, U b) { U rest; return divide(a, b, &rest); }
U __umodti3(U a, U b) { U rest; divide(a, b, &rest); return rest; }
S __divti3(S a, S b) {
  U rest, result = divide(a < 0 ? -(U)a : (U)a, b < 0 ? -(U)b : (U)b, &rest);
  return (S)((a < 0) != (b < 0) ? -result : result);
}
S __modti3(S a, S b) {
  U rest;
  divide(a < 0 ? -(U)a : (U)a, b < 0 ? -(U)b : (U)b, &rest);
  return (S)(a < 0 ? -rest : rest);
}
