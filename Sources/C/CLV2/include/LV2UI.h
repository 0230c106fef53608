/// LV2's interface for windows, http://lv2plug.in/ns/extensions/ui, declared like the rest of LV2.
#ifndef LV2_UI_H
#define LV2_UI_H

#include "CLV2.h"

typedef void *LV2UI_Handle;
typedef void *LV2UI_Controller;
typedef void *LV2UI_Widget;

/// Sets a port of the plug-in. With `format` 0, the buffer holds the `float` of a control port.
typedef void (*LV2UI_Write_Function)(
    LV2UI_Controller controller, uint32_t port_index, uint32_t buffer_size, uint32_t port_protocol, const void *buffer);

/// A window as `lv2ui_descriptor` returns it.
typedef struct LV2UI_Descriptor {
  const char *URI;
  LV2UI_Handle (*instantiate)(
      const struct LV2UI_Descriptor *descriptor, const char *plugin_uri, const char *bundle_path,
      LV2UI_Write_Function write_function, LV2UI_Controller controller, LV2UI_Widget *widget,
      const LV2_Feature *const *features);
  void (*cleanup)(LV2UI_Handle ui);
  void (*port_event)(
      LV2UI_Handle ui, uint32_t port_index, uint32_t buffer_size, uint32_t format, const void *buffer);
  const void *(*extension_data)(const char *uri);
} LV2UI_Descriptor;

/// Asks the host to resize the window; as extension data of a window, the host's request. Returns 0 if it is done.
typedef struct {
  void *handle;
  int (*ui_resize)(void *handle, int width, int height);
} LV2UI_Resize;

/// Notifies the host that the user holds or releases a control.
typedef struct {
  void *handle;
  void (*touch)(void *handle, uint32_t port_index, _Bool grabbed);
} LV2UI_Touch;

/// Runs the window; returns nonzero if the user has closed it.
typedef struct {
  int (*idle)(LV2UI_Handle ui);
} LV2UI_Idle_Interface;

_Static_assert(sizeof(LV2UI_Descriptor) == 5 * sizeof(void *), "LV2UI_Descriptor");
_Static_assert(sizeof(LV2UI_Resize) == 2 * sizeof(void *), "LV2UI_Resize");
_Static_assert(sizeof(LV2UI_Touch) == 2 * sizeof(void *), "LV2UI_Touch");

#endif
