#include "CPulse.h"

#include <dlfcn.h>

#include "CTactusSymbols.h"

_Static_assert(sizeof(pa_sample_spec) == 12, "pa_sample_spec");
_Static_assert(sizeof(pa_channel_map) == 132, "pa_channel_map");
_Static_assert(sizeof(pa_buffer_attr) == 20, "pa_buffer_attr");
_Static_assert(offsetof(pa_sink_info, description) == 2 * sizeof(void *), "pa_sink_info.description");
_Static_assert(offsetof(pa_sink_info, sample_spec) == 3 * sizeof(void *), "pa_sink_info.sample_spec");
_Static_assert(offsetof(pa_server_info, sample_spec) == 4 * sizeof(void *), "pa_server_info.sample_spec");
_Static_assert(
    offsetof(pa_server_info, default_sink_name) == 4 * sizeof(void *) + (sizeof(void *) == 8 ? 16 : 12),
    "pa_server_info.default_sink_name");

_Static_assert(
    sizeof(void *) != 8 || (offsetof(pa_timing_info, sink_usec) == 24 && offsetof(pa_timing_info, playing) == 48 &&
                            offsetof(pa_timing_info, write_index) == 56 && offsetof(pa_timing_info, read_index) == 72),
    "pa_timing_info");

#define FIND(name) ctactus_find_symbol(library, #name, &functions->name)

int ctactus_pulse_load(const char *name, ctactus_pulse_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(pa_threaded_mainloop_new) && FIND(pa_threaded_mainloop_free) && FIND(pa_threaded_mainloop_start) &&
              FIND(pa_threaded_mainloop_stop) && FIND(pa_threaded_mainloop_lock) && FIND(pa_threaded_mainloop_unlock) &&
              FIND(pa_threaded_mainloop_wait) && FIND(pa_threaded_mainloop_signal) && FIND(pa_threaded_mainloop_get_api) &&
              FIND(pa_context_new) && FIND(pa_context_unref) && FIND(pa_context_connect) && FIND(pa_context_disconnect) &&
              FIND(pa_context_get_state) && FIND(pa_context_errno) && FIND(pa_context_set_state_callback) &&
              FIND(pa_context_get_sink_info_list) && FIND(pa_context_get_server_info) && FIND(pa_operation_get_state) &&
              FIND(pa_operation_unref) && FIND(pa_stream_new) && FIND(pa_stream_unref) && FIND(pa_stream_get_state) &&
              FIND(pa_stream_set_state_callback) && FIND(pa_stream_set_write_callback) && FIND(pa_stream_set_underflow_callback) &&
              FIND(pa_stream_set_latency_update_callback) && FIND(pa_stream_get_timing_info) &&
              FIND(pa_stream_connect_playback) && FIND(pa_stream_disconnect) && FIND(pa_stream_begin_write) && FIND(pa_stream_write) &&
              FIND(pa_stream_cork) && FIND(pa_stream_get_sample_spec) && FIND(pa_stream_get_device_name) &&
              FIND(pa_stream_writable_size) && FIND(pa_strerror);
  if (found) return 0;
  dlclose(library);
  return 2;
}
