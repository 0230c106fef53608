#include "CX11.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "CTactusSymbols.h"

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(Visual) == 56, "Visual");
_Static_assert(sizeof(XSetWindowAttributes) == 112, "XSetWindowAttributes");
_Static_assert(sizeof(XImage) == 136, "XImage");
_Static_assert(sizeof(XKeyEvent) == 96, "XKeyEvent");
_Static_assert(sizeof(XButtonEvent) == 96, "XButtonEvent");
_Static_assert(sizeof(XMotionEvent) == 96, "XMotionEvent");
_Static_assert(sizeof(XExposeEvent) == 64, "XExposeEvent");
_Static_assert(sizeof(XConfigureEvent) == 88, "XConfigureEvent");
_Static_assert(sizeof(XClientMessageEvent) == 96, "XClientMessageEvent");
_Static_assert(sizeof(XEvent) == 192, "XEvent");
_Static_assert(sizeof(XErrorEvent) == 40, "XErrorEvent");
_Static_assert(sizeof(XWindowAttributes) == 136, "XWindowAttributes");
_Static_assert(sizeof(XSizeHints) == 80, "XSizeHints");
#endif

#define FIND(name) ctactus_find_symbol(library, #name, &functions->name)

int ctactus_x11_load(const char *name, ctactus_x11_functions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 1;
  int found = FIND(XOpenDisplay) && FIND(XCloseDisplay) && FIND(XDefaultScreen) && FIND(XRootWindow) &&
              FIND(XDefaultVisual) && FIND(XDefaultDepth) && FIND(XDefaultColormap) && FIND(XConnectionNumber) &&
              FIND(XGetDefault) && FIND(XCreateWindow) && FIND(XDestroyWindow) && FIND(XMapWindow) &&
              FIND(XUnmapWindow) && FIND(XResizeWindow) && FIND(XGetWindowAttributes) && FIND(XStoreName) &&
              FIND(XSetWMProtocols) && FIND(XSetTransientForHint) && FIND(XSetWMNormalHints) && FIND(XInternAtom) &&
              FIND(XChangeProperty) && FIND(XSetInputFocus) && FIND(XCreateGC) && FIND(XFreeGC) && FIND(XInitImage) &&
              FIND(XPutImage) && FIND(XPending) && FIND(XNextEvent) && FIND(XFlush) && FIND(XSync) &&
              FIND(XLookupString) && FIND(XSetErrorHandler);
  if (found) return 0;
  dlclose(library);
  return 2;
}

// Errors are reported to one handler of the process. Ours counts those of our connections and passes the others on.

enum { MOST = 256 };
static struct {
  Display *display;
  int errors;
} connections[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static XErrorHandler previous;

static int handle_error(Display *display, XErrorEvent *event) {
  int is_ours = 0;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < MOST; index++) {
    if (connections[index].display != display) continue;
    connections[index].errors++;
    is_ours = 1;
  }
  XErrorHandler next = previous;
  pthread_mutex_unlock(&lock);
  return is_ours || next == NULL || next == handle_error ? 0 : next(display, event);
}

/// Makes `handle_error` the handler again: the host may have set another.
static void take_errors(const ctactus_x11_functions *functions) {
  XErrorHandler replaced = functions->XSetErrorHandler(handle_error);
  if (replaced != handle_error) previous = replaced;
}

Display *ctactus_x11_open(const ctactus_x11_functions *functions, const char *name) {
  Display *display = functions->XOpenDisplay(name);
  if (display == NULL) return NULL;
  pthread_mutex_lock(&lock);
  int slot = 0;
  while (slot < MOST && connections[slot].display != NULL) slot++;
  if (slot < MOST) {
    connections[slot].display = display;
    connections[slot].errors = 0;
    take_errors(functions);
  }
  pthread_mutex_unlock(&lock);
  if (slot < MOST) return display;
  functions->XCloseDisplay(display);
  return NULL;
}

void ctactus_x11_close(const ctactus_x11_functions *functions, Display *display) {
  functions->XCloseDisplay(display);
  pthread_mutex_lock(&lock);
  for (int index = 0; index < MOST; index++) {
    if (connections[index].display == display) connections[index].display = NULL;
  }
  pthread_mutex_unlock(&lock);
}

int ctactus_x11_error_count(const ctactus_x11_functions *functions, Display *display) {
  pthread_mutex_lock(&lock);
  take_errors(functions);
  pthread_mutex_unlock(&lock);
  functions->XSync(display, 0);
  int errors = 0;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < MOST; index++) {
    if (connections[index].display == display) errors = connections[index].errors;
  }
  pthread_mutex_unlock(&lock);
  return errors;
}

void *ctactus_x11_lock_new(void) {
  pthread_mutex_t *mutex = malloc(sizeof(pthread_mutex_t));
  pthread_mutexattr_t attributes;
  if (mutex == NULL) return NULL;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return mutex;
}

void ctactus_x11_lock_free(void *mutex) {
  if (mutex == NULL) return;
  pthread_mutex_destroy(mutex);
  free(mutex);
}

void ctactus_x11_lock_acquire(void *mutex) { pthread_mutex_lock(mutex); }
void ctactus_x11_lock_release(void *mutex) { pthread_mutex_unlock(mutex); }

int64_t ctactus_x11_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void ctactus_x11_wait(int descriptor, int milliseconds) {
  struct pollfd file = {.fd = descriptor, .events = POLLIN};
  poll(&file, 1, milliseconds);
}
