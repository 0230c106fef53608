/// A host of plug-ins' windows in the X Window System, for tests.
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CX11.h"

/// What a host does with plug-ins of one format. One plug-in is open at a time.
typedef struct {
  /// Opens the library; returns whether it has the entry point.
  bool (*load)(const char *path);
  /// Creates the plug-in of a number.
  bool (*create)(int plugin);
  void (*destroy)(void);
  /// Opens the window inside a window of the host.
  bool (*open)(Window parent);
  void (*close)(void);
  /// Runs the window and the plug-in for a moment.
  void (*run)(void);
  void (*get_size)(unsigned *width, unsigned *height);
  void (*set_size)(unsigned width, unsigned height);
  bool (*set_scale)(double scale);
  /// Calls functions in wrong orders and with missing arguments.
  void (*abuse)(void);
  /// Whether the plug-in renders, so that the window can show what plays.
  bool plays;
} Format;

extern const Format clap_format, lv2_format, vst3_format;

/// What the host has received: beginnings and ends of gestures, and values.
extern int begun, ended, values;

// The host's own connection to the server.
void display_open(void);
bool display_is_open(void);
void display_close(void);
Window display_make_parent(unsigned width, unsigned height);
void display_destroy(Window window);
/// Returns the first child of a window; 0 if it has none.
Window display_child(Window parent);
void display_size(Window window, unsigned *width, unsigned *height);
/// Sends a key to a window, by its symbol.
void display_key(Window window, KeySym symbol, unsigned state);
/// Sends a press and a release of a button.
void display_click(Window window, int x, int y, unsigned button);
void display_press(Window window, int x, int y, bool is_pressed);
void display_move(Window window, int x, int y);
/// Reads the pixels of a window, 0xRRGGBB each; NULL if it cannot be read. To be freed.
uint32_t *display_pixels(Window window, unsigned width, unsigned height);
void display_sleep(int milliseconds);
/// Waits until the server has done what was asked of it, and has sent the events.
void display_sync(void);

/// Finds a symbol of the library.
void *find(void *library, const char *name);

#endif
