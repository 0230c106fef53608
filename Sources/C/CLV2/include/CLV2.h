/// The part of LV2's binary interface that Tactus uses, declared from its specifications and under its own names: the
/// core, URIDs, atoms, options, states, workers and the log. Unlike in LV2's headers, sequences and objects contain the
/// fields of their bodies directly. https://lv2plug.in/ns
///
/// Nothing links to a library: the host calls the plug-in and passes it the functions that the plug-in may call.
#ifndef CLV2_H
#define CLV2_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// MARK: The core, http://lv2plug.in/ns/lv2core

/// A feature that a host offers to a plug-in.
typedef struct {
  const char *URI;
  void *data;
} LV2_Feature;

/// A plug-in as `lv2_descriptor` returns it; `instantiate` returns an instance.
typedef struct LV2_Descriptor {
  const char *URI;
  void *(*instantiate)(
      const struct LV2_Descriptor *descriptor, double sampleRate, const char *bundlePath,
      const LV2_Feature *const *features);
  void (*connect_port)(void *instance, uint32_t port, void *data_location);
  void (*activate)(void *instance);
  void (*run)(void *instance, uint32_t frameCount);
  void (*deactivate)(void *instance);
  void (*cleanup)(void *instance);
  const void *(*extension_data)(const char *uri);
} LV2_Descriptor;

// MARK: URIDs, http://lv2plug.in/ns/ext/urid

/// Maps URIs to numbers; 0 is invalid. This is the data of the feature "…urid#map". Not for the audio thread.
typedef struct {
  void *handle;
  uint32_t (*map)(void *handle, const char *uri);
} LV2_URID_Map;

/// Maps numbers to URIs. This is the data of the feature "…urid#unmap". Not for the audio thread.
typedef struct {
  void *handle;
  const char *(*unmap)(void *handle, uint32_t urid);
} LV2_URID_Unmap;

// MARK: Atoms, http://lv2plug.in/ns/ext/atom

/// The header of an atom. Its body of `size` bytes follows; before another atom, the body is padded to a multiple of
/// eight bytes.
typedef struct {
  uint32_t size;
  uint32_t type;
} LV2_Atom;

/// The header of a sequence. The events follow, each padded to a multiple of eight bytes. The atom's size counts `unit`
/// and everything after it.
typedef struct {
  LV2_Atom atom;
  /// The unit of the events' times: a URID, or 0 for frames.
  uint32_t unit;
  uint32_t pad;
} LV2_Atom_Sequence;

/// The header of an event; the body of its atom follows.
typedef struct {
  /// The time in frames from the start of the cycle, or in beats as a double, depending on the sequence's unit.
  int64_t frames;
  LV2_Atom body;
} LV2_Atom_Event;

/// The header of an object. The properties follow, each padded to a multiple of eight bytes. The atom's size counts
/// `id` and everything after it.
typedef struct {
  LV2_Atom atom;
  uint32_t id;
  uint32_t otype;
} LV2_Atom_Object;

/// The header of a property; the body of its value follows.
typedef struct {
  uint32_t key;
  uint32_t context;
  LV2_Atom value;
} LV2_Atom_Property_Body;

// MARK: Options, http://lv2plug.in/ns/ext/options

/// An option that a host passes to a plug-in. Options come in an array that ends with an option whose key is 0.
typedef struct {
  uint32_t context;
  uint32_t subject;
  uint32_t key;
  uint32_t size;
  uint32_t type;
  const void *value;
} LV2_Options_Option;

// MARK: States, http://lv2plug.in/ns/ext/state

/// The status codes of state functions.
enum {
  LV2_STATE_SUCCESS = 0,
  LV2_STATE_ERR_UNKNOWN = 1,
  LV2_STATE_ERR_BAD_TYPE = 2,
  LV2_STATE_ERR_BAD_FLAGS = 3,
  LV2_STATE_ERR_NO_FEATURE = 4,
  LV2_STATE_ERR_NO_PROPERTY = 5,
  LV2_STATE_ERR_NO_SPACE = 6
};

/// The flags of a stored value.
enum { LV2_STATE_IS_POD = 1, LV2_STATE_IS_PORTABLE = 2, LV2_STATE_IS_NATIVE = 4 };

typedef int32_t (*LV2_State_Store_Function)(
    void *handle, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags);
typedef const void *(*LV2_State_Retrieve_Function)(
    void *handle, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags);

/// The functions that save and restore a plug-in's state. This is the extension data "…state#interface".
typedef struct {
  int32_t (*save)(
      void *instance, LV2_State_Store_Function store, void *handle, uint32_t flags, const LV2_Feature *const *features);
  int32_t (*restore)(
      void *instance, LV2_State_Retrieve_Function retrieve, void *handle, uint32_t flags,
      const LV2_Feature *const *features);
} LV2_State_Interface;

/// Converts paths to a portable form for states, and back. This is the data of the feature "…state#mapPath". The caller
/// frees the results with the feature "…state#freePath", or with `free` if the host lacks that feature.
typedef struct {
  void *handle;
  char *(*abstract_path)(void *handle, const char *absolute);
  char *(*absolute_path)(void *handle, const char *abstracted);
} LV2_State_Map_Path;

/// Frees a path. This is the data of the feature "…state#freePath".
typedef struct {
  void *handle;
  void (*free_path)(void *handle, char *path);
} LV2_State_Free_Path;

/// Frees a path with the host's function; `feature` may be null.
static inline void lv2_free_path(const LV2_State_Free_Path *feature, char *path) {
  if (feature && feature->free_path) {
    feature->free_path(feature->handle, path);
  } else {
    free(path);
  }
}

// MARK: Workers, http://lv2plug.in/ns/ext/worker

/// The status codes of workers.
enum { LV2_WORKER_SUCCESS = 0, LV2_WORKER_ERR_UNKNOWN = 1, LV2_WORKER_ERR_NO_SPACE = 2 };

typedef int32_t (*LV2_Worker_Respond_Function)(void *handle, uint32_t size, const void *data);

/// The functions of a plug-in for work outside the audio thread. This is the extension data "…worker#interface".
typedef struct {
  int32_t (*work)(void *instance, LV2_Worker_Respond_Function respond, void *handle, uint32_t size, const void *data);
  int32_t (*work_response)(void *instance, uint32_t size, const void *body);
  int32_t (*end_run)(void *instance);
} LV2_Worker_Interface;

/// Schedules work from the audio thread. This is the data of the feature "…worker#schedule".
typedef struct {
  void *handle;
  int32_t (*schedule_work)(void *handle, uint32_t size, const void *data);
} LV2_Worker_Schedule;

/// Schedules work. The specification forbids hosts to wait or allocate here; the attributes declare this to the
/// compiler.
__attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline int32_t
lv2_schedule_work(const LV2_Worker_Schedule *schedule, uint32_t size, const void *data) {
  return schedule->schedule_work(schedule->handle, size, data);
}

// MARK: Names of keys and presets, http://ardour.org/lv2/midnam

/// The functions of a plug-in that return its names. This is the extension data "…midnam#interface".
typedef struct {
  /// Returns a MIDNAM document; NULL if there is none.
  char *(*midnam)(void *instance);
  /// Returns the name of the model in the document, which is different for each instance.
  char *(*model)(void *instance);
  /// Frees a text that one of the other functions has returned.
  void (*free)(char *text);
} LV2_Midnam_Interface;

/// Requests that the host read the names again. This is the data of the feature "…midnam#update".
typedef struct {
  void *handle;
  void (*update)(void *handle);
} LV2_Midnam;

/// Requests that the host read the names again. Hosts expect this call on the audio thread.
__attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline void
lv2_update_names(const LV2_Midnam *names) {
  if (names->update) names->update(names->handle);
}

// MARK: The log, http://lv2plug.in/ns/ext/log

/// Prints log messages. This is the data of the feature "…log#log".
typedef struct {
  void *handle;
  int (*printf)(void *handle, uint32_t type, const char *format, ...);
  int (*vprintf)(void *handle, uint32_t type, const char *format, void *list);
} LV2_Log_Log;

/// Logs a line. This wrapper is needed because Swift cannot call a variadic function. Not for the audio thread.
static inline void lv2_say(const LV2_Log_Log *log, uint32_t type, const char *line) {
  if (log->printf) log->printf(log->handle, type, "%s\n", line);
}

// MARK: Numbers shared by two threads

/// Read and write, atomically, a number that the audio thread shares with another thread.
__attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline float
lv2_load_number(const float *port) {
  float value;
  __atomic_load(port, &value, __ATOMIC_RELAXED);
  return value;
}
__attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline void
lv2_store_number(float *port, float value) {
  __atomic_store(port, &value, __ATOMIC_RELAXED);
}

// MARK: Sizes

_Static_assert(sizeof(LV2_Feature) == 2 * sizeof(void *), "LV2_Feature");
_Static_assert(sizeof(LV2_Descriptor) == 8 * sizeof(void *), "LV2_Descriptor");
_Static_assert(sizeof(LV2_URID_Map) == 2 * sizeof(void *), "LV2_URID_Map");
_Static_assert(sizeof(LV2_URID_Unmap) == 2 * sizeof(void *), "LV2_URID_Unmap");
_Static_assert(sizeof(LV2_Atom) == 8, "LV2_Atom");
_Static_assert(sizeof(LV2_Atom_Sequence) == 16 && offsetof(LV2_Atom_Sequence, unit) == 8, "LV2_Atom_Sequence");
_Static_assert(sizeof(LV2_Atom_Event) == 16 && offsetof(LV2_Atom_Event, body) == 8, "LV2_Atom_Event");
_Static_assert(sizeof(LV2_Atom_Object) == 16 && offsetof(LV2_Atom_Object, otype) == 12, "LV2_Atom_Object");
_Static_assert(sizeof(LV2_Atom_Property_Body) == 16 && offsetof(LV2_Atom_Property_Body, value) == 8,
               "LV2_Atom_Property_Body");
_Static_assert(
    sizeof(void *) != 8 || (sizeof(LV2_Options_Option) == 32 && offsetof(LV2_Options_Option, value) == 24),
    "LV2_Options_Option");
_Static_assert(sizeof(LV2_State_Interface) == 2 * sizeof(void *), "LV2_State_Interface");
_Static_assert(sizeof(LV2_State_Map_Path) == 3 * sizeof(void *), "LV2_State_Map_Path");
_Static_assert(sizeof(LV2_State_Free_Path) == 2 * sizeof(void *), "LV2_State_Free_Path");
_Static_assert(sizeof(LV2_Midnam_Interface) == 3 * sizeof(void *), "LV2_Midnam_Interface");
_Static_assert(sizeof(LV2_Midnam) == 2 * sizeof(void *), "LV2_Midnam");
_Static_assert(sizeof(LV2_Log_Log) == 3 * sizeof(void *), "LV2_Log_Log");
_Static_assert(sizeof(LV2_Worker_Interface) == 3 * sizeof(void *), "LV2_Worker_Interface");
_Static_assert(sizeof(LV2_Worker_Schedule) == 2 * sizeof(void *), "LV2_Worker_Schedule");

#include "LV2UI.h"

#endif
