/* Plays notes by hand: velocity, pitch bend, pedals and the messages that end notes. notes FONT */
#include "listening.h"

static sound_t sound;

static double level(fluid_synth_t *synth, double seconds) {
  render_seconds(synth, &sound, seconds);
  return rms(&sound);
}

/* FluidSynth 2.3.1 bends by 127/128 of the range, which is 9 cents in an octave; so 15 cents are allowed. */
static void expect_pitch(fluid_synth_t *synth, double key, const char *when) {
  render_seconds(synth, &sound, 0.5);
  double found = frequency(&sound, RATE / 8);
  expect(fabs(cents(found, hertz(key))) < 15, "%.1f Hz %s, not %.1f", hertz(key), when, found);
}

static void silence(fluid_synth_t *synth) {
  for (int channel = 0; channel < 16; channel++) fluid_synth_all_sounds_off(synth, channel);
  level(synth, 0.2);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_program_change(synth, 0, OCARINA);

  expect(level(synth, 0.1) == 0, "no sound before the first note");
  expect(fluid_synth_noteon(synth, 0, 69, 100) == FLUID_OK, "noteon to succeed");
  expect_pitch(synth, 69, "for key 69");
  int bend, range;
  fluid_synth_get_pitch_wheel_sens(synth, 0, &range);
  expect(range == 2, "a bend range of 2 semitones, not %d", range);
  fluid_synth_pitch_bend(synth, 0, 16383);
  fluid_synth_get_pitch_bend(synth, 0, &bend);
  expect(bend == 16383, "the bend that was set, not %d", bend);
  expect_pitch(synth, 71, "with the wheel up");
  fluid_synth_pitch_wheel_sens(synth, 0, 12);
  expect_pitch(synth, 81, "with a range of an octave");
  fluid_synth_pitch_bend(synth, 0, 0);
  expect_pitch(synth, 57, "with the wheel down");
  fluid_synth_pitch_bend(synth, 0, 8192);
  expect_pitch(synth, 69, "with the wheel in the middle");
  expect(fluid_synth_noteoff(synth, 0, 69) == FLUID_OK, "noteoff to succeed");
  level(synth, 2);
  expect(level(synth, 0.1) < 1e-4, "silence after the release");
  expect(fluid_synth_get_active_voice_count(synth) == 0, "no voice after the release");
  expect(fluid_synth_noteoff(synth, 0, 69) == FLUID_FAILED, "noteoff without a note to fail");
  expect(fluid_synth_noteon(synth, 0, 128, 100) == FLUID_FAILED, "key 128 to fail");
  expect(fluid_synth_noteon(synth, 16, 60, 100) == FLUID_FAILED, "channel 16 to fail");

  double levels[3];
  for (int i = 0; i < 3; i++) {
    fluid_synth_noteon(synth, 0, 69, 31 + 48 * i);
    levels[i] = level(synth, 0.5);
    silence(synth);
  }
  expect(levels[0] * 1.5 < levels[1] && levels[1] * 1.2 < levels[2], "louder sound with more velocity");

  fluid_synth_cc(synth, 0, 64, 127);
  fluid_synth_noteon(synth, 0, 69, 100);
  fluid_synth_noteoff(synth, 0, 69);
  level(synth, 1);
  expect(level(synth, 0.2) > 0.005, "the sustain pedal to hold the note");
  fluid_synth_cc(synth, 0, 64, 0);
  level(synth, 2);
  expect(level(synth, 0.2) < 1e-4, "the sustain pedal to let go of the note");

  fluid_synth_noteon(synth, 0, 60, 100);
  fluid_synth_cc(synth, 0, 66, 127);
  fluid_synth_noteon(synth, 0, 67, 100);
  fluid_synth_noteoff(synth, 0, 60);
  fluid_synth_noteoff(synth, 0, 67);
  level(synth, 1.5);
  expect_pitch(synth, 60, "held by the sostenuto pedal");
  fluid_synth_cc(synth, 0, 66, 0);
  silence(synth);

  for (int key = 60; key < 72; key += 4) fluid_synth_noteon(synth, 0, key, 100);
  fluid_synth_noteon(synth, 1, 60, 100);
  level(synth, 0.2);
  fluid_synth_all_notes_off(synth, 0);
  level(synth, 2);
  int rest = fluid_synth_get_active_voice_count(synth);
  expect(rest > 0 && level(synth, 0.2) > 1e-4, "all notes off to leave the other channel alone");
  fluid_synth_all_notes_off(synth, -1);
  level(synth, 2);
  expect(fluid_synth_get_active_voice_count(synth) == 0, "all notes off to end the notes of all channels");

  fluid_synth_cc(synth, 0, 64, 127);
  fluid_synth_noteon(synth, 0, 60, 100);
  level(synth, 0.2);
  fluid_synth_all_sounds_off(synth, 0);
  level(synth, 0.05);
  expect(level(synth, 0.1) == 0, "all sounds off to end notes in spite of the pedal");

  printf("notes: pitch, bend, velocities of %.1f and %.1f dB below the loudest, pedals, ends\n",
         -decibels(levels[0], levels[2]), -decibels(levels[1], levels[2]));
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
