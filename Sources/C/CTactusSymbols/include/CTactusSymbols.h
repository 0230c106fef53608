/// Finds the functions of libraries that are opened at run time.
#ifndef CTACTUSSYMBOLS_H
#define CTACTUSSYMBOLS_H

/// Finds a symbol of a library, and stores its address at `target`. Returns whether there is such a symbol.
int ctactus_find_symbol(void *library, const char *name, void *target);

#endif
