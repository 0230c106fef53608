/* Plays a song from memory: status, ticks, tempo, seek, loop and end. player FONT */
#include "listening.h"
#include "song.h"

enum { BEATS = 8, CLAVES = 75 };

static sound_t sound;

/* Eight beats on the claves at 120 beats per minute: one beat in 22050 frames. */
static song_t beats(void) {
  song_t song;
  song_begin(&song, 500000);
  for (int i = 0; i < BEATS; i++) song_note(&song, 9, CLAVES, TICKS);
  song_end(&song, 0);
  return song;
}

static fluid_player_t *new_player(fluid_synth_t *synth, const song_t *song) {
  fluid_synth_system_reset(synth);
  fluid_player_t *player = new_fluid_player(synth);
  expect(fluid_player_add_mem(player, song->bytes, song->length) == FLUID_OK, "to add a song");
  return player;
}

/* The number of beats from a frame on, and whether each comes on its frame, within four blocks: FluidSynth 2.3.1 counts
   whole milliseconds and ticks, and is late by more than three. */
static int count_beats(int first, double distance, double delay, const char *when) {
  int found = 0;
  for (double frame = first; frame + distance <= sound.frames; frame += distance, found++) {
    int at = onset(&sound, (int)(frame < 1000 ? 0 : frame - 1000), 0.02);
    if (at >= frame + distance - 1000) break;
    double late = at - frame - delay;
    expect(late > -64 && late < 256, "beat %d %s on its frame, not %.0f frames late", found, when, late);
  }
  return found;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  song_t song = beats();
  fluid_synth_noteon(synth, 9, CLAVES, 110); /* Its attack: how late a beat crosses the threshold. */
  render_seconds(synth, &sound, 1);
  int delay = onset(&sound, 0, 0.02);
  expect(delay < 2000, "claves to sound");
  fluid_player_t *player = new_player(synth, &song);
  expect(fluid_player_get_status(player) == FLUID_PLAYER_READY, "a player that is ready");
  expect(fluid_player_play(player) == FLUID_OK, "to play");
  expect(fluid_player_get_status(player) == FLUID_PLAYER_PLAYING, "a player that plays");
  render_seconds(synth, &sound, 3);
  int total = fluid_player_get_total_ticks(player), tick = fluid_player_get_current_tick(player);
  expect(total == BEATS * TICKS, "%d ticks in all, not %d", BEATS * TICKS, total);
  expect(abs(tick - 6 * TICKS) < 5, "tick %d after 3 seconds, not %d", 6 * TICKS, tick);
  expect(fluid_player_get_bpm(player) == 120, "120 beats per minute");
  expect(fluid_player_get_midi_tempo(player) == 500000, "a tempo of 500000 microseconds");
  expect(count_beats(0, 22050, delay, "as written") == 6, "6 beats in 3 seconds");
  render_seconds(synth, &sound, 4); /* The player waits two seconds for the last notes. */
  if (expect(fluid_player_get_status(player) == FLUID_PLAYER_DONE, "the end after 4 seconds and some more"))
    expect(fluid_player_join(player) == FLUID_OK, "to join at the end");
  delete_fluid_player(player);

  player = new_player(synth, &song);
  fluid_player_play(player);
  fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_INTERNAL, 2);
  render_seconds(synth, &sound, 1.5);
  tick = fluid_player_get_current_tick(player);
  expect(abs(tick - 6 * TICKS) < 5, "tick %d at the double tempo, not %d", 6 * TICKS, tick);
  expect(count_beats(0, 11025, delay, "at the double tempo") == 6, "6 beats at the double tempo");
  fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_EXTERNAL_BPM, 60);
  render_seconds(synth, &sound, 1);
  expect(abs(fluid_player_get_current_tick(player) - 7 * TICKS) < 5, "one beat in a second at 60 per minute");
  expect(fluid_player_get_bpm(player) == 60, "60 beats per minute");
  expect(fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_EXTERNAL_BPM, 0) == FLUID_FAILED, "to refuse tempo 0");

  fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_INTERNAL, 1);
  expect(fluid_player_seek(player, 2 * TICKS) == FLUID_OK, "to seek");
  render_seconds(synth, &sound, 0.1);
  tick = fluid_player_get_current_tick(player);
  expect(abs(tick - 2 * TICKS - 96) < 5, "tick %d after a seek, not %d", 2 * TICKS + 96, tick);
  expect(fluid_player_seek(player, total + 1) == FLUID_FAILED, "to refuse to seek beyond the end");
  fluid_player_stop(player);
  render_seconds(synth, &sound, 0.5);
  expect(fluid_player_get_status(player) == FLUID_PLAYER_DONE, "a player that has stopped");
  int stopped = fluid_player_get_current_tick(player);
  render_seconds(synth, &sound, 1);
  expect(fluid_player_get_current_tick(player) == stopped, "no ticks after the stop");
  fluid_player_play(player);
  render_seconds(synth, &sound, 0.5);
  int moved = fluid_player_get_current_tick(player) - stopped;
  expect(abs(moved - TICKS) < 5, "to go on where it stopped, not %d ticks later", moved);
  delete_fluid_player(player);

  player = new_player(synth, &song);
  expect(fluid_player_set_loop(player, 2) == FLUID_OK, "to loop");
  fluid_player_play(player);
  render_seconds(synth, &sound, 7);
  int twice = count_beats(0, 22050, delay, "in two rounds");
  expect(twice == 14, "14 beats in 7 seconds of two rounds, not %d", twice);
  expect(fluid_player_get_status(player) == FLUID_PLAYER_PLAYING, "a player that loops");
  render_seconds(synth, &sound, 4);
  expect(fluid_player_get_status(player) == FLUID_PLAYER_DONE, "the end after two rounds");
  delete_fluid_player(player);

  printf("player: %d ticks, beats on their frames, tempo, seek, stop, %d beats in two rounds\n", total, twice);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
