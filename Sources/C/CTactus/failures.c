#include "TactusHandles.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Thread-local memory that exists as soon as the thread does. With other TLS models, the first access would allocate
// it, and that may be the audio thread's first failure.
#if defined(__linux__)
#define THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define THREAD_LOCAL _Thread_local
#endif

static THREAD_LOCAL const char *failure;
static THREAD_LOCAL int32_t failure_status;

/// Frees the copied text of a thread when the thread ends.
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_key(void) { pthread_key_create(&key, free); }

static const char *const texts[] = {
  [CTACTUS_NO_HANDLE] = "the handle is NULL, has been freed, or is of another type",
  [CTACTUS_NO_CHANNELS] = "`channels` is NULL",
  [CTACTUS_BAD_CHANNEL_COUNT] = "`channel_count` is out of range",
  [CTACTUS_NULL_CHANNEL] = "a pointer in `channels` is NULL",
  [CTACTUS_BAD_FRAMES] = "`frames` is out of range",
  [CTACTUS_NO_EVENTS] = "`events` is NULL",
  [CTACTUS_BAD_EVENT_COUNT] = "`event_count` is out of range: expected at most 65536",
  [CTACTUS_BAD_EVENT] = "an event's offset lies outside the block, or its status is not 0x80 to 0xEF",
  [CTACTUS_UNSORTED_EVENT] = "an event's offset is smaller than that of the event before it",
};

int32_t ctactus_fail_with(int32_t status, enum ctactus_text text) {
  failure = texts[text];
  failure_status = status;
  return status;
}

int32_t ctactus_fail(int32_t status, const char *text, size_t size) {
  char *copy = malloc(size + 1);
  failure = "not enough memory for the description";
  failure_status = status;
  if (!copy) return status;
  memcpy(copy, text, size);
  copy[size] = 0;
  pthread_once(&once, make_key);
  free(pthread_getspecific(key));
  if (pthread_setspecific(key, copy) != 0) {
    free(copy);
    return status;
  }
  failure = copy;
  return status;
}

const char *ctactus_failure_text(void) { return failure ? failure : ""; }
int32_t ctactus_failure_status(void) { return failure ? failure_status : 1; }
