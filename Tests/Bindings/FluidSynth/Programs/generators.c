/* Shapes a channel's sound by generators: attenuation, pan, tuning, filter. generators FONT */
#include "listening.h"

static sound_t sound;

static double level(fluid_synth_t *synth, int key) {
  fluid_synth_noteon(synth, 0, key, 100);
  render_seconds(synth, &sound, 0.5);
  fluid_synth_all_sounds_off(synth, 0);
  static sound_t rest;
  render_seconds(synth, &rest, 0.1);
  return rms(&sound);
}

/* How bright the sound is: the level of the differences between neighbouring samples, relative to the level. */
static double brightness(void) {
  double level = rms_of(sound.left, sound.frames);
  for (int i = sound.frames - 1; i > 0; i--) sound.left[i] -= sound.left[i - 1];
  return rms_of(sound.left + 1, sound.frames - 1) / level;
}

static void set(fluid_synth_t *synth, int generator, float value) {
  expect(fluid_synth_set_gen(synth, 0, generator, value) == FLUID_OK, "to set generator %d", generator);
  float found = fluid_synth_get_gen(synth, 0, generator);
  expect(found == value, "generator %d to be %g, not %g", generator, value, found);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_program_change(synth, 0, OCARINA);

  /* FluidSynth takes a font's attenuation as 0.4 of its value, but a channel's in full: 120 cB are 12 dB. */
  double full = level(synth, 69);
  set(synth, GEN_ATTENUATION, 120);
  double quieter = decibels(level(synth, 69), full);
  expect(fabs(quieter + 12) < 0.5, "12 dB less, not %.2f", quieter);
  set(synth, GEN_ATTENUATION, 0);
  double again = decibels(level(synth, 69), full);
  expect(fabs(again) < 0.1, "the level of the start again, not %.2f dB", again);

  set(synth, GEN_PAN, -1000); /* Added to a font's pan; the sum is limited to the left end. */
  level(synth, 69);
  double left = rms_of(sound.left, sound.frames), right = rms_of(sound.right, sound.frames);
  expect(left > 50 * right, "a sound on the left, not %.4f and %.4f", left, right);
  set(synth, GEN_PAN, 1000);
  level(synth, 69);
  left = rms_of(sound.left, sound.frames), right = rms_of(sound.right, sound.frames);
  expect(right > 50 * left, "a sound on the right, not %.4f and %.4f", left, right);
  set(synth, GEN_PAN, 0);

  set(synth, GEN_COARSETUNE, 7);
  level(synth, 60);
  double fifth = frequency(&sound, RATE / 8);
  expect(fabs(cents(fifth, hertz(67))) < 10, "a fifth above, not %.1f Hz", fifth);
  set(synth, GEN_FINETUNE, -50);
  level(synth, 60);
  double found = frequency(&sound, RATE / 8);
  expect(fabs(cents(found, hertz(66.5))) < 10, "50 cents below the fifth, not %.1f Hz", found);
  set(synth, GEN_COARSETUNE, 0);
  set(synth, GEN_FINETUNE, 0);

  /* A note that sounds follows a change. */
  fluid_synth_noteon(synth, 0, 60, 100);
  render_seconds(synth, &sound, 0.2);
  fluid_synth_set_gen(synth, 0, GEN_COARSETUNE, 12);
  render_seconds(synth, &sound, 0.5);
  found = frequency(&sound, RATE / 8);
  expect(fabs(cents(found, hertz(72))) < 10, "the note to rise by an octave, not to %.1f Hz", found);
  fluid_synth_set_gen(synth, 0, GEN_COARSETUNE, 0);
  fluid_synth_all_sounds_off(synth, 0);
  render_seconds(synth, &sound, 0.1);

  fluid_synth_program_change(synth, 0, 81); /* A sawtooth. */
  level(synth, 57);
  double bright = brightness();
  set(synth, GEN_FILTERFC, -3600);
  level(synth, 57);
  double dark = brightness();
  expect(dark < 0.7 * bright, "a darker sound by the filter, not %.3f and %.3f", dark, bright);
  set(synth, GEN_FILTERFC, 0);
  level(synth, 57);
  double reopened = brightness();
  expect(fabs(reopened / bright - 1) < 0.02, "the brightness of the start again, not %.3f", reopened);

  expect(fluid_synth_set_gen(synth, 0, GEN_LAST, 0) == FLUID_FAILED, "to refuse a generator that is absent");
  expect(fluid_synth_set_gen(synth, 99, GEN_PAN, 0) == FLUID_FAILED, "to refuse channel 99");
  set(synth, GEN_PAN, 300);
  fluid_synth_system_reset(synth);
  expect(fluid_synth_get_gen(synth, 0, GEN_PAN) == 0, "a reset to clear the generators");

  printf("generators: %.1f dB by attenuation, pan, a fifth of %.0f cents, brightness %.3f to %.3f\n", quieter,
         cents(fifth, hertz(60)), bright, dark);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
