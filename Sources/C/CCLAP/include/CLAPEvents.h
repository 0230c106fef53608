/// The events that a host and a plug-in hand each other.
#ifndef CLAP_EVENTS_H
#define CLAP_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
  CLAPEventNoteOn = 0,
  CLAPEventNoteOff = 1,
  CLAPEventNoteChoke = 2,
  CLAPEventNoteEnd = 3,
  CLAPEventNoteExpression = 4,
  CLAPEventParameterValue = 5,
  CLAPEventParameterModulation = 6,
  CLAPEventGestureBegin = 7,
  CLAPEventGestureEnd = 8,
  CLAPEventTransport = 9,
  CLAPEventMIDI = 10,
  CLAPEventExclusive = 11,
  CLAPEventMIDI2 = 12,
};

/// Flags of a header.
enum { CLAPEventIsLive = 1, CLAPEventIsNotRecorded = 2 };

/// What every event begins with.
typedef struct {
  /// Bytes of the whole event.
  uint32_t size;
  /// Frames from the beginning of the block.
  uint32_t time;
  /// 0: the types above.
  uint16_t space;
  uint16_t type;
  uint32_t flags;
} CLAPEventHeader;

/// Note on, off, choke, end. −1 stands for any note, port, channel, key.
typedef struct {
  CLAPEventHeader header;
  int32_t note;
  int16_t port;
  int16_t channel;
  int16_t key;
  /// 0…1
  double velocity;
} CLAPNoteEvent;

enum {
  CLAPExpressionVolume = 0,
  CLAPExpressionPan = 1,
  CLAPExpressionTuning = 2,
  CLAPExpressionVibrato = 3,
  CLAPExpressionExpression = 4,
  CLAPExpressionBrightness = 5,
  CLAPExpressionPressure = 6,
};

typedef struct {
  CLAPEventHeader header;
  int32_t expression;
  int32_t note;
  int16_t port;
  int16_t channel;
  int16_t key;
  double value;
} CLAPExpressionEvent;

/// The value of a parameter, or by how much it is modulated.
typedef struct {
  CLAPEventHeader header;
  uint32_t parameter;
  void *cookie;
  int32_t note;
  int16_t port;
  int16_t channel;
  int16_t key;
  double value;
} CLAPParameterEvent;

/// Flags of a transport.
enum {
  CLAPTransportHasTempo = 1,
  CLAPTransportHasBeats = 2,
  CLAPTransportHasSeconds = 4,
  CLAPTransportHasMeter = 8,
  CLAPTransportIsPlaying = 16,
  CLAPTransportIsRecording = 32,
  CLAPTransportIsLooping = 64,
  CLAPTransportIsBeforeRoll = 128,
};

/// Positions are in units of 2⁻³¹ beats, or seconds.
typedef struct {
  CLAPEventHeader header;
  uint32_t flags;
  int64_t beats;
  int64_t seconds;
  double tempo;
  /// Added to the tempo with each frame.
  double tempoIncrement;
  int64_t loopStartBeats;
  int64_t loopEndBeats;
  int64_t loopStartSeconds;
  int64_t loopEndSeconds;
  int64_t barStart;
  int32_t barNumber;
  uint16_t meterBeats;
  uint16_t meterNoteValue;
} CLAPTransport;

typedef struct {
  CLAPEventHeader header;
  uint16_t port;
  uint8_t data[3];
} CLAPMIDIEvent;

/// A system-exclusive message, F0 and F7 included; the bytes live as long as the call.
typedef struct {
  CLAPEventHeader header;
  uint16_t port;
  const uint8_t *bytes;
  uint32_t count;
} CLAPExclusiveEvent;

/// A Universal MIDI Packet.
typedef struct {
  CLAPEventHeader header;
  uint16_t port;
  uint32_t words[4];
} CLAPMIDI2Event;

typedef struct CLAPInputEvents {
  void *context;
  uint32_t (*size)(const struct CLAPInputEvents *);
  const CLAPEventHeader *(*get)(const struct CLAPInputEvents *, uint32_t index);
} CLAPInputEvents;

typedef struct CLAPOutputEvents {
  void *context;
  bool (*try_push)(const struct CLAPOutputEvents *, const CLAPEventHeader *);
} CLAPOutputEvents;

#define CLAP_SIZE(Type, size) _Static_assert(sizeof(Type) == (size), #Type " has another size in CLAP")
CLAP_SIZE(CLAPEventHeader, 16);
CLAP_SIZE(CLAPNoteEvent, 40);
CLAP_SIZE(CLAPExpressionEvent, 40);
CLAP_SIZE(CLAPParameterEvent, 56);
CLAP_SIZE(CLAPTransport, 104);
CLAP_SIZE(CLAPMIDIEvent, 24);
CLAP_SIZE(CLAPExclusiveEvent, 40);
CLAP_SIZE(CLAPMIDI2Event, 36);
CLAP_SIZE(CLAPInputEvents, 24);
CLAP_SIZE(CLAPOutputEvents, 16);

#endif
