/// Preset loading, and preset discovery, which lets a host list presets without creating a plug-in.
#ifndef CLAP_PRESETS_H
#define CLAP_PRESETS_H

#include "CLAPPlugin.h"

enum { CLAP_PRESET_DISCOVERY_LOCATION_FILE = 0, CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN = 1 };

// clap.preset-load/2
typedef struct {
  bool (*from_location)(const clap_plugin *, uint32_t kind, const char *location, const char *load_key);
} clap_plugin_preset_load;
typedef struct {
  void (*on_error)(const clap_host *, uint32_t kind, const char *location, const char *load_key, int32_t os_error,
                   const char *text);
  void (*loaded)(const clap_host *, uint32_t kind, const char *location, const char *load_key);
} clap_host_preset_load;

// clap.preset-discovery-factory/2
enum { CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT = 1, CLAP_PRESET_DISCOVERY_IS_USER_CONTENT = 2 };
typedef struct {
  const char *abi;
  const char *id;
} clap_universal_plugin_id;
typedef struct clap_preset_discovery_metadata_receiver {
  void *receiver_data;
  void (*on_error)(const struct clap_preset_discovery_metadata_receiver *, int32_t os_error, const char *text);
  bool (*begin_preset)(const struct clap_preset_discovery_metadata_receiver *, const char *name, const char *load_key);
  void (*add_plugin_id)(const struct clap_preset_discovery_metadata_receiver *, const clap_universal_plugin_id *);
  void (*set_soundpack_id)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void (*set_flags)(const struct clap_preset_discovery_metadata_receiver *, uint32_t);
  void (*add_creator)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void (*set_description)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void (*set_timestamps)(const struct clap_preset_discovery_metadata_receiver *, uint64_t created, uint64_t changed);
  void (*add_feature)(const struct clap_preset_discovery_metadata_receiver *, const char *);
  void (*add_extra_info)(const struct clap_preset_discovery_metadata_receiver *, const char *key, const char *value);
} clap_preset_discovery_metadata_receiver;
typedef struct {
  const char *name;
  const char *description;
  const char *file_extension;
} clap_preset_discovery_filetype;
typedef struct {
  uint32_t flags;
  const char *name;
  uint32_t kind;
  const char *location;
} clap_preset_discovery_location;
typedef struct {
  clap_version clap_version;
  const char *id;
  const char *name;
  const char *vendor;
} clap_preset_discovery_provider_descriptor;
typedef struct clap_preset_discovery_provider {
  const clap_preset_discovery_provider_descriptor *desc;
  void *provider_data;
  bool (*init)(const struct clap_preset_discovery_provider *);
  void (*destroy)(const struct clap_preset_discovery_provider *);
  bool (*get_metadata)(const struct clap_preset_discovery_provider *, uint32_t kind, const char *location,
                       const clap_preset_discovery_metadata_receiver *);
  const void *(*get_extension)(const struct clap_preset_discovery_provider *, const char *);
} clap_preset_discovery_provider;
typedef struct clap_preset_discovery_indexer {
  clap_version clap_version;
  const char *name;
  const char *vendor;
  const char *url;
  const char *version;
  void *indexer_data;
  bool (*declare_filetype)(const struct clap_preset_discovery_indexer *, const clap_preset_discovery_filetype *);
  bool (*declare_location)(const struct clap_preset_discovery_indexer *, const clap_preset_discovery_location *);
  bool (*declare_soundpack)(const struct clap_preset_discovery_indexer *, const void *);
  const void *(*get_extension)(const struct clap_preset_discovery_indexer *, const char *);
} clap_preset_discovery_indexer;
typedef struct clap_preset_discovery_factory {
  uint32_t (*count)(const struct clap_preset_discovery_factory *);
  const clap_preset_discovery_provider_descriptor *(*get_descriptor)(
      const struct clap_preset_discovery_factory *, uint32_t index);
  const clap_preset_discovery_provider *(*create)(
      const struct clap_preset_discovery_factory *, const clap_preset_discovery_indexer *, const char *id);
} clap_preset_discovery_factory;

CLAP_SIZE(clap_plugin_preset_load, 8);
CLAP_SIZE(clap_host_preset_load, 16);
CLAP_SIZE(clap_universal_plugin_id, 16);
CLAP_SIZE(clap_preset_discovery_metadata_receiver, 88);
CLAP_SIZE(clap_preset_discovery_filetype, 24);
CLAP_SIZE(clap_preset_discovery_location, 32);
CLAP_SIZE(clap_preset_discovery_provider_descriptor, 40);
CLAP_SIZE(clap_preset_discovery_provider, 48);
CLAP_SIZE(clap_preset_discovery_indexer, 88);
CLAP_SIZE(clap_preset_discovery_factory, 24);

#endif
