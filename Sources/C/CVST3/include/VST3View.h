/// Views of plug-ins, the frame that a host gives them, and the run loop of hosts on Linux.
#ifndef VST3_VIEW_H
#define VST3_VIEW_H

#include "VST3Base.h"

typedef struct {
  int32_t left, top, right, bottom;
} ViewRect;

#define kPlatformTypeX11EmbedWindowID "X11EmbedWindowID"

typedef struct {
  VST3_FUNKNOWN;
  tresult (*isPlatformTypeSupported)(void *self, const char *type);
  tresult (*attached)(void *self, void *parent, const char *type);
  tresult (*removed)(void *self);
  tresult (*onWheel)(void *self, float distance);
  tresult (*onKeyDown)(void *self, TChar key, int16_t keyCode, int16_t modifiers);
  tresult (*onKeyUp)(void *self, TChar key, int16_t keyCode, int16_t modifiers);
  tresult (*getSize)(void *self, ViewRect *size);
  tresult (*onSize)(void *self, ViewRect *newSize);
  tresult (*onFocus)(void *self, TBool state);
  tresult (*setFrame)(void *self, void *frame);
  tresult (*canResize)(void *self);
  tresult (*checkSizeConstraint)(void *self, ViewRect *rect);
} IPlugViewVtbl;
VST3_IID(IPlugView_iid, 0x5BC32507u, 0xD06049EAu, 0xA6151B52u, 0x2B755B29u);

typedef struct {
  VST3_FUNKNOWN;
  tresult (*setContentScaleFactor)(void *self, float factor);
} IPlugViewContentScaleSupportVtbl;
VST3_IID(IPlugViewContentScaleSupport_iid, 0x65ED9690u, 0x8AC44525u, 0x8AADEF7Au, 0x72EA703Fu);

typedef struct {
  VST3_FUNKNOWN;
  tresult (*resizeView)(void *self, void *view, ViewRect *newSize);
} IPlugFrameVtbl;
typedef struct {
  const IPlugFrameVtbl *vtbl;
} IPlugFrame;
VST3_IID(IPlugFrame_iid, 0x367FAF01u, 0xAFA94693u, 0x8D4DA2A0u, 0xED0882A3u);

typedef struct {
  VST3_FUNKNOWN;
  void (*onFDIsSet)(void *self, int fd);
} IEventHandlerVtbl;
VST3_IID(IEventHandler_iid, 0x561E65C9u, 0x13A0496Fu, 0x813A2C35u, 0x654D7983u);

typedef struct {
  VST3_FUNKNOWN;
  void (*onTimer)(void *self);
} ITimerHandlerVtbl;
VST3_IID(ITimerHandler_iid, 0x10BDD94Fu, 0x41424774u, 0x821FAD8Fu, 0xECA72CA9u);

typedef struct {
  VST3_FUNKNOWN;
  tresult (*registerEventHandler)(void *self, void *handler, int fd);
  tresult (*unregisterEventHandler)(void *self, void *handler);
  tresult (*registerTimer)(void *self, void *handler, uint64_t milliseconds);
  tresult (*unregisterTimer)(void *self, void *handler);
} IRunLoopVtbl;
typedef struct {
  const IRunLoopVtbl *vtbl;
} IRunLoop;
VST3_IID(IRunLoop_iid, 0x18C35366u, 0x97764F1Au, 0x9C5B8385u, 0x7A871389u);

VST3_SIZE(ViewRect, 16);
VST3_FUNCTIONS(IPlugView, 15);
VST3_FUNCTIONS(IPlugViewContentScaleSupport, 4);
VST3_FUNCTIONS(IPlugFrame, 4);
VST3_FUNCTIONS(IEventHandler, 4);
VST3_FUNCTIONS(ITimerHandler, 4);
VST3_FUNCTIONS(IRunLoop, 7);

#endif
