// Compares the reading of decimal numbers in WebAssembly with the C library's: numbers SEED.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *_swift_stdlib_strtod_clocale(const char *text, double *result);

static uint64_t state;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static int below(int limit) { return (int)(next() % (uint64_t)limit); }
static double pattern(uint64_t bits) {
  double value;
  memcpy(&value, &bits, 8);
  return value;
}

// Writes a random number: any, a short one, one with many digits, a tiny one, or one halfway between two doubles.
static void write(char *text, size_t room) {
  double value = pattern(next()), other;
  switch (below(6)) {
    case 0: snprintf(text, room, "%.17g", isfinite(value) ? value : 0.1); break;
    case 1: snprintf(text, room, "%d.%0*d", below(100000), 1 + below(6), below(100)); break;
    case 2:
      snprintf(text, room, "%llu.%llue%d", (unsigned long long)next() % 1000, (unsigned long long)next(), below(700) - 350);
      break;
    case 3: {
      int count = 1 + below(380);
      for (int i = 0; i < count; i++) text[i] = (char)('0' + below(10));
      snprintf(text + count, room - (size_t)count, "e%d", below(800) - 400);
      break;
    }
    case 4: snprintf(text, room, "%.*e", below(390), pattern(next() & (((uint64_t)1 << (1 + below(52))) - 1))); break;
    default:
      value = pattern((next() & 0x800FFFFFFFFFFFFFull) | (uint64_t)(900 + below(250)) << 52);
      other = nextafter(value, INFINITY);
      snprintf(text, room, "%.180Lf", ((long double)value + other) / 2);
  }
}

int main(int count, char **arguments) {
  state = (count > 1 ? strtoull(arguments[1], NULL, 10) : 1) * 0x9E3779B97F4A7C15ull | 1;
  enum { ROUNDS = 200000 };
  char text[1000];
  for (int round = 0; round < ROUNDS; round++) {
    write(text, sizeof text);
    double ours = -1, theirs = strtod(text, NULL);
    const char *end = _swift_stdlib_strtod_clocale(text, &ours);
    if (memcmp(&ours, &theirs, 8) || !end || *end) {
      printf("%s is read as %a, not %a (seed %s)\n", text, ours, theirs, count > 1 ? arguments[1] : "1");
      return 1;
    }
  }
  printf("%d decimal numbers are read as the C library reads them\n", ROUNDS);
  return 0;
}
