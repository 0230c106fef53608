#include "CSndfile.h"

#include <dlfcn.h>
#include <stddef.h>

_Static_assert(sizeof(SF_INFO) == 32 && offsetof(SF_INFO, seekable) == 24, "SF_INFO");

/// Finds a symbol, and stores its address at `target`. ISO C does not define the conversion of a data pointer to a
/// function pointer, but POSIX requires it to work for the results of `dlsym`.
static int find(void *library, const char *name, void *target) {
  void *symbol = dlsym(library, name);
  *(void **)target = symbol;
  return symbol != NULL;
}

int ctactus_sndfile_load(const char *name, ctactus_sndfile_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = find(library, "sf_open_virtual", &functions->sf_open_virtual) &&
              find(library, "sf_close", &functions->sf_close) &&
              find(library, "sf_readf_float", &functions->sf_readf_float) &&
              find(library, "sf_seek", &functions->sf_seek) &&
              find(library, "sf_writef_float", &functions->sf_writef_float) &&
              find(library, "sf_writef_int", &functions->sf_writef_int) &&
              find(library, "sf_command", &functions->sf_command) &&
              find(library, "sf_set_string", &functions->sf_set_string) &&
              find(library, "sf_format_check", &functions->sf_format_check) &&
              find(library, "sf_strerror", &functions->sf_strerror) &&
              find(library, "sf_version_string", &functions->sf_version_string);
  if (found) return 0;
  dlclose(library);
  return 2;
}
