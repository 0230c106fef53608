/* Renders a song to a sound file in the current folder, and reads its header and loudness. file_renderer FONT */
#include "listening.h"
#include "song.h"

#define OUTPUT "file_renderer.wav"

enum { NOTES = 4, HEAD = 44 };

static sound_t sound;

static unsigned number(const unsigned char *bytes, int size) {
  unsigned value = 0;
  for (int i = size - 1; i >= 0; i--) value = value << 8 | bytes[i];
  return value;
}

/* Reads the file's samples into `sound`; checks what its header says. */
static void read_sound(void) {
  static unsigned char bytes[HEAD + 4 * LONGEST];
  FILE *file = fopen(OUTPUT, "rb");
  require(file != NULL, "a sound file");
  size_t length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  require(length > HEAD && !memcmp(bytes, "RIFF", 4) && !memcmp(bytes + 8, "WAVE", 4), "a WAV file");
  expect(number(bytes + 4, 4) == length - 8, "a length of %u in the header, not %u", (unsigned)length - 8,
         number(bytes + 4, 4));
  size_t at = 12;
  while (at + 8 < length && memcmp(bytes + at, "data", 4)) {
    if (!memcmp(bytes + at, "fmt ", 4)) {
      expect(number(bytes + at + 10, 2) == 2, "two sides, not %u", number(bytes + at + 10, 2));
      expect(number(bytes + at + 12, 4) == RATE, "44100 Hz, not %u", number(bytes + at + 12, 4));
      expect(number(bytes + at + 22, 2) == 16, "16 bits, not %u", number(bytes + at + 22, 2));
    }
    at += 8 + number(bytes + at + 4, 4);
  }
  require(at + 8 < length, "a chunk of samples");
  unsigned size = number(bytes + at + 4, 4);
  expect(size == length - at - 8, "%u bytes of samples, not %u", (unsigned)(length - at - 8), size);
  sound.frames = (int)(size / 4);
  for (int i = 0; i < sound.frames; i++) {
    sound.left[i] = (float)(short)number(bytes + at + 8 + 4 * i, 2) / 32768;
    sound.right[i] = (float)(short)number(bytes + at + 10 + 4 * i, 2) / 32768;
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  song_t song; /* Four notes of half a second each. */
  song_begin(&song, 500000);
  song_event(&song, 0, 0xC0, OCARINA, 0);
  for (int i = 0; i < NOTES; i++) song_note(&song, 0, 60 + 3 * i, TICKS);
  song_end(&song, 0);

  fluid_settings_t *settings = new_fluid_settings();
  remove(OUTPUT);
  fluid_settings_setstr(settings, "audio.file.name", OUTPUT);
  fluid_settings_setstr(settings, "audio.file.type", "wav");
  fluid_settings_setstr(settings, "audio.file.format", "s16");
  fluid_settings_setint(settings, "audio.period-size", 64);
  fluid_settings_setstr(settings, "player.timing-source", "sample");
  fluid_settings_setint(settings, "synth.lock-memory", 0);
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_player_t *player = new_fluid_player(synth);
  fluid_player_add_mem(player, song.bytes, song.length);
  fluid_player_play(player);
  fluid_file_renderer_t *renderer = new_fluid_file_renderer(synth);
  require(renderer != NULL, "a renderer");
  int blocks = 0;
  while (fluid_player_get_status(player) == FLUID_PLAYER_PLAYING && blocks < LONGEST / 64) {
    if (!expect(fluid_file_renderer_process_block(renderer) == FLUID_OK, "to render block %d", blocks)) break;
    blocks++;
  }
  expect(fluid_player_get_status(player) == FLUID_PLAYER_DONE, "the end of the song");
  fluid_player_stop(player);
  fluid_player_join(player);
  delete_fluid_file_renderer(renderer);
  delete_fluid_player(player);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);

  read_sound();
  double seconds = (double)sound.frames / RATE, level = decibels(rms(&sound), 1);
  expect(sound.frames == 64 * blocks, "%d frames, not %d", 64 * blocks, sound.frames);
  expect(seconds > 0.5 * NOTES && seconds < 0.5 * NOTES + 5, "some 2 seconds, not %.2f", seconds);
  expect(level > -50 && level < -10, "a moderate loudness, not %.1f dB", level);
  for (int i = 0; i < NOTES; i++) {
    double found = frequency(&sound, RATE / 2 * i + RATE / 8), wanted = hertz(60 + 3 * i);
    expect(fabs(cents(found, wanted)) < 10, "note %d of the file at %.1f Hz, not %.1f", i, wanted, found);
  }

  printf("file_renderer: %d blocks, %.2f seconds at %.1f dB\n", blocks, seconds, level);
  return failures > 0;
}
