#include "CFluidSynth.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int fluid_get_stdin(void);
int fluid_get_stdin(void) { return STDIN_FILENO; }

int fluid_get_stdout(void);
int fluid_get_stdout(void) { return STDOUT_FILENO; }

/// Writes the path of the user's command file; returns NULL if the user has no home folder.
char *fluid_get_userconf(char *path, int size);
char *fluid_get_userconf(char *path, int size) {
  const char *home = getenv("HOME");
  if (!home || !path || size < 0) return NULL;
  snprintf(path, (size_t)size, "%s/.fluidsynth", home);
  return path;
}

/// Writes the path of the system's command file.
char *fluid_get_sysconf(char *path, int size);
char *fluid_get_sysconf(char *path, int size) {
  if (!path || size < 0) return NULL;
  snprintf(path, (size_t)size, "/etc/fluidsynth.conf");
  return path;
}
