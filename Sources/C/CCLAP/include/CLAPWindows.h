/// The extensions for windows: `clap.gui`, `clap.timer-support` and `clap.posix-fd-support`.
#ifndef CLAP_WINDOWS_H
#define CLAP_WINDOWS_H

#include "CLAPExtensions.h"

typedef struct {
  /// The window system: "x11".
  const char *api;
  union {
    void *cocoa;
    unsigned long x11;
    void *win32;
    void *ptr;
  };
} clap_window;

typedef struct {
  bool can_resize_horizontally;
  bool can_resize_vertically;
  bool preserve_aspect_ratio;
  uint32_t aspect_ratio_width;
  uint32_t aspect_ratio_height;
} clap_gui_resize_hints;

typedef struct {
  bool (*is_api_supported)(const clap_plugin *, const char *api, bool is_floating);
  bool (*get_preferred_api)(const clap_plugin *, const char **api, bool *is_floating);
  bool (*create)(const clap_plugin *, const char *api, bool is_floating);
  void (*destroy)(const clap_plugin *);
  bool (*set_scale)(const clap_plugin *, double scale);
  bool (*get_size)(const clap_plugin *, uint32_t *width, uint32_t *height);
  bool (*can_resize)(const clap_plugin *);
  bool (*get_resize_hints)(const clap_plugin *, clap_gui_resize_hints *);
  bool (*adjust_size)(const clap_plugin *, uint32_t *width, uint32_t *height);
  bool (*set_size)(const clap_plugin *, uint32_t width, uint32_t height);
  bool (*set_parent)(const clap_plugin *, const clap_window *);
  bool (*set_transient)(const clap_plugin *, const clap_window *);
  void (*suggest_title)(const clap_plugin *, const char *title);
  bool (*show)(const clap_plugin *);
  bool (*hide)(const clap_plugin *);
} clap_plugin_gui;

typedef struct {
  void (*resize_hints_changed)(const clap_host *);
  bool (*request_resize)(const clap_host *, uint32_t width, uint32_t height);
  bool (*request_show)(const clap_host *);
  bool (*request_hide)(const clap_host *);
  void (*closed)(const clap_host *, bool was_destroyed);
} clap_host_gui;

typedef struct {
  bool (*register_timer)(const clap_host *, uint32_t milliseconds, uint32_t *id);
  bool (*unregister_timer)(const clap_host *, uint32_t id);
} clap_host_timer_support;
typedef struct {
  void (*on_timer)(const clap_plugin *, uint32_t id);
} clap_plugin_timer_support;

enum { CLAP_POSIX_FD_READ = 1, CLAP_POSIX_FD_WRITE = 2, CLAP_POSIX_FD_ERROR = 4 };
typedef struct {
  bool (*register_fd)(const clap_host *, int fd, uint32_t flags);
  bool (*modify_fd)(const clap_host *, int fd, uint32_t flags);
  bool (*unregister_fd)(const clap_host *, int fd);
} clap_host_posix_fd_support;
typedef struct {
  void (*on_fd)(const clap_plugin *, int fd, uint32_t flags);
} clap_plugin_posix_fd_support;

CLAP_SIZE(clap_window, 16);
CLAP_SIZE(clap_gui_resize_hints, 12);
CLAP_SIZE(clap_plugin_gui, 120);
CLAP_SIZE(clap_host_gui, 40);
CLAP_SIZE(clap_host_timer_support, 16);
CLAP_SIZE(clap_plugin_timer_support, 8);
CLAP_SIZE(clap_host_posix_fd_support, 24);
CLAP_SIZE(clap_plugin_posix_fd_support, 8);

#endif
