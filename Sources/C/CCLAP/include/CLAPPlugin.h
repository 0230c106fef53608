/// The interfaces of a host and a plug-in, the arguments of `process`, and the factory and entry point of a library.
#ifndef CLAP_PLUGIN_H
#define CLAP_PLUGIN_H

#include "CLAPEvents.h"

typedef struct {
  uint32_t major;
  uint32_t minor;
  uint32_t revision;
} clap_version;

typedef struct clap_host {
  clap_version clap_version;
  void *host_data;
  const char *name;
  const char *vendor;
  const char *url;
  const char *version;
  const void *(*get_extension)(const struct clap_host *, const char *);
  void (*request_restart)(const struct clap_host *);
  void (*request_process)(const struct clap_host *);
  void (*request_callback)(const struct clap_host *);
} clap_host;

typedef struct {
  float **data32;
  double **data64;
  uint32_t channel_count;
  uint32_t latency;
  /// A bit mask of the channels whose samples are all equal.
  uint64_t constant_mask;
} clap_audio_buffer;

/// The results of `process`: whether the host should keep calling it.
enum {
  CLAP_PROCESS_ERROR = 0,
  CLAP_PROCESS_CONTINUE = 1,
  CLAP_PROCESS_CONTINUE_IF_NOT_QUIET = 2,
  CLAP_PROCESS_TAIL = 3,
  CLAP_PROCESS_SLEEP = 4,
};

typedef struct {
  int64_t steady_time;
  uint32_t frames_count;
  const clap_event_transport *transport;
  const clap_audio_buffer *audio_inputs;
  clap_audio_buffer *audio_outputs;
  uint32_t audio_inputs_count;
  uint32_t audio_outputs_count;
  const clap_input_events *in_events;
  const clap_output_events *out_events;
} clap_process;

typedef struct {
  clap_version clap_version;
  const char *id;
  const char *name;
  const char *vendor;
  const char *url;
  const char *manual_url;
  const char *support_url;
  const char *version;
  const char *description;
  /// An array of feature names that ends with NULL.
  const char *const *features;
} clap_plugin_descriptor;

typedef struct clap_plugin {
  const clap_plugin_descriptor *desc;
  void *plugin_data;
  bool (*init)(const struct clap_plugin *);
  void (*destroy)(const struct clap_plugin *);
  bool (*activate)(const struct clap_plugin *, double sample_rate, uint32_t least_frames, uint32_t most_frames);
  void (*deactivate)(const struct clap_plugin *);
  bool (*start_processing)(const struct clap_plugin *);
  void (*stop_processing)(const struct clap_plugin *);
  void (*reset)(const struct clap_plugin *);
  int32_t (*process)(const struct clap_plugin *, const clap_process *);
  const void *(*get_extension)(const struct clap_plugin *, const char *);
  void (*on_main_thread)(const struct clap_plugin *);
} clap_plugin;

typedef struct clap_plugin_factory {
  uint32_t (*get_plugin_count)(const struct clap_plugin_factory *);
  const clap_plugin_descriptor *(*get_plugin_descriptor)(const struct clap_plugin_factory *, uint32_t index);
  const clap_plugin *(*create_plugin)(const struct clap_plugin_factory *, const clap_host *, const char *id);
} clap_plugin_factory;

/// The type of the data symbol `clap_entry`, which a library exports.
typedef struct {
  clap_version clap_version;
  bool (*init)(const char *path);
  void (*deinit)(void);
  const void *(*get_factory)(const char *id);
} clap_plugin_entry;

CLAP_SIZE(clap_version, 12);
CLAP_SIZE(clap_host, 88);
CLAP_SIZE(clap_audio_buffer, 32);
CLAP_SIZE(clap_process, 64);
CLAP_SIZE(clap_plugin_descriptor, 88);
CLAP_SIZE(clap_plugin, 96);
CLAP_SIZE(clap_plugin_factory, 24);
CLAP_SIZE(clap_plugin_entry, 40);

#endif
