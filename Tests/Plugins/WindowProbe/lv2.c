#include <dlfcn.h>

#include "CLV2.h"
#include "probe.h"

// An LV2 host, which offers `instance-access` and does not run the plug-in. With TACTUS_PROBE_NO_INSTANCE it does not
// offer the instance.

static const LV2_Descriptor *(*descriptors)(uint32_t);
static const LV2UI_Descriptor *(*windows)(uint32_t);
static const LV2_Descriptor *descriptor;
static const LV2UI_Descriptor *ui;
static void *instance;
static LV2UI_Handle handle;
static int number;
static unsigned asked_width, asked_height;
static float scale = 1;

static uint32_t map_uri(void *data, const char *uri) {
  static char *known[200];
  (void)data;
  for (uint32_t index = 0; index < 200; index++) {
    if (known[index] == NULL) known[index] = strdup(uri);
    if (strcmp(known[index], uri) == 0) return index + 1;
  }
  return 0;
}
static LV2_URID_Map map = {NULL, map_uri};

static int resize(void *data, int width, int height) {
  (void)data;
  asked_width = (unsigned)width;
  asked_height = (unsigned)height;
  return 0;
}
static void touch(void *data, uint32_t port, _Bool grabbed) {
  (void)data, (void)port;
  if (grabbed) begun++;
  else ended++;
}
static void write_port(LV2UI_Controller controller, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  (void)controller, (void)port, (void)buffer;
  if (format == 0 && size == sizeof(float)) values++;
}
static LV2UI_Resize resizing = {NULL, resize};
static LV2UI_Touch touching = {NULL, touch};

static bool load(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), false;
  *(void **)&descriptors = find(library, "lv2_descriptor");
  *(void **)&windows = find(library, "lv2ui_descriptor");
  return true;
}

static bool create(int plugin) {
  LV2_Feature mapping = {"http://lv2plug.in/ns/ext/urid#map", &map};
  const LV2_Feature *features[] = {&mapping, NULL};
  number = plugin;
  scale = 1;
  descriptor = descriptors((uint32_t)plugin);
  instance = descriptor->instantiate(descriptor, 48000, "/tmp", features);
  return instance != NULL;
}

static void destroy(void) { descriptor->cleanup(instance); }

static bool open(Window parent) {
  LV2_Options_Option options[] = {
      {0, 0, map_uri(NULL, "http://lv2plug.in/ns/extensions/ui#scaleFactor"), sizeof(float),
       map_uri(NULL, "http://lv2plug.in/ns/ext/atom#Float"), &scale},
      {0, 0, 0, 0, 0, NULL}};
  LV2_Feature features[] = {
      {"http://lv2plug.in/ns/ext/urid#map", &map},
      {"http://lv2plug.in/ns/extensions/ui#parent", (void *)parent},
      {"http://lv2plug.in/ns/extensions/ui#resize", &resizing},
      {"http://lv2plug.in/ns/extensions/ui#touch", &touching},
      {"http://lv2plug.in/ns/ext/options#options", options},
      {"http://lv2plug.in/ns/ext/instance-access", instance}};
  const LV2_Feature *list[7] = {0};
  int count = getenv("TACTUS_PROBE_NO_INSTANCE") != NULL ? 5 : 6;
  for (int index = 0; index < count; index++) list[index] = &features[index];
  LV2UI_Widget widget = NULL;
  ui = windows((uint32_t)number);
  handle = ui->instantiate(ui, descriptor->URI, "/tmp", write_port, NULL, &widget, list);
  return handle != NULL && widget != NULL;
}

static void close_window(void) { ui->cleanup(handle); }

static void run(void) {
  const LV2UI_Idle_Interface *idle = ui->extension_data("http://lv2plug.in/ns/extensions/ui#idleInterface");
  for (int round = 0; round < 3; round++) {
    idle->idle(handle);
    display_sleep(34);
  }
}

static void get_size(unsigned *width, unsigned *height) {
  *width = asked_width;
  *height = asked_height;
}
static void set_size(unsigned width, unsigned height) {
  const LV2UI_Resize *window = ui->extension_data("http://lv2plug.in/ns/extensions/ui#resize");
  window->ui_resize(handle, (int)width, (int)height);
}
static bool set_scale(double factor) {
  (void)factor;
  return false;
}

static void abuse(void) {
  LV2UI_Widget widget = NULL;
  const LV2_Feature *none[] = {NULL};
  LV2_Feature nowhere = {"http://lv2plug.in/ns/extensions/ui#parent", (void *)1};
  const LV2_Feature *wrong[] = {&nowhere, NULL};
  const LV2UI_Descriptor *any = windows(0);
  if (windows(4) != NULL) fprintf(stderr, "there are more windows than plug-ins\n"), exit(1);
  if (any->instantiate(any, descriptor->URI, "/tmp", write_port, NULL, &widget, none) != NULL ||
      any->instantiate(any, descriptor->URI, "/tmp", write_port, NULL, &widget, wrong) != NULL ||
      any->instantiate(any, "urn:other", "/tmp", write_port, NULL, &widget, wrong) != NULL ||
      any->instantiate(any, NULL, NULL, NULL, NULL, NULL, NULL) != NULL)
    fprintf(stderr, "a window without a parent is opened\n"), exit(1);
  any->port_event(NULL, 0, 4, 0, NULL);
}

const Format lv2_format = {load, create, destroy, open, close_window, run, get_size, set_size, set_scale, abuse, false};
