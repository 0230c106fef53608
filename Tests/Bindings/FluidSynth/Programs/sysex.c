/* Sends system exclusive messages: tuning of notes and scales, a dump of a tuning, resets. sysex FONT */
#include "listening.h"

static sound_t sound;

static int send(fluid_synth_t *synth, const unsigned char *message, int length) {
  int handled = 0;
  int result = fluid_synth_sysex(synth, (const char *)message, length, NULL, NULL, &handled, 0);
  expect(result == FLUID_OK, "a message of %d bytes to succeed", length);
  return handled;
}

static void expect_pitch(fluid_synth_t *synth, int key, double wanted, const char *when) {
  fluid_synth_noteon(synth, 0, key, 100);
  render_seconds(synth, &sound, 0.5);
  double found = frequency(&sound, RATE / 8);
  expect(fabs(cents(found, wanted)) < 10, "key %d at %.1f Hz %s, not %.1f", key, wanted, when, found);
  fluid_synth_all_sounds_off(synth, 0);
  render_seconds(synth, &sound, 0.1);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_program_change(synth, 0, OCARINA);

  /* Change of single notes in tuning program 5: key 69 plays 70 and a half, key 60 plays 62. */
  const unsigned char notes[] = {0x7F, 0x7F, 0x08, 0x02, 5, 2, 69, 70, 0x40, 0, 60, 62, 0, 0};
  expect_pitch(synth, 69, 440, "at first");
  expect(send(synth, notes, sizeof notes), "the change of notes to be handled");
  expect_pitch(synth, 69, 440, "before the tuning is chosen");
  fluid_synth_activate_tuning(synth, 0, 0, 5, 1);
  expect_pitch(synth, 69, hertz(70.5), "after the change of notes");
  expect_pitch(synth, 60, hertz(62), "after the change of notes");
  expect_pitch(synth, 64, hertz(64), "if the message does not name the key");

  /* The request for the tuning's dump has a response of 406 bytes. */
  const unsigned char request[] = {0x7E, 0x7F, 0x08, 0x00, 5};
  unsigned char dump[512];
  int length = sizeof dump, handled = 0;
  int result = fluid_synth_sysex(synth, (const char *)request, sizeof request, (char *)dump, &length, &handled, 0);
  expect(result == FLUID_OK && handled && length == 406, "a dump of 406 bytes, not %d", length);
  expect(dump[0] == 0x7E && dump[2] == 8 && dump[3] == 1 && dump[4] == 5, "the head of a dump of tuning 5");
  const unsigned char *entry = dump + 21 + 3 * 69;
  expect(entry[0] == 70 && entry[1] == 0x40 && entry[2] == 0, "key 69 in the dump: 70 40 00, not %02x %02x %02x",
         entry[0], entry[1], entry[2]);

  /* An octave tuning in one byte per key: all channels, A 30 cents higher and the rest as usual. */
  unsigned char scale[] = {0x7F, 0x7F, 0x08, 0x08, 3, 0x7F, 0x7F, 64, 64, 64, 64, 64, 64, 64, 64, 64, 94, 64, 64};
  expect(send(synth, scale, sizeof scale), "the octave tuning to be handled");
  expect_pitch(synth, 69, hertz(69.3), "after the octave tuning");
  expect_pitch(synth, 57, hertz(57.3), "after the octave tuning");
  expect_pitch(synth, 60, hertz(60), "after the octave tuning");

  /* A dry run reports and does nothing. */
  fluid_synth_cc(synth, 0, 7, 30);
  const unsigned char reset[] = {0x7E, 0x7F, 0x09, 0x01};
  int volume = -1, program = -1, bank, font;
  handled = 0;
  fluid_synth_sysex(synth, (const char *)reset, sizeof reset, NULL, NULL, &handled, 1);
  fluid_synth_get_cc(synth, 0, 7, &volume);
  expect(handled && volume == 30, "a dry run to leave the volume at 30, not %d", volume);
  expect(send(synth, reset, sizeof reset), "the reset to be handled");
  fluid_synth_get_cc(synth, 0, 7, &volume);
  fluid_synth_get_program(synth, 0, &font, &bank, &program);
  expect(volume == 100 && program == 0, "volume 100 and program 0 after the reset, not %d and %d", volume, program);

  /* What the synthesizer does not know is not handled: another device's message, a maker's own. */
  const unsigned char elsewhere[] = {0x7E, 0x33, 0x09, 0x01}, foreign[] = {0x00, 0x21, 0x7B, 1, 2, 3};
  expect(!send(synth, elsewhere, sizeof elsewhere), "a message to device 51 to be ignored");
  expect(!send(synth, foreign, sizeof foreign), "an unknown maker's message to be ignored");

  printf("sysex: notes and an octave retuned, a dump of %d bytes, GM reset\n", length);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
