#include "CTactusShims.h"

#include <stdlib.h>

#if defined(__wasm__)
// A module in WebAssembly has threads only if its memory is shared. These threads wait by polling, because a page's
// main thread and an audio worklet must not sleep. The lock is held for short times only.
void *ctactus_lock_new(void) { return calloc(1, sizeof(int)); }
void ctactus_lock_free(void *lock) { free(lock); }
void ctactus_lock_acquire(void *lock) {
  while (__atomic_exchange_n((int *)lock, 1, __ATOMIC_ACQUIRE)) ctactus_pause();
}
void ctactus_lock_release(void *lock) { __atomic_store_n((int *)lock, 0, __ATOMIC_RELEASE); }
#else
#include <pthread.h>

void *ctactus_lock_new(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  if (lock) pthread_mutex_init(lock, NULL);
  return lock;
}
void ctactus_lock_free(void *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}
void ctactus_lock_acquire(void *lock) { pthread_mutex_lock(lock); }
void ctactus_lock_release(void *lock) { pthread_mutex_unlock(lock); }
#endif
