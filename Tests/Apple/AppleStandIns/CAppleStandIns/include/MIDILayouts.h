/// The layouts of CoreMIDI's lists, and the functions that build them.
#ifndef APPLESTANDINS_MIDILAYOUTS_H
#define APPLESTANDINS_MIDILAYOUTS_H

#include "AudioLayouts.h"

#pragma clang assume_nonnull begin

typedef uint64_t MIDITimeStamp;
typedef uint32_t MIDIObjectRef;
typedef MIDIObjectRef MIDIClientRef;
typedef MIDIObjectRef MIDIPortRef;
typedef MIDIObjectRef MIDIEndpointRef;
typedef int32_t MIDIUniqueID;

typedef STANDIN_ENUM(int32_t, MIDIProtocolID) { kMIDIProtocol_1_0 = 1, kMIDIProtocol_2_0 = 2 } MIDIProtocolID;

#pragma pack(push, 4)
/// So many words are valid as `wordCount` says; the next packet follows after these.
typedef struct MIDIEventPacket {
  MIDITimeStamp timeStamp;
  uint32_t wordCount;
  uint32_t words[64];
} MIDIEventPacket;

typedef struct MIDIEventList {
  MIDIProtocolID protocol;
  uint32_t numPackets;
  MIDIEventPacket packet[1];
} MIDIEventList;

/// So many bytes are valid as `length` says, also more than 256; the next packet follows after these.
typedef struct MIDIPacket {
  MIDITimeStamp timeStamp;
  uint16_t length;
  uint8_t data[256];
} MIDIPacket;

typedef struct MIDIPacketList {
  uint32_t numPackets;
  MIDIPacket packet[1];
} MIDIPacketList;
#pragma pack(pop)

_Static_assert(sizeof(MIDIEventPacket) == 268 && offsetof(MIDIEventPacket, words) == 12, "MIDIEventPacket");
_Static_assert(sizeof(MIDIEventList) == 276 && offsetof(MIDIEventList, packet) == 8, "MIDIEventList");
_Static_assert(sizeof(MIDIPacket) == 268 && offsetof(MIDIPacket, data) == 10, "MIDIPacket");
_Static_assert(sizeof(MIDIPacketList) == 272 && offsetof(MIDIPacketList, packet) == 4, "MIDIPacketList");
_Static_assert(_Alignof(MIDIEventList) == 4 && _Alignof(MIDIPacketList) == 4, "packed to four bytes");

MIDIEventPacket *MIDIEventListInit(MIDIEventList *list, MIDIProtocolID protocol);
MIDIPacket *MIDIPacketListInit(MIDIPacketList *list);

/// Declared never to be null, these are null when the list has no room: as the originals.
MIDIEventPacket *MIDIEventListAdd(
    MIDIEventList *list, size_t listSize, MIDIEventPacket *packet, MIDITimeStamp time, size_t wordCount,
    const uint32_t *words);
MIDIPacket *MIDIPacketListAdd(
    MIDIPacketList *list, size_t listSize, MIDIPacket *packet, MIDITimeStamp time, size_t count, const uint8_t *data);

static inline MIDIEventPacket *MIDIEventPacketNext(const MIDIEventPacket *packet) {
  return (MIDIEventPacket *)((uintptr_t)packet + offsetof(MIDIEventPacket, words) + 4 * (size_t)packet->wordCount);
}

/// On ARM packets begin at multiples of four, on Intel anywhere.
static inline MIDIPacket *MIDIPacketNext(const MIDIPacket *packet) {
  uintptr_t end = (uintptr_t)packet + offsetof(MIDIPacket, data) + packet->length;
#if defined(__aarch64__) || defined(__arm__)
  end = (end + 3) & ~(uintptr_t)3;
#endif
  return (MIDIPacket *)end;
}

/// How many bytes a list has.
size_t standin_event_list_size(const MIDIEventList *list);

#pragma clang assume_nonnull end

#endif
