/* Renders songs with a bank and prints the CRC-32 of the samples of each, interleaved as in a file of 32-bit floats:
   songs [--quiet] [--blocks FRAMES] BANK RATE SONG... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tactus.h>

static uint32_t table[256];

static void make_table(void) {
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int k = 0; k < 8; k++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320u : 0);
  }
}

static uint32_t add(uint32_t crc, float sample) {
  uint32_t bits;
  memcpy(&bits, &sample, 4);
  for (int i = 0; i < 4; i++) crc = crc >> 8 ^ table[(crc ^ bits >> 8 * i) & 255];
  return crc;
}

static void fail(const char *path) {
  fprintf(stderr, "songs: %s: %s\n", path, tactus_error());
  exit(1);
}

int main(int count, char **arguments) {
  int64_t block = 0;
  int quiet = 0;
  while (count > 1 && strncmp(arguments[1], "--", 2) == 0) {
    if (!strcmp(arguments[1], "--quiet")) quiet = 1;
    else block = atoll(arguments[2]), arguments++, count--;
    arguments++, count--;
  }
  if (count < 4) return 2;
  make_table();
  tactus_bank *bank = strcmp(arguments[1], "built-in") ? tactus_bank_open(arguments[1]) : tactus_bank_builtin();
  if (!bank) fail(arguments[1]);
  tactus_settings settings;
  tactus_settings_init(&settings, sizeof settings);
  settings.sample_rate = atoi(arguments[2]);
  float *left = malloc(sizeof(float) * (block ? block : 1)), *right = malloc(sizeof(float) * (block ? block : 1));
  for (int i = 3; i < count; i++) {
    tactus_song *song = tactus_song_open(arguments[i]);
    if (!song) fail(arguments[i]);
    uint32_t crc = ~0u;
    int64_t frames = 0;
    if (block) {
      tactus_renderer *renderer = tactus_renderer_new(song, bank, &settings);
      float *channels[] = {left, right};
      int64_t n;
      while ((n = tactus_renderer_read(renderer, channels, 2, block)) > 0) {
        for (int64_t k = 0; k < n; k++) crc = add(add(crc, left[k]), right[k]);
        frames += n;
      }
      if (n < 0) fail(arguments[i]);
      tactus_renderer_free(renderer);
    } else {
      tactus_audio *audio = tactus_render(song, bank, &settings, NULL);
      tactus_audio_view view = {sizeof view};
      if (tactus_audio_get(audio, &view) < 0) fail(arguments[i]);
      frames = view.frames;
      if (!quiet) {
        for (int64_t k = 0; k < frames; k++) crc = add(add(crc, view.samples[k]), view.samples[view.stride + k]);
      }
      tactus_audio_free(audio);
    }
    if (!quiet) printf("%08x %lld %s\n", (unsigned)~crc, (long long)frames, arguments[i]);
    tactus_song_free(song);
  }
  tactus_bank_free(bank);
  free(left);
  free(right);
  return 0;
}
