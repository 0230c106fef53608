/* Transposes a song by a playback callback, and repeats a bar by a tick callback. player_callback FONT */
#include "listening.h"
#include "song.h"

typedef struct {
  fluid_synth_t *synth;
  fluid_player_t *player;
  fluid_midi_event_t *copy;
  int notes, others, last_tick, lowest_tick, ticks, backwards, jumps;
} listener_t;

static sound_t sound;

/* Plays a fifth above, by a copy of the event; what is not a note passes. */
static int transpose(void *data, fluid_midi_event_t *event) {
  listener_t *listener = data;
  int type = fluid_midi_event_get_type(event);
  if (type != 0x80 && type != 0x90) {
    listener->others++;
    return fluid_synth_handle_midi_event(listener->synth, event);
  }
  listener->notes += type == 0x90;
  fluid_midi_event_set_type(listener->copy, type);
  fluid_midi_event_set_channel(listener->copy, fluid_midi_event_get_channel(event));
  fluid_midi_event_set_key(listener->copy, fluid_midi_event_get_key(event) + 7);
  fluid_midi_event_set_velocity(listener->copy, fluid_midi_event_get_velocity(event));
  return fluid_synth_handle_midi_event(listener->synth, listener->copy);
}

/* Goes back to the start at the end of the first note, once. Ticks begin at 0. */
static int follow(void *data, int tick) {
  listener_t *listener = data;
  listener->ticks++;
  listener->backwards += tick < listener->last_tick;
  listener->last_tick = tick;
  if (tick < listener->lowest_tick) listener->lowest_tick = tick;
  if (tick < 2 * TICKS || listener->jumps) return FLUID_OK;
  listener->jumps++;
  return fluid_player_seek(listener->player, 0);
}

static double next_pitch(fluid_synth_t *synth) {
  render_seconds(synth, &sound, 1);
  return frequency(&sound, RATE / 4);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  const int keys[] = {60, 64, 67};
  song_t song; /* Three notes of a second each. */
  song_begin(&song, 500000);
  song_event(&song, 0, 0xC0, OCARINA, 0);
  song_event(&song, 0, 0xB0, 7, 120);
  for (int i = 0; i < 3; i++) song_note(&song, 0, keys[i], 2 * TICKS);
  song_end(&song, 0);

  listener_t listener = {.synth = synth, .copy = new_fluid_midi_event(), .last_tick = -1};
  fluid_player_t *player = listener.player = new_fluid_player(synth);
  fluid_player_add_mem(player, song.bytes, song.length);
  expect(fluid_player_set_playback_callback(player, transpose, &listener) == FLUID_OK, "to set the callback");
  fluid_player_play(player);
  for (int i = 0; i < 3; i++) {
    double found = next_pitch(synth), wanted = hertz(keys[i] + 7);
    expect(fabs(cents(found, wanted)) < 10, "note %d a fifth higher at %.1f Hz, not %.1f", i, wanted, found);
  }
  int volume = 0;
  fluid_synth_get_cc(synth, 0, 7, &volume);
  render_seconds(synth, &sound, 3); /* The player waits two seconds for the last notes. */
  expect(listener.notes == 3 && listener.others >= 2, "3 notes and 2 other events, not %d, %d", listener.notes,
         listener.others);
  expect(volume == 120, "other events to pass, not a volume of %d", volume);
  expect(fluid_player_get_status(player) == FLUID_PLAYER_DONE, "the end of the song");
  delete_fluid_player(player);

  player = listener.player = new_fluid_player(synth);
  fluid_player_add_mem(player, song.bytes, song.length);
  expect(fluid_player_set_tick_callback(player, follow, &listener) == FLUID_OK, "to set the callback for ticks");
  fluid_player_play(player);
  const int heard[] = {60, 60, 64, 67};
  for (int i = 0; i < 4; i++) {
    double found = next_pitch(synth), wanted = hertz(heard[i]);
    expect(fabs(cents(found, wanted)) < 10, "note %d with a repetition at %.1f Hz, not %.1f", i, wanted, found);
  }
  expect(listener.lowest_tick == 0, "ticks from 0 on, not from %d", listener.lowest_tick);
  expect(listener.jumps == 1 && listener.backwards == 1, "one jump back, not %d and %d", listener.jumps,
         listener.backwards);
  expect(listener.ticks > 500, "a call for each tick or block, not %d", listener.ticks);
  delete_fluid_player(player);

  printf("player_callback: %d notes a fifth higher, %d calls for ticks, %d jump back\n", listener.notes,
         listener.ticks, listener.jumps);
  delete_fluid_midi_event(listener.copy);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
