/* Listens to the tail of a drum in the reverb and to the width of the chorus, and reads their parameters back.
   effects FONT */
#include "listening.h"

static sound_t sound;

/* The level half a second after a short drum, which is the level of the reverb's tail. */
static double tail(fluid_synth_t *synth) {
  render(synth, &sound, 128); /* a library may fade the effects in and out */
  fluid_synth_cc(synth, 9, 91, 127);
  fluid_synth_noteon(synth, 9, 37, 127);
  render_seconds(synth, &sound, 0.5);
  fluid_synth_all_sounds_off(synth, 9);
  render_seconds(synth, &sound, 0.3);
  double result = rms(&sound);
  for (int i = 0; i < 3; i++) render_seconds(synth, &sound, 10);
  return result;
}

/* How much the sides of a note in the middle differ, relative to its level. */
static double width(fluid_synth_t *synth) {
  fluid_synth_cc(synth, 0, 91, 0);
  fluid_synth_cc(synth, 0, 93, 127);
  fluid_synth_noteon(synth, 0, 69, 100);
  render_seconds(synth, &sound, 1);
  double level = rms(&sound);
  for (int i = 0; i < sound.frames; i++) sound.left[i] -= sound.right[i];
  double result = rms_of(sound.left, sound.frames) / level;
  fluid_synth_all_sounds_off(synth, 0);
  render_seconds(synth, &sound, 1);
  return result;
}

static void expect_near(double found, double wanted, const char *what) {
  expect(fabs(found - wanted) < 1e-6, "%s of %g, not %g", what, wanted, found);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_program_change(synth, 0, OCARINA);

  double dry = tail(synth);
  expect(fluid_synth_reverb_on(synth, -1, 1) == FLUID_OK, "to switch the reverb on");
  fluid_synth_set_reverb_group_level(synth, -1, 0.4);
  double quiet = tail(synth);
  fluid_synth_set_reverb_group_level(synth, -1, 0.8);
  double loud = tail(synth);
  fluid_synth_set_reverb_group_roomsize(synth, -1, 0.9);
  double large = tail(synth);
  expect(dry < 1e-5 && quiet > 1e-5, "a tail by the reverb only, not %g and %g", dry, quiet);
  expect(fabs(decibels(loud, quiet) - 6.02) < 0.5, "6 dB by the double level, not %.2f", decibels(loud, quiet));
  expect(decibels(large, loud) > 6, "a longer tail in a larger room, not %.1f dB", decibels(large, loud));
  fluid_synth_reverb_on(synth, -1, 0);
  double off = tail(synth);
  expect(off < 1e-5, "no tail after the reverb is off, not %g", off);

  double narrow = width(synth);
  expect(fluid_synth_chorus_on(synth, -1, 1) == FLUID_OK, "to switch the chorus on");
  double wide = width(synth);
  fluid_synth_set_chorus_group_level(synth, -1, 0.2);
  double less = width(synth);
  fluid_synth_chorus_on(synth, -1, 0);
  double again = width(synth);
  expect(narrow < 0.1 && wide > narrow + 0.1, "a wider sound by the chorus, not %.2f and %.2f", narrow, wide);
  expect(less < wide && fabs(again - narrow) < 0.01, "less width by less level, not %.2f, %.2f", less, again);

  double value = -1;
  int number = -1;
  fluid_synth_set_reverb_group_damp(synth, -1, 0.3);
  fluid_synth_set_reverb_group_width(synth, 0, 12.5);
  fluid_synth_get_reverb_group_roomsize(synth, 0, &value);
  expect_near(value, 0.9, "a room size");
  fluid_synth_get_reverb_group_damp(synth, -1, &value);
  expect_near(value, 0.3, "a damping");
  fluid_synth_get_reverb_group_width(synth, 0, &value);
  expect_near(value, 12.5, "a width");
  fluid_synth_get_reverb_group_level(synth, -1, &value);
  expect_near(value, 0.8, "a level of the reverb");
  fluid_synth_set_chorus_group_nr(synth, -1, 5);
  fluid_synth_set_chorus_group_speed(synth, -1, 1.5);
  fluid_synth_set_chorus_group_depth(synth, -1, 6);
  fluid_synth_set_chorus_group_type(synth, -1, FLUID_CHORUS_MOD_TRIANGLE);
  fluid_synth_get_chorus_group_nr(synth, 0, &number);
  expect(number == 5, "5 chorus voices, not %d", number);
  fluid_synth_get_chorus_group_type(synth, -1, &number);
  expect(number == FLUID_CHORUS_MOD_TRIANGLE, "a triangle, not %d", number);
  fluid_synth_get_chorus_group_level(synth, -1, &value);
  expect_near(value, 0.2, "a level of the chorus");
  fluid_synth_get_chorus_group_speed(synth, -1, &value);
  expect_near(value, 1.5, "a speed");
  fluid_synth_get_chorus_group_depth(synth, -1, &value);
  expect_near(value, 6, "a depth");
  expect(fluid_synth_set_reverb_group_level(synth, 7, 0.5) == FLUID_FAILED, "to refuse group 7");
  expect(fluid_synth_get_chorus_group_depth(synth, 7, &value) == FLUID_FAILED, "to refuse group 7 of the chorus");

  printf("effects: reverb %.1f dB louder by level, %.1f by size; chorus widens from %.2f to %.2f\n",
         decibels(loud, quiet), decibels(large, loud), narrow, wide);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
