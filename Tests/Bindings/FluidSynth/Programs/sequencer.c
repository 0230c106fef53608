/* Schedules a rhythm by a client that is called at each bar and schedules the next one. sequencer FONT */
#include "listening.h"

enum { BARS = 4, BEATS = 4, CLAVES = 75, SIDE_STICK = 37, BAR = 800, START = 100 };

static sound_t sound;

typedef struct {
  fluid_sequencer_t *sequencer;
  fluid_seq_id_t synth, client;
  int bars, farewells;
  unsigned int times[BARS + 1];
} rhythm_t;

static void schedule_bar(rhythm_t *rhythm, unsigned int time) {
  fluid_event_t *event = new_fluid_event();
  fluid_event_set_source(event, rhythm->client);
  fluid_event_set_dest(event, rhythm->synth);
  for (int beat = 0; beat < BEATS; beat++) {
    fluid_event_noteon(event, 9, CLAVES, 110);
    unsigned int at = time + (unsigned int)beat * BAR / BEATS;
    expect(fluid_sequencer_send_at(rhythm->sequencer, event, at, 1) == FLUID_OK, "to schedule a beat");
  }
  fluid_event_set_dest(event, rhythm->client);
  fluid_event_timer(event, rhythm);
  expect(fluid_sequencer_send_at(rhythm->sequencer, event, time + BAR, 1) == FLUID_OK, "to schedule the next bar");
  delete_fluid_event(event);
}

static void on_event(unsigned int time, fluid_event_t *event, fluid_sequencer_t *sequencer, void *data) {
  rhythm_t *rhythm = data;
  if (fluid_event_get_type(event) == FLUID_SEQ_UNREGISTERING) rhythm->farewells++;
  if (fluid_event_get_type(event) != FLUID_SEQ_TIMER) return;
  expect(sequencer == rhythm->sequencer && fluid_event_get_data(event) == rhythm, "the data of the timer");
  rhythm->times[rhythm->bars++] = time;
  if (rhythm->bars < BARS) schedule_bar(rhythm, START + (unsigned int)rhythm->bars * BAR);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_noteon(synth, 9, CLAVES, 110); /* Its attack: how late a beat crosses the threshold. */
  render_seconds(synth, &sound, 1);
  int delay = onset(&sound, 0, 0.02);
  expect(delay < 2000, "claves to sound");
  rhythm_t rhythm = {.sequencer = new_fluid_sequencer2(0)};
  require(rhythm.sequencer != NULL, "a sequencer");
  expect(fluid_sequencer_get_time_scale(rhythm.sequencer) == 1000, "1000 ticks per second");
  rhythm.synth = fluid_sequencer_register_fluidsynth(rhythm.sequencer, synth);
  rhythm.client = fluid_sequencer_register_client(rhythm.sequencer, "rhythm", on_event, &rhythm);
  expect(fluid_sequencer_count_clients(rhythm.sequencer) == 2, "a count of two clients");
  const char *name = fluid_sequencer_get_client_name(rhythm.sequencer, rhythm.client);
  expect(strcmp(name, "rhythm") == 0, "the client's name, not %s", name);
  expect(fluid_sequencer_client_is_dest(rhythm.sequencer, rhythm.client), "a client with a callback");

  unsigned int now = fluid_sequencer_get_tick(rhythm.sequencer);
  expect(now == 0, "tick 0 before the first frame, not %u", now);
  schedule_bar(&rhythm, now + START);
  render_seconds(synth, &sound, (START + BARS * BAR) / 1000.0);
  int worst = 0, latency = 0; /* All beats may be late by the same time, as the sequencer comes before the block. */
  for (int beat = 0; beat < BARS * BEATS; beat++) {
    int wanted = (int)((START + beat * BAR / BEATS) * (RATE / 1000.0));
    int late = onset(&sound, wanted - 1000, 0.02) - wanted - delay - latency;
    if (!beat) {
      latency = late, late = 0;
      expect(latency >= 0 && latency <= 128, "the first beat at most 2 blocks late, not %d frames", latency);
    }
    expect(abs(late) <= 64, "beat %d on frame %d, not %d later", beat, wanted, late);
    if (abs(late) > worst) worst = abs(late);
  }
  render_seconds(synth, &sound, 0.1);
  expect(rhythm.bars == BARS, "%d bars, not %d", BARS, rhythm.bars);
  for (int i = 0; i < rhythm.bars; i++) {
    unsigned int wanted = START + (unsigned int)(i + 1) * BAR;
    expect(rhythm.times[i] - wanted < 4, "a call at tick %u, not %u", wanted, rhythm.times[i]);
  }

  /* A note with a length ends by itself; an event that is removed does not come. */
  render_seconds(synth, &sound, 2);
  fluid_event_t *event = new_fluid_event();
  fluid_event_set_source(event, rhythm.client);
  fluid_event_set_dest(event, rhythm.synth);
  fluid_event_program_change(event, 0, OCARINA);
  fluid_sequencer_send_now(rhythm.sequencer, event);
  fluid_event_note(event, 0, 69, 100, 500);
  expect(fluid_sequencer_send_at(rhythm.sequencer, event, 100, 0) == FLUID_OK, "to schedule a note from now on");
  fluid_event_noteon(event, 9, SIDE_STICK, 127);
  fluid_sequencer_send_at(rhythm.sequencer, event, 2500, 0);
  render_seconds(synth, &sound, 0.6);
  double found = frequency(&sound, RATE / 4);
  expect(fabs(cents(found, 440)) < 10, "a note at 440 Hz, not %.1f", found);
  render_seconds(synth, &sound, 1.5);
  render_seconds(synth, &sound, 0.2);
  expect(rms(&sound) < 1e-4, "the note to end");
  fluid_sequencer_remove_events(rhythm.sequencer, rhythm.client, rhythm.synth, FLUID_SEQ_NOTEON);
  render_seconds(synth, &sound, 1);
  expect(rms(&sound) < 1e-4, "no sound from an event that was removed");
  delete_fluid_event(event);
  fluid_sequencer_unregister_client(rhythm.sequencer, rhythm.client);
  expect(rhythm.farewells == 1, "one farewell to the client, not %d", rhythm.farewells);
  expect(fluid_sequencer_count_clients(rhythm.sequencer) == 1, "one client left");

  printf("sequencer: %d bars, beats within %d frames, a note with a length, a removal\n", rhythm.bars, worst);
  delete_fluid_sequencer(rhythm.sequencer);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
