#include "CJACK.h"

#include <dlfcn.h>

_Static_assert(sizeof(tactus_jack_midi_event) == 8 + 2 * sizeof(void *), "jack_midi_event_t");
_Static_assert(sizeof(tactus_jack_position) == 136, "jack_position_t");
_Static_assert(offsetof(tactus_jack_position, bar_start_tick) == 40, "jack_position_t.bar_start_tick");
_Static_assert(offsetof(tactus_jack_position, beats_per_minute) == 64, "jack_position_t.beats_per_minute");
_Static_assert(offsetof(tactus_jack_position, bbt_offset) == 88, "jack_position_t.bbt_offset");
_Static_assert(offsetof(tactus_jack_position, tick_double) == 100, "jack_position_t.tick_double");
_Static_assert(offsetof(tactus_jack_position, unique_2) == 128, "jack_position_t.unique_2");

/// ISO C has no conversion from a data pointer to a function pointer; POSIX asks for this one.
static int find(void *library, const char *name, void *place) {
  void *symbol = dlsym(library, name);
  *(void **)place = symbol;
  return symbol != NULL;
}

#define FIND(name) find(library, "jack_" #name, &functions->name)

int tactus_jack_load(const char *name, tactus_jack_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(client_open) && FIND(client_close) && FIND(get_client_name) && FIND(activate) && FIND(deactivate) &&
              FIND(set_process_callback) && FIND(set_buffer_size_callback) && FIND(set_sample_rate_callback) &&
              FIND(set_freewheel_callback) && FIND(set_xrun_callback) && FIND(on_info_shutdown) &&
              FIND(set_freewheel) && FIND(get_sample_rate) && FIND(get_buffer_size) && FIND(port_register) &&
              FIND(port_name) && FIND(port_get_buffer) && FIND(get_ports) && FIND(free) && FIND(connect) &&
              FIND(midi_get_event_count) && FIND(midi_event_get) && FIND(midi_clear_buffer) &&
              FIND(midi_event_write) && FIND(last_frame_time) && FIND(get_time) && FIND(transport_query) &&
              FIND(transport_start) && FIND(transport_stop) && FIND(transport_locate) && FIND(set_timebase_callback) &&
              FIND(release_timebase);
  FIND(set_error_function);
  FIND(set_info_function);
  if (found) return 0;
  dlclose(library);
  return 2;
}

static void say_nothing(const char *words) { (void)words; }

void tactus_jack_silence(const tactus_jack_functions *functions) {
  if (functions->set_error_function) functions->set_error_function(say_nothing);
  if (functions->set_info_function) functions->set_info_function(say_nothing);
}

tactus_jack_client *tactus_jack_open(
    const tactus_jack_functions *functions, const char *name, const char *server, int *status) {
  int options = tactus_jack_no_start_server;
  if (server) return functions->client_open(name, options | tactus_jack_server_name, status, server);
  return functions->client_open(name, options, status);
}
