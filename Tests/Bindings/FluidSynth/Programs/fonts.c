/* Stacks two fonts, and finds out which of them sounds. fonts FONT OTHER_FONT */
#include "listening.h"

static sound_t sound;

/* The first half second of a note by the synthesizer's present fonts, on a channel whose program has been chosen. */
static double listen(fluid_synth_t *synth, int channel) {
  fluid_synth_noteon(synth, channel, 60, 100);
  render_seconds(synth, &sound, 0.5);
  double result = rms(&sound);
  fluid_synth_all_sounds_off(synth, channel);
  static sound_t rest;
  render_seconds(synth, &rest, 0.1);
  return result;
}

static int font_of(fluid_synth_t *synth, int channel) {
  int font = -1, bank, program;
  fluid_synth_get_program(synth, channel, &font, &bank, &program);
  return font;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, NULL);
  expect(fluid_is_soundfont(arguments[1]) && fluid_is_soundfont(arguments[2]), "two fonts");
  expect(!fluid_is_soundfont(arguments[0]), "this program not to be a font");
  expect(fluid_synth_sfcount(synth) == 0 && listen(synth, 0) == 0, "silence without a font");

  int lower = fluid_synth_sfload(synth, arguments[1], 1);
  double lower_level = listen(synth, 0);
  expect(lower_level > 0.001 && font_of(synth, 0) == lower, "the first font to sound");
  int upper = fluid_synth_sfload(synth, arguments[2], 1);
  double upper_level = listen(synth, 0);
  expect(font_of(synth, 0) == upper, "the font that came last to be the first choice");
  expect(fabs(decibels(upper_level, lower_level)) > 0.01, "fonts that differ");
  expect(lower >= 0 && upper == lower + 1 && fluid_synth_sfcount(synth) == 2, "two fonts with numbers in order");
  fluid_sfont_t *top = fluid_synth_get_sfont(synth, 0), *bottom = fluid_synth_get_sfont(synth, 1);
  expect(fluid_sfont_get_id(top) == upper && fluid_sfont_get_id(bottom) == lower, "the last font on top of the stack");
  expect(fluid_synth_get_sfont(synth, 2) == NULL, "no third font");
  expect(fluid_synth_get_sfont_by_id(synth, lower) == bottom, "a font by its number");
  expect(fluid_synth_get_sfont_by_name(synth, arguments[2]) == top, "a font by its name");
  expect(fluid_synth_get_sfont_by_name(synth, "absent") == NULL, "no font by another name");

  expect(fluid_synth_program_select(synth, 0, lower, 0, 0) == FLUID_OK, "to select a program of the lower font");
  double selected = listen(synth, 0);
  expect(font_of(synth, 0) == lower && fabs(decibels(selected, lower_level)) < 0.5, "the selected font to sound");
  expect(fluid_synth_program_select(synth, 1, upper, 0, 0) == FLUID_OK, "to select a program of the upper font");
  expect(fabs(decibels(listen(synth, 1), upper_level)) < 0.5, "the upper font on the next channel");

  expect(fluid_synth_set_bank_offset(synth, upper, 100) == FLUID_OK, "to set an offset");
  expect(fluid_synth_get_bank_offset(synth, upper) == 100, "the offset that was set");
  expect(fluid_synth_get_bank_offset(synth, lower) == 0, "no offset for the other font");
  expect(fluid_synth_set_bank_offset(synth, 99, 1) == FLUID_FAILED, "to refuse an offset for a font that is absent");
  fluid_synth_program_reset(synth);
  fluid_synth_bank_select(synth, 2, 0);
  fluid_synth_program_change(synth, 2, 0);
  expect(fabs(decibels(listen(synth, 2), lower_level)) < 0.5, "the lower font in bank 0");
  fluid_synth_bank_select(synth, 2, 100);
  fluid_synth_program_change(synth, 2, 0);
  expect(font_of(synth, 2) == upper, "the upper font in bank 100");
  expect(fabs(decibels(listen(synth, 2), upper_level)) < 0.5, "the sound of the upper font in bank 100");
  fluid_synth_set_bank_offset(synth, upper, 0);

  fluid_synth_system_reset(synth);
  expect(fabs(decibels(listen(synth, 0), upper_level)) < 0.5, "the upper font after a reset");
  fluid_synth_program_reset(synth); /* FluidSynth 2.3.1 otherwise has no font on the channels after a reset. */
  expect(fluid_synth_sfreload(synth, upper) == upper, "a font to keep its number when it is loaded again");
  expect(fluid_synth_sfcount(synth) == 2, "two fonts after one has been loaded again");
  expect(fabs(decibels(listen(synth, 0), upper_level)) < 0.5, "the sound of the font that was loaded again");
  expect(fluid_synth_sfunload(synth, upper, 1) == FLUID_OK, "to unload a font");
  expect(fluid_synth_sfcount(synth) == 1 && font_of(synth, 0) == lower, "the lower font to be left");
  expect(fabs(decibels(listen(synth, 0), lower_level)) < 0.5, "the lower font to sound again");
  expect(fluid_synth_sfunload(synth, upper, 1) == FLUID_FAILED, "to refuse to unload a font twice");
  expect(fluid_synth_sfload(synth, "/absent.sf2", 1) == FLUID_FAILED, "to refuse a file that is absent");
  fluid_synth_sfunload(synth, lower, 1);
  expect(fluid_synth_sfcount(synth) == 0 && listen(synth, 0) == 0, "silence after the last font");

  printf("fonts: the upper font is %.1f dB louder; selection, offset, reload, unload\n",
         decibels(upper_level, lower_level));
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
