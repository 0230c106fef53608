/// Calls to the host's objects that VST 3 permits in `process`. The attributes let Swift code marked `@_noAllocation
/// @_noLocks` make these calls; the host is responsible for their real-time safety. A function that the host omits is
/// not called.
#ifndef VST3_REALTIME_H
#define VST3_REALTIME_H

#include "VST3Component.h"

#define VST3_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

VST3_REALTIME static inline int32_t vst3_event_count(IEventList *list) {
  return list && list->vtbl && list->vtbl->getEventCount && list->vtbl->getEvent ? list->vtbl->getEventCount(list) : 0;
}

/// Whether there is such an event.
VST3_REALTIME static inline _Bool vst3_event(IEventList *list, int32_t index, Event *event) {
  return list->vtbl->getEvent(list, index, event) == kResultOk;
}

/// Whether the host has taken a copy of the event.
VST3_REALTIME static inline _Bool vst3_add_event(IEventList *list, Event *event) {
  return list && list->vtbl && list->vtbl->addEvent && list->vtbl->addEvent(list, event) == kResultOk;
}

VST3_REALTIME static inline int32_t vst3_queue_count(IParameterChanges *changes) {
  return changes && changes->vtbl && changes->vtbl->getParameterCount && changes->vtbl->getParameterData
    ? changes->vtbl->getParameterCount(changes) : 0;
}

/// The queue of an index, or NULL.
VST3_REALTIME static inline IParamValueQueue *vst3_queue(IParameterChanges *changes, int32_t index) {
  IParamValueQueue *queue = changes->vtbl->getParameterData(changes, index);
  return queue && queue->vtbl && queue->vtbl->getParameterId && queue->vtbl->getPointCount && queue->vtbl->getPoint
    ? queue : (IParamValueQueue *)0;
}

VST3_REALTIME static inline ParamID vst3_queue_id(IParamValueQueue *queue) {
  return queue->vtbl->getParameterId(queue);
}

VST3_REALTIME static inline int32_t vst3_point_count(IParamValueQueue *queue) {
  return queue->vtbl->getPointCount(queue);
}

/// Whether there is such a point.
VST3_REALTIME static inline _Bool vst3_point(IParamValueQueue *queue, int32_t index, int32_t *offset,
                                             ParamValue *value) {
  return queue->vtbl->getPoint(queue, index, offset, value) == kResultOk;
}

/// Whether the host has taken the point.
VST3_REALTIME static inline _Bool vst3_add_point(IParameterChanges *changes, ParamID id, int32_t offset,
                                                 ParamValue value) {
  int32_t index = 0;
  if (!changes || !changes->vtbl || !changes->vtbl->addParameterData) return 0;
  IParamValueQueue *queue = changes->vtbl->addParameterData(changes, &id, &index);
  return queue && queue->vtbl && queue->vtbl->addPoint
    && queue->vtbl->addPoint(queue, offset, value, &index) == kResultOk;
}

#endif
