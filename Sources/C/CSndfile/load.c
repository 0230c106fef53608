#include "CSndfile.h"

#include <dlfcn.h>

#include "CTactusSymbols.h"
#include <stddef.h>

_Static_assert(sizeof(SF_INFO) == 32 && offsetof(SF_INFO, seekable) == 24, "SF_INFO");

int ctactus_sndfile_load(const char *name, ctactus_sndfile_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = ctactus_find_symbol(library, "sf_open_virtual", &functions->sf_open_virtual) &&
              ctactus_find_symbol(library, "sf_close", &functions->sf_close) &&
              ctactus_find_symbol(library, "sf_readf_float", &functions->sf_readf_float) &&
              ctactus_find_symbol(library, "sf_seek", &functions->sf_seek) &&
              ctactus_find_symbol(library, "sf_writef_float", &functions->sf_writef_float) &&
              ctactus_find_symbol(library, "sf_writef_int", &functions->sf_writef_int) &&
              ctactus_find_symbol(library, "sf_command", &functions->sf_command) &&
              ctactus_find_symbol(library, "sf_set_string", &functions->sf_set_string) &&
              ctactus_find_symbol(library, "sf_format_check", &functions->sf_format_check) &&
              ctactus_find_symbol(library, "sf_strerror", &functions->sf_strerror) &&
              ctactus_find_symbol(library, "sf_version_string", &functions->sf_version_string);
  if (found) return 0;
  dlclose(library);
  return 2;
}
