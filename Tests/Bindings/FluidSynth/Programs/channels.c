/* Groups channels by basic channels, disables channels, and reads modes, banks and limits back. channels FONT */
#include "listening.h"

static sound_t sound;
static fluid_synth_t *synth;

static void expect_group(int channel, int basic, int mode, int channels, const char *when) {
  int found[3] = {77, 77, 77};
  int result = fluid_synth_get_basic_channel(synth, channel, &found[0], &found[1], &found[2]);
  expect(result == FLUID_OK && found[0] == basic && found[1] == mode && found[2] == channels,
         "channel %d in the group %d, mode %d, %d channels %s, not %d, %d, %d", channel, basic, mode, channels, when,
         found[0], found[1], found[2]);
}

static double level(int channel) {
  fluid_synth_noteon(synth, channel, 69, 100);
  render_seconds(synth, &sound, 0.3);
  double result = rms(&sound);
  fluid_synth_all_sounds_off(synth, channel);
  render_seconds(synth, &sound, 0.3);
  return result;
}

static void groups(void) {
  for (int channel = 0; channel < 16; channel++)
    expect_group(channel, 0, FLUID_CHANNEL_MODE_OMNION_POLY, 16, "at the start");
  expect(fluid_synth_get_basic_channel(synth, 16, NULL, NULL, NULL) == FLUID_FAILED, "no channel 16");
  expect(fluid_synth_reset_basic_channel(synth, 3) == FLUID_FAILED, "to refuse to reset a channel that is not basic");
  expect(fluid_synth_set_basic_channel(synth, 3, 3, 0) == FLUID_FAILED, "to refuse groups that overlap");
  expect_group(3, 0, 0, 16, "after a refusal");
  expect(fluid_synth_reset_basic_channel(synth, -1) == FLUID_OK, "to remove all groups");
  for (int channel = 0; channel < 16; channel++) expect_group(channel, -1, -1, -1, "after the removal");

  expect(fluid_synth_set_basic_channel(synth, 4, FLUID_CHANNEL_MODE_OMNIOFF_POLY, 4) == FLUID_OK, "one channel");
  expect_group(4, 4, 2, 1, "without omni");
  expect_group(5, -1, -1, -1, "beside a group of one channel");
  expect(fluid_synth_set_basic_channel(synth, 10, FLUID_CHANNEL_MODE_OMNIOFF_MONO, 3) == FLUID_OK, "three channels");
  expect(fluid_synth_set_basic_channel(synth, 5, FLUID_CHANNEL_MODE_OMNION_MONO, 0) == FLUID_OK, "the next channels");
  for (int channel = 5; channel < 10; channel++) expect_group(channel, 5, 1, 5, "up to the next group");
  for (int channel = 10; channel < 13; channel++) expect_group(channel, 10, 3, 3, "of mono channels");
  expect(fluid_synth_set_basic_channel(synth, 10, 2, 2) == FLUID_FAILED, "to refuse to change a group");
  expect(fluid_synth_set_basic_channel(synth, 13, 4, 1) == FLUID_FAILED, "to refuse mode 4");
  expect(fluid_synth_set_basic_channel(synth, 13, 0, -1) == FLUID_FAILED, "to refuse a negative number");
  expect(fluid_synth_set_basic_channel(synth, 13, 2, 4) == FLUID_FAILED, "to refuse channels above 15");
  expect(fluid_synth_reset_basic_channel(synth, 10) == FLUID_OK, "to remove one group");
  expect_group(12, -1, -1, -1, "after its removal");
  expect_group(9, 5, 1, 5, "after the removal of another group");
}

static void disabled(void) {
  int value, font, bank, program;
  expect(level(4) > 0.001 && level(0) == 0, "sound of enabled channels only");
  expect(fluid_synth_noteon(synth, 0, 60, 100) == FLUID_FAILED, "no note on a disabled channel");
  expect(fluid_synth_noteoff(synth, 0, 60) == FLUID_FAILED, "no end of a note there");
  expect(fluid_synth_cc(synth, 0, 7, 100) == FLUID_FAILED, "no controller there");
  expect(fluid_synth_get_cc(synth, 0, 7, &value) == FLUID_FAILED, "no value of a controller there");
  expect(fluid_synth_pitch_bend(synth, 0, 0) == FLUID_FAILED, "no pitch bend there");
  expect(fluid_synth_get_pitch_bend(synth, 0, &value) == FLUID_FAILED, "no value of the pitch bend there");
  expect(fluid_synth_pitch_wheel_sens(synth, 0, 3) == FLUID_FAILED, "no range of the pitch bend there");
  expect(fluid_synth_channel_pressure(synth, 0, 1) == FLUID_FAILED, "no channel pressure there");
  expect(fluid_synth_key_pressure(synth, 0, 60, 1) == FLUID_FAILED, "no key pressure there");
  expect(fluid_synth_program_change(synth, 0, 1) == FLUID_FAILED, "no program change there");
  expect(fluid_synth_bank_select(synth, 0, 1) == FLUID_FAILED, "no bank there");
  expect(fluid_synth_get_program(synth, 0, &font, &bank, &program) == FLUID_FAILED, "no program there");
  expect(fluid_synth_all_notes_off(synth, 0) == FLUID_OK, "but the end of all notes");
  expect(fluid_synth_set_gen(synth, 0, 5, 1) == FLUID_OK, "and generators");
  expect(fluid_synth_system_reset(synth) == FLUID_OK, "a reset");
  expect_group(0, 0, 0, 16, "after a reset");
  expect(level(0) > 0.001, "sound of the channel after a reset");
}

static void modes(void) {
  int value = 77;
  expect(fluid_synth_get_legato_mode(synth, 0, &value) == FLUID_OK
           && value == FLUID_CHANNEL_LEGATO_MODE_MULTI_RETRIGGER,
         "the usual mode of legato, not %d", value);
  expect(fluid_synth_get_portamento_mode(synth, 0, &value) == FLUID_OK
           && value == FLUID_CHANNEL_PORTAMENTO_MODE_LEGATO_ONLY,
         "the usual mode of portamento, not %d", value);
  expect(fluid_synth_get_breath_mode(synth, 0, &value) == FLUID_OK && value == 0, "no breath, not %d", value);
  expect(fluid_synth_set_legato_mode(synth, 0, 2) == FLUID_FAILED, "to refuse mode 2 of legato");
  expect(fluid_synth_set_portamento_mode(synth, 0, 3) == FLUID_FAILED, "to refuse mode 3 of portamento");
  expect(fluid_synth_set_breath_mode(synth, 0, 0x3FF) == FLUID_OK, "to ignore unknown flags of breath");
  fluid_synth_get_breath_mode(synth, 0, &value);
  expect(value == (FLUID_CHANNEL_BREATH_POLY | FLUID_CHANNEL_BREATH_MONO | FLUID_CHANNEL_BREATH_SYNC),
         "the known flags of breath, not %d", value);
  fluid_synth_set_portamento_mode(synth, 0, FLUID_CHANNEL_PORTAMENTO_MODE_EACH_NOTE);
  fluid_synth_system_reset(synth);
  fluid_synth_get_portamento_mode(synth, 0, &value);
  expect(value == FLUID_CHANNEL_PORTAMENTO_MODE_LEGATO_ONLY, "the usual mode after a reset, not %d", value);
}

/* A controller that the bank mode GS does not use leaves the selected bank as it is. */
static void banks(void) {
  int font, bank, program;
  fluid_synth_bank_select(synth, 1, 77);
  fluid_synth_cc(synth, 1, 32, 3);
  fluid_synth_program_change(synth, 1, 4);
  fluid_synth_get_program(synth, 1, &font, &bank, &program);
  expect(bank == 77 && program == 4, "bank 77 after controller 32, not %d:%d", bank, program);
  fluid_synth_cc(synth, 1, 0, 8);
  fluid_synth_program_change(synth, 1, 4);
  fluid_synth_get_program(synth, 1, &font, &bank, &program);
  expect(bank == 8, "bank 8 after controller 0, not %d", bank);
}

static void limits(void) {
  static float buffer[64];
  float *buffers[14];
  for (int i = 0; i < 14; i++) buffers[i] = buffer;
  expect(fluid_synth_set_polyphony(synth, 0) == FLUID_FAILED, "to refuse no voices");
  expect(fluid_synth_set_polyphony(synth, 65536) == FLUID_FAILED, "to refuse 65536 voices");
  expect(fluid_synth_set_polyphony(synth, 100) == FLUID_OK && fluid_synth_get_polyphony(synth) == 100, "100 voices");
  expect(fluid_synth_process(synth, 64, 12, buffers, 2, buffers) == FLUID_OK, "buffers for three groups of effects");
  expect(fluid_synth_process(synth, 64, 14, buffers, 2, buffers) == FLUID_FAILED, "to refuse buffers for a fourth");
  expect(fluid_synth_process(synth, 64, 0, NULL, 4, buffers) == FLUID_FAILED, "to refuse a second output");
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_settings_setint(settings, "synth.effects-groups", 3);
  synth = new_dry_synth(settings, arguments[1]);
  groups();
  disabled();
  modes();
  banks();
  limits();
  printf("channels: groups, disabled channels, modes, banks, limits\n");
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
