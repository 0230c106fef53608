/* Threads have the stacks that tactus.h requires, and no more: stacks SONG.mid BANK.sf2 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <tactus.h>

enum { AUDIO_STACK = 128 << 10, OTHER_STACK = 512 << 10, FRAMES = 4096 };

static const char document[] =
    "{\"format\": \"tactus sequence\", \"version\": 2, \"tracks\": [{\"channel\": 1, "
    "\"pattern\": {\"key\": \"C3\", \"steps\": \"x.x.\"}}]}";

static const char *song_path, *bank_path;
static tactus_synth *synth;
static tactus_sequencer *sequencer;

static const char *play(void) {
  static float left[FRAMES], right[FRAMES];
  float *channels[2] = {left, right};
  for (int key = 40; key < 80; key++) {
    tactus_event event = {0, 0x90, (uint8_t)key, 100, 0};
    if (tactus_synth_render(synth, &event, 1, channels, 2, FRAMES) < 0) return "the synthesizer fails";
    if (tactus_sequencer_render(sequencer, channels, 2, FRAMES) < 0) return "the sequencer fails";
  }
  if (tactus_synth_render(NULL, NULL, 0, channels, 2, FRAMES) != TACTUS_ERROR_HANDLE) return "NULL is rendered";
  return tactus_synth_reset(synth) < 0 ? "the reset fails" : "";
}

static const char *render(void) {
  tactus_settings settings;
  tactus_settings_init(&settings, sizeof settings);
  settings.quality = TACTUS_QUALITY_BEST;
  settings.threads = 2;
  tactus_song *song = tactus_song_open(song_path);
  tactus_bank *bank = tactus_bank_open(bank_path);
  tactus_audio *audio = tactus_render(song, bank, &settings, NULL);
  tactus_audio_free(audio);
  tactus_bank_free(bank);
  bank = tactus_bank_builtin();
  tactus_renderer *renderer = tactus_renderer_new(song, bank, NULL);
  tactus_renderer_free(renderer);
  tactus_bank_free(bank);
  tactus_song_free(song);
  return audio && renderer ? "" : "the rendering fails";
}

static void *on_thread(void *context) {
  const char *(**body)(void) = context;
  return (void *)(*body)();
}

/* Runs a function on a thread with a stack of so many bytes; 0 if it succeeds. */
static int run(const char *name, size_t size, const char *(*body)(void)) {
  pthread_attr_t attributes;
  pthread_t thread;
  void *sentence = "there is no such thread";
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size);
  if (pthread_create(&thread, &attributes, on_thread, &body) == 0) pthread_join(thread, &sentence);
  pthread_attr_destroy(&attributes);
  if (!*(const char *)sentence) return 0;
  printf("%s: %s (%s)\n", name, (const char *)sentence, tactus_error());
  return 1;
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  song_path = arguments[1];
  bank_path = arguments[2];
  tactus_bank *bank = tactus_bank_open(bank_path);
  synth = tactus_synth_new(bank, NULL);
  sequencer = tactus_sequencer_new(document, strlen(document), bank, NULL);
  int failures = tactus_sequencer_play(sequencer, 0) < 0;
  failures += run("audio", AUDIO_STACK, play) + run("rendering", OTHER_STACK, render);
  tactus_sequencer_free(sequencer);
  tactus_synth_free(synth);
  tactus_bank_free(bank);
  printf("stacks: an audio thread needs at most %d KiB, others at most %d\n", AUDIO_STACK >> 10, OTHER_STACK >> 10);
  return failures != 0;
}
