/// The part of the PipeWire client library's binary interface that Tactus uses, declared from its documentation
/// (https://docs.pipewire.org/). The library is opened at run time; nothing links to it.
#ifndef CPIPEWIRE_H
#define CPIPEWIRE_H

#include <stddef.h>
#include <stdint.h>

/// Marks functions for the process callback: code marked `@_noAllocation @_noLocks` may call them, and PipeWire
/// documents them as real-time safe.
#define TACTUS_PIPEWIRE_REALTIME \
  __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline

struct pw_thread_loop;
struct pw_loop;
struct pw_context;
struct pw_core;
struct pw_registry;
struct pw_properties;
struct pw_stream;
struct pw_proxy;
struct spa_command;
struct spa_pod;

struct spa_dict_item {
  const char *key, *value;
};
struct spa_dict {
  uint32_t flags, n_items;
  const struct spa_dict_item *items;
};

struct spa_callbacks {
  const void *funcs;
  void *data;
};
/// The beginning of every proxy of an object of the server.
struct spa_interface {
  const char *type;
  uint32_t version;
  struct spa_callbacks cb;
};
struct spa_list {
  struct spa_list *next, *prev;
};
struct spa_hook {
  struct spa_list link;
  struct spa_callbacks cb;
  void (*removed)(struct spa_hook *);
  void *priv;
};

struct spa_chunk {
  uint32_t offset, size;
  int32_t stride, flags;
};
struct spa_data {
  uint32_t type, flags;
  int64_t fd;
  uint32_t mapoffset, maxsize;
  void *data;
  struct spa_chunk *chunk;
};
struct spa_buffer {
  uint32_t n_metas, n_datas;
  void *metas;
  struct spa_data *datas;
};
struct pw_buffer {
  struct spa_buffer *buffer;
  void *user_data;
  uint64_t size, requested;
};
struct spa_fraction {
  uint32_t num, denom;
};
/// The position of the server's clock. Later versions of the library have more fields, and write only those for which
/// there is room.
struct pw_time {
  int64_t now;
  struct spa_fraction rate;
  uint64_t ticks;
  int64_t delay;
  uint64_t queued, buffered;
  uint32_t queued_buffers, avail_buffers;
};

enum {
  PW_DIRECTION_OUTPUT = 1,
  PW_STREAM_FLAG_AUTOCONNECT = 1 << 0,
  PW_STREAM_FLAG_MAP_BUFFERS = 1 << 2,
  PW_STREAM_FLAG_RT_PROCESS = 1 << 4,
  PW_STREAM_STATE_ERROR = -1,
  PW_STREAM_STATE_UNCONNECTED = 0,
  PW_STREAM_STATE_PAUSED = 2,
  PW_STREAM_STATE_STREAMING = 3,
  // spa_type
  SPA_TYPE_Id = 3,
  SPA_TYPE_Int = 4,
  SPA_TYPE_Array = 13,
  SPA_TYPE_Object = 15,
  SPA_TYPE_Choice = 19,
  SPA_TYPE_OBJECT_Format = 0x40003,
  // spa_param_type
  SPA_PARAM_EnumFormat = 3,
  SPA_PARAM_Format = 4,
  // spa_format
  SPA_FORMAT_mediaType = 1,
  SPA_FORMAT_mediaSubtype = 2,
  SPA_FORMAT_AUDIO_format = 0x10001,
  SPA_FORMAT_AUDIO_rate = 0x10003,
  SPA_FORMAT_AUDIO_channels = 0x10004,
  SPA_FORMAT_AUDIO_position = 0x10005,
  SPA_MEDIA_TYPE_audio = 1,
  SPA_MEDIA_SUBTYPE_raw = 1,
  SPA_AUDIO_FORMAT_F32P = 0x206,
  SPA_AUDIO_CHANNEL_FL = 3,
  SPA_AUDIO_CHANNEL_FR = 4,
};

#define PW_ID_ANY 0xffffffffu

struct pw_stream_events {
  uint32_t version;
  void (*destroy)(void *data);
  void (*state_changed)(void *data, int old, int state, const char *error);
  void (*control_info)(void *data, uint32_t id, const void *control);
  void (*io_changed)(void *data, uint32_t id, void *area, uint32_t size);
  void (*param_changed)(void *data, uint32_t id, const struct spa_pod *param);
  void (*add_buffer)(void *data, struct pw_buffer *);
  void (*remove_buffer)(void *data, struct pw_buffer *);
  void (*process)(void *data);
  void (*drained)(void *data);
  void (*command)(void *data, const struct spa_command *);
  void (*trigger_done)(void *data);
};

struct pw_registry_events {
  uint32_t version;
  void (*global)(
      void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *);
  void (*global_remove)(void *data, uint32_t id);
};

struct pw_core_events {
  uint32_t version;
  void (*info)(void *data, const void *info);
  void (*done)(void *data, uint32_t id, int seq);
  void (*ping)(void *data, uint32_t id, int seq);
  void (*error)(void *data, uint32_t id, int seq, int result, const char *message);
  void (*remove_id)(void *data, uint32_t id);
  void (*bound_id)(void *data, uint32_t id, uint32_t global);
  void (*add_mem)(void *data, uint32_t id, uint32_t type, int fd, uint32_t flags);
  void (*remove_mem)(void *data, uint32_t id);
};

/// The functions of the library, under their own names.
typedef struct {
  void (*pw_init)(int *argc, char ***argv);
  struct pw_thread_loop *(*pw_thread_loop_new)(const char *name, const struct spa_dict *);
  void (*pw_thread_loop_destroy)(struct pw_thread_loop *);
  int (*pw_thread_loop_start)(struct pw_thread_loop *);
  void (*pw_thread_loop_stop)(struct pw_thread_loop *);
  void (*pw_thread_loop_lock)(struct pw_thread_loop *);
  void (*pw_thread_loop_unlock)(struct pw_thread_loop *);
  struct pw_loop *(*pw_thread_loop_get_loop)(struct pw_thread_loop *);
  struct pw_context *(*pw_context_new)(struct pw_loop *, struct pw_properties *, size_t user_data_size);
  void (*pw_context_destroy)(struct pw_context *);
  struct pw_core *(*pw_context_connect)(struct pw_context *, struct pw_properties *, size_t user_data_size);
  int (*pw_core_disconnect)(struct pw_core *);
  void (*pw_proxy_destroy)(struct pw_proxy *);
  struct pw_properties *(*pw_properties_new)(const char *key, ...);
  int (*pw_properties_set)(struct pw_properties *, const char *key, const char *value);
  struct pw_stream *(*pw_stream_new)(struct pw_core *, const char *name, struct pw_properties *);
  void (*pw_stream_add_listener)(
      struct pw_stream *, struct spa_hook *, const struct pw_stream_events *, void *data);
  void (*pw_stream_destroy)(struct pw_stream *);
  int (*pw_stream_connect)(
      struct pw_stream *, int direction, uint32_t target, int flags, const struct spa_pod **params, uint32_t count);
  int (*pw_stream_disconnect)(struct pw_stream *);
  int (*pw_stream_set_active)(struct pw_stream *, _Bool is_active);
  struct pw_buffer *(*pw_stream_dequeue_buffer)(struct pw_stream *);
  int (*pw_stream_queue_buffer)(struct pw_stream *, struct pw_buffer *);
  /// NULL in versions before 0.3.50.
  int (*pw_stream_get_time_n)(struct pw_stream *, struct pw_time *, size_t size);
} ctactus_pipewire_functions;

/// Opens the library by name or path and finds its functions. Returns 0 on success, 1 if the library is missing, 2 if
/// it lacks a function.
int ctactus_pipewire_load(const char *name, ctactus_pipewire_functions *functions);

/// Returns a set of properties, which can be extended with `pw_properties_set`.
struct pw_properties *ctactus_pipewire_properties(const ctactus_pipewire_functions *functions);

/// Asks the server for its registry, whose events then arrive on the loop's thread. NULL on failure.
struct pw_registry *ctactus_pipewire_registry(
    struct pw_core *, struct spa_hook *, const struct pw_registry_events *, void *data);

/// Listens to the events of a connection. Returns a negative error on failure.
int ctactus_pipewire_listen(struct pw_core *, struct spa_hook *, const struct pw_core_events *, void *data);

/// Asks the server for the event `done` after all earlier events. Returns its number, or a negative error.
int ctactus_pipewire_sync(struct pw_core *);

// Functions for the process callback.

TACTUS_PIPEWIRE_REALTIME struct pw_buffer *ctactus_pipewire_take(
    const ctactus_pipewire_functions *functions, struct pw_stream *stream) {
  return functions->pw_stream_dequeue_buffer(stream);
}
TACTUS_PIPEWIRE_REALTIME int ctactus_pipewire_queue(
    const ctactus_pipewire_functions *functions, struct pw_stream *stream, struct pw_buffer *buffer) {
  return functions->pw_stream_queue_buffer(stream, buffer);
}
/// Reads the position of the server's clock. Returns 0 if it is unknown.
TACTUS_PIPEWIRE_REALTIME int ctactus_pipewire_time(
    const ctactus_pipewire_functions *functions, struct pw_stream *stream, struct pw_time *time) {
  return functions->pw_stream_get_time_n != NULL &&
         functions->pw_stream_get_time_n(stream, time, sizeof *time) >= 0 && time->rate.num > 0 && time->rate.denom > 0;
}

#endif
