#include <dlfcn.h>

#include "CVST3.h"
#include "probe.h"

// A VST3 host with a run loop. It does not run the processor.

typedef struct {
  const IPluginFactoryVtbl *vtbl;
} Factory;
typedef struct {
  const IPlugViewVtbl *vtbl;
} View;
typedef struct {
  const IPlugViewContentScaleSupportVtbl *vtbl;
} Scale;
typedef struct {
  const ITimerHandlerVtbl *vtbl;
} Timer;
typedef struct {
  const IEventHandlerVtbl *vtbl;
} Events;

static Factory *factory;
static IEditController *controller;
static View *view;
static Timer *timer;
static Events *events;
static int watched;

static tresult no_interface(void *self, const char *id, void **object) {
  (void)self, (void)id;
  *object = NULL;
  return kNoInterface;
}
static uint32_t count_one(void *self) { return (void)self, 1; }

static tresult begin_edit(void *self, ParamID id) { return (void)self, (void)id, begun++, kResultOk; }
static tresult perform_edit(void *self, ParamID id, ParamValue value) {
  return (void)self, (void)id, (void)value, values++, kResultOk;
}
static tresult end_edit(void *self, ParamID id) { return (void)self, (void)id, ended++, kResultOk; }
static tresult restart(void *self, int32_t flags) { return (void)self, (void)flags, kResultOk; }
static const IComponentHandlerVtbl handler_table = {no_interface, count_one, count_one, begin_edit, perform_edit,
                                                    end_edit,     restart};
static IComponentHandler handler = {&handler_table};

static tresult register_events(void *self, void *object, int fd) {
  (void)self;
  events = object;
  watched = fd;
  return kResultOk;
}
static tresult unregister_events(void *self, void *object) { return (void)self, (void)object, events = NULL, kResultOk; }
static tresult register_timer(void *self, void *object, uint64_t milliseconds) {
  return (void)self, (void)milliseconds, timer = object, kResultOk;
}
static tresult unregister_timer(void *self, void *object) { return (void)self, (void)object, timer = NULL, kResultOk; }
static const IRunLoopVtbl loop_table = {no_interface,      count_one,      count_one,       register_events,
                                        unregister_events, register_timer, unregister_timer};
static IRunLoop loop = {&loop_table};

static tresult find_loop(void *self, const char *id, void **object) {
  (void)self;
  *object = memcmp(id, IRunLoop_iid, 16) == 0 ? &loop : NULL;
  return *object != NULL ? kResultOk : kNoInterface;
}
static tresult resize_view(void *self, void *object, ViewRect *size) {
  (void)self;
  return ((View *)object)->vtbl->onSize(object, size);
}
static const IPlugFrameVtbl frame_table = {find_loop, count_one, count_one, resize_view};
static IPlugFrame frame = {&frame_table};

static bool load(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), false;
  bool (*enter)(void *) = NULL;
  Factory *(*get)(void) = NULL;
  *(void **)&enter = find(library, "ModuleEntry");
  *(void **)&get = find(library, "GetPluginFactory");
  factory = enter(library) ? get() : NULL;
  return factory != NULL;
}

static bool create(int plugin) {
  PClassInfo info;
  void *object = NULL;
  if (factory->vtbl->getClassInfo(factory, plugin, &info) != kResultOk ||
      factory->vtbl->createInstance(factory, info.cid, IEditController_iid, &object) != kResultOk)
    return false;
  controller = object;
  controller->vtbl->initialize(controller, NULL);
  controller->vtbl->setComponentHandler(controller, &handler);
  return true;
}

static void destroy(void) {
  controller->vtbl->terminate(controller);
  controller->vtbl->release(controller);
}

static bool open(Window parent) {
  view = controller->vtbl->createView(controller, "editor");
  if (view == NULL) return false;
  view->vtbl->setFrame(view, &frame);
  if (view->vtbl->attached(view, (void *)parent, kPlatformTypeX11EmbedWindowID) == kResultOk) return true;
  view->vtbl->release(view);
  return false;
}

static void close_window(void) {
  view->vtbl->removed(view);
  view->vtbl->setFrame(view, NULL);
  view->vtbl->release(view);
}

static void run(void) {
  for (int round = 0; round < 3; round++) {
    if (events != NULL) events->vtbl->onFDIsSet(events, watched);
    if (timer != NULL) timer->vtbl->onTimer(timer);
    display_sleep(34);
  }
}

static void get_size(unsigned *width, unsigned *height) {
  ViewRect size = {0, 0, 0, 0};
  view->vtbl->getSize(view, &size);
  *width = (unsigned)(size.right - size.left);
  *height = (unsigned)(size.bottom - size.top);
}
static void set_size(unsigned width, unsigned height) {
  ViewRect size = {0, 0, (int32_t)width, (int32_t)height};
  view->vtbl->checkSizeConstraint(view, &size);
  view->vtbl->onSize(view, &size);
}
static bool set_scale(double factor) {
  void *object = NULL;
  if (view->vtbl->queryInterface(view, IPlugViewContentScaleSupport_iid, &object) != kResultOk) return false;
  Scale *scale = object;
  bool is_set = scale->vtbl->setContentScaleFactor(scale, (float)factor) == kResultOk;
  scale->vtbl->release(scale);
  return is_set;
}

static void abuse(void) {
  ViewRect empty = {5, 5, 5, 5}, huge = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
  if (controller->vtbl->createView(controller, "other") != NULL || controller->vtbl->createView(controller, NULL) != NULL)
    fprintf(stderr, "there is a view that is no editor\n"), exit(1);
  view = controller->vtbl->createView(controller, "editor");
  if (view == NULL) return;
  view->vtbl->removed(view);
  if (view->vtbl->attached(view, (void *)1, kPlatformTypeX11EmbedWindowID) == kResultOk)
    fprintf(stderr, "a view without a frame is attached\n"), exit(1);
  view->vtbl->setFrame(view, &frame);
  if (view->vtbl->attached(view, (void *)1, kPlatformTypeX11EmbedWindowID) == kResultOk ||
      view->vtbl->attached(view, NULL, kPlatformTypeX11EmbedWindowID) == kResultOk ||
      view->vtbl->attached(view, (void *)1, "HWND") == kResultOk)
    fprintf(stderr, "a view without a parent is attached\n"), exit(1);
  view->vtbl->onSize(view, &empty);
  view->vtbl->onSize(view, &huge);
  view->vtbl->onSize(view, NULL);
  view->vtbl->checkSizeConstraint(view, &huge);
  set_scale(0.0 / 0.0);
  set_scale(-1);
  view->vtbl->release(view);
}

const Format vst3_format = {load, create, destroy, open, close_window, run, get_size, set_size, set_scale, abuse, false};
