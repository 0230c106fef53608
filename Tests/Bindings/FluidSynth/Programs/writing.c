/* Renders the same notes by each function that writes samples, in blocks of several sizes. writing FONT */
#include "listening.h"
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* fluid_synth_nwrite_float */
#endif

enum { FRAMES = 16384 };

typedef enum { FLOATS, INTERLEAVED, SHORTS, PROCESS, ADDED, CHANNELS, WAYS } way_t;

static const char *const names[WAYS] = {"write_float", "write_float, interleaved", "write_s16", "process",
                                        "process, twice", "nwrite_float"};
static sound_t sounds[2], other;

static void write_block(fluid_synth_t *synth, way_t way, float *left, float *right, int frames) {
  static float pairs[2 * FRAMES];
  static short shorts[2 * FRAMES];
  float *sides[] = {left, right};
  int result = FLUID_OK;
  switch (way) {
    case FLOATS: result = fluid_synth_write_float(synth, frames, left, 0, 1, right, 0, 1); break;
    case INTERLEAVED: result = fluid_synth_write_float(synth, frames, pairs, 0, 2, pairs, 1, 2); break;
    case SHORTS: result = fluid_synth_write_s16(synth, frames, shorts, 0, 2, shorts, 1, 2); break;
    case PROCESS: result = fluid_synth_process(synth, frames, 0, NULL, 2, sides); break;
    case ADDED: /* `process` adds to what is in the buffers. */
      for (int i = 0; i < frames; i++) left[i] = right[i] = 0.25f;
      result = fluid_synth_process(synth, frames, 0, NULL, 2, sides);
      for (int i = 0; i < frames; i++) left[i] -= 0.25f, right[i] -= 0.25f;
      break;
    default: result = fluid_synth_nwrite_float(synth, frames, &left, &right, NULL, NULL);
  }
  expect(result == FLUID_OK, "%s to succeed with %d frames", names[way], frames);
  for (int i = 0; i < frames && (way == INTERLEAVED || way == SHORTS); i++) {
    left[i] = way == SHORTS ? (float)shorts[2 * i] / 32768 : pairs[2 * i];
    right[i] = way == SHORTS ? (float)shorts[2 * i + 1] / 32768 : pairs[2 * i + 1];
  }
}

/* A new synthesizer plays a chord; the sound comes in blocks of a size. */
static void play(const char *font, way_t way, int size, sound_t *sound) {
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, font);
  fluid_synth_program_change(synth, 0, 48);
  for (int key = 60; key < 70; key += 3) fluid_synth_noteon(synth, 0, key, 100);
  memset(sound->left, 0, sizeof sound->left);
  memset(sound->right, 0, sizeof sound->right);
  sound->frames = FRAMES;
  for (int at = 0; at < FRAMES; at += size) {
    int frames = size < FRAMES - at ? size : FRAMES - at;
    write_block(synth, way, sound->left + at, sound->right + at, frames);
  }
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}

static double difference(const sound_t *a, const sound_t *b) {
  double largest = 0;
  for (int i = 0; i < FRAMES; i++) {
    largest = fmax(largest, fabs((double)a->left[i] - b->left[i]));
    largest = fmax(largest, fabs((double)a->right[i] - b->right[i]));
  }
  return largest;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  static const int sizes[] = {1, 17, 64, 100, 512, 4096};
  play(arguments[1], FLOATS, 64, &sounds[0]);
  double level = rms(&sounds[0]), worst = 0;
  expect(level > 0.01, "a chord");
  for (int way = FLOATS; way < WAYS; way++) {
    play(arguments[1], (way_t)way, 64, &sounds[1]);
    double found = difference(&sounds[0], &sounds[1]), allowed = way == SHORTS ? 4.0 / 32768 : 1e-6;
    expect(found <= allowed, "the same sound by %s, not %g apart", names[way], found);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      if (way != FLOATS && way != PROCESS && sizes[i] != 100) continue;
      play(arguments[1], (way_t)way, sizes[i], &other);
      found = difference(&sounds[1], &other);
      expect(found <= allowed, "the same sound by %s in blocks of %d, not %g apart", names[way], sizes[i], found);
      if (way != SHORTS) worst = fmax(worst, found);
    }
  }
  expect(rms_of(sounds[0].left, 32) >= 0, "samples from the start");

  printf("writing: %d ways, %d block sizes, at most %g apart at a level of %.1f dB\n", WAYS,
         (int)(sizeof sizes / sizeof *sizes), worst, decibels(level, 1));
  return failures > 0;
}
