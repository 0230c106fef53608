/// The events that a host and a plug-in exchange.
#ifndef CLAP_EVENTS_H
#define CLAP_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
  CLAP_EVENT_NOTE_ON = 0,
  CLAP_EVENT_NOTE_OFF = 1,
  CLAP_EVENT_NOTE_CHOKE = 2,
  CLAP_EVENT_NOTE_END = 3,
  CLAP_EVENT_NOTE_EXPRESSION = 4,
  CLAP_EVENT_PARAM_VALUE = 5,
  CLAP_EVENT_PARAM_MOD = 6,
  CLAP_EVENT_PARAM_GESTURE_BEGIN = 7,
  CLAP_EVENT_PARAM_GESTURE_END = 8,
  CLAP_EVENT_TRANSPORT = 9,
  CLAP_EVENT_MIDI = 10,
  CLAP_EVENT_MIDI_SYSEX = 11,
  CLAP_EVENT_MIDI2 = 12,
};

/// The flags of an event header.
enum { CLAP_EVENT_IS_LIVE = 1, CLAP_EVENT_DONT_RECORD = 2 };

/// The header of every event.
typedef struct {
  /// The size of the whole event in bytes.
  uint32_t size;
  /// The offset in frames from the start of the block.
  uint32_t time;
  /// The event space: 0 for the event types above.
  uint16_t space_id;
  uint16_t type;
  uint32_t flags;
} clap_event_header;

/// A note-on, note-off, choke or note end. In `note_id`, `port_index`, `channel` and `key`, −1 matches any value.
typedef struct {
  clap_event_header header;
  int32_t note_id;
  int16_t port_index;
  int16_t channel;
  int16_t key;
  /// The velocity, 0…1.
  double velocity;
} clap_event_note;

enum {
  CLAP_NOTE_EXPRESSION_VOLUME = 0,
  CLAP_NOTE_EXPRESSION_PAN = 1,
  CLAP_NOTE_EXPRESSION_TUNING = 2,
  CLAP_NOTE_EXPRESSION_VIBRATO = 3,
  CLAP_NOTE_EXPRESSION_EXPRESSION = 4,
  CLAP_NOTE_EXPRESSION_BRIGHTNESS = 5,
  CLAP_NOTE_EXPRESSION_PRESSURE = 6,
};

typedef struct {
  clap_event_header header;
  int32_t expression_id;
  int32_t note_id;
  int16_t port_index;
  int16_t channel;
  int16_t key;
  double value;
} clap_event_note_expression;

/// The value of a parameter, or the amount of its modulation.
typedef struct {
  clap_event_header header;
  uint32_t param_id;
  void *cookie;
  int32_t note_id;
  int16_t port_index;
  int16_t channel;
  int16_t key;
  double value;
} clap_event_param_value;

/// The beginning or the end of a user's gesture with a parameter.
typedef struct {
  clap_event_header header;
  uint32_t param_id;
} clap_event_param_gesture;

/// The flags of a transport event.
enum {
  CLAP_TRANSPORT_HAS_TEMPO = 1,
  CLAP_TRANSPORT_HAS_BEATS_TIMELINE = 2,
  CLAP_TRANSPORT_HAS_SECONDS_TIMELINE = 4,
  CLAP_TRANSPORT_HAS_TIME_SIGNATURE = 8,
  CLAP_TRANSPORT_IS_PLAYING = 16,
  CLAP_TRANSPORT_IS_RECORDING = 32,
  CLAP_TRANSPORT_IS_LOOP_ACTIVE = 64,
  CLAP_TRANSPORT_IS_WITHIN_PRE_ROLL = 128,
};

/// The state of the host's transport. Positions are in units of 2⁻³¹ beat or 2⁻³¹ second.
typedef struct {
  clap_event_header header;
  uint32_t flags;
  int64_t song_pos_beats;
  int64_t song_pos_seconds;
  double tempo;
  /// The change of the tempo per frame.
  double tempo_inc;
  int64_t loop_start_beats;
  int64_t loop_end_beats;
  int64_t loop_start_seconds;
  int64_t loop_end_seconds;
  int64_t bar_start;
  int32_t bar_number;
  uint16_t tsig_num;
  uint16_t tsig_denom;
} clap_event_transport;

typedef struct {
  clap_event_header header;
  uint16_t port_index;
  uint8_t data[3];
} clap_event_midi;

/// A system-exclusive message, including F0 and F7. The bytes are valid only during the call that passes the event.
typedef struct {
  clap_event_header header;
  uint16_t port_index;
  const uint8_t *buffer;
  uint32_t size;
} clap_event_midi_sysex;

/// A Universal MIDI Packet.
typedef struct {
  clap_event_header header;
  uint16_t port_index;
  uint32_t data[4];
} clap_event_midi2;

typedef struct clap_input_events {
  void *ctx;
  uint32_t (*size)(const struct clap_input_events *);
  const clap_event_header *(*get)(const struct clap_input_events *, uint32_t index);
} clap_input_events;

typedef struct clap_output_events {
  void *ctx;
  bool (*try_push)(const struct clap_output_events *, const clap_event_header *);
} clap_output_events;

#define CLAP_SIZE(Type, size) _Static_assert(sizeof(Type) == (size), #Type " has another size in CLAP")
CLAP_SIZE(clap_event_header, 16);
CLAP_SIZE(clap_event_note, 40);
CLAP_SIZE(clap_event_note_expression, 40);
CLAP_SIZE(clap_event_param_value, 56);
CLAP_SIZE(clap_event_param_gesture, 20);
CLAP_SIZE(clap_event_transport, 104);
CLAP_SIZE(clap_event_midi, 24);
CLAP_SIZE(clap_event_midi_sysex, 40);
CLAP_SIZE(clap_event_midi2, 36);
CLAP_SIZE(clap_input_events, 24);
CLAP_SIZE(clap_output_events, 16);

#endif
