/// The layouts of CoreAudioTypes.
#ifndef APPLESTANDINS_AUDIOLAYOUTS_H
#define APPLESTANDINS_AUDIOLAYOUTS_H

#include <stddef.h>
#include <stdint.h>

#define STANDIN_ENUM(type, name) enum __attribute__((enum_extensibility(open))) name : type
#define STANDIN_OPTIONS(type, name) enum __attribute__((flag_enum, enum_extensibility(open))) name : type

typedef int32_t OSStatus;
typedef uint32_t OSType;

#pragma clang assume_nonnull begin

typedef STANDIN_OPTIONS(uint32_t, AudioTimeStampFlags) {
  kAudioTimeStampNothingValid = 0,
  kAudioTimeStampSampleTimeValid = 1,
  kAudioTimeStampHostTimeValid = 2,
  kAudioTimeStampRateScalarValid = 4,
  kAudioTimeStampWordClockTimeValid = 8,
  kAudioTimeStampSMPTETimeValid = 16,
  kAudioTimeStampSampleHostTimeValid = 3,
} AudioTimeStampFlags;

typedef struct SMPTETime {
  int16_t mSubframes, mSubframeDivisor;
  uint32_t mCounter, mType, mFlags;
  int16_t mHours, mMinutes, mSeconds, mFrames;
} SMPTETime;

typedef struct AudioTimeStamp {
  double mSampleTime;
  uint64_t mHostTime;
  double mRateScalar;
  uint64_t mWordClockTime;
  SMPTETime mSMPTETime;
  AudioTimeStampFlags mFlags;
  uint32_t mReserved;
} AudioTimeStamp;

typedef struct AudioBuffer {
  uint32_t mNumberChannels;
  uint32_t mDataByteSize;
  void *_Nullable mData;
} AudioBuffer;

/// A list of variable length: further buffers follow the first.
typedef struct AudioBufferList {
  uint32_t mNumberBuffers;
  AudioBuffer mBuffers[1];
} AudioBufferList;

_Static_assert(sizeof(SMPTETime) == 24, "SMPTETime");
_Static_assert(sizeof(AudioTimeStamp) == 64 && offsetof(AudioTimeStamp, mFlags) == 56, "AudioTimeStamp");
_Static_assert(sizeof(AudioBuffer) == 16 && offsetof(AudioBuffer, mData) == 8, "AudioBuffer");
_Static_assert(sizeof(AudioBufferList) == 24 && offsetof(AudioBufferList, mBuffers) == 8, "AudioBufferList");

#pragma clang assume_nonnull end

#endif
