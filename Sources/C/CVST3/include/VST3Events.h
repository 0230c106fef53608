/// The events and the parameter changes of a block.
#ifndef VST3_EVENTS_H
#define VST3_EVENTS_H

#include "VST3Base.h"

typedef struct {
  int16_t channel;
  int16_t pitch;
  /// In cents.
  float tuning;
  float velocity;
  int32_t length;
  int32_t noteId;
} NoteOnEvent;

typedef struct {
  int16_t channel;
  int16_t pitch;
  float velocity;
  int32_t noteId;
  float tuning;
} NoteOffEvent;

enum { kMidiSysEx = 0 };

typedef struct {
  uint32_t size;
  uint32_t type;
  const uint8_t *bytes;
} DataEvent;

typedef struct {
  int16_t channel;
  int16_t pitch;
  float pressure;
  int32_t noteId;
} PolyPressureEvent;

typedef struct {
  uint32_t typeId;
  int32_t noteId;
  double value;
} NoteExpressionValueEvent;

typedef struct {
  uint32_t typeId;
  int32_t noteId;
  uint32_t textLen;
  const TChar *text;
} NoteExpressionTextEvent;

/// A message other than a note that a plug-in sends. `value2` is the second data byte of a pitch bend.
typedef struct {
  uint8_t controlNumber;
  int8_t channel;
  int8_t value;
  int8_t value2;
} LegacyMIDICCOutEvent;

/// The types of events.
enum {
  kNoteOnEvent = 0,
  kNoteOffEvent = 1,
  kDataEvent = 2,
  kPolyPressureEvent = 3,
  kNoteExpressionValueEvent = 4,
  kNoteExpressionTextEvent = 5,
  kChordEvent = 6,
  kScaleEvent = 7,
  kLegacyMIDICCOutEvent = 65535,
};

/// The flags of an event.
enum { kIsLive = 1 << 0 };

typedef struct {
  int32_t busIndex;
  /// The offset in frames from the start of the block.
  int32_t sampleOffset;
  double ppqPosition;
  uint16_t flags;
  uint16_t type;
  union {
    NoteOnEvent noteOn;
    NoteOffEvent noteOff;
    DataEvent data;
    PolyPressureEvent polyPressure;
    NoteExpressionValueEvent noteExpressionValue;
    NoteExpressionTextEvent noteExpressionText;
    LegacyMIDICCOutEvent midiCCOut;
  };
} Event;

/// Controllers that are no MIDI controllers: `controlNumber`, and the numbers of `IMidiMapping`.
enum { kAfterTouch = 128, kPitchBend = 129, kCtrlProgramChange = 130, kCtrlPolyPressure = 131 };

typedef struct {
  VST3_FUNKNOWN;
  int32_t (*getEventCount)(void *self);
  tresult (*getEvent)(void *self, int32_t index, Event *event);
  tresult (*addEvent)(void *self, Event *event);
} IEventListVtbl;
typedef struct {
  const IEventListVtbl *vtbl;
} IEventList;
VST3_IID(IEventList_iid, 0x3A2C4214u, 0x346349FEu, 0xB2C4F397u, 0xB9695A44u);

/// The points of one parameter in a block.
typedef struct {
  VST3_FUNKNOWN;
  ParamID (*getParameterId)(void *self);
  int32_t (*getPointCount)(void *self);
  tresult (*getPoint)(void *self, int32_t index, int32_t *sampleOffset, ParamValue *value);
  tresult (*addPoint)(void *self, int32_t sampleOffset, ParamValue value, int32_t *index);
} IParamValueQueueVtbl;
typedef struct {
  const IParamValueQueueVtbl *vtbl;
} IParamValueQueue;
VST3_IID(IParamValueQueue_iid, 0x01263A18u, 0xED074F6Fu, 0x98C9D356u, 0x4686F9BAu);

typedef struct {
  VST3_FUNKNOWN;
  int32_t (*getParameterCount)(void *self);
  IParamValueQueue *(*getParameterData)(void *self, int32_t index);
  IParamValueQueue *(*addParameterData)(void *self, const ParamID *id, int32_t *index);
} IParameterChangesVtbl;
typedef struct {
  const IParameterChangesVtbl *vtbl;
} IParameterChanges;
VST3_IID(IParameterChanges_iid, 0xA4779663u, 0x0BB64A56u, 0xB44384A8u, 0x466FEB9Du);

VST3_SIZE(NoteOnEvent, 20);
VST3_SIZE(NoteOffEvent, 16);
VST3_SIZE(DataEvent, 16);
VST3_SIZE(PolyPressureEvent, 12);
VST3_SIZE(NoteExpressionValueEvent, 16);
VST3_SIZE(NoteExpressionTextEvent, 24);
VST3_SIZE(LegacyMIDICCOutEvent, 4);
VST3_SIZE(Event, 48);
VST3_OFFSET(Event, ppqPosition, 8);
VST3_OFFSET(Event, type, 18);
VST3_OFFSET(Event, noteOn, 24);
VST3_OFFSET(NoteOnEvent, noteId, 16);
VST3_OFFSET(NoteOffEvent, noteId, 8);
VST3_FUNCTIONS(IEventList, 6);
VST3_FUNCTIONS(IParamValueQueue, 7);
VST3_FUNCTIONS(IParameterChanges, 6);

#endif
