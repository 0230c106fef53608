#include <dlfcn.h>

#include "CCLAP.h"
#include "probe.h"

// A CLAP host. With TACTUS_PROBE_NO_TIMERS it offers no timers, so that the plug-in runs its window itself.

static const clap_plugin_entry *entry;
static const clap_plugin_factory *factory;
static const clap_plugin *plugin;
static const clap_plugin_gui *gui;
static uint32_t timer;
static int watched = -1;
static volatile int wants_callback;

static bool register_timer(const clap_host *host, uint32_t milliseconds, uint32_t *id) {
  (void)host, (void)milliseconds;
  *id = timer = timer + 1;
  return true;
}
static bool unregister_timer(const clap_host *host, uint32_t id) { return (void)host, id == timer; }
static bool register_fd(const clap_host *host, int fd, uint32_t flags) {
  (void)host, (void)flags;
  watched = fd;
  return true;
}
static bool modify_fd(const clap_host *host, int fd, uint32_t flags) { return (void)host, (void)fd, (void)flags, true; }
static bool unregister_fd(const clap_host *host, int fd) {
  (void)host, (void)fd;
  watched = -1;
  return true;
}
static const clap_host_timer_support timers = {register_timer, unregister_timer};
static const clap_host_posix_fd_support files = {register_fd, modify_fd, unregister_fd};

static void ignore_flags(const clap_host *host, uint32_t flags) { (void)host, (void)flags; }
static void ignore_clear(const clap_host *host, uint32_t id, uint32_t flags) { (void)host, (void)id, (void)flags; }
static void ignore(const clap_host *host) { (void)host; }
static const clap_host_params params = {ignore_flags, ignore_clear, ignore};

static const void *get_extension(const clap_host *host, const char *id) {
  (void)host;
  if (strcmp(id, "clap.params") == 0) return &params;
  if (getenv("TACTUS_PROBE_NO_TIMERS") != NULL) return NULL;
  if (strcmp(id, "clap.timer-support") == 0) return &timers;
  if (strcmp(id, "clap.posix-fd-support") == 0) return &files;
  return NULL;
}
static void request_callback(const clap_host *host) {
  (void)host;
  wants_callback = 1;
}
static const clap_host host = {{1, 2, 2}, NULL, "window-probe", "Tactus", "", "1", get_extension, ignore, ignore,
                               request_callback};

static uint32_t no_events(const clap_input_events *list) { return (void)list, 0; }
static const clap_event_header *no_event(const clap_input_events *list, uint32_t index) {
  return (void)list, (void)index, NULL;
}
static bool take(const clap_output_events *list, const clap_event_header *event) {
  (void)list;
  if (event->type == CLAP_EVENT_PARAM_GESTURE_BEGIN) begun++;
  if (event->type == CLAP_EVENT_PARAM_GESTURE_END) ended++;
  if (event->type == CLAP_EVENT_PARAM_VALUE) values++;
  return true;
}

static bool load(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), false;
  entry = find(library, "clap_entry");
  if (!entry->init(path)) return false;
  factory = entry->get_factory("clap.plugin-factory");
  return factory != NULL;
}

static bool create(int number) {
  plugin = factory->create_plugin(factory, &host, factory->get_plugin_descriptor(factory, (uint32_t)number)->id);
  if (plugin == NULL || !plugin->init(plugin)) return false;
  gui = plugin->get_extension(plugin, "clap.gui");
  return gui != NULL && plugin->activate(plugin, 48000, 1, 1024);
}

static void destroy(void) {
  plugin->deactivate(plugin);
  plugin->destroy(plugin);
}

static bool open(Window parent) {
  clap_window window = {.api = "x11", .x11 = parent};
  if (!gui->is_api_supported(plugin, "x11", false) || !gui->create(plugin, "x11", false)) return false;
  if (gui->set_parent(plugin, &window) && gui->show(plugin)) return true;
  gui->destroy(plugin);
  return false;
}

static void close_window(void) { gui->destroy(plugin); }

static void run(void) {
  static float samples[2][512];
  float *channels[2] = {samples[0], samples[1]};
  clap_audio_buffer output = {.data32 = channels, .channel_count = 2};
  clap_input_events in = {NULL, no_events, no_event};
  clap_output_events out = {NULL, take};
  clap_process call = {.frames_count = 512, .audio_outputs = &output, .audio_outputs_count = 1, .in_events = &in,
                       .out_events = &out};
  const clap_plugin_timer_support *on_timer = plugin->get_extension(plugin, "clap.timer-support");
  const clap_plugin_posix_fd_support *on_fd = plugin->get_extension(plugin, "clap.posix-fd-support");
  for (int round = 0; round < 3; round++) {
    if (watched >= 0) on_fd->on_fd(plugin, watched, CLAP_POSIX_FD_READ);
    if (timer > 0) on_timer->on_timer(plugin, timer);
    plugin->process(plugin, &call);
    if (wants_callback) {
      wants_callback = 0;
      plugin->on_main_thread(plugin);
    }
    // a thread of the plug-in's own may need longer
    display_sleep(getenv("TACTUS_PROBE_NO_TIMERS") != NULL ? 200 : 34);
  }
}

static void get_size(unsigned *width, unsigned *height) {
  uint32_t w = 0, h = 0;
  gui->get_size(plugin, &w, &h);
  *width = w;
  *height = h;
}
static void set_size(unsigned width, unsigned height) {
  uint32_t w = width, h = height;
  gui->adjust_size(plugin, &w, &h);
  gui->set_size(plugin, w, h);
}
static bool set_scale(double scale) { return gui->set_scale(plugin, scale); }

static void abuse(void) {
  uint32_t width = 0, height = 0;
  clap_window none = {.api = "x11", .x11 = 1}, other = {.api = "win32"};
  gui->destroy(plugin);
  gui->show(plugin);
  gui->hide(plugin);
  gui->set_size(plugin, 0, 0);
  gui->get_size(plugin, &width, &height);
  gui->get_size(plugin, NULL, NULL);
  gui->set_scale(plugin, 0.0 / 0.0);
  gui->set_parent(plugin, NULL);
  gui->set_parent(plugin, &none);
  gui->suggest_title(plugin, NULL);
  gui->create(plugin, NULL, false);
  gui->create(plugin, "wayland", false);
  if (!gui->create(plugin, "x11", false)) return;
  if (gui->create(plugin, "x11", true)) fprintf(stderr, "a second window can be created\n"), exit(1);
  if (gui->set_parent(plugin, &none)) fprintf(stderr, "a window that does not exist is a parent\n"), exit(1);
  if (gui->set_parent(plugin, &other)) fprintf(stderr, "a window of another system is a parent\n"), exit(1);
  if (gui->show(plugin)) fprintf(stderr, "a window without a parent is shown\n"), exit(1);
  gui->set_size(plugin, UINT32_MAX, 0);
  gui->set_transient(plugin, &none);
  gui->destroy(plugin);
  // a window by itself
  if (!gui->create(plugin, "x11", true)) fprintf(stderr, "there is no window by itself\n"), exit(1);
  gui->suggest_title(plugin, "Title");
  if (!gui->show(plugin)) fprintf(stderr, "a window by itself is not shown\n"), exit(1);
  run();
  gui->hide(plugin);
  gui->show(plugin);
  run();
  gui->destroy(plugin);
}

const Format clap_format = {load, create, destroy, open, close_window, run, get_size, set_size, set_scale, abuse, true};
