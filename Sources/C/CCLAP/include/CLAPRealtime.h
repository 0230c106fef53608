/// Calls to the host that CLAP permits on the audio thread. The attributes let Swift code marked `@_noAllocation
/// @_noLocks` make these calls; the host is responsible for their real-time safety. A function that the host omits is
/// not called.
#ifndef CLAP_REALTIME_H
#define CLAP_REALTIME_H

#include "CLAPExtensions.h"

#define CLAP_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

CLAP_REALTIME static inline uint32_t clap_event_count(const clap_input_events *list) {
  return list && list->size && list->get ? list->size(list) : 0;
}

CLAP_REALTIME static inline const clap_event_header *clap_event(const clap_input_events *list, uint32_t index) {
  return list->get(list, index);
}

/// Whether the host has taken a copy of the event.
CLAP_REALTIME static inline bool clap_push(const clap_output_events *list, const void *event) {
  return list && list->try_push && list->try_push(list, (const clap_event_header *)event);
}

CLAP_REALTIME static inline void clap_request_callback(const clap_host *host) {
  if (host && host->request_callback) host->request_callback(host);
}

CLAP_REALTIME static inline void clap_notify_change(const CLAPHostChanged *extension, const clap_host *host) {
  if (extension && extension->changed) extension->changed(host);
}

CLAP_REALTIME static inline double clap_relative_tuning(const clap_host_tuning *tuning, const clap_host *host,
                                                        uint32_t id, int32_t channel, int32_t key, uint32_t offset) {
  return tuning->get_relative ? tuning->get_relative(host, id, channel, key, offset) : 0;
}

CLAP_REALTIME static inline bool clap_should_play(const clap_host_tuning *tuning, const clap_host *host, uint32_t id,
                                                  int32_t channel, int32_t key) {
  return !tuning->should_play || tuning->should_play(host, id, channel, key);
}

CLAP_REALTIME static inline double clap_round(double x) { return __builtin_round(x); }

#endif
