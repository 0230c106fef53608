/* Plays in other tunings: per octave, per key, single notes. tuning FONT */
#include "listening.h"

static sound_t sound;

static void expect_pitch(fluid_synth_t *synth, int key, double wanted, const char *when) {
  fluid_synth_noteon(synth, 0, key, 100);
  render_seconds(synth, &sound, 0.5);
  double found = frequency(&sound, RATE / 8);
  expect(fabs(cents(found, wanted)) < 10, "key %d at %.1f Hz %s, not %.1f", key, wanted, when, found);
  fluid_synth_all_sounds_off(synth, 0);
  render_seconds(synth, &sound, 0.1);
}

static int tunings(fluid_synth_t *synth) {
  int bank, program, found = 0;
  fluid_synth_tuning_iteration_start(synth);
  while (fluid_synth_tuning_iteration_next(synth, &bank, &program)) found = found * 1000 + bank * 100 + program;
  return found;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_program_change(synth, 0, OCARINA);
  expect(tunings(synth) == 0, "no tunings at the start");

  /* Quarter-comma meantone around C, in cents from equal temperament. */
  const double meantone[12] = {0, -24, -6.8, 10.3, -13.7, 3.4, -20.5, -3.4, -27.4, -10.3, 6.8, -17.1};
  char name[32] = "";
  double pitches[128];
  expect(fluid_synth_activate_octave_tuning(synth, 0, 1, "meantone", meantone, 1) == FLUID_OK, "an octave tuning");
  expect_pitch(synth, 64, hertz(64), "before the tuning is chosen");
  expect(fluid_synth_activate_tuning(synth, 0, 0, 1, 1) == FLUID_OK, "to choose the tuning");
  expect_pitch(synth, 64, hertz(64 - 0.137), "in meantone");
  expect_pitch(synth, 61, hertz(61 - 0.24), "in meantone");
  expect(fluid_synth_tuning_dump(synth, 0, 1, name, sizeof name, pitches) == FLUID_OK, "to dump the tuning");
  expect(strcmp(name, "meantone") == 0, "the tuning's name, not '%s'", name);
  for (int key = 0; key < 128; key++) {
    double wanted = 100 * key + meantone[key % 12];
    expect(fabs(pitches[key] - wanted) < 0.01, "%.2f cents for key %d, not %.2f", wanted, key, pitches[key]);
  }

  /* Nineteen equal steps per octave, key 60 at its usual pitch. */
  for (int key = 0; key < 128; key++) pitches[key] = 6000 + (key - 60) * 1200.0 / 19;
  expect(fluid_synth_activate_key_tuning(synth, 2, 3, "nineteen", pitches, 1) == FLUID_OK, "a tuning of keys");
  fluid_synth_activate_tuning(synth, 0, 2, 3, 1);
  expect_pitch(synth, 60, hertz(60), "in nineteen steps");
  expect_pitch(synth, 79, hertz(72), "in nineteen steps");
  expect_pitch(synth, 66, hertz(60 + 6 * 12 / 19.0), "in nineteen steps");
  expect(tunings(synth) == 1203, "two tunings in order, not %d", tunings(synth));

  /* A note that sounds moves if the change applies at once, and stays otherwise. */
  const int key = 69;
  double pitch = 7000;
  fluid_synth_noteon(synth, 0, key, 100);
  expect(fluid_synth_tune_notes(synth, 2, 3, 1, &key, &pitch, 0) == FLUID_OK, "to tune one key later");
  render_seconds(synth, &sound, 0.5);
  double before = frequency(&sound, RATE / 8), wanted = hertz(60 + 9 * 12 / 19.0);
  expect(fabs(cents(before, wanted)) < 10, "the note to stay at %.1f Hz, not %.1f", wanted, before);
  fluid_synth_tune_notes(synth, 2, 3, 1, &key, &pitch, 1);
  render_seconds(synth, &sound, 0.5);
  double after = frequency(&sound, RATE / 8);
  expect(fabs(cents(after, hertz(70))) < 10, "the note to move to %.1f Hz, not %.1f", hertz(70), after);
  fluid_synth_all_sounds_off(synth, 0);

  expect(fluid_synth_deactivate_tuning(synth, 0, 1) == FLUID_OK, "to return to equal temperament");
  expect_pitch(synth, 66, hertz(66), "in equal temperament");
  expect(fluid_synth_tuning_dump(synth, 5, 5, name, sizeof name, pitches) == FLUID_FAILED, "no tuning 5:5");
  expect(fluid_synth_activate_tuning(synth, 0, 128, 0, 1) == FLUID_FAILED, "to refuse bank 128");

  printf("tuning: meantone, nineteen steps, a note moved by %.0f cents, dump\n", cents(after, before));
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
