#include "probe.h"

#include <dlfcn.h>

static ctactus_x11_functions x;
static Display *display;
static Window root;

static struct {
  Status (*XSendEvent)(Display *, Window, int propagate, long mask, XEvent *);
  XImage *(*XGetImage)(Display *, Drawable, int x, int y, unsigned width, unsigned height, unsigned long planes,
                       int format);
  int (*XQueryTree)(Display *, Window, Window *root, Window *parent, Window **children, unsigned *count);
  int (*XFree)(void *);
  unsigned char (*XKeysymToKeycode)(Display *, KeySym);
} more;

void *find(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) {
    fprintf(stderr, "window-probe: there is no %s\n", name);
    exit(1);
  }
  return symbol;
}

void display_open(void) {
  if (ctactus_x11_load("libX11.so.6", &x) != 0) return;
  void *library = dlopen("libX11.so.6", RTLD_NOW);
  *(void **)&more.XSendEvent = find(library, "XSendEvent");
  *(void **)&more.XGetImage = find(library, "XGetImage");
  *(void **)&more.XQueryTree = find(library, "XQueryTree");
  *(void **)&more.XFree = find(library, "XFree");
  *(void **)&more.XKeysymToKeycode = find(library, "XKeysymToKeycode");
  display = ctactus_x11_open(&x, NULL);
  if (display != NULL) root = x.XRootWindow(display, x.XDefaultScreen(display));
}

bool display_is_open(void) { return display != NULL; }
void display_close(void) { ctactus_x11_close(&x, display); }
void display_sleep(int milliseconds) { ctactus_x11_wait(-1, milliseconds); }
void display_sync(void) { x.XSync(display, 0); }

Window display_make_parent(unsigned width, unsigned height) {
  XSetWindowAttributes attributes;
  memset(&attributes, 0, sizeof attributes);
  int screen = x.XDefaultScreen(display);
  Window parent = x.XCreateWindow(display, root, 0, 0, width, height, 0, x.XDefaultDepth(display, screen), InputOutput,
                                  x.XDefaultVisual(display, screen), CWBorderPixel, &attributes);
  x.XMapWindow(display, parent);
  x.XSync(display, 0);
  return parent;
}

void display_destroy(Window window) {
  x.XDestroyWindow(display, window);
  x.XSync(display, 0);
}

Window display_child(Window parent) {
  Window found_root, found_parent, *children = NULL, child = 0;
  unsigned count = 0;
  if (more.XQueryTree(display, parent, &found_root, &found_parent, &children, &count) && count > 0) child = children[0];
  if (children != NULL) more.XFree(children);
  return child;
}

void display_size(Window window, unsigned *width, unsigned *height) {
  XWindowAttributes attributes;
  memset(&attributes, 0, sizeof attributes);
  x.XGetWindowAttributes(display, window, &attributes);
  *width = (unsigned)attributes.width;
  *height = (unsigned)attributes.height;
}

static void send(Window window, XEvent *event, long mask) {
  event->xany.display = display;
  event->xany.window = window;
  more.XSendEvent(display, window, 0, mask, event);
  x.XFlush(display);
}

void display_key(Window window, KeySym symbol, unsigned state) {
  XEvent event;
  memset(&event, 0, sizeof event);
  event.xkey.type = KeyPress;
  event.xkey.root = root;
  event.xkey.state = state;
  event.xkey.same_screen = 1;
  event.xkey.keycode = more.XKeysymToKeycode(display, symbol);
  send(window, &event, KeyPressMask);
}

static void button(Window window, int type, int px, int py, unsigned number, unsigned long time) {
  XEvent event;
  memset(&event, 0, sizeof event);
  event.xbutton.type = type;
  event.xbutton.root = root;
  event.xbutton.time = time;
  event.xbutton.x = px;
  event.xbutton.y = py;
  event.xbutton.button = number;
  event.xbutton.same_screen = 1;
  send(window, &event, type == ButtonPress ? ButtonPressMask : ButtonReleaseMask);
}

static unsigned long clock_of_events = 1000;

void display_press(Window window, int px, int py, bool is_pressed) {
  clock_of_events += 1000;
  button(window, is_pressed ? ButtonPress : ButtonRelease, px, py, 1, clock_of_events);
}

void display_click(Window window, int px, int py, unsigned number) {
  clock_of_events += 1000;
  button(window, ButtonPress, px, py, number, clock_of_events);
  button(window, ButtonRelease, px, py, number, clock_of_events);
}

void display_move(Window window, int px, int py) {
  XEvent event;
  memset(&event, 0, sizeof event);
  event.xmotion.type = MotionNotify;
  event.xmotion.root = root;
  event.xmotion.x = px;
  event.xmotion.y = py;
  event.xmotion.same_screen = 1;
  send(window, &event, PointerMotionMask);
}

uint32_t *display_pixels(Window window, unsigned width, unsigned height) {
  XImage *image = more.XGetImage(display, window, 0, 0, width, height, ~0ul, ZPixmap);
  if (image == NULL || image->bits_per_pixel != 32) return NULL;
  uint32_t *pixels = malloc(4ul * width * height);
  for (unsigned y = 0; y < height; y++) {
    memcpy(pixels + (size_t)y * width, image->data + (size_t)y * (size_t)image->bytes_per_line, 4ul * width);
  }
  for (size_t index = 0; index < (size_t)width * height; index++) pixels[index] &= 0xFFFFFF;
  more.XFree(image->data);
  more.XFree(image);
  return pixels;
}
