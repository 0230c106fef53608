/// What Tactus uses of LV2's binary interface, declared from its specifications: the core, URIDs, atoms, options, states
/// and workers. Names are the project's own. https://lv2plug.in/ns
///
/// Nothing here links to anything: a plug-in is called, and calls what its host has handed it.
#ifndef CLV2_H
#define CLV2_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// MARK: The core, http://lv2plug.in/ns/lv2core

/// What a host can do for a plug-in.
typedef struct {
  const char *uri;
  void *data;
} LV2Feature;

/// A plug-in, as `lv2_descriptor` gives it out. An instance is what `instantiate` returns.
typedef struct LV2PluginDescriptor {
  const char *uri;
  void *(*instantiate)(
      const struct LV2PluginDescriptor *descriptor, double sampleRate, const char *bundlePath,
      const LV2Feature *const *features);
  void (*connectPort)(void *instance, uint32_t port, void *place);
  void (*activate)(void *instance);
  void (*run)(void *instance, uint32_t frameCount);
  void (*deactivate)(void *instance);
  void (*cleanup)(void *instance);
  const void *(*extensionData)(const char *uri);
} LV2PluginDescriptor;

// MARK: URIDs, http://lv2plug.in/ns/ext/urid

/// Makes numbers of URIs; 0 is none. Of the feature "…urid#map"; not for the audio thread.
typedef struct {
  void *handle;
  uint32_t (*map)(void *handle, const char *uri);
} LV2URIDMap;

/// Makes URIs of numbers. Of the feature "…urid#unmap"; not for the audio thread.
typedef struct {
  void *handle;
  const char *(*unmap)(void *handle, uint32_t urid);
} LV2URIDUnmap;

// MARK: Atoms, http://lv2plug.in/ns/ext/atom

/// The header of an atom; `size` bytes follow, and then what is missing to a multiple of eight where another follows.
typedef struct {
  uint32_t size;
  uint32_t type;
} LV2Atom;

/// A sequence: events follow, padded to eight bytes each. The atom's size counts from `unit` on.
typedef struct {
  LV2Atom atom;
  /// Of the events' times: a URID, or 0 for frames.
  uint32_t unit;
  uint32_t pad;
} LV2AtomSequence;

/// The header of an event; the body of its atom follows.
typedef struct {
  /// In frames from the beginning of the cycle (or beats, as a double, where the sequence says so).
  int64_t frames;
  LV2Atom body;
} LV2AtomEvent;

/// An object: properties follow, padded to eight bytes each. The atom's size counts from `id` on.
typedef struct {
  LV2Atom atom;
  uint32_t id;
  uint32_t kind;
} LV2AtomObject;

/// The header of a property; the body of its value follows.
typedef struct {
  uint32_t key;
  uint32_t context;
  LV2Atom value;
} LV2AtomProperty;

// MARK: Options, http://lv2plug.in/ns/ext/options

/// Something that a host says of itself; the last of an array has a key of 0.
typedef struct {
  uint32_t context;
  uint32_t subject;
  uint32_t key;
  uint32_t size;
  uint32_t type;
  const void *value;
} LV2Option;

// MARK: States, http://lv2plug.in/ns/ext/state

/// What states and their functions return.
enum {
  LV2StateSuccess = 0,
  LV2StateUnknownError = 1,
  LV2StateBadType = 2,
  LV2StateBadFlags = 3,
  LV2StateNoFeature = 4,
  LV2StateNoProperty = 5,
  LV2StateNoSpace = 6
};

/// Of what kind a stored value is.
enum { LV2StatePlainData = 1, LV2StatePortable = 2, LV2StateNative = 4 };

typedef int32_t (*LV2StateStore)(
    void *handle, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags);
typedef const void *(*LV2StateRetrieve)(void *handle, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags);

/// How a plug-in's state is saved and restored: extension data "…state#interface".
typedef struct {
  int32_t (*save)(
      void *instance, LV2StateStore store, void *handle, uint32_t flags, const LV2Feature *const *features);
  int32_t (*restore)(
      void *instance, LV2StateRetrieve retrieve, void *handle, uint32_t flags, const LV2Feature *const *features);
} LV2StateInterface;

/// Paths as states keep them, so that they hold elsewhere too. Of the feature "…state#mapPath"; what it returns is freed
/// by the feature "…state#freePath", or by `free` where there is none.
typedef struct {
  void *handle;
  char *(*abstractPath)(void *handle, const char *absolute);
  char *(*absolutePath)(void *handle, const char *abstracted);
} LV2StateMapPath;

/// Frees a path. Of the feature "…state#freePath".
typedef struct {
  void *handle;
  void (*freePath)(void *handle, char *path);
} LV2StateFreePath;

/// Frees a path by what the host has for it; `feature` may be null.
static inline void lv2_free_path(const LV2StateFreePath *feature, char *path) {
  if (feature && feature->freePath) {
    feature->freePath(feature->handle, path);
  } else {
    free(path);
  }
}

// MARK: Workers, http://lv2plug.in/ns/ext/worker

/// What workers and their functions return.
enum { LV2WorkerSuccess = 0, LV2WorkerUnknownError = 1, LV2WorkerNoSpace = 2 };

typedef int32_t (*LV2WorkerRespond)(void *handle, uint32_t size, const void *data);

/// What a plug-in does off the audio thread: extension data "…worker#interface".
typedef struct {
  int32_t (*work)(void *instance, LV2WorkerRespond respond, void *handle, uint32_t size, const void *data);
  int32_t (*workResponse)(void *instance, uint32_t size, const void *body);
  int32_t (*endRun)(void *instance);
} LV2WorkerInterface;

/// Asks for work, on the audio thread. Of the feature "…worker#schedule".
typedef struct {
  void *handle;
  int32_t (*schedule)(void *handle, uint32_t size, const void *data);
} LV2WorkerSchedule;

/// Asks for work. A host promises that this neither waits nor allocates; the compiler, which cannot see it, is told so.
__attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline int32_t
lv2_schedule_work(const LV2WorkerSchedule *schedule, uint32_t size, const void *data) {
  return schedule->schedule(schedule->handle, size, data);
}

// MARK: The log, http://lv2plug.in/ns/ext/log

/// What a plug-in has to say. Of the feature "…log#log".
typedef struct {
  void *handle;
  int (*print)(void *handle, uint32_t type, const char *format, ...);
  int (*printList)(void *handle, uint32_t type, const char *format, void *list);
} LV2Log;

/// Says a line; Swift cannot call a function with any number of arguments. Not for the audio thread.
static inline void lv2_say(const LV2Log *log, uint32_t type, const char *line) {
  if (log->print) log->print(log->handle, type, "%s\n", line);
}

// MARK: Numbers that two threads see

/// A number that the audio thread writes while another reads it, or the other way round.
__attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline float
lv2_load_number(const float *place) {
  float value;
  __atomic_load(place, &value, __ATOMIC_RELAXED);
  return value;
}
__attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks"))) static inline void
lv2_store_number(float *place, float value) {
  __atomic_store(place, &value, __ATOMIC_RELAXED);
}

// MARK: Sizes

_Static_assert(sizeof(LV2Feature) == 2 * sizeof(void *), "LV2_Feature");
_Static_assert(sizeof(LV2PluginDescriptor) == 8 * sizeof(void *), "LV2_Descriptor");
_Static_assert(sizeof(LV2URIDMap) == 2 * sizeof(void *), "LV2_URID_Map");
_Static_assert(sizeof(LV2URIDUnmap) == 2 * sizeof(void *), "LV2_URID_Unmap");
_Static_assert(sizeof(LV2Atom) == 8, "LV2_Atom");
_Static_assert(sizeof(LV2AtomSequence) == 16 && offsetof(LV2AtomSequence, unit) == 8, "LV2_Atom_Sequence");
_Static_assert(sizeof(LV2AtomEvent) == 16 && offsetof(LV2AtomEvent, body) == 8, "LV2_Atom_Event");
_Static_assert(sizeof(LV2AtomObject) == 16 && offsetof(LV2AtomObject, kind) == 12, "LV2_Atom_Object");
_Static_assert(sizeof(LV2AtomProperty) == 16 && offsetof(LV2AtomProperty, value) == 8, "LV2_Atom_Property_Body");
_Static_assert(
    sizeof(void *) != 8 || (sizeof(LV2Option) == 32 && offsetof(LV2Option, value) == 24), "LV2_Options_Option");
_Static_assert(sizeof(LV2StateInterface) == 2 * sizeof(void *), "LV2_State_Interface");
_Static_assert(sizeof(LV2StateMapPath) == 3 * sizeof(void *), "LV2_State_Map_Path");
_Static_assert(sizeof(LV2StateFreePath) == 2 * sizeof(void *), "LV2_State_Free_Path");
_Static_assert(sizeof(LV2Log) == 3 * sizeof(void *), "LV2_Log_Log");
_Static_assert(sizeof(LV2WorkerInterface) == 3 * sizeof(void *), "LV2_Worker_Interface");
_Static_assert(sizeof(LV2WorkerSchedule) == 2 * sizeof(void *), "LV2_Worker_Schedule");

#endif
