/// What an audio unit asks of its host while it renders, as C functions with a context. Proved Swift code calls them
/// through these wrappers; whether what lies behind them waits is the host's matter.
#ifndef CTACTUSHOSTCALLS_H
#define CTACTUSHOSTCALLS_H

#include <stdbool.h>
#include <stdint.h>

#define TACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

/// What a host says of tempo and place; what it does not write stays as it was.
typedef struct TactusHostTime {
  double tempo, meterBeats, beat, barStart;
  int64_t meterNoteValue;
} TactusHostTime;

/// What a host says of its transport: flags as AUHostTransportStateFlags has them.
typedef struct TactusHostTransport {
  uint64_t flags;
  double samplePosition, cycleStart, cycleEnd;
} TactusHostTransport;

typedef bool (*TactusTimeCall)(void *context, TactusHostTime *time);
typedef bool (*TactusTransportCall)(void *context, TactusHostTransport *transport);
typedef int32_t (*TactusBytesCall)(void *context, int64_t time, uint8_t cable, int64_t count, const uint8_t *bytes);
typedef int32_t (*TactusListCall)(void *context, int64_t time, uint8_t cable, const void *list);
typedef void (*TactusAttendCall)(void *context);

/// The calls that a host offers; those that it does not are null.
typedef struct TactusHostCalls {
  TactusTimeCall _Nullable time;
  TactusTransportCall _Nullable transport;
  TactusBytesCall _Nullable bytes;
  TactusListCall _Nullable list;
  TactusAttendCall _Nullable attend;
  void *_Nullable timeContext;
  void *_Nullable transportContext;
  void *_Nullable bytesContext;
  void *_Nullable listContext;
  void *_Nullable attendContext;
  /// What the host's MIDI lists speak: 1 for MIDI 1.0, 2 for MIDI 2.0.
  int32_t protocolID;
} TactusHostCalls;

/// Whether the host has told.
TACTUS_REALTIME static inline bool tactus_host_time(const TactusHostCalls *calls, TactusHostTime *time) {
  return calls->time && calls->time(calls->timeContext, time);
}

TACTUS_REALTIME static inline bool tactus_host_transport(const TactusHostCalls *calls, TactusHostTransport *transport) {
  return calls->transport && calls->transport(calls->transportContext, transport);
}

/// The host's status, 0 if it has taken them. Only where there is such a call.
TACTUS_REALTIME static inline int32_t tactus_host_bytes(
    const TactusHostCalls *calls, int64_t time, uint8_t cable, int64_t count, const uint8_t *bytes) {
  return calls->bytes ? calls->bytes(calls->bytesContext, time, cable, count, bytes) : 0;
}

TACTUS_REALTIME static inline int32_t tactus_host_list(
    const TactusHostCalls *calls, int64_t time, uint8_t cable, const void *list) {
  return calls->list ? calls->list(calls->listContext, time, cable, list) : 0;
}

/// For hosts that render offline, and may be kept waiting: what the audio side has asked for is done at once.
TACTUS_REALTIME static inline void tactus_host_attend(const TactusHostCalls *calls) {
  if (calls->attend) calls->attend(calls->attendContext);
}

#pragma clang assume_nonnull end

#endif
