#include "CJACK.h"

#include <dlfcn.h>

#include "CTactusSymbols.h"

_Static_assert(sizeof(jack_midi_event_t) == 8 + 2 * sizeof(void *), "jack_midi_event_t");
_Static_assert(sizeof(jack_position_t) == 136, "jack_position_t");
_Static_assert(offsetof(jack_position_t, bar_start_tick) == 40, "jack_position_t.bar_start_tick");
_Static_assert(offsetof(jack_position_t, beats_per_minute) == 64, "jack_position_t.beats_per_minute");
_Static_assert(offsetof(jack_position_t, bbt_offset) == 88, "jack_position_t.bbt_offset");
_Static_assert(offsetof(jack_position_t, tick_double) == 100, "jack_position_t.tick_double");
_Static_assert(offsetof(jack_position_t, unique_2) == 128, "jack_position_t.unique_2");

#define FIND(name) ctactus_find_symbol(library, #name, &functions->name)

int ctactus_jack_load(const char *name, ctactus_jack_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(jack_client_open) && FIND(jack_client_close) && FIND(jack_get_client_name) && FIND(jack_activate) && FIND(jack_deactivate) &&
              FIND(jack_set_process_callback) && FIND(jack_set_buffer_size_callback) && FIND(jack_set_sample_rate_callback) &&
              FIND(jack_set_freewheel_callback) && FIND(jack_set_xrun_callback) && FIND(jack_on_info_shutdown) &&
              FIND(jack_set_freewheel) && FIND(jack_get_sample_rate) && FIND(jack_get_buffer_size) && FIND(jack_port_register) &&
              FIND(jack_port_name) && FIND(jack_port_get_buffer) && FIND(jack_get_ports) && FIND(jack_free) && FIND(jack_connect) &&
              FIND(jack_midi_get_event_count) && FIND(jack_midi_event_get) && FIND(jack_midi_clear_buffer) &&
              FIND(jack_midi_event_write) && FIND(jack_last_frame_time) && FIND(jack_transport_query) &&
              FIND(jack_transport_start) && FIND(jack_transport_stop) && FIND(jack_transport_locate) && FIND(jack_set_timebase_callback) &&
              FIND(jack_release_timebase);
  FIND(jack_set_port_connect_callback);
  FIND(jack_port_by_id);
  FIND(jack_set_error_function);
  FIND(jack_set_info_function);
  if (found) return 0;
  dlclose(library);
  return 2;
}

static void say_nothing(const char *words) { (void)words; }

void ctactus_jack_silence(const ctactus_jack_functions *functions) {
  if (functions->jack_set_error_function) functions->jack_set_error_function(say_nothing);
  if (functions->jack_set_info_function) functions->jack_set_info_function(say_nothing);
}

jack_client_t *ctactus_jack_open(
    const ctactus_jack_functions *functions, const char *name, const char *server, int *status) {
  int options = JackNoStartServer;
  if (server) return functions->jack_client_open(name, options | JackServerName, status, server);
  return functions->jack_client_open(name, options, status);
}
