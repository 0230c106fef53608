/// The calls that an audio unit makes to its host during rendering, as C functions with a context. Swift code that the
/// compiler checks for real-time safety makes the calls through these wrappers; the host is responsible for the
/// real-time safety of its functions.
#ifndef CTACTUSHOSTCALLS_H
#define CTACTUSHOSTCALLS_H

#include <stdbool.h>
#include <stdint.h>

#define TACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

/// The tempo and musical position from the host; members that the host does not write keep their values.
typedef struct TactusHostTime {
  double tempo, meterBeats, beat, barStart;
  int64_t meterNoteValue;
} TactusHostTime;

/// The host's transport state. The bits of `flags` are those of AUHostTransportStateFlags.
typedef struct TactusHostTransport {
  uint64_t flags;
  double samplePosition, cycleStart, cycleEnd;
} TactusHostTransport;

typedef bool (*TactusTimeCall)(void *context, TactusHostTime *time);
typedef bool (*TactusTransportCall)(void *context, TactusHostTransport *transport);
typedef int32_t (*TactusBytesCall)(void *context, int64_t time, uint8_t cable, int64_t count, const uint8_t *bytes);
typedef int32_t (*TactusListCall)(void *context, int64_t time, uint8_t cable, const void *list);
typedef void (*TactusMainThreadCall)(void *context);

/// The calls that a host offers; calls that it does not offer are null.
typedef struct TactusHostCalls {
  TactusTimeCall _Nullable time;
  TactusTransportCall _Nullable transport;
  TactusBytesCall _Nullable bytes;
  TactusListCall _Nullable list;
  TactusMainThreadCall _Nullable runMainThreadTasks;
  void *_Nullable timeContext;
  void *_Nullable transportContext;
  void *_Nullable bytesContext;
  void *_Nullable listContext;
  void *_Nullable mainThreadContext;
  /// The protocol of the host's MIDI event lists: 1 for MIDI 1.0, 2 for MIDI 2.0.
  int32_t protocolID;
} TactusHostCalls;

/// Gets the host's tempo and position; returns whether the host has provided them.
TACTUS_REALTIME static inline bool ctactus_host_time(const TactusHostCalls *calls, TactusHostTime *time) {
  return calls->time && calls->time(calls->timeContext, time);
}

/// Gets the host's transport state; returns whether the host has provided it.
TACTUS_REALTIME static inline bool ctactus_host_transport(const TactusHostCalls *calls, TactusHostTransport *transport) {
  return calls->transport && calls->transport(calls->transportContext, transport);
}

/// Sends MIDI bytes; returns the host's status, 0 on success. Use it only if the host offers the call.
TACTUS_REALTIME static inline int32_t ctactus_host_bytes(
    const TactusHostCalls *calls, int64_t time, uint8_t cable, int64_t count, const uint8_t *bytes) {
  return calls->bytes ? calls->bytes(calls->bytesContext, time, cable, count, bytes) : 0;
}

/// Sends a MIDI event list; returns the host's status, 0 on success. Use it only if the host offers the call.
TACTUS_REALTIME static inline int32_t ctactus_host_list(
    const TactusHostCalls *calls, int64_t time, uint8_t cable, const void *list) {
  return calls->list ? calls->list(calls->listContext, time, cable, list) : 0;
}

/// Performs the main-thread work that the audio side has requested, but immediately and on the rendering thread. Used
/// with hosts that render offline.
TACTUS_REALTIME static inline void ctactus_host_run_main_thread_tasks(const TactusHostCalls *calls) {
  if (calls->runMainThreadTasks) calls->runMainThreadTasks(calls->mainThreadContext);
}

#pragma clang assume_nonnull end

#endif
