/* Sends events through a router that splits the keyboard, transposes and changes controllers. router FONT */
#include "listening.h"

enum { LIMIT = 16 };

typedef struct {
  int type, channel, first, second;
} seen_t;

static sound_t sound;
static seen_t seen[LIMIT];
static int seen_count;
static fluid_synth_t *synth;

/* Remembers what the router lets through, and plays it. */
static int receive(void *data, fluid_midi_event_t *event) {
  expect(data == seen, "the data of the handler");
  if (seen_count < LIMIT)
    seen[seen_count++] = (seen_t){fluid_midi_event_get_type(event), fluid_midi_event_get_channel(event),
                                  fluid_midi_event_get_key(event), fluid_midi_event_get_velocity(event)};
  return fluid_synth_handle_midi_event(synth, event);
}

static void send(fluid_midi_router_t *router, int type, int channel, int first, int second) {
  fluid_midi_event_t *event = new_fluid_midi_event();
  fluid_midi_event_set_type(event, type);
  fluid_midi_event_set_channel(event, channel);
  if (type == 0xE0) {
    fluid_midi_event_set_pitch(event, first);
  } else {
    fluid_midi_event_set_key(event, first); /* The same field as a controller's number. */
    fluid_midi_event_set_velocity(event, second);
  }
  seen_count = 0;
  fluid_midi_router_handle_midi_event(router, event);
  delete_fluid_midi_event(event);
}

static void expect_seen(int index, int channel, int first, int second, const char *when) {
  if (!expect(seen_count > index, "event %d %s", index, when)) return;
  seen_t *found = seen + index;
  expect(found->channel == channel && found->first == first && found->second == second,
         "channel %d with %d, %d %s, not %d with %d, %d", channel, first, second, when, found->channel, found->first,
         found->second);
}

/* A rule for a range of channels and keys or controllers; the second parameter passes, times a factor. */
static void add_rule(fluid_midi_router_t *router, int type, int to_channel, int low, int high, int add, float factor) {
  fluid_midi_router_rule_t *rule = new_fluid_midi_router_rule();
  fluid_midi_router_rule_set_chan(rule, 0, 0, 0, to_channel);
  fluid_midi_router_rule_set_param1(rule, low, high, 1, add);
  fluid_midi_router_rule_set_param2(rule, 0, 127, factor, 0);
  expect(fluid_midi_router_add_rule(router, rule, type) == FLUID_OK, "to add a rule");
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  fluid_settings_t *settings = new_fluid_settings();
  synth = new_dry_synth(settings, arguments[1]);
  fluid_synth_program_change(synth, 4, OCARINA);
  fluid_midi_router_t *router = new_fluid_midi_router(settings, receive, seen);
  require(router != NULL, "a router");
  send(router, 0x90, 3, 60, 100);
  expect_seen(0, 3, 60, 100, "by the usual rules");
  send(router, 0x80, 3, 60, 0);
  fluid_midi_router_clear_rules(router);
  send(router, 0xB0, 0, 7, 99);
  expect(seen_count == 0, "no event without a rule, not %d", seen_count);

  add_rule(router, FLUID_MIDI_ROUTER_RULE_NOTE, 5, 0, 59, 0, 0.5f); /* A split: low keys softly on channel 5. */
  add_rule(router, FLUID_MIDI_ROUTER_RULE_NOTE, 4, 60, 127, 12, 1); /* High keys an octave higher on channel 4. */
  add_rule(router, FLUID_MIDI_ROUTER_RULE_CC, 4, 1, 1, 6, 1); /* The modulation wheel becomes the volume. */
  send(router, 0x90, 0, 50, 80);
  expect(seen_count == 1, "one note for a low key, not %d", seen_count);
  expect_seen(0, 5, 50, 40, "for a low key");
  fluid_synth_all_sounds_off(synth, -1);
  render_seconds(synth, &sound, 0.1);
  send(router, 0x90, 0, 69, 100);
  expect_seen(0, 4, 81, 100, "for a high key");
  render_seconds(synth, &sound, 0.5);
  double found = frequency(&sound, RATE / 8);
  expect(fabs(cents(found, 880)) < 10, "a high key at 880 Hz, not %.1f", found);

  int volume = 0;
  send(router, 0xB0, 0, 1, 55);
  expect_seen(0, 4, 7, 55, "for the modulation wheel");
  fluid_synth_get_cc(synth, 4, 7, &volume);
  expect(volume == 55, "a volume of 55, not %d", volume);
  send(router, 0xB0, 0, 10, 55);
  expect(seen_count == 0, "no other controllers, not %d", seen_count);
  send(router, 0x80, 0, 69, 0);
  expect_seen(0, 4, 81, 0, "for the end of a high key");
  render_seconds(synth, &sound, 2);
  expect(fluid_synth_get_active_voice_count(synth) == 0, "the note to end");

  add_rule(router, FLUID_MIDI_ROUTER_RULE_NOTE, 7, 60, 127, -12, 1); /* Two rules for a key make two notes. */
  send(router, 0x90, 0, 72, 100);
  expect(seen_count == 2 && seen[0].first + seen[1].first == 84 + 60, "two notes by two rules, not %d", seen_count);
  fluid_midi_router_set_default_rules(router);
  send(router, 0xE0, 2, 9000, 0);
  int bend = 0;
  fluid_synth_get_pitch_bend(synth, 2, &bend);
  expect(bend == 9000, "the pitch wheel to pass, not %d", bend);

  printf("router: a split keyboard, a key at %.1f Hz an octave higher, controllers, two rules at once\n", found);
  delete_fluid_midi_router(router);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return failures > 0;
}
