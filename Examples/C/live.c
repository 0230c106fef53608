/* Plays an arpeggio live, in blocks of an audio driver's size, and writes raw stereo floats to a file:
   live [OUT.raw [BANK.sf2]] */
#include <stdio.h>
#include <stdlib.h>
#include <tactus.h>

enum { RATE = 48000, BLOCK = 256, STEP = RATE / 8, NOTES = 16 };

static void fail(void) {
  fprintf(stderr, "live: %s\n", tactus_error());
  exit(1);
}

int main(int count, char **arguments) {
  FILE *file = fopen(count > 1 ? arguments[1] : "live.raw", "wb");
  tactus_bank *bank = count > 2 ? tactus_bank_open(arguments[2]) : tactus_bank_builtin();
  tactus_synth *synth = tactus_synth_new(bank, NULL);
  if (!file || !bank || !synth) fail();
  tactus_synth_set_program(synth, 0, 0, 11); /* vibraphone */

  static const uint8_t chord[] = {60, 64, 67, 71, 72};
  float left[BLOCK], right[BLOCK], *channels[] = {left, right};
  for (int64_t first = 0; first < (NOTES + 8) * STEP; first += BLOCK) {
    /* events are given by their offset in the block: the notes are exact, whatever the block's size */
    tactus_event events[4];
    size_t event_count = 0;
    for (int64_t note = (first + STEP - 1) / STEP; note <= NOTES && note * STEP < first + BLOCK; note++) {
      int32_t offset = (int32_t)(note * STEP - first);
      if (note > 0) events[event_count++] = (tactus_event){offset, 0x80, chord[(note - 1) % 5], 64, 0};
      if (note < NOTES) events[event_count++] = (tactus_event){offset, 0x90, chord[note % 5], 100, 0};
    }
    if (tactus_synth_render(synth, events, event_count, channels, 2, BLOCK) < 0) fail();
    for (int i = 0; i < BLOCK; i++) {
      fwrite(&left[i], sizeof(float), 1, file);
      fwrite(&right[i], sizeof(float), 1, file);
    }
  }
  tactus_synth_free(synth);
  tactus_bank_free(bank);
  return fclose(file);
}
