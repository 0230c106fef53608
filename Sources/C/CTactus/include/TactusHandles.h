/// The handles of tactus.h, and the failure of each thread. Programs do not include this file.
///
/// A handle is a number: its kind, the index of a slot, and the slot's generation. A freed handle does not match the
/// generation of its slot any more, so that its use is detected without reading memory that has been freed.
#ifndef TACTUSHANDLES_H
#define TACTUSHANDLES_H

#include <stddef.h>
#include <stdint.h>

#define CTACTUS_REALTIME __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))

/// The kinds of handles.
enum ctactus_kind {
  CTACTUS_SONG = 1, CTACTUS_BANK, CTACTUS_AUDIO, CTACTUS_RENDERER, CTACTUS_SYNTH, CTACTUS_SEQUENCER,
};

/// Creates a handle for `object`. `audio` is the state that the audio thread uses, or NULL. Returns 0 if all handles are
/// in use.
uintptr_t ctactus_handle_add(enum ctactus_kind kind, void *object, void *audio);
/// Ends a handle and returns its object; NULL if the handle is not valid.
void *ctactus_handle_remove(enum ctactus_kind kind, uintptr_t handle);
/// Returns the object of a handle; NULL if the handle is not valid.
void *ctactus_handle_object(enum ctactus_kind kind, uintptr_t handle);
/// Returns the state that the audio thread uses; NULL if the handle is not valid.
CTACTUS_REALTIME void *ctactus_handle_audio(enum ctactus_kind kind, uintptr_t handle);

/// Descriptions that the audio thread can use, because they need no memory.
enum ctactus_text {
  CTACTUS_NO_HANDLE, CTACTUS_NO_CHANNELS, CTACTUS_BAD_CHANNEL_COUNT, CTACTUS_NULL_CHANNEL, CTACTUS_BAD_FRAMES,
  CTACTUS_NO_EVENTS, CTACTUS_BAD_EVENT_COUNT, CTACTUS_BAD_EVENT, CTACTUS_UNSORTED_EVENT,
};

/// Sets this thread's failure, and returns the status.
CTACTUS_REALTIME int32_t ctactus_fail_with(int32_t status, enum ctactus_text text);
/// Sets this thread's failure to a copy of a text of `size` bytes, and returns the status.
int32_t ctactus_fail(int32_t status, const char *text, size_t size);
/// The description and the status of this thread's last failure.
const char *ctactus_failure_text(void);
int32_t ctactus_failure_status(void);

#endif
