// What Swift uses of stdlib.h, where there is no C library.
#ifndef TACTUS_STDLIB_H
#define TACTUS_STDLIB_H
#include <stddef.h>
void *malloc(size_t size);
void *calloc(size_t number, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
int posix_memalign(void **block, size_t alignment, size_t size);
#endif
