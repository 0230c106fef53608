/// What Tactus uses of JACK's binary interface, declared from its documentation (https://jackaudio.org/api/). The library
/// is opened at run time, whoever made it (jackd2, PipeWire); nothing here links to it.
#ifndef CJACK_H
#define CJACK_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// For what the process callback calls: code marked `@_noAllocation @_noLocks` may call these, and JACK promises that
/// they are safe there.
#define TACTUS_JACK_REALTIME \
  __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline

typedef struct tactus_jack_client tactus_jack_client;
typedef struct tactus_jack_port tactus_jack_port;

/// jack_midi_event_t.
typedef struct {
  uint32_t time;
  size_t size;
  uint8_t *bytes;
} tactus_jack_midi_event;

/// jack_position_t. JACK packs it; up to `video_offset` everything lies where it would lie anyway, but `tick_double` is at
/// the odd place 100, and is kept as two words here.
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
} tactus_jack_position;

enum {
  // jack_options_t
  tactus_jack_no_start_server = 0x01,
  tactus_jack_server_name = 0x04,
  // jack_status_t
  tactus_jack_server_failed = 0x10,
  tactus_jack_server_error = 0x20,
  tactus_jack_version_error = 0x400,
  // JackPortFlags
  tactus_jack_is_input = 0x1,
  tactus_jack_is_output = 0x2,
  tactus_jack_is_physical = 0x4,
  // jack_transport_state_t
  tactus_jack_stopped = 0,
  tactus_jack_rolling = 1,
  tactus_jack_starting = 3,
  // jack_position_bits_t
  tactus_jack_bbt = 0x10,
  tactus_jack_bbt_frame_offset = 0x40,
  tactus_jack_tick_double = 0x200,
};

typedef int (*tactus_jack_process)(uint32_t frames, void *context);
typedef int (*tactus_jack_number_changed)(uint32_t number, void *context);
typedef void (*tactus_jack_freewheel)(int is_starting, void *context);
typedef int (*tactus_jack_event)(void *context);
typedef void (*tactus_jack_shutdown)(int code, const char *reason, void *context);
typedef void (*tactus_jack_timebase)(
    int state, uint32_t frames, tactus_jack_position *position, int is_new, void *context);

/// The functions, by their names without "jack_".
typedef struct {
  tactus_jack_client *(*client_open)(const char *name, int options, int *status, ...);
  int (*client_close)(tactus_jack_client *);
  char *(*get_client_name)(tactus_jack_client *);
  int (*activate)(tactus_jack_client *);
  int (*deactivate)(tactus_jack_client *);
  int (*set_process_callback)(tactus_jack_client *, tactus_jack_process, void *);
  int (*set_buffer_size_callback)(tactus_jack_client *, tactus_jack_number_changed, void *);
  int (*set_sample_rate_callback)(tactus_jack_client *, tactus_jack_number_changed, void *);
  int (*set_freewheel_callback)(tactus_jack_client *, tactus_jack_freewheel, void *);
  int (*set_xrun_callback)(tactus_jack_client *, tactus_jack_event, void *);
  void (*on_info_shutdown)(tactus_jack_client *, tactus_jack_shutdown, void *);
  int (*set_freewheel)(tactus_jack_client *, int is_on);
  uint32_t (*get_sample_rate)(tactus_jack_client *);
  uint32_t (*get_buffer_size)(tactus_jack_client *);
  tactus_jack_port *(*port_register)(
      tactus_jack_client *, const char *name, const char *type, unsigned long flags, unsigned long size);
  const char *(*port_name)(const tactus_jack_port *);
  void *(*port_get_buffer)(tactus_jack_port *, uint32_t frames);
  const char **(*get_ports)(tactus_jack_client *, const char *names, const char *types, unsigned long flags);
  void (*free)(void *);
  int (*connect)(tactus_jack_client *, const char *source, const char *destination);
  uint32_t (*midi_get_event_count)(void *buffer);
  int (*midi_event_get)(tactus_jack_midi_event *, void *buffer, uint32_t index);
  void (*midi_clear_buffer)(void *buffer);
  int (*midi_event_write)(void *buffer, uint32_t time, const uint8_t *bytes, size_t size);
  uint32_t (*last_frame_time)(const tactus_jack_client *);
  uint64_t (*get_time)(void);
  int (*transport_query)(const tactus_jack_client *, tactus_jack_position *);
  void (*transport_start)(tactus_jack_client *);
  void (*transport_stop)(tactus_jack_client *);
  int (*transport_locate)(tactus_jack_client *, uint32_t frame);
  int (*set_timebase_callback)(tactus_jack_client *, int only_if_none, tactus_jack_timebase, void *);
  int (*release_timebase)(tactus_jack_client *);
  void (*set_error_function)(void (*)(const char *));
  void (*set_info_function)(void (*)(const char *));
} tactus_jack_functions;

/// Opens the library under a name or a path and finds its functions. Gives 0, or why not: 1 it is not there, 2 it lacks
/// a function.
int tactus_jack_load(const char *name, tactus_jack_functions *functions);

/// Keeps the library from writing to standard error.
void tactus_jack_silence(const tactus_jack_functions *functions);

/// Opens a client, of the server of a name or of the usual one for NULL; never starts a server. NULL, and the status, if
/// there is none.
tactus_jack_client *tactus_jack_open(
    const tactus_jack_functions *functions, const char *name, const char *server, int *status);

/// Two words as the double that they are.
TACTUS_JACK_REALTIME double tactus_jack_tick(const tactus_jack_position *position) {
  double tick;
  __builtin_memcpy(&tick, position->tick_double, sizeof tick);
  return tick;
}
TACTUS_JACK_REALTIME void tactus_jack_set_tick(tactus_jack_position *position, double tick) {
  __builtin_memcpy(position->tick_double, &tick, sizeof tick);
}

// What the process callback calls.

TACTUS_JACK_REALTIME void *tactus_jack_buffer(
    const tactus_jack_functions *functions, tactus_jack_port *port, uint32_t frames) {
  return port ? functions->port_get_buffer(port, frames) : NULL;
}
TACTUS_JACK_REALTIME uint32_t tactus_jack_midi_count(const tactus_jack_functions *functions, void *buffer) {
  return functions->midi_get_event_count(buffer);
}
/// An event of a buffer; one without bytes if it cannot be had.
TACTUS_JACK_REALTIME tactus_jack_midi_event tactus_jack_midi_get(
    const tactus_jack_functions *functions, void *buffer, uint32_t index) {
  tactus_jack_midi_event event = {0, 0, NULL};
  if (functions->midi_event_get(&event, buffer, index) != 0) event.size = 0;
  if (!event.bytes) event.size = 0;
  return event;
}
TACTUS_JACK_REALTIME void tactus_jack_midi_clear(const tactus_jack_functions *functions, void *buffer) {
  functions->midi_clear_buffer(buffer);
}
/// Whether there was room for the event.
TACTUS_JACK_REALTIME int tactus_jack_midi_write(
    const tactus_jack_functions *functions, void *buffer, uint32_t time, const uint8_t *bytes, size_t size) {
  return functions->midi_event_write(buffer, time, bytes, size) == 0;
}
TACTUS_JACK_REALTIME uint32_t tactus_jack_first_frame(
    const tactus_jack_functions *functions, const tactus_jack_client *client) {
  return functions->last_frame_time(client);
}
/// Microseconds.
TACTUS_JACK_REALTIME uint64_t tactus_jack_time(const tactus_jack_functions *functions) { return functions->get_time(); }
/// Microseconds that the calling thread has had of a processor: what it waited while others ran is not in it.
TACTUS_JACK_REALTIME uint64_t tactus_jack_thread_time(void) {
  struct timespec time = {0, 0};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_nsec / 1000u;
}
TACTUS_JACK_REALTIME int tactus_jack_transport(
    const tactus_jack_functions *functions, const tactus_jack_client *client, tactus_jack_position *position) {
  return functions->transport_query(client, position);
}

#endif
