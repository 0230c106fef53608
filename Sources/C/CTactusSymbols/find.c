#include "CTactusSymbols.h"

#include <dlfcn.h>
#include <stddef.h>

// ISO C does not define the conversion of a data pointer to a function pointer, but POSIX requires it to work for the
// results of `dlsym`.
int ctactus_find_symbol(void *library, const char *name, void *target) {
  void *symbol = dlsym(library, name);
  *(void **)target = symbol;
  return symbol != NULL;
}
