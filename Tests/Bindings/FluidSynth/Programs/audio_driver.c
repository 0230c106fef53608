/* Plays a note in real time for half a second by the driver that writes a file into the current folder. Exits with 77
   if the library has no such driver. audio_driver FONT */
#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include "listening.h"

#define OUTPUT "audio_driver.raw"

typedef struct {
  fluid_synth_t *synth;
  volatile int calls, frames;
} callback_t;

enum { ATTEMPTS = 20 };

static sound_t sound;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void wait_seconds(double seconds) {
  struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  nanosleep(&time, NULL);
}

static void is_file(void *data, const char *name, const char *option) {
  (void)name;
  if (!strcmp(option, "file")) *(int *)data = 1;
}

/* Reads the 16-bit samples that the driver has written. */
static void read_sound(void) {
  static short samples[2 * LONGEST];
  FILE *file = fopen(OUTPUT, "rb");
  require(file != NULL, "the driver's file");
  sound.frames = (int)(fread(samples, 4, LONGEST, file));
  fclose(file);
  for (int i = 0; i < sound.frames; i++) {
    sound.left[i] = (float)samples[2 * i] / 32768;
    sound.right[i] = (float)samples[2 * i + 1] / 32768;
  }
}

static int render_part(void *data, int frames, int fx_count, float *fx[], int count, float *out[]) {
  callback_t *callback = data;
  callback->calls++;
  callback->frames += frames;
  return fluid_synth_process(callback->synth, frames, fx_count, fx, count, out);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  const char *drivers[] = {"file", NULL};
  fluid_settings_t *settings = new_fluid_settings();
  int has_file = 0;
  fluid_settings_foreach_option(settings, "audio.driver", &has_file, is_file);
  if (!has_file || fluid_audio_driver_register(drivers) != FLUID_OK) {
    printf("audio_driver: skipped, no driver that writes a file\n");
    delete_fluid_settings(settings);
    return 77;
  }
  fluid_settings_setstr(settings, "audio.driver", "file");
  fluid_settings_setstr(settings, "audio.file.name", OUTPUT);
  fluid_settings_setstr(settings, "audio.file.type", "raw");
  fluid_settings_setstr(settings, "audio.file.format", "s16");
  fluid_settings_setint(settings, "audio.realtime-prio", 0);
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_program_change(synth, 0, OCARINA);

  /* A busy machine runs the driver's thread or this one late now and then, but not each time. */
  double seconds = 0, elapsed = 0;
  int first = 0, in_time = 0;
  for (int attempt = 0; attempt < ATTEMPTS && !in_time; attempt++) {
    remove(OUTPUT);
    fluid_audio_driver_t *driver = new_fluid_audio_driver(settings, synth);
    if (!driver) {
      printf("audio_driver: skipped, the driver does not start\n");
      delete_fluid_synth(synth);
      delete_fluid_settings(settings);
      return 77;
    }
    double start = now();
    wait_seconds(0.1);
    fluid_synth_noteon(synth, 0, 69, 100);
    wait_seconds(0.5);
    fluid_synth_noteoff(synth, 0, 69);
    wait_seconds(0.1);
    elapsed = now() - start;
    delete_fluid_audio_driver(driver);
    read_sound();
    seconds = (double)sound.frames / RATE;
    first = onset(&sound, 0, 0.001);
    in_time = fabs(seconds - elapsed) < 0.2 && first > 0 && first < RATE * 0.4;
    if (!in_time) fluid_synth_system_reset(synth); /* Before the next attempt, what has sounded ends. */
    if (!in_time) fluid_synth_program_change(synth, 0, OCARINA);
  }
  expect(fabs(seconds - elapsed) < 0.2, "%.2f seconds in real time, not %.2f", elapsed, seconds);
  expect(first > 0 && first < RATE * 0.4, "a note after 0.1 seconds, not %.2f", (double)first / RATE);
  double found = frequency(&sound, first + RATE / 8);
  expect(fabs(cents(found, 440)) < 10, "a note at 440 Hz, not %.1f", found);

  /* The same driver with the program's own function. */
  callback_t callback = {.synth = synth};
  fluid_audio_driver_t *driver = new_fluid_audio_driver2(settings, render_part, &callback);
  if (driver) {
    for (int wait = 0; wait < 6000 && callback.frames <= RATE / 20; wait++) wait_seconds(0.02);
    delete_fluid_audio_driver(driver);
    expect(callback.calls > 0 && callback.frames > RATE / 20, "calls of the function, not %d", callback.calls);
  }

  printf("audio_driver: %.2f seconds of sound in %.2f seconds, a note at %.1f Hz\n", seconds, elapsed, found);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
