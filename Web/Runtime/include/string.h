// What the kernels and Swift use of string.h, where there is no C library.
#ifndef TACTUS_STRING_H
#define TACTUS_STRING_H
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
#endif
