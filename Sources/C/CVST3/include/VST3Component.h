/// The component and its audio processor.
#ifndef VST3_COMPONENT_H
#define VST3_COMPONENT_H

#include "VST3Events.h"
#include "VST3Factory.h"

enum { kAudio = 0, kEvent = 1 };
enum { kInput = 0, kOutput = 1 };
enum { kMain = 0, kAux = 1 };
enum { kDefaultActive = 1 << 0 };

typedef struct {
  int32_t mediaType;
  int32_t direction;
  int32_t channelCount;
  String128 name;
  int32_t busType;
  uint32_t flags;
} BusInfo;

typedef struct {
  int32_t mediaType;
  int32_t busIndex;
  int32_t channel;
} RoutingInfo;

typedef struct {
  VST3_IPLUGINBASE;
  tresult (*getControllerClassId)(void *self, char *classId);
  tresult (*setIoMode)(void *self, int32_t mode);
  int32_t (*getBusCount)(void *self, int32_t type, int32_t direction);
  tresult (*getBusInfo)(void *self, int32_t type, int32_t direction, int32_t index, BusInfo *bus);
  tresult (*getRoutingInfo)(void *self, RoutingInfo *input, RoutingInfo *output);
  tresult (*activateBus)(void *self, int32_t type, int32_t direction, int32_t index, TBool state);
  tresult (*setActive)(void *self, TBool state);
  tresult (*setState)(void *self, IBStream *state);
  tresult (*getState)(void *self, IBStream *state);
} IComponentVtbl;
typedef struct {
  const IComponentVtbl *vtbl;
} IComponent;
VST3_IID(IComponent_iid, 0xE831FF31u, 0xF2D54301u, 0x928EBBEEu, 0x25697802u);

/// A set of speakers, one bit for each.
typedef uint64_t SpeakerArrangement;
enum { kEmpty = 0, kStereo = 3 };
enum { kSample32 = 0, kSample64 = 1 };
enum { kRealtime = 0, kPrefetch = 1, kOffline = 2 };
enum { kNoTail = 0 };
static const uint32_t kInfiniteTail = UINT32_MAX;

typedef struct {
  int32_t processMode;
  int32_t symbolicSampleSize;
  int32_t maxSamplesPerBlock;
  double sampleRate;
} ProcessSetup;

typedef struct {
  int32_t numChannels;
  /// A bit mask of the channels that are silent.
  uint64_t silenceFlags;
  union {
    float **channelBuffers32;
    double **channelBuffers64;
  };
} AudioBusBuffers;

typedef struct {
  uint8_t keyNote;
  uint8_t rootNote;
  int16_t chordMask;
} Chord;

typedef struct {
  uint32_t framesPerSecond;
  uint32_t flags;
} FrameRate;

/// The bits of `ProcessContext.state`.
enum {
  kPlaying = 1 << 1,
  kCycleActive = 1 << 2,
  kRecording = 1 << 3,
  kSystemTimeValid = 1 << 8,
  kProjectTimeMusicValid = 1 << 9,
  kTempoValid = 1 << 10,
  kBarPositionValid = 1 << 11,
  kCycleValid = 1 << 12,
  kTimeSigValid = 1 << 13,
  kSmpteValid = 1 << 14,
  kClockValid = 1 << 15,
  kContTimeValid = 1 << 17,
  kChordValid = 1 << 18,
};

/// The host's transport at the first frame of a block. Musical positions are in quarter notes.
typedef struct {
  uint32_t state;
  double sampleRate;
  int64_t projectTimeSamples;
  int64_t systemTime;
  int64_t continousTimeSamples;
  double projectTimeMusic;
  double barPositionMusic;
  double cycleStartMusic;
  double cycleEndMusic;
  double tempo;
  int32_t timeSigNumerator;
  int32_t timeSigDenominator;
  Chord chord;
  int32_t smpteOffsetSubframes;
  FrameRate frameRate;
  int32_t samplesToNextClock;
} ProcessContext;

typedef struct {
  int32_t processMode;
  int32_t symbolicSampleSize;
  int32_t numSamples;
  int32_t numInputs;
  int32_t numOutputs;
  AudioBusBuffers *inputs;
  AudioBusBuffers *outputs;
  IParameterChanges *inputParameterChanges;
  IParameterChanges *outputParameterChanges;
  IEventList *inputEvents;
  IEventList *outputEvents;
  ProcessContext *processContext;
} ProcessData;

typedef struct {
  VST3_FUNKNOWN;
  tresult (*setBusArrangements)(void *self, SpeakerArrangement *inputs, int32_t inputCount, SpeakerArrangement *outputs,
                                int32_t outputCount);
  tresult (*getBusArrangement)(void *self, int32_t direction, int32_t index, SpeakerArrangement *speakers);
  tresult (*canProcessSampleSize)(void *self, int32_t symbolicSampleSize);
  uint32_t (*getLatencySamples)(void *self);
  tresult (*setupProcessing)(void *self, ProcessSetup *setup);
  tresult (*setProcessing)(void *self, TBool state);
  tresult (*process)(void *self, ProcessData *data);
  uint32_t (*getTailSamples)(void *self);
} IAudioProcessorVtbl;
typedef struct {
  const IAudioProcessorVtbl *vtbl;
} IAudioProcessor;
VST3_IID(IAudioProcessor_iid, 0x42043F99u, 0xB7DA453Cu, 0xA569E79Du, 0x9AAEC33Du);

/// Which parts of the `ProcessContext` a plug-in needs.
enum {
  kNeedProjectTimeMusic = 1 << 2,
  kNeedBarPositionMusic = 1 << 3,
  kNeedCycleMusic = 1 << 4,
  kNeedTempo = 1 << 6,
  kNeedTimeSignature = 1 << 7,
  kNeedTransportState = 1 << 10,
};
typedef struct {
  VST3_FUNKNOWN;
  uint32_t (*getProcessContextRequirements)(void *self);
} IProcessContextRequirementsVtbl;
typedef struct {
  const IProcessContextRequirementsVtbl *vtbl;
} IProcessContextRequirements;
VST3_IID(IProcessContextRequirements_iid, 0x2A654303u, 0xEF764E3Du, 0x95B5FE83u, 0x730EF6D0u);

VST3_SIZE(BusInfo, 276);
VST3_SIZE(RoutingInfo, 12);
VST3_SIZE(ProcessSetup, 24);
VST3_OFFSET(ProcessSetup, sampleRate, 16);
VST3_SIZE(AudioBusBuffers, 24);
VST3_OFFSET(AudioBusBuffers, silenceFlags, 8);
VST3_OFFSET(AudioBusBuffers, channelBuffers32, 16);
VST3_SIZE(ProcessContext, 112);
VST3_OFFSET(ProcessContext, projectTimeMusic, 40);
VST3_OFFSET(ProcessContext, tempo, 72);
VST3_OFFSET(ProcessContext, timeSigDenominator, 84);
VST3_OFFSET(ProcessContext, samplesToNextClock, 104);
VST3_SIZE(ProcessData, 80);
VST3_OFFSET(ProcessData, inputs, 24);
VST3_OFFSET(ProcessData, processContext, 72);
VST3_FUNCTIONS(IComponent, 14);
VST3_FUNCTIONS(IAudioProcessor, 11);
VST3_FUNCTIONS(IProcessContextRequirements, 4);

#endif
