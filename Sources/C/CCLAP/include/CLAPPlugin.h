/// A host, a plug-in, one call of its `process`, and how a host finds it.
#ifndef CLAP_PLUGIN_H
#define CLAP_PLUGIN_H

#include "CLAPEvents.h"

typedef struct {
  uint32_t major;
  uint32_t minor;
  uint32_t revision;
} CLAPVersion;

typedef struct CLAPHost {
  CLAPVersion version;
  void *data;
  const char *name;
  const char *vendor;
  const char *url;
  const char *product_version;
  const void *(*get_extension)(const struct CLAPHost *, const char *);
  void (*request_restart)(const struct CLAPHost *);
  void (*request_process)(const struct CLAPHost *);
  void (*request_callback)(const struct CLAPHost *);
} CLAPHost;

typedef struct {
  float **data32;
  double **data64;
  uint32_t channel_count;
  uint32_t latency;
  /// A bit for each channel whose samples are all the same.
  uint64_t constant_mask;
} CLAPAudioBuffer;

/// What `process` says of what should follow.
enum { CLAPProcessError = 0, CLAPProcessContinue = 1, CLAPProcessUnlessQuiet = 2, CLAPProcessTail = 3, CLAPProcessSleep = 4 };

typedef struct {
  int64_t steady_time;
  uint32_t frame_count;
  const CLAPTransport *transport;
  const CLAPAudioBuffer *audio_inputs;
  CLAPAudioBuffer *audio_outputs;
  uint32_t audio_input_count;
  uint32_t audio_output_count;
  const CLAPInputEvents *in_events;
  const CLAPOutputEvents *out_events;
} CLAPProcess;

typedef struct {
  CLAPVersion version;
  const char *id;
  const char *name;
  const char *vendor;
  const char *url;
  const char *manual_url;
  const char *support_url;
  const char *product_version;
  const char *description;
  /// Ended by NULL.
  const char *const *features;
} CLAPPluginDescriptor;

typedef struct CLAPPlugin {
  const CLAPPluginDescriptor *descriptor;
  void *data;
  bool (*init)(const struct CLAPPlugin *);
  void (*destroy)(const struct CLAPPlugin *);
  bool (*activate)(const struct CLAPPlugin *, double sample_rate, uint32_t least_frames, uint32_t most_frames);
  void (*deactivate)(const struct CLAPPlugin *);
  bool (*start_processing)(const struct CLAPPlugin *);
  void (*stop_processing)(const struct CLAPPlugin *);
  void (*reset)(const struct CLAPPlugin *);
  int32_t (*process)(const struct CLAPPlugin *, const CLAPProcess *);
  const void *(*get_extension)(const struct CLAPPlugin *, const char *);
  void (*on_main_thread)(const struct CLAPPlugin *);
} CLAPPlugin;

typedef struct CLAPPluginFactory {
  uint32_t (*get_plugin_count)(const struct CLAPPluginFactory *);
  const CLAPPluginDescriptor *(*get_plugin_descriptor)(const struct CLAPPluginFactory *, uint32_t index);
  const CLAPPlugin *(*create_plugin)(const struct CLAPPluginFactory *, const CLAPHost *, const char *id);
} CLAPPluginFactory;

/// The data symbol `clap_entry` of a library.
typedef struct {
  CLAPVersion version;
  bool (*init)(const char *path);
  void (*deinit)(void);
  const void *(*get_factory)(const char *id);
} CLAPEntry;

CLAP_SIZE(CLAPVersion, 12);
CLAP_SIZE(CLAPHost, 88);
CLAP_SIZE(CLAPAudioBuffer, 32);
CLAP_SIZE(CLAPProcess, 64);
CLAP_SIZE(CLAPPluginDescriptor, 88);
CLAP_SIZE(CLAPPlugin, 96);
CLAP_SIZE(CLAPPluginFactory, 24);
CLAP_SIZE(CLAPEntry, 40);

#endif
