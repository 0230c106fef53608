/// The part of JACK's binary interface that Tactus uses, declared from its documentation (https://jackaudio.org/api/).
/// The library (jackd2's or PipeWire's) is opened at run time; nothing links to it.
#ifndef CJACK_H
#define CJACK_H

#include <stddef.h>
#include <stdint.h>

/// Marks functions for the process callback: code marked `@_noAllocation @_noLocks` may call them, and JACK documents
/// them as real-time safe.
#define TACTUS_JACK_REALTIME \
  __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline

typedef struct _jack_client jack_client_t;
typedef struct _jack_port jack_port_t;

typedef struct {
  uint32_t time;
  size_t size;
  uint8_t *bytes;
} jack_midi_event_t;

/// JACK packs this structure. Up to `video_offset` the layout is that of an unpacked structure, but `tick_double` has
/// the unaligned offset 100 and is declared as two words.
typedef struct {
  uint64_t unique_1, usecs;
  uint32_t frame_rate, frame, valid;
  int32_t bar, beat, tick;
  double bar_start_tick;
  float beats_per_bar, beat_type;
  double ticks_per_beat, beats_per_minute, frame_time, next_time;
  uint32_t bbt_offset;
  float audio_frames_per_video_frame;
  uint32_t video_offset;
  uint32_t tick_double[2];
  int32_t padding[5];
  uint64_t unique_2;
} jack_position_t;

enum {
  // jack_options_t
  JackNoStartServer = 0x01,
  JackServerName = 0x04,
  // jack_status_t
  JackFailure = 0x01,
  JackServerFailed = 0x10,
  JackServerError = 0x20,
  JackVersionError = 0x400,
  // JackPortFlags
  JackPortIsInput = 0x1,
  JackPortIsOutput = 0x2,
  JackPortIsPhysical = 0x4,
  // jack_transport_state_t
  JackTransportStopped = 0,
  JackTransportRolling = 1,
  JackTransportStarting = 3,
  // jack_position_bits_t
  JackPositionBBT = 0x10,
  JackBBTFrameOffset = 0x40,
  JackTickDouble = 0x200,
};

typedef int (*JackProcessCallback)(uint32_t frames, void *context);
typedef int (*JackBufferSizeCallback)(uint32_t frames, void *context);
typedef int (*JackSampleRateCallback)(uint32_t frames, void *context);
typedef void (*JackFreewheelCallback)(int is_starting, void *context);
typedef void (*JackPortConnectCallback)(uint32_t port, uint32_t other, int is_connected, void *context);
typedef int (*JackXRunCallback)(void *context);
typedef void (*JackInfoShutdownCallback)(int code, const char *reason, void *context);
typedef void (*JackTimebaseCallback)(
    int state, uint32_t frames, jack_position_t *position, int is_new, void *context);

/// The functions of the library, under their own names.
typedef struct {
  jack_client_t *(*jack_client_open)(const char *name, int options, int *status, ...);
  int (*jack_client_close)(jack_client_t *);
  char *(*jack_get_client_name)(jack_client_t *);
  int (*jack_activate)(jack_client_t *);
  int (*jack_deactivate)(jack_client_t *);
  int (*jack_set_process_callback)(jack_client_t *, JackProcessCallback, void *);
  int (*jack_set_buffer_size_callback)(jack_client_t *, JackBufferSizeCallback, void *);
  int (*jack_set_sample_rate_callback)(jack_client_t *, JackSampleRateCallback, void *);
  int (*jack_set_freewheel_callback)(jack_client_t *, JackFreewheelCallback, void *);
  int (*jack_set_xrun_callback)(jack_client_t *, JackXRunCallback, void *);
  /// NULL in libraries without it, as is jack_port_by_id.
  int (*jack_set_port_connect_callback)(jack_client_t *, JackPortConnectCallback, void *);
  jack_port_t *(*jack_port_by_id)(jack_client_t *, uint32_t id);
  void (*jack_on_info_shutdown)(jack_client_t *, JackInfoShutdownCallback, void *);
  int (*jack_set_freewheel)(jack_client_t *, int is_on);
  uint32_t (*jack_get_sample_rate)(jack_client_t *);
  uint32_t (*jack_get_buffer_size)(jack_client_t *);
  jack_port_t *(*jack_port_register)(
      jack_client_t *, const char *name, const char *type, unsigned long flags, unsigned long size);
  const char *(*jack_port_name)(const jack_port_t *);
  void *(*jack_port_get_buffer)(jack_port_t *, uint32_t frames);
  const char **(*jack_get_ports)(jack_client_t *, const char *names, const char *types, unsigned long flags);
  void (*jack_free)(void *);
  int (*jack_connect)(jack_client_t *, const char *source, const char *destination);
  uint32_t (*jack_midi_get_event_count)(void *buffer);
  int (*jack_midi_event_get)(jack_midi_event_t *, void *buffer, uint32_t index);
  void (*jack_midi_clear_buffer)(void *buffer);
  int (*jack_midi_event_write)(void *buffer, uint32_t time, const uint8_t *bytes, size_t size);
  uint32_t (*jack_last_frame_time)(const jack_client_t *);
  int (*jack_transport_query)(const jack_client_t *, jack_position_t *);
  void (*jack_transport_start)(jack_client_t *);
  void (*jack_transport_stop)(jack_client_t *);
  int (*jack_transport_locate)(jack_client_t *, uint32_t frame);
  int (*jack_set_timebase_callback)(jack_client_t *, int only_if_none, JackTimebaseCallback, void *);
  int (*jack_release_timebase)(jack_client_t *);
  void (*jack_set_error_function)(void (*)(const char *));
  void (*jack_set_info_function)(void (*)(const char *));
} ctactus_jack_functions;

/// Opens the library by name or path and finds its functions. Returns 0 on success, 1 if the library is missing, 2 if
/// it lacks a function.
int ctactus_jack_load(const char *name, ctactus_jack_functions *functions);

/// Prevents the library from writing to standard error.
void ctactus_jack_silence(const ctactus_jack_functions *functions);

/// Opens a client of the server with the name `server`, or of the default server if that is NULL. A server that is not
/// running is not started. Returns NULL and sets the status on failure.
jack_client_t *ctactus_jack_open(
    const ctactus_jack_functions *functions, const char *name, const char *server, int *status);

/// Returns the position's `tick_double`, which is declared as two words.
TACTUS_JACK_REALTIME double ctactus_jack_tick(const jack_position_t *position) {
  double tick;
  __builtin_memcpy(&tick, position->tick_double, sizeof tick);
  return tick;
}
TACTUS_JACK_REALTIME void ctactus_jack_set_tick(jack_position_t *position, double tick) {
  __builtin_memcpy(position->tick_double, &tick, sizeof tick);
}

// Functions for the process callback.

TACTUS_JACK_REALTIME void *ctactus_jack_buffer(
    const ctactus_jack_functions *functions, jack_port_t *port, uint32_t frames) {
  return port ? functions->jack_port_get_buffer(port, frames) : NULL;
}
TACTUS_JACK_REALTIME uint32_t ctactus_jack_midi_count(const ctactus_jack_functions *functions, void *buffer) {
  return functions->jack_midi_get_event_count(buffer);
}
/// Returns the event with this index in a buffer; if there is none, the result has the size 0.
TACTUS_JACK_REALTIME jack_midi_event_t ctactus_jack_midi_get(
    const ctactus_jack_functions *functions, void *buffer, uint32_t index) {
  jack_midi_event_t event = {0, 0, NULL};
  if (functions->jack_midi_event_get(&event, buffer, index) != 0) event.size = 0;
  if (!event.bytes) event.size = 0;
  return event;
}
TACTUS_JACK_REALTIME void ctactus_jack_midi_clear(const ctactus_jack_functions *functions, void *buffer) {
  functions->jack_midi_clear_buffer(buffer);
}
/// Returns whether the buffer had room for the event.
TACTUS_JACK_REALTIME int ctactus_jack_midi_write(
    const ctactus_jack_functions *functions, void *buffer, uint32_t time, const uint8_t *bytes, size_t size) {
  return functions->jack_midi_event_write(buffer, time, bytes, size) == 0;
}
TACTUS_JACK_REALTIME uint32_t ctactus_jack_first_frame(
    const ctactus_jack_functions *functions, const jack_client_t *client) {
  return functions->jack_last_frame_time(client);
}
TACTUS_JACK_REALTIME int ctactus_jack_transport(
    const ctactus_jack_functions *functions, const jack_client_t *client, jack_position_t *position) {
  return functions->jack_transport_query(client, position);
}

#endif
