/* What the programs of this folder share: a synthesizer without effects, and measurements of what it plays. */
#ifndef LISTENING_H
#define LISTENING_H

#include <fluidsynth.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 44100, LONGEST = 12 * RATE, OCARINA = 79, LONGEST_PERIOD = 1000, PERIODS = 8, WINDOW = 4096 };

typedef struct {
  int frames;
  float left[LONGEST], right[LONGEST];
} sound_t;

static int failures;

/* Prints the text if the condition is false, and counts the failure. Programs return `failures > 0`. */
static inline int expect(int condition, const char *text, ...) {
  if (condition) return 1;
  va_list arguments;
  va_start(arguments, text);
  printf("expected: ");
  vprintf(text, arguments);
  printf("\n");
  va_end(arguments);
  failures++;
  return 0;
}

/* Ends the program if the condition is false. */
static inline void require(int condition, const char *what) {
  if (!expect(condition, "%s", what)) exit(1);
}

/* A synthesizer without reverb and chorus. It loads a font unless the path is NULL. */
static inline fluid_synth_t *new_dry_synth(fluid_settings_t *settings, const char *font) {
  fluid_settings_setint(settings, "synth.reverb.active", 0);
  fluid_settings_setint(settings, "synth.chorus.active", 0);
  fluid_settings_setnum(settings, "synth.gain", 0.5);
  fluid_synth_t *synth = new_fluid_synth(settings);
  require(synth != NULL, "a synthesizer");
  if (font) require(fluid_synth_sfload(synth, font, 1) >= 0, "a font that loads");
  return synth;
}

static inline void render(fluid_synth_t *synth, sound_t *sound, int frames) {
  require(frames <= LONGEST, "a sound that fits into the buffer");
  sound->frames = frames;
  int result = fluid_synth_write_float(synth, frames, sound->left, 0, 1, sound->right, 0, 1);
  require(result == FLUID_OK, "write_float to succeed");
}

static inline void render_seconds(fluid_synth_t *synth, sound_t *sound, double seconds) {
  render(synth, sound, (int)(seconds * RATE));
}

static inline double rms_of(const float *samples, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += (double)samples[i] * samples[i];
  return sqrt(sum / count);
}

/* The level of both sides. */
static inline double rms(const sound_t *sound) {
  double left = rms_of(sound->left, sound->frames), right = rms_of(sound->right, sound->frames);
  return sqrt((left * left + right * right) / 2);
}

static inline double decibels(double level, double reference) { return 20 * log10(level / reference); }

/* How much the left side, from a frame on, is like itself some frames later: 1 for a repetition. */
static inline double likeness(const sound_t *sound, int from, int lag) {
  const float *a = sound->left + from, *b = a + lag;
  double product = 0, first = 1e-12, second = 1e-12;
  for (int i = 0; i < WINDOW; i++) {
    product += (double)a[i] * b[i];
    first += (double)a[i] * a[i];
    second += (double)b[i] * b[i];
  }
  return product / sqrt(first * second);
}

/* The fundamental frequency from a frame on, in Hz, by autocorrelation; 0 if the sound does not repeat itself. */
static inline double frequency(const sound_t *sound, int from) {
  static double values[LONGEST_PERIOD + 1];
  require(from + WINDOW + (PERIODS + 1) * LONGEST_PERIOD <= sound->frames, "a sound long enough for its frequency");
  double best = 0;
  int period = 0, peak;
  for (int lag = 16; lag <= LONGEST_PERIOD; lag++) {
    values[lag] = likeness(sound, from, lag);
    if (lag > 17 && values[lag - 1] > values[lag - 2] && values[lag - 1] > best) best = values[lag - 1];
  }
  for (int lag = 17; lag < LONGEST_PERIOD && !period; lag++) {
    int is_peak = values[lag] > values[lag - 1] && values[lag] >= values[lag + 1];
    if (is_peak && values[lag] > 0.9 * best && values[lag] > 0.5) period = lag;
  }
  if (!period) return 0;
  peak = period * PERIODS; /* Some periods later, a fraction of a frame matters less. */
  for (int lag = period * PERIODS - period / 2; lag <= period * PERIODS + period / 2; lag++)
    if (likeness(sound, from, lag) > likeness(sound, from, peak)) peak = lag;
  double before = likeness(sound, from, peak - 1), at = likeness(sound, from, peak);
  double after = likeness(sound, from, peak + 1), bend = before - 2 * at + after;
  return RATE * (double)PERIODS / (peak + (bend < 0 ? (before - after) / bend / 2 : 0));
}

static inline double cents(double found, double wanted) { return found > 0 ? 1200 * log2(found / wanted) : 1e6; }

static inline double hertz(double key) { return 440 * exp2((key - 69) / 12); }

/* The first frame, from one on, whose left or right sample is above the threshold; the length if there is none. */
static inline int onset(const sound_t *sound, int from, double threshold) {
  for (int i = from; i < sound->frames; i++)
    if (fabs(sound->left[i]) > threshold || fabs(sound->right[i]) > threshold) return i;
  return sound->frames;
}

#endif
