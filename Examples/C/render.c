/* Renders a song to a WAV file and lists its first notes: render [SONG.mid [BANK.sf2 [OUT.wav]]] */
#include <stdio.h>
#include <stdlib.h>
#include <tactus.h>

static void fail(void) {
  fprintf(stderr, "render: %s\n", tactus_error());
  exit(1);
}

int main(int count, char **arguments) {
  tactus_song *song = count > 1 ? tactus_song_open(arguments[1]) : tactus_song_demo();
  tactus_bank *bank = count > 2 ? tactus_bank_open(arguments[2]) : tactus_bank_builtin();
  if (!song || !bank) fail();

  tactus_settings settings;
  tactus_settings_init(&settings, sizeof settings);
  settings.sample_rate = 44100;
  settings.notes = 1;

  /* in memory, with the notes */
  tactus_report report = {.size = sizeof report};
  tactus_audio *audio = tactus_render(song, bank, &settings, &report);
  if (!audio) fail();
  printf("%.2f s, %lld notes, peak %.3f\n", (double)report.frames / report.sample_rate, (long long)report.notes,
         report.peak);
  tactus_note notes[8];
  int64_t found = tactus_audio_notes(audio, 0, notes, sizeof notes[0], 8);
  for (int64_t i = 0; i < found; i++) {
    printf("frame %8lld: key %3d, velocity %3d, program %3d, until %lld\n", (long long)notes[i].onset, notes[i].key,
           notes[i].velocity, notes[i].program, (long long)notes[i].end);
  }
  tactus_audio_free(audio);

  /* to a file */
  const char *path = count > 3 ? arguments[3] : "render.wav";
  if (tactus_render_file(song, bank, &settings, path, TACTUS_INT16, NULL, NULL) < 0) fail();
  printf("wrote %s\n", path);
  tactus_bank_free(bank);
  tactus_song_free(song);
  return 0;
}
