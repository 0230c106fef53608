#include "CPipeWire.h"

#include <dlfcn.h>

#include "CTactusSymbols.h"

_Static_assert(sizeof(struct spa_hook) == 6 * sizeof(void *), "spa_hook");
_Static_assert(offsetof(struct spa_interface, cb) == 2 * sizeof(void *), "spa_interface.cb");
_Static_assert(sizeof(struct spa_chunk) == 16, "spa_chunk");
_Static_assert(sizeof(struct spa_data) == (sizeof(void *) == 8 ? 40 : 32), "spa_data");
_Static_assert(offsetof(struct spa_data, data) == 24, "spa_data.data");
_Static_assert(offsetof(struct spa_buffer, datas) == 8 + sizeof(void *), "spa_buffer.datas");
_Static_assert(offsetof(struct pw_buffer, requested) == 8 + 2 * sizeof(void *), "pw_buffer.requested");
_Static_assert(sizeof(struct pw_time) == 56, "pw_time");
_Static_assert(sizeof(struct pw_stream_events) == 12 * sizeof(void *), "pw_stream_events");
_Static_assert(sizeof(struct pw_core_events) == 9 * sizeof(void *), "pw_core_events");

#define FIND(name) ctactus_find_symbol(library, #name, &functions->name)

int ctactus_pipewire_load(const char *name, ctactus_pipewire_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(pw_init) && FIND(pw_thread_loop_new) && FIND(pw_thread_loop_destroy) && FIND(pw_thread_loop_start) &&
              FIND(pw_thread_loop_stop) && FIND(pw_thread_loop_lock) && FIND(pw_thread_loop_unlock) && FIND(pw_thread_loop_get_loop) &&
              FIND(pw_context_new) && FIND(pw_context_destroy) && FIND(pw_context_connect) && FIND(pw_core_disconnect) &&
              FIND(pw_proxy_destroy) && FIND(pw_properties_new) && FIND(pw_properties_set) && FIND(pw_stream_new) &&
              FIND(pw_stream_add_listener) && FIND(pw_stream_destroy) && FIND(pw_stream_connect) && FIND(pw_stream_disconnect) &&
              FIND(pw_stream_set_active) && FIND(pw_stream_dequeue_buffer) && FIND(pw_stream_queue_buffer);
  if (!FIND(pw_stream_get_time_n)) functions->pw_stream_get_time_n = NULL;
  if (found) return 0;
  dlclose(library);
  return 2;
}

struct pw_properties *ctactus_pipewire_properties(const ctactus_pipewire_functions *functions) {
  return functions->pw_properties_new("media.type", "Audio", "media.category", "Playback", "media.role", "Music", NULL);
}

// The methods of the server's objects: tables of functions, of which only those before the last used one are declared.
struct pw_core_methods {
  uint32_t version;
  int (*add_listener)(void *object, struct spa_hook *, const struct pw_core_events *, void *data);
  int (*hello)(void *object, uint32_t version);
  int (*sync)(void *object, uint32_t id, int seq);
  int (*pong)(void *object, uint32_t id, int seq);
  int (*error)(void *object, uint32_t id, int seq, int result, const char *message);
  struct pw_registry *(*get_registry)(void *object, uint32_t version, size_t user_data_size);
};
struct pw_registry_methods {
  uint32_t version;
  int (*add_listener)(void *object, struct spa_hook *, const struct pw_registry_events *, void *data);
};

struct pw_registry *ctactus_pipewire_registry(
    struct pw_core *core, struct spa_hook *hook, const struct pw_registry_events *events, void *data) {
  struct spa_interface *face = (struct spa_interface *)core;
  const struct pw_core_methods *methods = face->cb.funcs;
  if (!methods || !methods->get_registry) return NULL;
  struct pw_registry *registry = methods->get_registry(face->cb.data, 3, 0);
  if (!registry) return NULL;
  face = (struct spa_interface *)registry;
  const struct pw_registry_methods *registry_methods = face->cb.funcs;
  if (!registry_methods || !registry_methods->add_listener) return NULL;
  return registry_methods->add_listener(face->cb.data, hook, events, data) < 0 ? NULL : registry;
}

int ctactus_pipewire_listen(
    struct pw_core *core, struct spa_hook *hook, const struct pw_core_events *events, void *data) {
  struct spa_interface *face = (struct spa_interface *)core;
  const struct pw_core_methods *methods = face->cb.funcs;
  return methods && methods->add_listener ? methods->add_listener(face->cb.data, hook, events, data) : -1;
}

int ctactus_pipewire_sync(struct pw_core *core) {
  struct spa_interface *face = (struct spa_interface *)core;
  const struct pw_core_methods *methods = face->cb.funcs;
  return methods && methods->sync ? methods->sync(face->cb.data, 0, 0) : -1;
}
