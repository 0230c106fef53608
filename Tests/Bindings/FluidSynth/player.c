/* Plays a song with FluidSynth's player and writes the samples to a file: player MODE BANK SONG OUTPUT [FRAMES]

   write     fluid_synth_write_float until the player is done, and one second more; 32-bit floats, two channels
   file      the file renderer until the player is done; 16-bit samples, two channels, no header
   lockstep  a second thread changes gain, reverb, chorus, tempo and position between the calls that render: the two
             threads take turns, so that the samples are the same in each run
   race      the second thread makes the same changes whenever it likes; for ThreadSanitizer, not for comparison

   It declares the functions that it calls, so it needs no header of FluidSynth:
   cc -pthread player.c -l:libfluidsynth.so.3 -o player, with -fsanitize=thread too if wanted. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct settings settings_t;
typedef struct synth synth_t;
typedef struct player player_t;
typedef struct renderer renderer_t;
typedef struct event event_t;

settings_t *new_fluid_settings(void);
void delete_fluid_settings(settings_t *);
int fluid_settings_setnum(settings_t *, const char *, double);
int fluid_settings_setint(settings_t *, const char *, int);
int fluid_settings_setstr(settings_t *, const char *, const char *);
synth_t *new_fluid_synth(settings_t *);
void delete_fluid_synth(synth_t *);
int fluid_synth_sfload(synth_t *, const char *, int);
int fluid_synth_write_float(synth_t *, int, void *, int, int, void *, int, int);
int fluid_synth_handle_midi_event(void *, event_t *);
void fluid_synth_set_gain(synth_t *, float);
int fluid_synth_set_reverb_group_level(synth_t *, int, double);
int fluid_synth_set_chorus_group_level(synth_t *, int, double);
int fluid_synth_reverb_on(synth_t *, int, int);
int fluid_synth_cc(synth_t *, int, int, int);
int fluid_synth_noteon(synth_t *, int, int, int);
int fluid_synth_noteoff(synth_t *, int, int);
int fluid_synth_get_active_voice_count(synth_t *);
player_t *new_fluid_player(synth_t *);
void delete_fluid_player(player_t *);
int fluid_player_add(player_t *, const char *);
int fluid_player_play(player_t *);
int fluid_player_stop(player_t *);
int fluid_player_seek(player_t *, int);
int fluid_player_set_tempo(player_t *, int, double);
int fluid_player_set_playback_callback(player_t *, int (*)(void *, event_t *), void *);
int fluid_player_get_status(player_t *);
int fluid_player_get_current_tick(player_t *);
int fluid_player_get_total_ticks(player_t *);
int fluid_player_get_bpm(player_t *);
renderer_t *new_fluid_file_renderer(synth_t *);
void delete_fluid_file_renderer(renderer_t *);
int fluid_file_renderer_process_block(renderer_t *);

enum { rate = 44100, playing = 1, internal_tempo = 0, external_bpm = 1, largest = 65536, steps = 200, turn = 4410 };

static settings_t *settings;
static synth_t *synth;
static player_t *player;
static FILE *output;
static int frames = 512;
static int racing;
static atomic_int events;

static void require(int condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "player: %s failed\n", what);
  exit(1);
}

/* Renders `count` frames in calls of at most `frames` and writes them; checks that they are finite. */
static void render(int count) {
  static float buffer[2 * largest];
  while (count > 0) {
    int part = count < frames ? count : frames;
    require(fluid_synth_write_float(synth, part, buffer, 0, 2, buffer, 1, 2) == 0, "fluid_synth_write_float");
    for (int i = 0; i < 2 * part; i++) require(isfinite(buffer[i]), "a finite sample");
    require(fwrite(buffer, 8, part, output) == (size_t)part, "fwrite");
    count -= part;
  }
}

static void play_by_writing(void) {
  while (fluid_player_get_status(player) == playing) render(frames);
  render(rate);
}

static void play_to_file(void) {
  renderer_t *renderer = new_fluid_file_renderer(synth);
  require(renderer != NULL, "new_fluid_file_renderer");
  while (fluid_player_get_status(player) == playing) {
    require(fluid_file_renderer_process_block(renderer) == 0, "fluid_file_renderer_process_block");
  }
  delete_fluid_file_renderer(renderer);
}

/* The change that belongs to a step of a tenth of a second; most steps have none. */
static void change(int step) {
  int result = 0, total = fluid_player_get_total_ticks(player);
  switch (step) {
    case 10: result = fluid_settings_setnum(settings, "synth.gain", 0.4); break;
    case 20: result = fluid_settings_setnum(settings, "synth.reverb.room-size", 0.8); break;
    case 30: fluid_synth_set_gain(synth, 0.15f); break;
    case 40: result = fluid_player_set_tempo(player, internal_tempo, 1.5); break;
    case 60: result = fluid_player_seek(player, total / 2); break;
    case 80: result = fluid_synth_cc(synth, 0, 7, 60); break;
    case 90: result = fluid_synth_reverb_on(synth, -1, 0); break;
    case 100: result = fluid_player_set_tempo(player, external_bpm, 90); break;
    case 120: result = fluid_player_seek(player, total / 4); break;
    case 130: result = fluid_settings_setnum(settings, "synth.chorus.level", 4.0); break;
    case 140: result = fluid_settings_setint(settings, "synth.reverb.active", 1); break;
    case 145: result = fluid_synth_set_reverb_group_level(synth, -1, 0.6); break;
    case 150: result = fluid_synth_set_chorus_group_level(synth, -1, 1.0); break;
    case 160: result = fluid_player_seek(player, 0); break;
    case 170: result = fluid_player_set_tempo(player, internal_tempo, 1.0); break;
    default: return;
  }
  if (!racing) printf("step %d: %d\n", step, result);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int requested = -1, finished = -1;
static atomic_int stop;

static void *change_by_turns(void *unused) {
  for (int step = 0; step < steps; step++) {
    pthread_mutex_lock(&mutex);
    while (requested < step) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    change(step);
    pthread_mutex_lock(&mutex);
    finished = step;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void play_by_turns(void) {
  pthread_t thread;
  require(pthread_create(&thread, NULL, change_by_turns, NULL) == 0, "pthread_create");
  for (int step = 0; step < steps; step++) {
    pthread_mutex_lock(&mutex);
    requested = step;
    pthread_cond_broadcast(&changed);
    while (finished < step) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    render(turn);
    if (step % 20 == 19) {
      printf("step %d: tick %d, %d beats per minute, %d events, status %d\n", step,
             fluid_player_get_current_tick(player), fluid_player_get_bpm(player), atomic_load(&events),
             fluid_player_get_status(player));
    }
  }
  pthread_join(thread, NULL);
}

static void *change_freely(void *unused) {
  for (int step = 0; !atomic_load(&stop); step = (step + 1) % steps) {
    change(step);
    fluid_synth_noteon(synth, 15, 40 + step % 40, 80);
    fluid_synth_get_active_voice_count(synth);
    fluid_player_get_current_tick(player);
    fluid_player_get_status(player);
    usleep(200);
    fluid_synth_noteoff(synth, 15, 40 + step % 40);
  }
  return unused;
}

static void play_and_race(void) {
  pthread_t thread;
  require(pthread_create(&thread, NULL, change_freely, NULL) == 0, "pthread_create");
  for (int step = 0; step < steps; step++) render(turn);
  atomic_store(&stop, 1);
  pthread_join(thread, NULL);
}

static int count_event(void *data, event_t *event) {
  atomic_fetch_add(&events, 1);
  return fluid_synth_handle_midi_event(data, event);
}

/* With timing by samples, the player advances with the frames rendered and not with the clock. */
static void open_all(const char *mode, const char *bank, const char *song, const char *path) {
  settings = new_fluid_settings();
  require(settings != NULL, "new_fluid_settings");
  fluid_settings_setnum(settings, "synth.sample-rate", rate);
  fluid_settings_setint(settings, "synth.lock-memory", 0);
  fluid_settings_setstr(settings, "player.timing-source", "sample");
  if (strcmp(mode, "file") == 0) {
    fluid_settings_setstr(settings, "audio.file.name", path);
    fluid_settings_setstr(settings, "audio.file.type", "raw");
    fluid_settings_setstr(settings, "audio.file.format", "s16");
    fluid_settings_setint(settings, "audio.period-size", frames);
  } else {
    output = fopen(path, "wb");
    require(output != NULL, "fopen");
  }
  synth = new_fluid_synth(settings);
  require(synth != NULL, "new_fluid_synth");
  require(fluid_synth_sfload(synth, bank, 1) >= 0, "fluid_synth_sfload");
  player = new_fluid_player(synth);
  require(player != NULL, "new_fluid_player");
  require(fluid_player_add(player, song) == 0, "fluid_player_add");
  if (mode[0] == 'l' || mode[0] == 'r') fluid_player_set_playback_callback(player, count_event, synth);
  require(fluid_player_play(player) == 0, "fluid_player_play");
}

static void close_all(void) {
  fluid_player_stop(player);
  delete_fluid_player(player);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  if (output) require(fclose(output) == 0, "fclose");
}

int main(int count, char **arguments) {
  if (count < 5) return 2;
  const char *mode = arguments[1];
  racing = strcmp(mode, "race") == 0;
  if (count > 5) frames = atoi(arguments[5]);
  require(frames > 0 && frames <= largest, "the number of frames");
  open_all(mode, arguments[2], arguments[3], arguments[4]);
  if (strcmp(mode, "write") == 0) play_by_writing();
  else if (strcmp(mode, "file") == 0) play_to_file();
  else if (strcmp(mode, "lockstep") == 0) play_by_turns();
  else if (strcmp(mode, "race") == 0) play_and_race();
  else return 2;
  close_all();
  return 0;
}
