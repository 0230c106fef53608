/* Lists a font's presets and chooses instruments by each of the ways there are. programs FONT */
#include "listening.h"

static sound_t sound;
static int font;

static double level(fluid_synth_t *synth, int channel, int key) {
  fluid_synth_noteon(synth, channel, key, 100);
  render_seconds(synth, &sound, 0.5);
  double result = rms(&sound);
  fluid_synth_all_sounds_off(synth, channel);
  sound_t *rest = malloc(sizeof *rest);
  render_seconds(synth, rest, 0.1);
  free(rest);
  return result;
}

static void expect_program(fluid_synth_t *synth, int channel, int bank, int program, const char *when) {
  int found_font = -1, found_bank = -1, found_program = -1;
  int result = fluid_synth_get_program(synth, channel, &found_font, &found_bank, &found_program);
  expect(result == FLUID_OK && found_font == font && found_bank == bank && found_program == program,
         "program %d:%d of font %d %s, not %d:%d of font %d", bank, program, font, when, found_bank, found_program,
         found_font);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_sfont_t *sfont = fluid_synth_get_sfont(synth, 0);
  font = fluid_sfont_get_id(sfont);
  expect(strcmp(fluid_sfont_get_name(sfont), arguments[1]) == 0, "the font to have the name of its file");

  int presets = 0, kits = 0, before = -1;
  fluid_preset_t *preset;
  fluid_sfont_iteration_start(sfont);
  while ((preset = fluid_sfont_iteration_next(sfont)) != NULL) {
    int bank = fluid_preset_get_banknum(preset), number = fluid_preset_get_num(preset);
    expect(fluid_preset_get_name(preset)[0] != 0, "a name for %d:%d", bank, number);
    expect(fluid_preset_get_sfont(preset) == sfont, "%d:%d to belong to its font", bank, number);
    expect(fluid_sfont_get_preset(sfont, bank, number) == preset, "to find %d:%d by its numbers", bank, number);
    expect(bank * 128 + number > before, "%d:%d in order of bank and number", bank, number);
    before = bank * 128 + number;
    presets++;
    kits += bank == 128;
    expect(fluid_synth_program_select(synth, 3, font, bank, number) == FLUID_OK, "to select %d:%d", bank, number);
    expect_program(synth, 3, bank, number, "after its selection");
    expect(fluid_synth_get_channel_preset(synth, 3) == preset, "%d:%d on the channel", bank, number);
  }
  expect(presets > 128 && kits > 0, "a GM font with drum kits, not %d presets and %d kits", presets, kits);
  expect(fluid_sfont_get_preset(sfont, 77, 77) == NULL, "no preset 77:77");

  expect_program(synth, 0, 0, 0, "at the start");
  expect_program(synth, 9, 128, 0, "for drums at the start");
  expect(fluid_synth_program_change(synth, 0, OCARINA) == FLUID_OK, "a program change to succeed");
  expect_program(synth, 0, 0, OCARINA, "after a program change");
  level(synth, 0, 69);
  double ocarina = frequency(&sound, RATE / 8);
  expect(fabs(cents(ocarina, 440)) < 10, "an ocarina at 440 Hz, not %.1f", ocarina);
  double drum = level(synth, 9, 38);
  double found = frequency(&sound, RATE / 16);
  expect(drum > 0.005 && fabs(cents(found, hertz(38))) > 50, "a drum without the pitch of its key");

  expect(fluid_synth_program_select(synth, 0, font, 77, 77) == FLUID_FAILED, "to refuse a preset that is absent");
  expect(fluid_synth_program_select(synth, 0, font + 1, 0, 0) == FLUID_FAILED, "to refuse a font that is absent");
  expect(fluid_synth_program_select(synth, 16, font, 0, 0) == FLUID_FAILED, "to refuse channel 16");
  expect_program(synth, 0, 0, OCARINA, "after selections that failed");
  const char *name = arguments[1];
  expect(fluid_synth_program_select_by_sfont_name(synth, 0, name, 0, 40) == FLUID_OK, "to select by the font's name");
  expect_program(synth, 0, 0, 40, "after a selection by the font's name");

  fluid_synth_bank_select(synth, 1, 77);
  expect(fluid_synth_program_change(synth, 1, 16) == FLUID_OK, "a bank that is absent to be replaced");
  preset = fluid_synth_get_channel_preset(synth, 1);
  expect(preset && fluid_preset_get_banknum(preset) == 0 && fluid_preset_get_num(preset) == 16, "the preset of bank 0");
  expect(level(synth, 1, 60) > 0.001, "the preset of bank 0 to sound");

  expect(fluid_synth_unset_program(synth, 1) == FLUID_OK, "to unset a program");
  expect(fluid_synth_get_channel_preset(synth, 1) == NULL && level(synth, 1, 60) == 0, "silence without a program");
  expect(fluid_synth_set_channel_type(synth, 2, CHANNEL_TYPE_DRUM) == FLUID_OK, "a second channel for drums");
  fluid_synth_program_change(synth, 2, 0);
  preset = fluid_synth_get_channel_preset(synth, 2);
  expect(preset && fluid_preset_get_banknum(preset) == 128, "a kit on the second channel for drums");
  double second = level(synth, 2, 38);
  expect(fabs(decibels(second, drum)) < 1, "equal drums on both channels, not %.1f dB", decibels(second, drum));
  fluid_synth_system_reset(synth);
  preset = fluid_synth_get_channel_preset(synth, 0);
  expect(preset && fluid_preset_get_num(preset) == 0, "program 0 after a reset");
  fluid_synth_program_reset(synth);
  expect_program(synth, 0, 0, 0, "after a reset of the programs");

  printf("programs: %d presets with %d drum kits, changes, selections, drums on two channels\n", presets, kits);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
