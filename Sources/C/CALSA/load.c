#include "CALSA.h"

#include <dlfcn.h>

#include "CTactusSymbols.h"

_Static_assert(sizeof(snd_seq_event_t) == 28, "snd_seq_event_t");
_Static_assert(offsetof(snd_seq_event_t, source) == 12, "snd_seq_event_t.source");
_Static_assert(offsetof(snd_seq_event_t, data) == 16, "snd_seq_event_t.data");

#define FIND(name) ctactus_find_symbol(library, #name, &functions->name)

int ctactus_alsa_load(const char *name, ctactus_alsa_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(snd_pcm_open) && FIND(snd_pcm_close) && FIND(snd_pcm_nonblock) && FIND(snd_pcm_drop) && FIND(snd_pcm_drain) && FIND(snd_pcm_recover) &&
              FIND(snd_pcm_writei) && FIND(snd_pcm_hw_params_malloc) && FIND(snd_pcm_hw_params_free) && FIND(snd_pcm_hw_params_any) &&
              FIND(snd_pcm_hw_params_set_access) && FIND(snd_pcm_hw_params_set_format) && FIND(snd_pcm_hw_params_set_channels) &&
              FIND(snd_pcm_hw_params_set_rate_near) && FIND(snd_pcm_hw_params_set_period_size_near) &&
              FIND(snd_pcm_hw_params_set_buffer_size_near) && FIND(snd_pcm_hw_params) && FIND(snd_pcm_sw_params_malloc) &&
              FIND(snd_pcm_sw_params_free) && FIND(snd_pcm_sw_params_current) && FIND(snd_pcm_sw_params_set_start_threshold) &&
              FIND(snd_pcm_sw_params) && FIND(snd_strerror) && FIND(snd_device_name_hint) && FIND(snd_device_name_get_hint) &&
              FIND(snd_device_name_free_hint);
  FIND(snd_lib_error_set_handler);
  if (found) return 0;
  dlclose(library);
  return 2;
}

int ctactus_alsa_seq_load(const char *name, ctactus_alsa_seq_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(snd_seq_open) && FIND(snd_seq_close) && FIND(snd_seq_set_client_name) && FIND(snd_seq_client_id) &&
              FIND(snd_seq_create_simple_port) && FIND(snd_seq_connect_from) && FIND(snd_seq_connect_to) && FIND(snd_seq_disconnect_to) &&
              FIND(snd_seq_event_input) && FIND(snd_seq_event_output_direct) && FIND(snd_seq_poll_descriptors_count) &&
              FIND(snd_seq_poll_descriptors) && FIND(snd_seq_query_next_client) && FIND(snd_seq_query_next_port) &&
              FIND(snd_seq_client_info_malloc) && FIND(snd_seq_client_info_free) && FIND(snd_seq_client_info_set_client) &&
              FIND(snd_seq_client_info_get_client) && FIND(snd_seq_client_info_get_name) && FIND(snd_seq_port_info_malloc) &&
              FIND(snd_seq_port_info_free) && FIND(snd_seq_port_info_set_client) && FIND(snd_seq_port_info_set_port) &&
              FIND(snd_seq_port_info_get_port) && FIND(snd_seq_port_info_get_name) && FIND(snd_seq_port_info_get_capability) &&
              FIND(snd_seq_port_info_get_type) && FIND(snd_seq_get_port_info) &&
              FIND(snd_seq_port_info_get_read_use) && FIND(snd_midi_event_new) && FIND(snd_midi_event_free) &&
              FIND(snd_midi_event_no_status) && FIND(snd_midi_event_decode) && FIND(snd_midi_event_encode) && FIND(snd_strerror);
  if (found) return 0;
  dlclose(library);
  return 2;
}

int ctactus_alsa_raw_load(const char *name, ctactus_alsa_raw_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(snd_rawmidi_open) && FIND(snd_rawmidi_close) && FIND(snd_rawmidi_poll_descriptors_count) &&
              FIND(snd_rawmidi_poll_descriptors) && FIND(snd_rawmidi_read);
  if (found) return 0;
  dlclose(library);
  return 2;
}

static void say_nothing(const char *file, int line, const char *function, int err, const char *fmt, ...) {
  (void)file, (void)line, (void)function, (void)err, (void)fmt;
}

void ctactus_alsa_silence(const ctactus_alsa_functions *functions) {
  if (functions->snd_lib_error_set_handler) functions->snd_lib_error_set_handler(say_nothing);
}
