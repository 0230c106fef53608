/// The part of the PulseAudio client library's binary interface that Tactus uses, declared from its documentation
/// (https://freedesktop.org/software/pulseaudio/doxygen/). The library is opened at run time; nothing links to it.
#ifndef CPULSE_H
#define CPULSE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

/// Marks functions for audio threads: code marked `@_noAllocation @_noLocks` may call them. The library's thread calls
/// the write callback while it holds the library's lock, so these functions do not wait for another thread.
#define TACTUS_PULSE_REALTIME \
  __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline

typedef struct pa_threaded_mainloop pa_threaded_mainloop;
typedef struct pa_mainloop_api pa_mainloop_api;
typedef struct pa_context pa_context;
typedef struct pa_stream pa_stream;
typedef struct pa_operation pa_operation;

typedef struct {
  int32_t format;
  uint32_t rate;
  uint8_t channels;
} pa_sample_spec;

typedef struct {
  uint8_t channels;
  int32_t map[32];
} pa_channel_map;

typedef struct {
  uint32_t maxlength, tlength, prebuf, minreq, fragsize;
} pa_buffer_attr;

/// The beginning of the library's structure.
typedef struct {
  const char *name;
  uint32_t index;
  const char *description;
  pa_sample_spec sample_spec;
} pa_sink_info;

/// The beginning of the library's structure.
typedef struct {
  const char *user_name, *host_name, *server_version, *server_name;
  pa_sample_spec sample_spec;
  const char *default_sink_name;
} pa_server_info;

/// The beginning of the library's structure: what the server has reported about a stream. The indices are numbers of
/// bytes.
typedef struct {
  struct timeval timestamp;
  int synchronized_clocks;
  uint64_t sink_usec, source_usec, transport_usec;
  int playing, write_index_corrupt;
  int64_t write_index;
  int read_index_corrupt;
  int64_t read_index;
} pa_timing_info;

enum {
  PA_SAMPLE_FLOAT32LE = 5,
  PA_ERR_NOENTITY = 5,
  PA_CHANNEL_POSITION_FRONT_LEFT = 1,
  PA_CHANNEL_POSITION_FRONT_RIGHT = 2,
  // pa_context_flags_t
  PA_CONTEXT_NOAUTOSPAWN = 0x1,
  // pa_context_state_t
  PA_CONTEXT_READY = 4,
  PA_CONTEXT_FAILED = 5,
  PA_CONTEXT_TERMINATED = 6,
  // pa_stream_state_t
  PA_STREAM_READY = 2,
  PA_STREAM_FAILED = 3,
  PA_STREAM_TERMINATED = 4,
  // pa_stream_flags_t
  PA_STREAM_START_CORKED = 0x1,
  PA_STREAM_AUTO_TIMING_UPDATE = 0x8,
  PA_STREAM_FIX_RATE = 0x80,
  PA_STREAM_ADJUST_LATENCY = 0x2000,
  // pa_operation_state_t
  PA_OPERATION_RUNNING = 0,
};

typedef void (*pa_context_notify_cb_t)(pa_context *, void *data);
typedef void (*pa_stream_notify_cb_t)(pa_stream *, void *data);
typedef void (*pa_stream_request_cb_t)(pa_stream *, size_t bytes, void *data);
typedef void (*pa_stream_success_cb_t)(pa_stream *, int success, void *data);
typedef void (*pa_sink_info_cb_t)(pa_context *, const pa_sink_info *, int end, void *data);
typedef void (*pa_server_info_cb_t)(pa_context *, const pa_server_info *, void *data);

/// The functions of the library, under their own names.
typedef struct {
  pa_threaded_mainloop *(*pa_threaded_mainloop_new)(void);
  void (*pa_threaded_mainloop_free)(pa_threaded_mainloop *);
  int (*pa_threaded_mainloop_start)(pa_threaded_mainloop *);
  void (*pa_threaded_mainloop_stop)(pa_threaded_mainloop *);
  void (*pa_threaded_mainloop_lock)(pa_threaded_mainloop *);
  void (*pa_threaded_mainloop_unlock)(pa_threaded_mainloop *);
  void (*pa_threaded_mainloop_wait)(pa_threaded_mainloop *);
  void (*pa_threaded_mainloop_signal)(pa_threaded_mainloop *, int wait_for_accept);
  pa_mainloop_api *(*pa_threaded_mainloop_get_api)(pa_threaded_mainloop *);
  pa_context *(*pa_context_new)(pa_mainloop_api *, const char *name);
  void (*pa_context_unref)(pa_context *);
  int (*pa_context_connect)(pa_context *, const char *server, int flags, const void *spawn_api);
  void (*pa_context_disconnect)(pa_context *);
  int (*pa_context_get_state)(const pa_context *);
  int (*pa_context_errno)(const pa_context *);
  void (*pa_context_set_state_callback)(pa_context *, pa_context_notify_cb_t, void *data);
  pa_operation *(*pa_context_get_sink_info_list)(pa_context *, pa_sink_info_cb_t, void *data);
  pa_operation *(*pa_context_get_server_info)(pa_context *, pa_server_info_cb_t, void *data);
  int (*pa_operation_get_state)(const pa_operation *);
  void (*pa_operation_unref)(pa_operation *);
  pa_stream *(*pa_stream_new)(pa_context *, const char *name, const pa_sample_spec *, const pa_channel_map *);
  void (*pa_stream_unref)(pa_stream *);
  int (*pa_stream_get_state)(const pa_stream *);
  void (*pa_stream_set_state_callback)(pa_stream *, pa_stream_notify_cb_t, void *data);
  void (*pa_stream_set_write_callback)(pa_stream *, pa_stream_request_cb_t, void *data);
  void (*pa_stream_set_underflow_callback)(pa_stream *, pa_stream_notify_cb_t, void *data);
  void (*pa_stream_set_latency_update_callback)(pa_stream *, pa_stream_notify_cb_t, void *data);
  int (*pa_stream_connect_playback)(
      pa_stream *, const char *device, const pa_buffer_attr *, int flags, const void *volume, pa_stream *sync);
  int (*pa_stream_disconnect)(pa_stream *);
  int (*pa_stream_begin_write)(pa_stream *, void **data, size_t *bytes);
  int (*pa_stream_write)(
      pa_stream *, const void *data, size_t bytes, void (*free_data)(void *), int64_t offset, int seek);
  pa_operation *(*pa_stream_cork)(pa_stream *, int is_corked, pa_stream_success_cb_t, void *data);
  const pa_sample_spec *(*pa_stream_get_sample_spec)(pa_stream *);
  const char *(*pa_stream_get_device_name)(const pa_stream *);
  size_t (*pa_stream_writable_size)(const pa_stream *);
  const pa_timing_info *(*pa_stream_get_timing_info)(pa_stream *);
  const char *(*pa_strerror)(int error);
} ctactus_pulse_functions;

/// Opens the library by name or path and finds its functions. Returns 0 on success, 1 if the library is missing, 2 if
/// it lacks a function.
int ctactus_pulse_load(const char *name, ctactus_pulse_functions *functions);

// Functions for the callbacks of a stream.

/// Asks for memory of the stream for at most `bytes` bytes. Returns NULL if there is none, and the size in `bytes`.
TACTUS_PULSE_REALTIME void *ctactus_pulse_begin(
    const ctactus_pulse_functions *functions, pa_stream *stream, size_t *bytes) {
  void *data = NULL;
  return functions->pa_stream_begin_write(stream, &data, bytes) == 0 ? data : NULL;
}
/// Passes on the memory of `ctactus_pulse_begin`. Returns 0 on success.
TACTUS_PULSE_REALTIME int ctactus_pulse_write(
    const ctactus_pulse_functions *functions, pa_stream *stream, const void *data, size_t bytes) {
  return functions->pa_stream_write(stream, data, bytes, NULL, 0, 0);
}
/// Returns the server's latest report about a stream, or NULL if there is none. The library adds to `write_index` what is
/// written after the report.
TACTUS_PULSE_REALTIME const pa_timing_info *ctactus_pulse_timing(
    const ctactus_pulse_functions *functions, pa_stream *stream) {
  return functions->pa_stream_get_timing_info(stream);
}
/// Returns the time in microseconds since the server made a report. It is estimated if the report's time is not
/// plausible because a clock has been set.
TACTUS_PULSE_REALTIME int64_t ctactus_pulse_age(const pa_timing_info *report) {
  struct timeval now = {0, 0};
  gettimeofday(&now, NULL);
  int64_t seconds = (int64_t)now.tv_sec - (int64_t)report->timestamp.tv_sec;
  int64_t age = seconds * 1000000 + now.tv_usec - report->timestamp.tv_usec;
  return age >= 0 && age <= 1000000 ? age : (int64_t)report->transport_usec;
}

#endif
