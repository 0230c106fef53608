/// The part of the X Window System's C library (libX11) that Tactus uses, declared from its documentation (Xlib - C
/// Language X Interface, X.Org). The library is opened at run time; nothing links to it.
#ifndef CX11_H
#define CX11_H

#include <stddef.h>
#include <stdint.h>

typedef struct _XDisplay Display;
typedef struct _XGC *GC;
typedef unsigned long XID;
typedef XID Window;
typedef XID Drawable;
typedef XID Colormap;
typedef XID KeySym;
typedef unsigned long Atom;
typedef unsigned long Time;
typedef unsigned long VisualID;
typedef int Status;

typedef struct {
  void *ext_data;
  VisualID visualid;
  int c_class;
  unsigned long red_mask, green_mask, blue_mask;
  int bits_per_rgb;
  int map_entries;
} Visual;

typedef struct {
  XID background_pixmap;
  unsigned long background_pixel;
  XID border_pixmap;
  unsigned long border_pixel;
  int bit_gravity;
  int win_gravity;
  int backing_store;
  unsigned long backing_planes;
  unsigned long backing_pixel;
  int save_under;
  long event_mask;
  long do_not_propagate_mask;
  int override_redirect;
  Colormap colormap;
  XID cursor;
} XSetWindowAttributes;

typedef struct _XImage {
  int width, height;
  int xoffset;
  int format;
  char *data;
  int byte_order;
  int bitmap_unit;
  int bitmap_bit_order;
  int bitmap_pad;
  int depth;
  int bytes_per_line;
  int bits_per_pixel;
  unsigned long red_mask, green_mask, blue_mask;
  char *obdata;
  /// `create_image`, `destroy_image`, `get_pixel`, `put_pixel`, `sub_image`, `add_pixel`.
  void *f[6];
} XImage;

typedef struct {
  int type;
  unsigned long serial;
  int send_event;
  Display *display;
  Window window;
} XAnyEvent;

/// A press or a release of a key.
typedef struct {
  int type;
  unsigned long serial;
  int send_event;
  Display *display;
  Window window, root, subwindow;
  Time time;
  int x, y, x_root, y_root;
  unsigned int state;
  unsigned int keycode;
  int same_screen;
} XKeyEvent;

/// A press or a release of a button.
typedef struct {
  int type;
  unsigned long serial;
  int send_event;
  Display *display;
  Window window, root, subwindow;
  Time time;
  int x, y, x_root, y_root;
  unsigned int state;
  unsigned int button;
  int same_screen;
} XButtonEvent;

typedef struct {
  int type;
  unsigned long serial;
  int send_event;
  Display *display;
  Window window, root, subwindow;
  Time time;
  int x, y, x_root, y_root;
  unsigned int state;
  char is_hint;
  int same_screen;
} XMotionEvent;

typedef struct {
  int type;
  unsigned long serial;
  int send_event;
  Display *display;
  Window window;
  int x, y, width, height, count;
} XExposeEvent;

typedef struct {
  int type;
  unsigned long serial;
  int send_event;
  Display *display;
  Window event, window;
  int x, y, width, height, border_width;
  Window above;
  int override_redirect;
} XConfigureEvent;

typedef struct {
  int type;
  unsigned long serial;
  int send_event;
  Display *display;
  Window window;
  Atom message_type;
  int format;
  long data[5];
} XClientMessageEvent;

typedef union _XEvent {
  int type;
  XAnyEvent xany;
  XKeyEvent xkey;
  XButtonEvent xbutton;
  XMotionEvent xmotion;
  XExposeEvent xexpose;
  XConfigureEvent xconfigure;
  XClientMessageEvent xclient;
  long pad[24];
} XEvent;

typedef struct {
  int type;
  Display *display;
  XID resourceid;
  unsigned long serial;
  unsigned char error_code, request_code, minor_code;
} XErrorEvent;

typedef struct {
  int x, y, width, height, border_width, depth;
  Visual *visual;
  Window root;
  int c_class, bit_gravity, win_gravity, backing_store;
  unsigned long backing_planes, backing_pixel;
  int save_under;
  Colormap colormap;
  int map_installed;
  int map_state;
  long all_event_masks, your_event_mask, do_not_propagate_mask;
  int override_redirect;
  void *screen;
} XWindowAttributes;

/// The beginning of the library's structure. `flags` says which members count.
typedef struct {
  long flags;
  int x, y, width, height;
  int min_width, min_height, max_width, max_height;
  int width_inc, height_inc;
  struct {
    int x, y;
  } min_aspect, max_aspect;
  int base_width, base_height;
  int win_gravity;
} XSizeHints;

typedef int (*XErrorHandler)(Display *, XErrorEvent *);

enum {
  // events
  KeyPress = 2, KeyRelease = 3, ButtonPress = 4, ButtonRelease = 5, MotionNotify = 6, EnterNotify = 7, LeaveNotify = 8,
  FocusIn = 9, FocusOut = 10, Expose = 12, DestroyNotify = 17, UnmapNotify = 18, MapNotify = 19, ConfigureNotify = 22,
  ClientMessage = 33,
  // masks of events
  KeyPressMask = 1 << 0, KeyReleaseMask = 1 << 1, ButtonPressMask = 1 << 2, ButtonReleaseMask = 1 << 3,
  LeaveWindowMask = 1 << 5, PointerMotionMask = 1 << 6, ExposureMask = 1 << 15, StructureNotifyMask = 1 << 17,
  FocusChangeMask = 1 << 21,
  // modifiers
  ShiftMask = 1, ControlMask = 4, Mod1Mask = 8,
  // attributes of windows
  CWBackPixmap = 1 << 0, CWBorderPixel = 1 << 3, CWBitGravity = 1 << 4, CWEventMask = 1 << 11, CWColormap = 1 << 13,
  InputOutput = 1, NorthWestGravity = 1, ZPixmap = 2, RevertToParent = 2, PropModeReplace = 0, IsViewable = 2,
  LSBFirst = 0, MSBFirst = 1, TrueColor = 4,
  PMinSize = 1 << 4, PMaxSize = 1 << 5,
};

/// The functions that Tactus calls, by their names in the library.
typedef struct {
  Display *(*XOpenDisplay)(const char *name);
  int (*XCloseDisplay)(Display *);
  int (*XDefaultScreen)(Display *);
  Window (*XRootWindow)(Display *, int screen);
  Visual *(*XDefaultVisual)(Display *, int screen);
  int (*XDefaultDepth)(Display *, int screen);
  Colormap (*XDefaultColormap)(Display *, int screen);
  int (*XConnectionNumber)(Display *);
  char *(*XGetDefault)(Display *, const char *program, const char *option);
  Window (*XCreateWindow)(Display *, Window parent, int x, int y, unsigned int width, unsigned int height,
                          unsigned int border_width, int depth, unsigned int c_class, Visual *,
                          unsigned long mask, XSetWindowAttributes *);
  int (*XDestroyWindow)(Display *, Window);
  int (*XMapWindow)(Display *, Window);
  int (*XUnmapWindow)(Display *, Window);
  int (*XResizeWindow)(Display *, Window, unsigned int width, unsigned int height);
  Status (*XGetWindowAttributes)(Display *, Window, XWindowAttributes *);
  int (*XStoreName)(Display *, Window, const char *name);
  Status (*XSetWMProtocols)(Display *, Window, Atom *protocols, int count);
  int (*XSetTransientForHint)(Display *, Window, Window owner);
  void (*XSetWMNormalHints)(Display *, Window, XSizeHints *);
  Atom (*XInternAtom)(Display *, const char *name, int only_if_exists);
  int (*XChangeProperty)(Display *, Window, Atom property, Atom type, int format, int mode, const unsigned char *data,
                         int count);
  int (*XSetInputFocus)(Display *, Window, int revert_to, Time);
  GC (*XCreateGC)(Display *, Drawable, unsigned long mask, void *values);
  int (*XFreeGC)(Display *, GC);
  Status (*XInitImage)(XImage *);
  int (*XPutImage)(Display *, Drawable, GC, XImage *, int source_x, int source_y, int x, int y, unsigned int width,
                   unsigned int height);
  int (*XPending)(Display *);
  int (*XNextEvent)(Display *, XEvent *);
  int (*XFlush)(Display *);
  int (*XSync)(Display *, int discard);
  int (*XLookupString)(XKeyEvent *, char *text, int capacity, KeySym *, void *status);
  XErrorHandler (*XSetErrorHandler)(XErrorHandler);
} ctactus_x11_functions;

/// Opens the library of a name, and finds its functions. Returns 0; 1 if there is no such library; 2 if it lacks a
/// function.
int ctactus_x11_load(const char *name, ctactus_x11_functions *functions);

/// Opens a connection to an X server; NULL if there is none. Errors of this connection do not reach the process's error
/// handler, which ends the process by default.
Display *ctactus_x11_open(const ctactus_x11_functions *functions, const char *name);

/// Closes a connection that `ctactus_x11_open` has opened.
void ctactus_x11_close(const ctactus_x11_functions *functions, Display *display);

/// Returns the number of errors of a connection since it was opened, after all of its requests have been processed.
int ctactus_x11_error_count(const ctactus_x11_functions *functions, Display *display);

/// A lock that a thread may acquire several times; NULL if there is no memory.
void *ctactus_x11_lock_new(void);
void ctactus_x11_lock_free(void *lock);
void ctactus_x11_lock_acquire(void *lock);
void ctactus_x11_lock_release(void *lock);

/// The time of a clock that never goes back, in milliseconds.
int64_t ctactus_x11_now(void);

/// Waits until a file descriptor can be read, for at most this number of milliseconds.
void ctactus_x11_wait(int descriptor, int milliseconds);

#endif
