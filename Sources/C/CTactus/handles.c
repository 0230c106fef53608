#include "TactusHandles.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 1 << 16, KIND_BITS = 4, INDEX_BITS = 16 };

struct slot {
  /// The handle while it is valid, otherwise 0.
  _Atomic(uintptr_t) handle;
  void *object, *audio;
  uintptr_t generation;
  /// The next free slot plus one; 0 at the end.
  uint32_t next;
};

static struct slot slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The first free slot plus one; 0 if there is none below `used`.
static uint32_t first_free;
static uint32_t used;

// A forked process has none of the other threads of its parent: if one of them had held the lock, it would never be
// released there. So the thread that forks holds it meanwhile.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void hold(void) { pthread_mutex_lock(&lock); }
static void release(void) { pthread_mutex_unlock(&lock); }
static void prepare_forks(void) { pthread_atfork(hold, release, release); }

static struct slot *slot_of(uintptr_t handle) { return &slots[handle >> KIND_BITS & (SLOTS - 1)]; }

static struct slot *valid(enum ctactus_kind kind, uintptr_t handle) {
  if ((handle & ((1 << KIND_BITS) - 1)) != (uintptr_t)kind) return NULL;
  struct slot *slot = slot_of(handle);
  return atomic_load_explicit(&slot->handle, memory_order_acquire) == handle ? slot : NULL;
}

uintptr_t ctactus_handle_add(enum ctactus_kind kind, void *object, void *audio) {
  uintptr_t handle = 0;
  pthread_once(&once, prepare_forks);
  pthread_mutex_lock(&lock);
  uint32_t index = first_free ? first_free - 1 : used;
  if (index < SLOTS) {
    struct slot *slot = &slots[index];
    if (first_free) first_free = slot->next;
    else used += 1;
    slot->generation += 1;
    slot->object = object;
    slot->audio = audio;
    handle = slot->generation << (KIND_BITS + INDEX_BITS) | (uintptr_t)index << KIND_BITS | (uintptr_t)kind;
    atomic_store_explicit(&slot->handle, handle, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
  return handle;
}

void *ctactus_handle_remove(enum ctactus_kind kind, uintptr_t handle) {
  void *object = NULL;
  pthread_mutex_lock(&lock);
  struct slot *slot = valid(kind, handle);
  if (slot) {
    object = slot->object;
    atomic_store_explicit(&slot->handle, 0, memory_order_release);
    slot->object = slot->audio = NULL;
    slot->next = first_free;
    first_free = (uint32_t)(slot - slots) + 1;
  }
  pthread_mutex_unlock(&lock);
  return object;
}

void *ctactus_handle_object(enum ctactus_kind kind, uintptr_t handle) {
  struct slot *slot = valid(kind, handle);
  return slot ? slot->object : NULL;
}

void *ctactus_handle_audio(enum ctactus_kind kind, uintptr_t handle) {
  struct slot *slot = valid(kind, handle);
  return slot ? slot->audio : NULL;
}
