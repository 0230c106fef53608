#include "probe.h"
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Opens the windows of the plug-ins in a library, and checks what they show and do:
//
//     window-probe clap|lv2|vst3 LIBRARY [FOLDER]     with a folder, writes pictures there

int begun, ended, values;
static int faults;
static const char *tested = "";

static void expect(bool holds, const char *law) {
  if (holds) return;
  fprintf(stderr, "%s: %s\n", tested, law);
  faults++;
}

/// For how many moments a change is waited for: on an idle machine it comes with the first, on a busy one much later.
enum { PATIENCE = 600 };

static void run(const Format *format, int times) {
  display_sync();
  for (int index = 0; index < times; index++) format->run();
}

/// Runs until the host has received nothing for three moments.
static void settle(const Format *format) {
  run(format, 2);
  for (int same = 0, moment = 0; same < 3 && moment < PATIENCE; moment++) {
    int before = begun + ended + values;
    run(format, 1);
    same = begun + ended + values == before ? same + 1 : 0;
  }
}

/// Runs until a window has a size; returns whether it has.
static bool gets_size(const Format *format, Window window, unsigned width, unsigned height) {
  unsigned w = 0, h = 0;
  for (int moment = 0; moment < PATIENCE; moment++) {
    display_size(window, &w, &h);
    if (w == width && h == height) return true;
    run(format, 1);
  }
  return false;
}

static long used_kilobytes(void) {
#ifdef __GLIBC__
  malloc_trim(0);  // glibc keeps the freed pages of each thread
#endif
  long pages = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
  fclose(file);
  return resident * 4;
}

/// Returns how many of the pixels of two pictures differ; with one picture, how many differ from the first pixel.
static size_t differences(const uint32_t *first, const uint32_t *second, size_t count) {
  size_t result = 0;
  for (size_t index = 0; index < count; index++) result += first[index] != (second ? second[index] : first[0]);
  return result;
}

/// Runs until more than `least` pixels of a window differ as above. Returns its pixels; to be freed.
static uint32_t *changed_pixels(const Format *format, Window window, unsigned width, unsigned height,
                                const uint32_t *other, size_t least) {
  for (int moment = 0;; moment++) {
    uint32_t *pixels = display_pixels(window, width, height);
    bool has_changed = pixels && differences(pixels, other, (size_t)width * height) > least;
    if (has_changed || moment == PATIENCE) return pixels;
    free(pixels);
    run(format, 1);
  }
}

static void save(const char *folder, const char *format, int plugin, const char *name, const uint32_t *pixels,
                 unsigned width, unsigned height) {
  char path[4096];
  if (folder == NULL || pixels == NULL) return;
  snprintf(path, sizeof path, "%s/%s-%d-%s.ppm", folder, format, plugin, name);
  FILE *file = fopen(path, "wb");
  if (file == NULL) return;
  fprintf(file, "P6 %u %u 255\n", width, height);
  for (size_t index = 0; index < (size_t)width * height; index++) {
    fputc((int)(pixels[index] >> 16 & 255), file);
    fputc((int)(pixels[index] >> 8 & 255), file);
    fputc((int)(pixels[index] & 255), file);
  }
  fclose(file);
}

enum { TAB = 0xFF09, UP = 0xFF52, RIGHT = 0xFF53, DOWN = 0xFF54, ESCAPE = 0xFF1B };

static void try_window(const Format *format, const char *name, int plugin, const char *folder) {
  unsigned width = 0, height = 0, w = 0, h = 0;
  Window parent = display_make_parent(1200, 800);
  expect(format->open(parent), "the window opens");
  run(format, 3);
  Window child = display_child(parent);
  for (int moment = 0; child == 0 && moment < PATIENCE; moment++) {
    run(format, 1);
    child = display_child(parent);
  }
  expect(child != 0, "the window lies in the host's");
  if (child == 0) return;
  format->get_size(&width, &height);
  expect(gets_size(format, child, width, height), "the window has the size that the plug-in reports");
  display_size(child, &w, &h);
  uint32_t *dark = changed_pixels(format, child, w, h, NULL, 1000);
  expect(dark && differences(dark, NULL, (size_t)w * h) > 1000, "the window shows something");
  save(folder, name, plugin, "dark", dark, w, h);

  // the button at the upper right changes the theme
  display_click(child, (int)w - 40, 22, 1);
  run(format, 2);
  uint32_t *light = changed_pixels(format, child, w, h, dark, (size_t)w * h / 2);
  expect(dark && light && differences(dark, light, (size_t)w * h) > (size_t)w * h / 2, "a click changes the theme");
  save(folder, name, plugin, "light", light, w, h);

  // the keyboard reaches controls and changes them
  begun = ended = values = 0;
  for (int step = 0; step < 60; step++) {
    display_key(child, TAB, 0);
    display_key(child, step % 2 ? UP : DOWN, 0);
    display_key(child, UP, ShiftMask);
    display_key(child, RIGHT, 0);
    display_key(child, ESCAPE, 0);
    if (step % 10 == 9) run(format, 1);
  }
  settle(format);
  expect(values > 0 && begun > 0, "keys change parameters");
  expect(begun == ended, "gestures end");

  // the pointer holds and drags what is there
  begun = ended = values = 0;
  for (int y = 60; y < (int)h; y += 24) {
    for (int x = 20; x < (int)w; x += 40) {
      display_press(child, x, y, true);
      display_move(child, x + 8, y - 6);
      display_press(child, x + 8, y - 6, false);
      display_key(child, ESCAPE, 0);
      display_click(child, x, y, x % 80 ? 4 : 5);
    }
    if (y % 5 == 0) run(format, 1);
  }
  settle(format);
  expect(values > 0 && begun > 0 && begun == ended, "the pointer changes parameters in gestures");

  format->set_size(1100, 760);
  run(format, 2);
  expect(gets_size(format, child, 1100, 760), "the window can be resized");
  display_size(child, &w, &h);
  uint32_t *large = display_pixels(child, w, h);
  for (int moment = 0; (!large || large[(size_t)w * h - 1] == 0) && moment < PATIENCE; moment++) {
    free(large);
    run(format, 1);
    large = display_pixels(child, w, h);
  }
  expect(large && large[(size_t)w * h - 1] != 0, "the new area is drawn");
  format->set_size(0, 0);
  for (int moment = 0; w >= 1100 && moment < PATIENCE; moment++) {
    run(format, 1);
    display_size(child, &w, &h);
  }
  expect(w >= 300 && h >= 200 && w < 1100, "a size of 0 is the smallest size");
  if (format->set_scale(2)) {
    run(format, 2);
    expect(gets_size(format, child, 2 * w, 2 * h), "twice the scale is twice the size");
    format->set_scale(1);
  }
  format->set_size(900, 640);
  run(format, 1);
  format->close();
  for (int wait = 0; display_child(parent) != 0 && wait < PATIENCE; wait++) display_sleep(100);
  expect(display_child(parent) == 0, "the window closes");
  expect(format->open(parent), "the window opens again");
  run(format, 1);
  format->get_size(&w, &h);
  // without the instance, there is nothing that could keep it
  if (getenv("TACTUS_PROBE_NO_INSTANCE") == NULL) expect(w == 900 && h == 640, "the size survives closing");
  format->close();
  free(dark);
  free(light);
  free(large);
  display_destroy(parent);
}

/// Waits until the plug-in's threads take no more memory: those of the sampler make its bank's sounds. At most two minutes.
static long settled_kilobytes(void) {
  long last = used_kilobytes();
  for (int same = 0, tries = 0; same < 10 && tries < 1200; tries++) {
    usleep(100000);
    long now = used_kilobytes();
    same = now == last ? same + 1 : 0;
    last = now;
  }
  return last;
}

static void reopen(const Format *format, int times) {
  Window parent = display_make_parent(1000, 700);
  long before = 0;
  for (int index = 0; index < times; index++) {
    if (index == times / 4) before = settled_kilobytes();
    expect(format->open(parent), "the window opens many times");
    if (index % 10 == 0) run(format, 1);
    format->close();
  }
  long after = settled_kilobytes();
  if (after - before > 5000) fprintf(stderr, "%s: %ld KB more\n", tested, after - before);
  expect(after - before <= 5000, "closed windows take no memory");
  display_destroy(parent);
}

static void lose_parent(const Format *format) {
  Window parent = display_make_parent(1000, 700);
  expect(format->open(parent), "the window opens");
  run(format, 1);
  display_destroy(parent);
  run(format, 2);
  format->set_size(800, 600);
  run(format, 1);
  format->close();
}

static void without_display(const Format *format) {
  char *name = getenv("DISPLAY");
  char *copy = strdup(name ? name : "");
  unsetenv("DISPLAY");
  expect(!format->open(1), "no window opens without a display");
  setenv("DISPLAY", ":1234", 1);
  expect(!format->open(1), "no window opens on a display that does not exist");
  setenv("DISPLAY", copy, 1);
  free(copy);
}

int main(int count, char **arguments) {
  if (count < 3) return fprintf(stderr, "usage: window-probe clap|lv2|vst3 LIBRARY [FOLDER]\n"), 2;
  const char *name = arguments[1], *folder = count > 3 ? arguments[3] : NULL;
  const Format *format = strcmp(name, "clap") == 0  ? &clap_format
                         : strcmp(name, "lv2") == 0 ? &lv2_format
                                                    : &vst3_format;
  display_open();
  if (!display_is_open()) return fprintf(stderr, "window-probe: there is no X server\n"), 2;
  if (!format->load(arguments[2])) return fprintf(stderr, "window-probe: the library cannot be loaded\n"), 1;
  // in LV2, the sampler with outputs by part is a plug-in of its own
  const int plugins = format == &lv2_format ? 4 : 3;
  for (int plugin = 0; plugin < plugins; plugin++) {
    static char text[64];
    snprintf(text, sizeof text, "%s %d", name, plugin);
    tested = text;
    if (!format->create(plugin)) return fprintf(stderr, "%s cannot be created\n", tested), 1;
    try_window(format, name, plugin, folder);
    reopen(format, plugin == 0 ? 100 : 30);
    lose_parent(format);
    without_display(format);
    format->abuse();
    // the host frees a plug-in whose window is open
    Window parent = display_make_parent(1000, 700);
    if (strcmp(name, "clap") == 0) expect(format->open(parent), "the window opens");
    format->destroy();
    display_destroy(parent);
  }
  if (faults == 0) printf("%s: the windows of %d plug-ins hold\n", name, plugins);
  return faults == 0 ? 0 : 1;
}
