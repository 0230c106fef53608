/// The part of the ALSA library's binary interface that Tactus uses, declared from its documentation
/// (https://www.alsa-project.org/alsa-doc/alsa-lib/). The library is opened at run time; nothing links to it.
#ifndef CALSA_H
#define CALSA_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

/// Marks functions for audio threads: code marked `@_noAllocation @_noLocks` may call them.
#define TACTUS_ALSA_REALTIME \
  __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline

typedef struct _snd_seq snd_seq_t;
typedef struct _snd_seq_client_info snd_seq_client_info_t;
typedef struct _snd_seq_port_info snd_seq_port_info_t;
typedef struct snd_midi_event snd_midi_event_t;
typedef struct _snd_rawmidi snd_rawmidi_t;
typedef struct _snd_pcm snd_pcm_t;
typedef struct _snd_pcm_hw_params snd_pcm_hw_params_t;
typedef struct _snd_pcm_sw_params snd_pcm_sw_params_t;
typedef unsigned long snd_pcm_uframes_t;
typedef long snd_pcm_sframes_t;

enum {
  SND_PCM_STREAM_PLAYBACK = 0,
  SND_PCM_NONBLOCK = 1,
  SND_PCM_ACCESS_RW_INTERLEAVED = 3,
  // snd_pcm_format_t
  SND_PCM_FORMAT_S16_LE = 2,
  SND_PCM_FORMAT_S24_LE = 6,
  SND_PCM_FORMAT_S32_LE = 10,
  SND_PCM_FORMAT_FLOAT_LE = 14,
  SND_PCM_FORMAT_S24_3LE = 32,
};

typedef struct {
  uint8_t client, port;
} snd_seq_addr_t;

/// An event of the sequencer. `data` is a union of structures, whose members depend on the type.
typedef struct {
  uint8_t type, flags, tag, queue;
  uint32_t time[2];
  snd_seq_addr_t source, dest;
  union {
    uint8_t bytes[12];
    snd_seq_addr_t addr;
    struct {
      snd_seq_addr_t sender, dest;
    } connect;
  } data;
} snd_seq_event_t;

enum {
  SND_SEQ_OPEN_DUPLEX = 3,
  SND_SEQ_NONBLOCK = 1,
  SND_SEQ_CLIENT_SYSTEM = 0,
  SND_SEQ_PORT_SYSTEM_ANNOUNCE = 1,
  SND_SEQ_QUEUE_DIRECT = 253,
  SND_SEQ_ADDRESS_UNKNOWN = 253,
  SND_SEQ_ADDRESS_SUBSCRIBERS = 254,
  // capabilities and types of ports
  SND_SEQ_PORT_CAP_READ = 0x01,
  SND_SEQ_PORT_CAP_WRITE = 0x02,
  SND_SEQ_PORT_CAP_SUBS_READ = 0x20,
  SND_SEQ_PORT_CAP_SUBS_WRITE = 0x40,
  SND_SEQ_PORT_CAP_NO_EXPORT = 0x80,
  SND_SEQ_PORT_TYPE_MIDI_GENERIC = 0x2,
  SND_SEQ_PORT_TYPE_HARDWARE = 0x10000,
  SND_SEQ_PORT_TYPE_APPLICATION = 0x100000,
  // snd_seq_event_type
  SND_SEQ_EVENT_PORT_START = 63,
  SND_SEQ_EVENT_PORT_EXIT = 64,
  SND_SEQ_EVENT_PORT_CHANGE = 65,
  SND_SEQ_EVENT_PORT_SUBSCRIBED = 66,
  SND_SEQ_EVENT_PORT_UNSUBSCRIBED = 67,
  SND_SEQ_EVENT_NONE = 255,
};

struct pollfd;

/// The functions for MIDI, under their own names.
typedef struct {
  int (*snd_seq_open)(snd_seq_t **, const char *name, int streams, int mode);
  int (*snd_seq_close)(snd_seq_t *);
  int (*snd_seq_set_client_name)(snd_seq_t *, const char *name);
  int (*snd_seq_client_id)(snd_seq_t *);
  int (*snd_seq_create_simple_port)(snd_seq_t *, const char *name, unsigned capabilities, unsigned type);
  int (*snd_seq_connect_from)(snd_seq_t *, int port, int client, int other);
  int (*snd_seq_connect_to)(snd_seq_t *, int port, int client, int other);
  int (*snd_seq_disconnect_to)(snd_seq_t *, int port, int client, int other);
  int (*snd_seq_event_input)(snd_seq_t *, snd_seq_event_t **);
  int (*snd_seq_event_output_direct)(snd_seq_t *, snd_seq_event_t *);
  int (*snd_seq_poll_descriptors_count)(snd_seq_t *, short events);
  int (*snd_seq_poll_descriptors)(snd_seq_t *, struct pollfd *, unsigned space, short events);
  int (*snd_seq_query_next_client)(snd_seq_t *, snd_seq_client_info_t *);
  int (*snd_seq_query_next_port)(snd_seq_t *, snd_seq_port_info_t *);
  int (*snd_seq_client_info_malloc)(snd_seq_client_info_t **);
  void (*snd_seq_client_info_free)(snd_seq_client_info_t *);
  void (*snd_seq_client_info_set_client)(snd_seq_client_info_t *, int client);
  int (*snd_seq_client_info_get_client)(const snd_seq_client_info_t *);
  const char *(*snd_seq_client_info_get_name)(snd_seq_client_info_t *);
  int (*snd_seq_port_info_malloc)(snd_seq_port_info_t **);
  void (*snd_seq_port_info_free)(snd_seq_port_info_t *);
  void (*snd_seq_port_info_set_client)(snd_seq_port_info_t *, int client);
  void (*snd_seq_port_info_set_port)(snd_seq_port_info_t *, int port);
  int (*snd_seq_port_info_get_port)(const snd_seq_port_info_t *);
  const char *(*snd_seq_port_info_get_name)(const snd_seq_port_info_t *);
  unsigned (*snd_seq_port_info_get_capability)(const snd_seq_port_info_t *);
  unsigned (*snd_seq_port_info_get_type)(const snd_seq_port_info_t *);
  int (*snd_seq_get_port_info)(snd_seq_t *, int port, snd_seq_port_info_t *);
  int (*snd_seq_port_info_get_read_use)(const snd_seq_port_info_t *);
  int (*snd_midi_event_new)(size_t size, snd_midi_event_t **);
  void (*snd_midi_event_free)(snd_midi_event_t *);
  void (*snd_midi_event_no_status)(snd_midi_event_t *, int is_on);
  long (*snd_midi_event_decode)(snd_midi_event_t *, unsigned char *bytes, long count, const snd_seq_event_t *);
  long (*snd_midi_event_encode)(snd_midi_event_t *, const unsigned char *bytes, long count, snd_seq_event_t *);
  const char *(*snd_strerror)(int error);
} ctactus_alsa_seq_functions;

enum { SND_RAWMIDI_NONBLOCK = 2 };

/// The functions for raw MIDI devices, under their own names.
typedef struct {
  int (*snd_rawmidi_open)(snd_rawmidi_t **input, snd_rawmidi_t **output, const char *name, int mode);
  int (*snd_rawmidi_close)(snd_rawmidi_t *);
  int (*snd_rawmidi_poll_descriptors_count)(snd_rawmidi_t *);
  int (*snd_rawmidi_poll_descriptors)(snd_rawmidi_t *, struct pollfd *, unsigned space);
  long (*snd_rawmidi_read)(snd_rawmidi_t *, void *bytes, size_t count);
} ctactus_alsa_raw_functions;

typedef void (*snd_lib_error_handler_t)(const char *file, int line, const char *function, int err, const char *fmt, ...);

/// The functions for audio, under their own names.
typedef struct {
  int (*snd_pcm_open)(snd_pcm_t **, const char *name, int stream, int mode);
  int (*snd_pcm_close)(snd_pcm_t *);
  int (*snd_pcm_nonblock)(snd_pcm_t *, int is_nonblocking);
  int (*snd_pcm_drop)(snd_pcm_t *);
  int (*snd_pcm_drain)(snd_pcm_t *);
  int (*snd_pcm_recover)(snd_pcm_t *, int error, int silent);
  snd_pcm_sframes_t (*snd_pcm_writei)(snd_pcm_t *, const void *frames, snd_pcm_uframes_t count);
  int (*snd_pcm_hw_params_malloc)(snd_pcm_hw_params_t **);
  void (*snd_pcm_hw_params_free)(snd_pcm_hw_params_t *);
  int (*snd_pcm_hw_params_any)(snd_pcm_t *, snd_pcm_hw_params_t *);
  int (*snd_pcm_hw_params_set_access)(snd_pcm_t *, snd_pcm_hw_params_t *, int access);
  int (*snd_pcm_hw_params_set_format)(snd_pcm_t *, snd_pcm_hw_params_t *, int format);
  int (*snd_pcm_hw_params_set_channels)(snd_pcm_t *, snd_pcm_hw_params_t *, unsigned channels);
  int (*snd_pcm_hw_params_set_rate_near)(snd_pcm_t *, snd_pcm_hw_params_t *, unsigned *rate, int *direction);
  int (*snd_pcm_hw_params_set_period_size_near)(
      snd_pcm_t *, snd_pcm_hw_params_t *, snd_pcm_uframes_t *frames, int *direction);
  int (*snd_pcm_hw_params_set_buffer_size_near)(snd_pcm_t *, snd_pcm_hw_params_t *, snd_pcm_uframes_t *frames);
  int (*snd_pcm_hw_params)(snd_pcm_t *, snd_pcm_hw_params_t *);
  int (*snd_pcm_sw_params_malloc)(snd_pcm_sw_params_t **);
  void (*snd_pcm_sw_params_free)(snd_pcm_sw_params_t *);
  int (*snd_pcm_sw_params_current)(snd_pcm_t *, snd_pcm_sw_params_t *);
  int (*snd_pcm_sw_params_set_start_threshold)(snd_pcm_t *, snd_pcm_sw_params_t *, snd_pcm_uframes_t frames);
  int (*snd_pcm_sw_params)(snd_pcm_t *, snd_pcm_sw_params_t *);
  const char *(*snd_strerror)(int error);
  int (*snd_device_name_hint)(int card, const char *kind, void ***hints);
  char *(*snd_device_name_get_hint)(const void *hint, const char *id);
  int (*snd_device_name_free_hint)(void **hints);
  int (*snd_lib_error_set_handler)(snd_lib_error_handler_t);
} ctactus_alsa_functions;

/// Opens the library by name or path and finds its functions. Returns 0 on success, 1 if the library is missing, 2 if
/// it lacks a function.
int ctactus_alsa_load(const char *name, ctactus_alsa_functions *functions);

/// Finds the functions for MIDI, with the results of `ctactus_alsa_load`.
int ctactus_alsa_seq_load(const char *name, ctactus_alsa_seq_functions *functions);

/// Finds the functions for raw MIDI devices, with the results of `ctactus_alsa_load`.
int ctactus_alsa_raw_load(const char *name, ctactus_alsa_raw_functions *functions);

/// Prevents the library from writing to standard error.
void ctactus_alsa_silence(const ctactus_alsa_functions *functions);

// Functions for audio threads.

/// Writes frames and waits until there is room for them. Returns the number of frames written, or a negative error.
TACTUS_ALSA_REALTIME long ctactus_alsa_write(
    const ctactus_alsa_functions *functions, snd_pcm_t *pcm, const void *frames, long count) {
  return functions->snd_pcm_writei(pcm, frames, (snd_pcm_uframes_t)count);
}
/// Whether an error is an underrun, or a suspension of the system.
TACTUS_ALSA_REALTIME _Bool ctactus_alsa_is_underrun(long error) { return error == -EPIPE || error == -ESTRPIPE; }
/// The error of a device that takes no frames.
TACTUS_ALSA_REALTIME long ctactus_alsa_io_error(void) { return -EIO; }
/// Prepares a device again after an underrun or a suspension. Returns 0 on success.
TACTUS_ALSA_REALTIME int ctactus_alsa_recover(const ctactus_alsa_functions *functions, snd_pcm_t *pcm, int error) {
  return functions->snd_pcm_recover(pcm, error, 1);
}

#endif
