/// The layouts of the events that an AUAudioUnit is given with each render cycle: a linked list of which each element is
/// only as long as its kind needs, not as long as the union.
#ifndef APPLESTANDINS_RENDEREVENTLAYOUTS_H
#define APPLESTANDINS_RENDEREVENTLAYOUTS_H

#include "MIDILayouts.h"

#pragma clang assume_nonnull begin

typedef int64_t AUEventSampleTime;
typedef uint32_t AUAudioFrameCount;
typedef uint64_t AUParameterAddress;
typedef float AUValue;

typedef STANDIN_ENUM(uint8_t, AURenderEventType) {
  AURenderEventParameter = 1,
  AURenderEventParameterRamp = 2,
  AURenderEventMIDI = 8,
  AURenderEventMIDISysEx = 9,
  AURenderEventMIDIEventList = 10,
} AURenderEventType;

union AURenderEvent;

#pragma pack(push, 4)
typedef struct AURenderEventHeader {
  union AURenderEvent *_Nullable next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  uint8_t reserved;
} AURenderEventHeader;

typedef struct AUParameterEvent {
  union AURenderEvent *_Nullable next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  uint8_t reserved[3];
  AUAudioFrameCount rampDurationSampleFrames;
  AUParameterAddress parameterAddress;
  AUValue value;
} AUParameterEvent;

/// So many bytes are valid as `length` says, also more than three.
typedef struct AUMIDIEvent {
  union AURenderEvent *_Nullable next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  uint8_t reserved;
  uint16_t length;
  uint8_t cable;
  uint8_t data[3];
} AUMIDIEvent;

typedef struct AUMIDIEventList {
  union AURenderEvent *_Nullable next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  uint8_t reserved;
  uint8_t cable;
  MIDIEventList eventList;
} AUMIDIEventList;

typedef union AURenderEvent {
  AURenderEventHeader head;
  AUParameterEvent parameter;
  AUMIDIEvent MIDI;
  AUMIDIEventList MIDIEventsList;
} AURenderEvent;
#pragma pack(pop)

_Static_assert(offsetof(AURenderEventHeader, eventType) == 16, "AURenderEventHeader");
_Static_assert(sizeof(AUParameterEvent) == 36 && offsetof(AUParameterEvent, parameterAddress) == 24, "AUParameterEvent");
_Static_assert(offsetof(AUParameterEvent, value) == 32, "AUParameterEvent");
_Static_assert(offsetof(AUMIDIEvent, length) == 18 && offsetof(AUMIDIEvent, cable) == 20, "AUMIDIEvent");
_Static_assert(sizeof(AUMIDIEvent) == 24 && offsetof(AUMIDIEvent, data) == 21, "AUMIDIEvent");
_Static_assert(offsetof(AUMIDIEventList, cable) == 18 && offsetof(AUMIDIEventList, eventList) == 20, "AUMIDIEventList");

#pragma clang assume_nonnull end

#endif
