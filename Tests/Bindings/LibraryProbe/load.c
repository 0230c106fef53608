/* Prints how many microseconds of processor time dlopen takes, and then how many the first call: load LIBRARY */
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  double start = now();
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  double loaded = now();
  if (!library) {
    fprintf(stderr, "load: %s\n", dlerror());
    return 1;
  }
  int (*version)(void) = (int (*)(void))dlsym(library, "tactus_library_version");
  if (!version || version() < 1) return 1;
  printf("%.0f %.0f\n", loaded - start, now() - loaded);
  return 0;
}
