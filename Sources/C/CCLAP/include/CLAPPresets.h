/// Presets: how they are loaded, and how a host learns of them without a plug-in.
#ifndef CLAP_PRESETS_H
#define CLAP_PRESETS_H

#include "CLAPPlugin.h"

enum { CLAPPresetInFile = 0, CLAPPresetInPlugin = 1 };

// clap.preset-load/2
typedef struct {
  bool (*from_location)(const CLAPPlugin *, uint32_t kind, const char *location, const char *load_key);
} CLAPPluginPresets;
typedef struct {
  void (*on_error)(const CLAPHost *, uint32_t kind, const char *location, const char *load_key, int32_t os_error,
                   const char *text);
  void (*loaded)(const CLAPHost *, uint32_t kind, const char *location, const char *load_key);
} CLAPHostPresets;

// clap.preset-discovery-factory/2
enum { CLAPPresetIsFactory = 1, CLAPPresetIsUsers = 2 };
typedef struct {
  const char *abi;
  const char *id;
} CLAPUniversalID;
typedef struct CLAPPresetReceiver {
  void *data;
  void (*on_error)(const struct CLAPPresetReceiver *, int32_t os_error, const char *text);
  bool (*begin_preset)(const struct CLAPPresetReceiver *, const char *name, const char *load_key);
  void (*add_plugin_id)(const struct CLAPPresetReceiver *, const CLAPUniversalID *);
  void (*set_soundpack_id)(const struct CLAPPresetReceiver *, const char *);
  void (*set_flags)(const struct CLAPPresetReceiver *, uint32_t);
  void (*add_creator)(const struct CLAPPresetReceiver *, const char *);
  void (*set_description)(const struct CLAPPresetReceiver *, const char *);
  void (*set_timestamps)(const struct CLAPPresetReceiver *, uint64_t created, uint64_t changed);
  void (*add_feature)(const struct CLAPPresetReceiver *, const char *);
  void (*add_extra_info)(const struct CLAPPresetReceiver *, const char *key, const char *value);
} CLAPPresetReceiver;
typedef struct {
  const char *name;
  const char *description;
  const char *file_extension;
} CLAPPresetFileType;
typedef struct {
  uint32_t flags;
  const char *name;
  uint32_t kind;
  const char *location;
} CLAPPresetLocation;
typedef struct {
  CLAPVersion version;
  const char *id;
  const char *name;
  const char *vendor;
} CLAPPresetProviderDescriptor;
typedef struct CLAPPresetProvider {
  const CLAPPresetProviderDescriptor *descriptor;
  void *data;
  bool (*init)(const struct CLAPPresetProvider *);
  void (*destroy)(const struct CLAPPresetProvider *);
  bool (*get_metadata)(const struct CLAPPresetProvider *, uint32_t kind, const char *location,
                       const CLAPPresetReceiver *);
  const void *(*get_extension)(const struct CLAPPresetProvider *, const char *);
} CLAPPresetProvider;
typedef struct CLAPPresetIndexer {
  CLAPVersion version;
  const char *name;
  const char *vendor;
  const char *url;
  const char *product_version;
  void *data;
  bool (*declare_filetype)(const struct CLAPPresetIndexer *, const CLAPPresetFileType *);
  bool (*declare_location)(const struct CLAPPresetIndexer *, const CLAPPresetLocation *);
  bool (*declare_soundpack)(const struct CLAPPresetIndexer *, const void *);
  const void *(*get_extension)(const struct CLAPPresetIndexer *, const char *);
} CLAPPresetIndexer;
typedef struct CLAPPresetFactory {
  uint32_t (*count)(const struct CLAPPresetFactory *);
  const CLAPPresetProviderDescriptor *(*get_descriptor)(const struct CLAPPresetFactory *, uint32_t index);
  const CLAPPresetProvider *(*create)(const struct CLAPPresetFactory *, const CLAPPresetIndexer *, const char *id);
} CLAPPresetFactory;

CLAP_SIZE(CLAPPluginPresets, 8);
CLAP_SIZE(CLAPHostPresets, 16);
CLAP_SIZE(CLAPUniversalID, 16);
CLAP_SIZE(CLAPPresetReceiver, 88);
CLAP_SIZE(CLAPPresetFileType, 24);
CLAP_SIZE(CLAPPresetLocation, 32);
CLAP_SIZE(CLAPPresetProviderDescriptor, 40);
CLAP_SIZE(CLAPPresetProvider, 48);
CLAP_SIZE(CLAPPresetIndexer, 88);
CLAP_SIZE(CLAPPresetFactory, 24);

#endif
