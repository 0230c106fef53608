#include "CAppleStandIns.h"

#include <string.h>

/// Null, by a way that the compiler does not follow.
static void *no_room(void) { return NULL; }

static size_t end_of(const void *list, const void *next) { return (size_t)((uintptr_t)next - (uintptr_t)list); }

MIDIEventPacket *MIDIEventListInit(MIDIEventList *list, MIDIProtocolID protocol) {
  list->protocol = protocol;
  list->numPackets = 0;
  return list->packet;
}

MIDIEventPacket *MIDIEventListAdd(
    MIDIEventList *list, size_t listSize, MIDIEventPacket *packet, MIDITimeStamp time, size_t wordCount,
    const uint32_t *words) {
  if (packet == NULL || wordCount == 0 || wordCount > 64) return no_room();
  int joins = list->numPackets > 0 && packet->timeStamp == time && packet->wordCount + wordCount <= 64;
  MIDIEventPacket *place = list->numPackets == 0 || joins ? packet : MIDIEventPacketNext(packet);
  size_t begin = offsetof(MIDIEventPacket, words) + (joins ? 4 * (size_t)packet->wordCount : 0);
  if (end_of(list, place) + begin + 4 * wordCount > listSize) return no_room();
  if (!joins) {
    list->numPackets += 1;
    place->timeStamp = time;
    place->wordCount = 0;
  }
  memcpy(place->words + place->wordCount, words, 4 * wordCount);
  place->wordCount += (uint32_t)wordCount;
  return place;
}

size_t standin_event_list_size(const MIDIEventList *list) {
  const MIDIEventPacket *packet = list->packet;
  for (uint32_t index = 0; index < list->numPackets; index += 1) packet = MIDIEventPacketNext(packet);
  return end_of(list, packet);
}

MIDIPacket *MIDIPacketListInit(MIDIPacketList *list) {
  list->numPackets = 0;
  return list->packet;
}

MIDIPacket *MIDIPacketListAdd(
    MIDIPacketList *list, size_t listSize, MIDIPacket *packet, MIDITimeStamp time, size_t count, const uint8_t *data) {
  if (packet == NULL || count == 0 || count > UINT16_MAX) return no_room();
  int joins = list->numPackets > 0 && packet->timeStamp == time && data[0] != 0xF0 && packet->data[0] != 0xF0 &&
              packet->length + count <= UINT16_MAX;
  MIDIPacket *place = list->numPackets == 0 || joins ? packet : MIDIPacketNext(packet);
  size_t begin = offsetof(MIDIPacket, data) + (joins ? packet->length : 0);
  if (end_of(list, place) + begin + count > listSize) return no_room();
  if (!joins) {
    list->numPackets += 1;
    place->timeStamp = time;
    place->length = 0;
  }
  memcpy((uint8_t *)place + offsetof(MIDIPacket, data) + place->length, data, count);
  place->length = (uint16_t)(place->length + count);
  return place;
}
