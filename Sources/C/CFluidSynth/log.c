#include "CFluidSynth.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fluid_log_function_t fluid_set_log_function(int level, fluid_log_function_t function, void *data);
void fluid_default_log_function(int level, const char *message, void *data);
int fluid_log(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Longer messages are truncated, as in FluidSynth.
enum { MESSAGE_SIZE = 1024 };

struct receiver {
  fluid_log_function_t function;
  void *data;
};

/// The receiver of the messages of each level. Messages of the level FLUID_DBG are dropped until the program sets a
/// function.
static struct receiver receivers[LAST_LOG_LEVEL] = {
  [FLUID_PANIC] = {fluid_default_log_function, NULL},
  [FLUID_ERR] = {fluid_default_log_function, NULL},
  [FLUID_WARN] = {fluid_default_log_function, NULL},
  [FLUID_INFO] = {fluid_default_log_function, NULL},
};

/// The names of the functions that have been refused. The list lasts as long as the process.
struct refusal {
  struct refusal *next;
  char name[];
};
static struct refusal *refusals;

/// Guards `receivers` and `refusals`; never held while a log function runs.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_level(int level) { return level >= 0 && level < LAST_LOG_LEVEL; }

fluid_log_function_t fluid_set_log_function(int level, fluid_log_function_t function, void *data) {
  if (!is_level(level)) return NULL;
  pthread_mutex_lock(&lock);
  fluid_log_function_t before = receivers[level].function;
  receivers[level] = (struct receiver){function, data};
  pthread_mutex_unlock(&lock);
  return before;
}

void fluid_default_log_function(int level, const char *message, void *data) {
  (void)data;
  static const char *const prefixes[LAST_LOG_LEVEL] = {"panic: ", "error: ", "warning: ", "", "debug: "};
  fprintf(stderr, "fluidsynth: %s%s\n", is_level(level) ? prefixes[level] : "", message ? message : "(null)");
}

int fluid_log(int level, const char *format, ...) {
  char message[MESSAGE_SIZE] = "";
  va_list arguments;
  va_start(arguments, format);
  if (format) vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  cfluidsynth_log(level, message);
  return FLUID_FAILED;
}

void cfluidsynth_log(int level, const char *message) {
  if (!is_level(level)) return;
  pthread_mutex_lock(&lock);
  struct receiver receiver = receivers[level];
  pthread_mutex_unlock(&lock);
  if (receiver.function) receiver.function(level, message, receiver.data);
}

/// Adds a name to the refused functions; returns 0 if it is there already.
static int add_refusal(const char *name) {
  size_t size = strlen(name) + 1;
  pthread_mutex_lock(&lock);
  struct refusal *refusal = refusals;
  while (refusal && strcmp(refusal->name, name) != 0) refusal = refusal->next;
  int is_new = !refusal;
  if (is_new && (refusal = malloc(sizeof *refusal + size))) {
    memcpy(refusal->name, name, size);
    refusal->next = refusals;
    refusals = refusal;
  }
  pthread_mutex_unlock(&lock);
  return is_new;
}

void cfluidsynth_refuse(const char *name, const char *reason) {
  if (!add_refusal(name)) return;
  char message[MESSAGE_SIZE];
  snprintf(message, sizeof message, "%s: %s", name, reason);
  cfluidsynth_log(FLUID_WARN, message);
}
