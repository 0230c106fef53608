// The function with which Swift's standard library reads decimal numbers. The result is the nearest number that a double
// can represent; of two equally near ones, the even one.
#include <stdint.h>
#include <string.h>

// Whole numbers of up to 8,192 bits, the lowest word first. A text of 400 digits with its power of ten fits.
enum { WORDS = 256, MOST_DIGITS = 400, MOST_EXPONENT = 800 };
typedef struct {
  uint32_t words[WORDS];
  int count;
} Big;

static void multiply(Big *big, uint32_t factor, uint32_t carry) {
  for (int i = 0; i < big->count; i++) {
    uint64_t product = (uint64_t)big->words[i] * factor + carry;
    big->words[i] = (uint32_t)product;
    carry = (uint32_t)(product >> 32);
  }
  if (carry) big->words[big->count++] = carry;
}

static int bits(const Big *big) {
  return big->count ? 32 * big->count - __builtin_clz(big->words[big->count - 1]) : 0;
}

static void shift(Big *big, int places) {
  int words = places / 32, rest = places % 32;
  memmove(big->words + words, big->words, 4 * (size_t)big->count);
  memset(big->words, 0, 4 * (size_t)words);
  if (big->count) big->count += words;
  multiply(big, (uint32_t)1 << rest, 0);
}

static int compare(const Big *a, const Big *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; i--)
    if (a->words[i] != b->words[i]) return a->words[i] < b->words[i] ? -1 : 1;
  return 0;
}

static void subtract(Big *a, const Big *b) {
  int64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    int64_t difference = (int64_t)a->words[i] - (i < b->count ? b->words[i] : 0) + borrow;
    a->words[i] = (uint32_t)difference;
    borrow = difference >> 32;
  }
  while (a->count && !a->words[a->count - 1]) a->count--;
}

// Returns top / bottom, rounded to nearest, ties to even.
static double quotient(Big *top, Big *bottom) {
  int exponent = bits(top) - bits(bottom) - 64;  // the quotient's first 64 or 65 bits are whole
  if (exponent < -1074) exponent = -1074;        // the lowest bit of a double
  shift(exponent < 0 ? top : bottom, exponent < 0 ? -exponent : exponent);
  unsigned __int128 whole = 0;
  int places = bits(top) - bits(bottom);
  if (places > 0) shift(bottom, places);
  for (int place = places; place >= 0; place--) {
    whole <<= 1;
    if (compare(top, bottom) >= 0) {
      subtract(top, bottom);
      whole |= 1;
    }
    if (place == 0) break;
    for (int i = 0; i < bottom->count; i++)
      bottom->words[i] = bottom->words[i] >> 1 | (i + 1 < bottom->count ? bottom->words[i + 1] << 31 : 0);
    if (!bottom->words[bottom->count - 1]) bottom->count--;
  }
  int isInexact = top->count > 0, width = 0;
  while (width < 128 && whole >> width) width++;
  for (; width > 53; width--, exponent++) {
    // the last bit that is removed decides, together with those below it
    int last = (int)(whole & 1);
    if (width == 54) {
      whole >>= 1;
      whole += last && (isInexact || (whole & 1));
      exponent++;
      break;
    }
    isInexact |= last;
    whole >>= 1;
  }
  if (width <= 53 && isInexact && top->count) {
    // below the normal numbers: the rest of the division decides
    shift(top, 1);
    int order = compare(top, bottom);
    whole += order > 0 || (order == 0 && (whole & 1));
  }
  double result = (double)(uint64_t)whole;
  for (; exponent > 0; exponent--) result *= 2;  // exact, or beyond the largest number: infinity
  for (; exponent < 0; exponent++) result /= 2;  // exact
  return result;
}

// Reads digits [. digits] [e [±] digits] with an optional sign; returns where the number ends, or null if there is none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  static Big top, bottom;
  const char *next = text;
  int isNegative = *next == '-', digits = 0, count = 0, scale = 0, isFraction = 0;
  if (*next == '-' || *next == '+') next++;
  top.count = bottom.count = 0;
  for (;; next++) {
    if (*next == '.' && !isFraction) {
      isFraction = 1;
    } else if (*next >= '0' && *next <= '9') {
      digits++;
      scale -= isFraction;
      if (count == 0 && *next == '0') continue;
      if (count++ < MOST_DIGITS) multiply(&top, 10, (uint32_t)(*next - '0'));
      else scale++;
    } else break;
  }
  if (!digits) return 0;
  if (*next == 'e' || *next == 'E') {
    const char *mark = next++;
    int sign = *next == '-' ? -1 : 1, power = 0;
    if (*next == '-' || *next == '+') next++;
    if (*next < '0' || *next > '9') next = mark;
    else
      for (; *next >= '0' && *next <= '9'; next++)
        if (power < 100000) power = power * 10 + (*next - '0');
    if (next != mark) scale += sign * power;
  }
  double value = 0;
  if (top.count && count + scale > MOST_EXPONENT - MOST_DIGITS) {
    value = __builtin_inf();
  } else if (top.count && count + scale > -MOST_EXPONENT + MOST_DIGITS) {
    bottom.words[0] = bottom.count = 1;
    for (int i = 0; i < (scale < 0 ? -scale : scale); i++) multiply(scale < 0 ? &bottom : &top, 10, 0);
    value = quotient(&top, &bottom);
  }
  *result = isNegative ? -value : value;
  return next;
}
