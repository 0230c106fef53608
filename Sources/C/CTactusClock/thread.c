#include "CTactusClock.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

struct audio_thread {
  pthread_t thread;
  void (*function)(void *);
  void *context;
};

static void *run(void *argument) {
  // signals are for the main thread: they would interrupt the waiting of this one
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  struct audio_thread *thread = argument;
  thread->function(thread->context);
  return NULL;
}

void *ctactus_audio_thread_start(void (*function)(void *), void *context) {
  struct audio_thread *thread = malloc(sizeof *thread);
  if (!thread) return NULL;
  thread->function = function;
  thread->context = context;
  if (pthread_create(&thread->thread, NULL, run, thread) != 0) {
    free(thread);
    return NULL;
  }
  struct sched_param priority = {.sched_priority = 10};
  (void)pthread_setschedparam(thread->thread, SCHED_FIFO, &priority);
  return thread;
}

void ctactus_audio_thread_join(void *argument) {
  struct audio_thread *thread = argument;
  if (!thread) return;
  pthread_join(thread->thread, NULL);
  free(thread);
}
